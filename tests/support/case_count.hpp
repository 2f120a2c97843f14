// How many random cases a test tries: all of them where code runs at full speed, a share of them under
// sanitizers and in debug builds. SAPPER_TEST_PERCENT in the environment overrides the share.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace sapper::tests {

// Clang indicates its sanitizers by __has_feature, which GCC 12 lacks.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr bool kIsThreadSanitizer = true;  // which delays signals until a call returns
#else
inline constexpr bool kIsThreadSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr int kDefaultTestPercent = 4;
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) || !defined(NDEBUG)
inline constexpr int kDefaultTestPercent = 10;
#else
inline constexpr int kDefaultTestPercent = 100;
#endif

inline int case_count(int full) {
  const char* wanted = std::getenv("SAPPER_TEST_PERCENT");
  const int percent = wanted != nullptr ? std::max(1, std::atoi(wanted)) : kDefaultTestPercent;
  return std::max(1, static_cast<int>(static_cast<long long>(full) * percent / 100));
}

}  // namespace sapper::tests

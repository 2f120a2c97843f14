// What libc++ without threads and locales lacks, included before every source of the page: mutexes that lock nothing, as
// there is one thread, and doubles read from text.
#pragma once

#include <charconv>
#include <cstdlib>
#include <string>
#include <system_error>

// NOLINTBEGIN(cert-dcl58-cpp): these are the names that the sources use.
namespace std {

class mutex {
 public:
  void lock() {}
  void unlock() {}
};

class shared_mutex : public mutex {};

template <class Mutex>
class unique_lock {
 public:
  explicit unique_lock(Mutex&) {}
  ~unique_lock() {}
};

template <class Mutex>
class shared_lock {
 public:
  explicit shared_lock(Mutex&) {}
  ~shared_lock() {}
};

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  const bool is_number =
      !text.empty() && (text[0] == '-' || text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
  char* end = nullptr;
  const double read = is_number ? strtod(text.c_str(), &end) : 0;
  if (!is_number || end == text.c_str()) return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), errc()};
}

}  // namespace std
// NOLINTEND(cert-dcl58-cpp)

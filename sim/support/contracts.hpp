// Contracts: conditions that hold if the program is correct. Checked in Debug and sanitizer builds, free otherwise.
// Input is always validated, with exceptions and never with contracts.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>

#include "sim/support/standard_error.hpp"

namespace sapper::sim {

[[noreturn]] inline void fail_contract(const char* condition, const char* file, int line) {
  std::array<char, 1024> text{};
  std::snprintf(text.data(), text.size(), "sapper: %s:%d: broken contract: %s\n", file, line, condition);
  write_to_standard_error(text.data());
  std::abort();
}

}  // namespace sapper::sim

#ifdef SAPPER_CONTRACTS
#define SAPPER_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::sapper::sim::fail_contract(#condition, __FILE__, __LINE__))
#else
#define SAPPER_EXPECT(condition) static_cast<void>(0)
#endif

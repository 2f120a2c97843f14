// Tests that take long, and do on large inputs, or often, what others do on small ones.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/case_count.hpp"

namespace sapper::tests {

// Where code runs at full speed, or if SAPPER_TEST_LONG is in the environment.
inline bool runs_long_tests() {
  return kDefaultTestPercent == 100 || std::getenv("SAPPER_TEST_LONG") != nullptr;
}

}  // namespace sapper::tests

// The first statement of a long test: skips it under sanitizers and in debug builds. condition: which of a test's
// parameters are long.
#define SAPPER_LONG_TEST_IF(condition)                                                  \
  do {                                                                                  \
    if ((condition) && !sapper::tests::runs_long_tests())                               \
      GTEST_SKIP() << "long: the release build runs it (elsewhere SAPPER_TEST_LONG=1)"; \
  } while (false)
#define SAPPER_LONG_TEST() SAPPER_LONG_TEST_IF(true)

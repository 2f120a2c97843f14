// Contracts that tests violate on purpose.
#pragma once

#include "sim/support/contracts.hpp"
#include "tests/support/test.hpp"

// The statement violates a contract whose condition matches the regular expression; the test is skipped in
// builds that do not check contracts.
#ifdef SAPPER_CONTRACTS
#define EXPECT_BROKEN_CONTRACT(statement, condition) \
  EXPECT_DEATH(static_cast<void>(statement), "broken contract: .*" condition)
#else
#define EXPECT_BROKEN_CONTRACT(statement, condition) GTEST_SKIP() << "this build checks no contracts"
#endif

#include "solvers/minesweeper/strategies/registry.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sapper::solvers {
namespace {

sim::GameRules small_games() {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(3, 4);
  rules.mine_count = 2;
  return rules;
}

TEST(Registry, EveryRowMakesItsStrategyOrSaysWhyNot) {
  for (const StrategyEntry& entry : strategies()) {
    SCOPED_TRACE(entry.name);
    ASSERT_NE(entry.make, nullptr);
    EXPECT_EQ(find_strategy(entry.name), &entry);
    const StrategyChoice choice(entry);
    if (entry.is_external) {
      EXPECT_THROW((void)choice.make(small_games()), std::invalid_argument);
    } else {
      EXPECT_EQ(choice.refusal(small_games()), std::nullopt);
      EXPECT_NE(choice.make(small_games()), nullptr);
    }
  }
}

}  // namespace
}  // namespace sapper::solvers

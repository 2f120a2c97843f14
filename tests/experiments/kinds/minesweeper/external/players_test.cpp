// The list of players: the strategies, then those from outside this program.
#include "experiments/kinds/minesweeper/config/players.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

TEST(Players, ThatAreOfGridsAloneRefuseGraphs) {
  const solvers::StrategyEntry entry{.name = "grids", .description = {}, .make = nullptr};
  EXPECT_EQ(solvers::StrategyChoice(entry).refusal(sim::GraphGameRules()),
            "it does not play on lattices and graphs");
}

TEST(Players, AreTheStrategiesAndThoseFromOutside) {
  std::vector<std::string_view> names;
  for (const solvers::StrategyEntry& strategy : solvers::strategies()) names.push_back(strategy.name);
  names.insert(names.end(), {"external", "policy"});
  std::vector<std::string_view> listed;
  for (const solvers::StrategyEntry& entry : players()) {
    listed.push_back(entry.name);
    EXPECT_EQ(find_entry(entry.name), &entry);
    EXPECT_EQ(is_outside(entry), solvers::find_strategy(entry.name) == nullptr) << entry.name;
    EXPECT_EQ(is_outside(entry), is_program(entry) || is_policy(entry)) << entry.name;
  }
  EXPECT_EQ(listed, names);
  EXPECT_EQ(find_entry("nobody"), nullptr);
}

TEST(Players, FromOutsideAreMadeByTheFactoryAlone) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(3, 4);
  for (const solvers::StrategyEntry& entry : players()) {
    if (!is_outside(entry)) continue;
    SCOPED_TRACE(entry.name);
    EXPECT_FALSE(entry.description.empty());
    EXPECT_THROW((void)solvers::StrategyChoice(entry).make(rules), std::invalid_argument);
    std::set<std::string_view> names;
    for (const solvers::Parameter& parameter : entry.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
      EXPECT_FALSE(parameter.description.empty()) << parameter.name;
      EXPECT_TRUE(parameter.is_required() ||
                  (parameter.least <= parameter.fallback && parameter.fallback <= parameter.most))
          << parameter.name;
    }
  }
  EXPECT_TRUE(solvers::StrategyChoice(*find_entry("external")).refusal(rules)) << "without a command";
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

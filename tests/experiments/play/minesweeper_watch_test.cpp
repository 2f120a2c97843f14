// Watching a strategy: every move with its reason and its risk, the same game as an experiment's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <sstream>

#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/play/minesweeper_play.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/messages.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using testing::HasSubstr;

std::string watch(const MinesweeperRequest& request, const std::string& strategy) {
  std::ostringstream out;
  const bool is_won = watch_minesweeper(out, set_up(request), {strategy, 0, {}});
  EXPECT_THAT(out.str(), HasSubstr(strategy + (is_won ? " has won after " : " has lost after ")));
  return out.str();
}

// The cells that are dug, in order.
std::vector<std::string> digs_of(const std::string& screen) {
  const std::regex line(R"(Round \d+: (\d+,\d+) is dug)");
  std::vector<std::string> digs;
  for (std::sregex_iterator match(screen.begin(), screen.end(), line), end; match != end; ++match)
    digs.push_back((*match)[1].str());
  return digs;
}

TEST(MinesweeperWatch, ShowsTheGameThatAnExperimentPlays) {
  MinesweeperRequest request;
  request.seed = 2026;
  for (const char* strategy : {"random", "csp", "min_risk", "pinv"}) {
    const std::string config = R"({"schema": "sapper-config/1", "seed": 2026, "games": 1,
      "boards": [{"level": "Beginner"}], "strategies": [")" +
                               std::string(strategy) + "\"]}";
    const std::string replay = parse_experiment(config, "config", ".")->replay(0, 0, nullptr);
    const std::regex line(R"(\n +\d+  (\d+,\d+) )");
    std::vector<std::string> expected;
    for (std::sregex_iterator match(replay.begin(), replay.end(), line), end; match != end; ++match)
      expected.push_back((*match)[1].str());
    ASSERT_FALSE(expected.empty()) << replay;
    EXPECT_EQ(digs_of(watch(request, strategy)), expected) << strategy;
  }
}

TEST(MinesweeperWatch, SaysWhyAndAtWhatRisk) {
  MinesweeperRequest request;
  request.seed = 3;
  const std::string screen = watch(request, "min_risk");
  EXPECT_THAT(screen, HasSubstr("Round 1: 4,4 is dug, the first dig, protected by the rules; P(mine) 0; "));
  EXPECT_THAT(screen, HasSubstr("is dug, certainly safe by the local rules; P(mine) 0; "));
  std::size_t boards = 0;
  for (std::size_t at = screen.find("\n8 "); at != std::string::npos; at = screen.find("\n8 ", at + 1))
    ++boards;
  EXPECT_EQ(boards, digs_of(screen).size()) << "one board per dig";
  EXPECT_THAT(screen, HasSubstr("\n  0 1 2 3 4 5 6 7 8\n0 ")) << "the board's labels are those of its cells";
  EXPECT_THAT(screen, HasSubstr("Cells are row,col from 0"));
}

// A uniform guess reports the mean risk of its candidates; the risk shown is that of the cell dug.
TEST(MinesweeperWatch, RisksAreThoseOfTheCellThatIsDug) {
  const std::regex guess(R"(a guess; P\(mine\) ([0-9.e-]+); (\w+))");
  double predicted = 0;
  int losses = 0;
  int guesses = 0;
  MinesweeperRequest request;
  request.rows = 6;
  request.mines = 8;
  for (request.seed = 0; request.seed < 300; ++request.seed) {
    const std::string screen = watch(request, "random");
    for (std::sregex_iterator match(screen.begin(), screen.end(), guess), end; match != end; ++match) {
      const double risk = std::stod((*match)[1].str());
      const bool is_mine = (*match)[2].str() == "a";
      if (risk == 0 || risk == 1) {
        EXPECT_EQ(is_mine, risk == 1) << screen;
      }
      predicted += risk;
      losses += is_mine;
      ++guesses;
    }
  }
  ASSERT_GT(guesses, 500);
  // A sum of independent Bernoulli variables, whose variance is at most its mean: a false alarm is a deviation of
  // more than 5 sigma.
  EXPECT_NEAR(predicted, losses, 5 * std::sqrt(predicted));
}

TEST(MinesweeperWatch, RefusesUnknownStrategies) {
  std::ostringstream out;
  EXPECT_THAT(tests::message_of<InputError>([&] {
                watch_minesweeper(out, set_up({}), {"cps", 0, {}});
              }),
              HasSubstr("--bot is \"cps\"; did you mean \"csp\"?"));
  EXPECT_EQ(out.str(), "");
}

TEST(MinesweeperWatch, EveryStrategyPlaysEveryKindOfGame) {
  for (const solvers::StrategyEntry& entry : solvers::strategies()) {
    for (int level = 0; level <= 2; ++level) {
      MinesweeperRequest request;
      request.course = level;
      request.seed = 11;
      if (entry.refusal == nullptr) watch(request, std::string(entry.name));
    }
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

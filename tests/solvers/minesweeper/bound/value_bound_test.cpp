// The bound against exact values of best play (OptimalSolver, which shares no code with it).
#include "solvers/minesweeper/bound/value_bound.hpp"

#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::BoundSettings;
using solvers::ValueBound;

constexpr double kRounding = 1e-9;
constexpr std::size_t kFewLayouts = 50;  // for two guesses

BoundSettings exact_settings(int depth) {
  return {.depth = depth,
          .layouts = ValueBound::kMostLayouts,
          .fewest_layouts = ValueBound::kMostLayouts,
          .exact_layouts = 0};
}

// A random game on a board of at most 4 x 5, played by certainty up to its first guess.
class StuckGame {
 public:
  explicit StuckGame(std::uint64_t number) {
    sim::Stream random({50, 0, number}, sim::StreamPurpose::layout);
    const auto rows = static_cast<int>(1 + random.below(4));
    const auto cols = static_cast<int>(2 + random.below(4));
    const auto cells = static_cast<std::uint32_t>(rows * cols);
    rules_ = {
        .grid = std::make_shared<sim::Grid>(rows, cols, sim::Topology::square),
        .mine_count = 1 + random.below(cells - 1),
        .first_click = random.below(2) == 0 ? sim::FirstClickRule::safe : sim::FirstClickRule::unprotected};
    const sim::Cell first = random.below(cells);
    id_ = {51, 0, number};
    game_.emplace(rules_);
    game_->start(id_);
    ValueBound bound(*rules_.grid, {.depth = 0});
    value_ = bound.of_game(*game_, first, id_);
  }

  bool is_stuck() const { return game_->status() == sim::Game::Status::playing; }
  std::size_t layouts() const { return consistent_layouts(game_->view()).size(); }
  const sim::Game& game() const { return *game_; }
  double value() const { return value_; }  // sampled, by no guess
  double bound(const BoundSettings& settings) const {
    ValueBound bound(*rules_.grid, settings);
    return bound.of_position(game_->view(), id_);
  }
  double exact() const {
    solvers::optimal::OptimalSolver solver(rules_, std::uint64_t{1} << 20, solvers::ThreadUse::one);
    return solver.probability_after(game_->view(), {});
  }

 private:
  sim::GameRules rules_;
  sim::GameId id_;
  std::optional<sim::Game> game_;
  double value_ = 0;
};

TEST(ValueBound, IsNeverBelowBestPlay) {
  int compared = 0;
  int above = 0;
  double last_excess[3]{};
  for (std::uint64_t number = 0; compared < case_count(200); ++number) {
    const StuckGame stuck(number);
    if (!stuck.is_stuck()) {
      EXPECT_EQ(stuck.value(), stuck.game().status() == sim::Game::Status::won ? 1 : 0);
      continue;
    }
    const std::size_t layouts = stuck.layouts();
    if (layouts > 500) continue;
    ++compared;
    const double exact = stuck.exact();
    for (int depth = 0; depth <= (layouts <= kFewLayouts ? 2 : 1); ++depth) {
      const double excess = stuck.bound(exact_settings(depth)) - exact;
      EXPECT_GE(excess, -kRounding) << "game " << number << ", depth " << depth;
      above += excess > kRounding ? 1 : 0;
      last_excess[depth] += layouts <= kFewLayouts ? excess : 0;
    }
  }
  EXPECT_GT(above, compared / 10) << "nothing to see: all bounds are the exact values";
  EXPECT_GT(last_excess[0], last_excess[1]);
  EXPECT_GT(last_excess[1], last_excess[2]);
}

TEST(ValueBound, IsBestPlayAtFullDepth) {
  for (std::uint64_t number = 0, compared = 0; compared < static_cast<std::uint64_t>(case_count(200));
       ++number) {
    const StuckGame stuck(number);
    if (!stuck.is_stuck() || stuck.layouts() > 20) continue;
    ++compared;
    EXPECT_NEAR(stuck.bound(exact_settings(ValueBound::kMostDepth)), stuck.exact(), kRounding)
        << "game " << number;
    BoundSettings solved = exact_settings(0);
    solved.exact_layouts = 20;
    EXPECT_NEAR(stuck.bound(solved), stuck.exact(), kRounding) << "game " << number;
  }
}

// The mean over games of sampled numbers, with samples so small that a maximum over them is far too high.
TEST(ValueBound, SamplesMakeItLooser) {
  const auto grid = std::make_shared<sim::Grid>(4, 4, sim::Topology::square);
  const sim::GameRules rules{.grid = grid, .mine_count = 4, .first_click = sim::FirstClickRule::safe};
  solvers::optimal::OptimalSolver solver(rules, std::uint64_t{1} << 24, solvers::ThreadUse::one);
  const double exact = solver.solve(0).probability();
  const auto mean = [&](const BoundSettings& settings, std::uint64_t games) {
    ValueBound bound(*grid, settings);
    sim::Game game(rules);
    double sum = 0;
    for (std::uint64_t number = 0; number < games; ++number) {
      const sim::GameId id{3, 0, number};
      game.start(id);
      sum += bound.of_game(game, 0, id);
    }
    return sum / static_cast<double>(games);
  };
  const auto games = static_cast<std::uint64_t>(case_count(400));
  for (const int depth : {0, 1, 2}) {
    const double few = mean({.depth = depth, .layouts = 6, .fewest_layouts = 3, .exact_layouts = 0}, games);
    const double many =
        mean({.depth = depth, .layouts = 100, .fewest_layouts = 50, .exact_layouts = 0}, games);
    EXPECT_GT(few, exact - 0.03) << "depth " << depth;
    EXPECT_GT(many, exact - 0.03) << "depth " << depth;
    if (depth > 0) {
      EXPECT_GT(few, many) << "depth " << depth;
    }
  }
}

TEST(ValueBound, RefusesPositionsWithSafeCells) {
  const auto grid = std::make_shared<sim::Grid>(3, 3, sim::Topology::square);
  sim::View view(*grid, 1);
  view.show(0, 0);
  ValueBound bound(*grid, {});
  EXPECT_THROW((void)bound.of_position(view, {}), std::invalid_argument);
}

}  // namespace
}  // namespace sapper::tests

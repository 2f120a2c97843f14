// Values of guesses, against best play by enumeration of all layouts.
#include "experiments/kinds/minesweeper/choice_judge.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/best_play_oracle.hpp"
#include "tests/support/players.hpp"
#include "tests/support/policy_value.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// On boards of at most 64 layouts the play-outs end at once, with the exact value of best play: only the sampled layouts
// differ from the oracle. 4,000 of them have a standard error below 0.008 without the control of the guess's own
// risk; 0.04 is five of them, for 21 cells: a false alarm in 10^5.
TEST(ChoiceJudge, EstimatesBestPlayWhereThePlayOutsAreExact) {
  struct Board {
    int rows, cols;
    std::uint32_t mines;
  };
  for (const Board& board : {Board{2, 3, 2}, Board{3, 3, 2}, Board{1, 6, 2}}) {
    const sim::Grid grid(board.rows, board.cols);
    const sim::View view(grid, board.mines);
    std::vector<sim::Cell> cells;
    for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) cells.push_back(cell);
    ChoiceJudge judge(grid);
    sim::Stream random({2026, grid.cell_count(), board.mines}, sim::Purpose::playout);
    judge.judge(view, cells, 4000, random);
    for (const sim::Cell cell : cells) {
      const tests::BestPlayValue best =
          tests::best_play(grid, board.mines, sim::FirstClickRule::unprotected, cell);
      EXPECT_NEAR(judge.values()[cell], static_cast<double>(best.won) / static_cast<double>(best.layouts),
                  0.04)
          << board.rows << " x " << board.cols << ", cell " << cell;
    }
  }
}

// The turn of a strategy in games that begin with a dig in the corner.
tests::Turn turn_of(const solvers::StrategyEntry& entry, const solvers::Settings& settings,
                    const sim::View& view) {
  if (view.hidden_count() == view.grid().cell_count()) return {{0}, false};
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(view.grid());
  rules.mine_count = view.mine_count();
  const auto player = entry.make(rules, settings);
  tests::Turn turn;
  for (const solvers::Move& dig :
       tests::first_turn(*player, view, sim::Stream({2027, 0, 0}, sim::Purpose::strategy))) {
    turn.is_certain = dig.kind != solvers::MoveKind::guess;
    turn.cells.push_back(dig.cell);
  }
  return turn;
}

tests::Turn progress_turn(const sim::View& view, const tests::LayoutCounts&) {
  const solvers::StrategyEntry& entry = *solvers::find_strategy("progress");
  return turn_of(entry, solvers::Settings(entry.parameters), view);
}

tests::Turn effort_0_turn(const sim::View& view, const tests::LayoutCounts&) {
  const solvers::StrategyEntry& entry = *solvers::find_strategy("expert");
  solvers::Settings settings(entry.parameters);
  settings.set("effort", 0);
  return turn_of(entry, settings, view);
}

// Against the exact win probabilities of the strategies' whole games, on a board where they differ by 0.029. 20,000
// layouts have a standard error of 0.0035 without control variates; a third of the difference is 2.7 of them, and 4.4
// of those measured over eight seeds, 0.0022: a false alarm in 50,000.
TEST(ChoiceJudge, ContinuesAsTheStrategyPlays) {
  const sim::Grid grid(4, 4);
  const std::uint32_t mines = 4;
  const double by_progress = tests::exact_win_probability(grid, mines, progress_turn);
  const double by_expert = tests::exact_win_probability(grid, mines, effort_0_turn);
  ASSERT_GT(by_expert - by_progress, 0.025);
  const auto judged = [&](solvers::PlayoutRule rule) {
    ChoiceJudge judge(grid, rule);
    sim::Stream random({2028, 0, 0}, sim::Purpose::playout);
    judge.judge(sim::View(grid, mines), std::vector<sim::Cell>{0}, 20'000, random);
    return judge.values()[0];
  };
  EXPECT_NEAR(judged(solvers::PlayoutRule::progress), by_progress, 0.0097);
  EXPECT_NEAR(judged(solvers::PlayoutRule::expert), by_expert, 0.0097);
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

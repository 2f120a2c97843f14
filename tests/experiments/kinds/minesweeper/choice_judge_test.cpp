// Values of guesses, against best play by enumeration of all layouts.
#include "experiments/kinds/minesweeper/choice_judge.hpp"

#include <gtest/gtest.h>

#include "sim/random/stream.hpp"
#include "tests/support/best_play_oracle.hpp"

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

}  // namespace
}  // namespace sapper::experiments::minesweeper

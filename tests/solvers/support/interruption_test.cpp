// Everything in the solvers that may take seconds ends within them when it is interrupted: here at its first look at a flag
// that is set from the start.
#include <array>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/exact/endgame/layout_game.hpp"
#include "solvers/minesweeper/exact/endgame/layout_set.hpp"
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/no_guess.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "solvers/support/parallel.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

template <class Computation>
void expect_end(Computation computation) {
  const std::atomic<bool> flag = true;
  const sim::Interruptible until(flag);
  EXPECT_THROW(computation(), sim::Interrupted);
}

sim::GameRules rules_of(int rows, int cols, std::uint32_t mine_count) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols);
  rules.mine_count = mine_count;
  rules.first_click = sim::FirstClickRule::unprotected;
  return rules;
}

// Every other cell of every other row shows a number: one component, with layers as wide as the board is high.
sim::View lattice(const sim::Grid& grid) {
  sim::Layout layout(grid);
  std::mt19937 random(1);
  const auto is_shown = [&](Cell cell) { return grid.row_of(cell) % 2 == 1 && grid.col_of(cell) % 2 == 1; };
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (!is_shown(cell) && random() % 10 < 3) layout.add_mine(cell);
  sim::View view(grid, static_cast<std::uint32_t>(layout.mines().size()));
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (is_shown(cell)) view.show(cell, layout.number(cell));
  return view;
}

TEST(Interruption, EndsCounting) {
  const sim::Grid grid(18, 24);
  const sim::View view = lattice(grid);
  Posterior posterior(grid);
  expect_end([&] { static_cast<void>(posterior.compute(view)); });
  EXPECT_TRUE(posterior.compute(view)) << "can be started over";
}

TEST(Interruption, EndsPlayOutsAndTheChoiceOfTheBestDig) {
  const sim::GameRules rules = rules_of(16, 16, 40);
  GameJudge judge(rules, {.effort = 0, .layouts = 1'000'000});
  const sim::View view(*rules.grid, rules.mine_count);
  const std::array cells{Cell{17}};
  judge.begin({1, 2, 3});
  expect_end([&] { judge.will_dig(view, cells); });
  const auto expert = StrategyChoice(*find_strategy("expert")).make(rules);
  sim::View shown = view;
  shown.show(0, 2);
  Digs digs;
  sim::Stream random({1, 2, 3}, sim::StreamPurpose::strategy);
  expert->begin(shown, random);
  expect_end([&] { expert->plan({}, digs); });
}

// Random layouts, of which none is settled without trying many digs.
TEST(Interruption, EndsTheSearchOfLayouts) {
  LayoutGame<8> game;
  game.start(2);
  std::mt19937_64 random(1);
  for (int i = 0; i < 60; ++i) {
    LayoutSet<8>* const sets = game.next_cell();
    for (std::size_t word = 0; word < 8; ++word) {
      std::uint64_t free = random();
      free |= random();
      free |= random();
      const std::uint64_t first = free & random();
      sets[0].words[word] = free;
      sets[1].words[word] = first;
      sets[2].words[word] = free & ~first;
    }
    game.add_cell(2);
  }
  expect_end([&] {
    ScanBudget scans{10'000'000};
    static_cast<void>(game.best(LayoutSet<8>::first(512), scans));
  });
}

TEST(Interruption, EndsBestPlay) {
  for (const ThreadUse threads : {ThreadUse::one, ThreadUse::all}) {
    optimal::OptimalSolver solver(rules_of(5, 5, 6), std::size_t{16} << 20, threads);
    expect_end([&] { static_cast<void>(solver.solve()); });
  }
}

TEST(Interruption, EndsInferences) {
  const tests::Position position = tests::position_from_rows({"1..", "..."}, 1);
  expect_end([&] { static_cast<void>(find_certain_cells(position.view)); });
}

TEST(Interruption, EndsTheSearchForBoardsWithoutAGuess) {
  NoGuessLayouts layouts(rules_of(9, 9, 50));
  expect_end([&] { static_cast<void>(layouts.draw({1, 2, 3}, 40, 1'000'000)); });
}

TEST(Interruption, ReachesParallelLoops) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  expect_end([&] {
    for_each_index_in_parallel(1000, [&](std::size_t) {
      {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
      }
      sim::end_if_interrupted();
      ADD_FAILURE() << "goes on";
    });
  });
  EXPECT_FALSE(threads.empty());
}

}  // namespace
}  // namespace sapper::solvers

// Values of best play against brute force, against published ones, and against playing them out.
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <boost/json/parse.hpp>

#include "sim/minesweeper/game.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/policy_value.hpp"
#include "tests/support/possible_layouts.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::FirstClickRule;
using sim::Grid;
using sim::Topology;
using solvers::ThreadUse;
using solvers::optimal::OptimalDig;
using solvers::optimal::OptimalSolver;
using solvers::optimal::OptimalValue;

constexpr std::size_t kMemory = std::size_t{16} << 20;

sim::GameRules board(int rows, int cols, std::uint32_t mines,
                     FirstClickRule rule = FirstClickRule::unprotected,
                     Topology topology = Topology::square) {
  return {std::make_shared<const Grid>(rows, cols, topology), mines, rule};
}

std::string name_of(const sim::GameRules& rules) {
  std::ostringstream name;
  name << rules.grid->rows() << " x " << rules.grid->cols() << ", " << rules.mine_count << " mines, "
       << sim::name_of(rules.first_click) << ", " << sim::name_of(rules.grid->topology());
  return name.str();
}

OptimalValue solve(const sim::GameRules& rules, std::size_t memory = kMemory) {
  return OptimalSolver(rules, memory, ThreadUse::one).solve();
}

// All first cells by brute force, and the best of them.
void expect_brute_force(const sim::GameRules& rules) {
  OptimalSolver solver(rules, kMemory, ThreadUse::one);
  BestPlay oracle(*rules.grid);
  BestPlayValue best;
  std::vector<Cell> best_first;
  for (Cell first = 0; first < rules.grid->cell_count(); ++first) {
    const BestPlayValue play = oracle.first_dig(rules.mine_count, rules.first_click, first);
    const OptimalValue value = solver.solve(first);
    EXPECT_EQ((BestPlayValue{value.won, value.layouts}), play) << name_of(rules) << ", first cell " << first;
    EXPECT_THAT(value.best_first, ElementsAre(first));
    const std::uint64_t here = play.won * std::max<std::uint64_t>(best.layouts, 1);
    const std::uint64_t there = best.won * play.layouts;
    if (here > there || best_first.empty()) {
      best = play;
      best_first.clear();
    }
    if (here >= there) best_first.push_back(first);
  }
  const OptimalValue value = solver.solve();
  EXPECT_EQ(value.won * best.layouts, best.won * value.layouts) << name_of(rules);
  EXPECT_EQ(value.best_first, best_first) << name_of(rules);
}

void expect_brute_force(int rows, int cols, Topology topology) {
  for (const auto& rule : sim::kFirstClickRules)
    for (std::uint32_t mines = 0;; ++mines) {
      const sim::GameRules rules = board(rows, cols, mines, rule.rule, topology);
      if (OptimalSolver::refusal(rules, kMemory)) break;
      expect_brute_force(rules);
    }
}

class OptimalBoards : public testing::TestWithParam<Topology> {};
INSTANTIATE_TEST_SUITE_P(Topologies, OptimalBoards, testing::ValuesIn(all_topologies()),
                         [](const auto& test) { return std::string(sim::name_of(test.param)); });

TEST_P(OptimalBoards, AgreeWithBruteForce) {
  for (int rows = 1; rows <= 3; ++rows)
    for (int cols = 1; cols <= 3; ++cols) expect_brute_force(rows, cols, GetParam());
  expect_brute_force(2, 4, GetParam());
  expect_brute_force(5, 2, GetParam());
  expect_brute_force(1, 9, GetParam());
}

TEST_P(OptimalBoards, LargerOnesAgreeWithBruteForce) {
  SAPPER_LONG_TEST();
  for (const std::uint32_t mines : {2U, 3U}) {
    expect_brute_force(board(3, 4, mines, FirstClickRule::safe, GetParam()));
    expect_brute_force(board(4, 3, mines, FirstClickRule::opening, GetParam()));
  }
}

// The boards in data/reference that are solved at once.
TEST(Optimal, FindsTheValuesInTheDataAgain) {
  SAPPER_LONG_TEST();
  std::ifstream in(SAPPER_DATA_DIR "/reference/optimal_values.json");
  const boost::json::value file = boost::json::parse(in);
  int solved = 0;
  for (const boost::json::value& entry : file.at("values").as_array()) {
    const auto number = [&](const char* key) { return entry.at(key).to_number<std::uint32_t>(); };
    const FirstClickRule* rule = nullptr;
    for (const auto& row : sim::kFirstClickRules)
      if (row.name == entry.at("rule").as_string()) rule = &row.rule;
    ASSERT_NE(rule, nullptr);
    const sim::GameRules rules =
        board(static_cast<int>(number("rows")), static_cast<int>(number("cols")), number("mines"), *rule);
    if (solvers::optimal::layout_count(rules.grid->cell_count(), rules.mine_count) > 15000) continue;
    const OptimalValue value = solve(rules);
    EXPECT_EQ(std::to_string(value.won), entry.at("numerator").as_string()) << name_of(rules);
    EXPECT_EQ(std::to_string(value.layouts), entry.at("denominator").as_string()) << name_of(rules);
    std::vector<Cell> best_first;
    for (const boost::json::value& cell : entry.at("best_first").as_array())
      best_first.push_back(rules.grid->at(cell.at(0).to_number<int>(), cell.at(1).to_number<int>()));
    EXPECT_EQ(value.best_first, best_first) << name_of(rules);
    ++solved;
  }
  EXPECT_GE(solved, 150);
}

TEST(Optimal, AgreesWithPublishedValues) {
  const std::array<std::uint64_t, 8> three_by_three{8, 24, 33, 27, 16, 6, 2, 1};
  for (std::uint32_t mines = 1; mines <= 8; ++mines) {
    EXPECT_EQ(solve(board(3, 3, mines)).won, three_by_three[mines - 1]) << mines;
    EXPECT_EQ(solve(board(3, 3, mines, FirstClickRule::safe)).won, three_by_three[mines - 1]) << mines;
  }
  const OptimalValue value = solve(board(4, 4, 4));
  EXPECT_EQ(value.won, 961);
  EXPECT_EQ(value.layouts, 1820);
  EXPECT_THAT(value.best_first, ElementsAre(1, 2, 4, 7, 8, 11, 13, 14));
}

TEST(Optimal, NeedsNoMoreThanTheSmallestTable) {
  const std::size_t least = std::size_t{2} << 20;
  for (const sim::GameRules& rules :
       {board(4, 4, 5), board(3, 5, 5, FirstClickRule::safe, Topology::torus)}) {
    const OptimalValue small = solve(rules, least);
    const OptimalValue large = solve(rules);
    EXPECT_EQ(small.won, large.won) << name_of(rules);
    EXPECT_EQ(small.best_first, large.best_first) << name_of(rules);
  }
}

TEST(Optimal, IsTheSameForAnyNumberOfThreads) {
  const sim::GameRules rules = board(4, 5, 4);
  const OptimalValue one = solve(rules);
  for (const int threads : {2, 5}) {
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    const OptimalValue several =
        arena.execute([&] { return OptimalSolver(rules, kMemory, ThreadUse::all).solve(); });
    EXPECT_EQ(several.won, one.won);
    EXPECT_EQ(several.best_first, one.best_first);
  }
}

TEST(Optimal, StopsWhenAsked) {
  OptimalSolver solver(board(6, 6, 6), std::size_t{256} << 20, ThreadUse::one);
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    solver.stop();
  });
  EXPECT_THROW((void)solver.solve(), solvers::optimal::SearchStopped);
  impatient.join();
}

TEST(Optimal, RefusesWhatItCannotSolve) {
  const auto refusal = [](const sim::GameRules& rules) {
    return OptimalSolver::refusal(rules, kMemory).value_or("");
  };
  EXPECT_THAT(refusal(board(8, 9, 10)), HasSubstr("72 cells"));
  EXPECT_THAT(refusal(board(3, 3, 10)), HasSubstr("do not fit"));
  EXPECT_THAT(refusal(board(3, 3, 1, FirstClickRule::opening)), HasSubstr("allows 0"));
  EXPECT_THAT(refusal(board(8, 8, 32)), HasSubstr("too many"));
  EXPECT_THAT(refusal(board(5, 5, 12)), HasSubstr("memory"));
  EXPECT_EQ(refusal(board(8, 8, 2)), "");
}

// Every layout played to its end by best_dig() and whatever is certain: the number won equals the value.
void expect_play_wins_its_value(const sim::GameRules& rules, OptimalSolver& solver, Cell first) {
  std::uint64_t won = 0;
  for (const std::uint64_t layout :
       allowed_layouts(*rules.grid, rules.mine_count, rules.first_click, first)) {
    sim::Game game(game_on(*rules.grid, layout));
    game.start({1, 1, 1});
    game.dig(first);
    while (game.status() == sim::Game::Status::playing) {
      const LayoutCounts counts = count_layouts(game.view());
      bool has_dug = false;
      for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell)
        if (game.view().is_hidden(cell) && counts.is_certain_safe(cell)) {
          game.dig(cell);
          has_dug = true;
        }
      if (!has_dug) {
        const OptimalDig dig = solver.best_dig(game.view());
        EXPECT_EQ(dig.layouts, counts.layouts);
        EXPECT_EQ(dig.mines, counts.with_mine[dig.cell]);
        game.dig(dig.cell);
      }
    }
    won += game.status() == sim::Game::Status::won;
  }
  EXPECT_EQ(won, solver.solve(first).won) << name_of(rules) << ", first cell " << first;
}

// Each first cell, and not one of each symmetry class: a tie between digs may be broken by a cell's number.
void expect_play_wins_its_values(const sim::GameRules& rules) {
  OptimalSolver solver(rules, kMemory, ThreadUse::one);
  for (Cell first = 0; first < rules.grid->cell_count(); ++first)
    expect_play_wins_its_value(rules, solver, first);
}
void expect_play_wins_its_best_value(const sim::GameRules& rules) {
  OptimalSolver solver(rules, kMemory, ThreadUse::one);
  expect_play_wins_its_value(rules, solver, solver.solve().best_first.front());
}

TEST_P(OptimalBoards, ArePlayedAsWellAsTheirValuesSayFromEveryFirstCell) {
  for (std::uint32_t mines = 1; mines <= 4; ++mines) {
    expect_play_wins_its_values(board(3, 3, mines, FirstClickRule::unprotected, GetParam()));
    expect_play_wins_its_values(board(2, 5, mines, FirstClickRule::safe, GetParam()));
  }
  expect_play_wins_its_values(board(3, 4, 2, FirstClickRule::opening, GetParam()));
}

TEST(Optimal, PlayWinsTheLayoutsThatTheValueCounts) {
  expect_play_wins_its_best_value(board(4, 4, 3));
  expect_play_wins_its_best_value(board(3, 4, 4, FirstClickRule::safe));
  expect_play_wins_its_best_value(board(4, 4, 4, FirstClickRule::opening));
  expect_play_wins_its_best_value(board(3, 5, 3, FirstClickRule::unprotected, Topology::hex));
  expect_play_wins_its_best_value(board(3, 4, 3, FirstClickRule::safe, Topology::torus));
  expect_play_wins_its_best_value(board(2, 6, 8));
}

// A dig whose bound equals the position's value: 1,0 wins 10 of 15 layouts, 2,0 wins 11.
TEST(Optimal, DigsByValuesNotByBounds) {
  const sim::GameRules rules = board(3, 3, 2);
  sim::View view(*rules.grid, 2);
  view.show(rules.grid->at(2, 1), 1);
  const OptimalDig dig = OptimalSolver(rules, kMemory, ThreadUse::one).best_dig(view);
  EXPECT_EQ(dig.cell, rules.grid->at(2, 0));
  EXPECT_EQ(dig.won, 11);
  EXPECT_EQ(dig.layouts, 15);
}

// A board where lowest risk is not best play: 3 x 3 with 3 mines.
TEST(Optimal, IsExceededByNoStrategy) {
  SAPPER_LONG_TEST();
  for (const Topology topology : all_topologies())
    for (std::uint32_t mines = 1; mines <= 8; ++mines) {
      const sim::GameRules rules = board(mines % 2 == 0 ? 2 : 3, mines % 2 == 0 ? 4 : 3, mines, {}, topology);
      if (mines >= rules.grid->cell_count()) continue;
      const double best = solve(rules).probability();
      for (const Policy policy : {random_policy, rules_policy, csp_policy, min_risk_policy})
        EXPECT_LE(exact_win_probability(*rules.grid, mines, policy), best + 1e-12) << name_of(rules);
    }
  const sim::GameRules rules = board(3, 3, 3);
  EXPECT_LT(exact_win_probability(*rules.grid, 3, min_risk_policy), solve(rules).probability() - 1e-3);
}

// A number cannot exceed the mines, whatever its cell sees: a hub that counts 17 rim cells, each of which counts the next two.
TEST(Optimal, SolvesBoardsWhoseCellsSeeMany) {
  constexpr Cell kRim = 17;
  sim::CellLists sees;
  for (Cell cell = 0; cell < kRim; ++cell) {
    for (const Cell step : {1, 2}) sees.add((cell + step) % kRim);
    sees.end_list();
  }
  for (Cell cell = 0; cell < kRim; ++cell) sees.add(cell);
  sees.end_list();
  const auto graph = std::make_shared<const sim::Graph>(std::move(sees));
  using Solver = solvers::optimal::OptimalSolverOf<sim::GraphGameRules>;
  const sim::GraphGameRules rules{graph, 2, FirstClickRule::unprotected, sim::Reveal::flood};
  Solver solver(rules, kMemory, ThreadUse::one);
  const PossibleLayouts layouts(
      sim::GraphPosition{graph, std::vector(kRim + 1, sim::GraphPosition::kHidden), {.count = 2}, {}, {}});
  for (const Cell first : {Cell{0}, Cell{9}, kRim}) {
    const OptimalValue value = solver.solve(first);
    EXPECT_EQ(value.layouts, layouts.size());
    EXPECT_EQ(value.won, layouts.won_by(first)) << "first cell " << first;
  }

  sim::GraphGameRules many = rules;
  many.mine_count = 15;
  EXPECT_EQ(Solver::refusal(many, std::uint64_t{1} << 30), std::nullopt);
  many.mine_count = 16;
  EXPECT_EQ(Solver::refusal(many, std::uint64_t{1} << 30),
            "its cell 17 (from 0) sees 17 cells; with more than 15 mines, boards whose cells see at most 15 "
            "can be solved");
}

}  // namespace
}  // namespace sapper::tests

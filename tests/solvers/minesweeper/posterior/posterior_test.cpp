// The posterior against oracles that share no code with it: brute force over all layouts of small positions,
// big integers on medium ones, published probabilities on large ones.
#include "solvers/minesweeper/posterior/posterior.hpp"

#include "sim/minesweeper/layout.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/posterior_checks.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Stream;
using sim::Topology;
using sim::View;
using solvers::LocalRules;
using solvers::Posterior;

// In shards, so that the test runner can spread them.
class PosteriorFuzz : public testing::TestWithParam<std::uint64_t> {};

TEST_P(PosteriorFuzz, MatchesAllLayouts) {
  const int cases = case_count(15'000);
  int consistent = 0;
  int guesses = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, GetParam(), static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const LayoutCounts counts = count_layouts(view);
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, counts, posterior));
    consistent += counts.layouts > 0;
    guesses += counts.layouts > 1;
  }
  EXPECT_GT(consistent, cases / 2);
  EXPECT_LT(consistent, cases);
  EXPECT_GT(guesses, cases / 5);
}

// Fewer, with up to 24 hidden cells at any density.
TEST_P(PosteriorFuzz, MatchesAllLayoutsOfFullBoards) {
  const PositionKind kind{.min_side = 4, .max_rows = 5, .max_layouts = 400'000};
  const int cases = case_count(2000);
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, GetParam() + 50, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, count_layouts(view), posterior));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PosteriorFuzz, testing::Range<std::uint64_t>(100, 104));

// A worker reuses one posterior for all its games: earlier positions, even impossible ones, must have no effect.
TEST(Posterior, ForgetsEarlierPositions) {
  const auto grid = std::make_shared<const sim::Grid>(4, 4);
  Posterior reused(*grid);
  const PositionKind kind{.min_side = 4, .max_rows = 4, .max_cols = 4};
  const int cases = case_count(3000);
  int seen = 0;
  for (std::uint64_t i = 0; seen < cases; ++i) {
    const RandomPosition made = random_position(kind, 120, i);
    const View& other = made.position.view;
    if (!(other.grid() == *grid)) continue;
    ++seen;
    View view(*grid, other.mine_count(), {other.free_by_rule().begin(), other.free_by_rule().end()});
    for (Cell cell = 0; cell < grid->cell_count(); ++cell)
      if (other.is_shown(cell)) view.show(cell, other.number(cell));
    SCOPED_TRACE(text_of(view));
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, count_layouts(view), reused));
  }
}

TEST(Posterior, MatchesBigIntegersOnMediumBoards) {
  const PositionKind kind{.min_side = 7, .max_rows = 9, .max_cols = 9, .max_layouts = 1e100};
  const int cases = case_count(3000);
  int counted = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, 130, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const std::optional<ExactCounts> exact = count_exactly(view, 1'000'000);
    if (!exact) continue;
    ++counted;
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, *exact, posterior));
  }
  EXPECT_GT(counted, cases / 2);
}

TEST(Posterior, MatchesBigIntegersOnPublishedPositions) {
  for (const ReferencePosition& reference : read_reference_positions("positions.jsonl")) {
    SCOPED_TRACE(reference.name);
    const View& view = reference.position.view;
    const std::optional<ExactCounts> exact = count_exactly(view);
    ASSERT_TRUE(exact);
    Posterior posterior(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_posterior(view, *exact, posterior));
  }
}

// Published to 12 digits; the hard ones have frontiers beyond plain backtracking.
TEST(Posterior, MatchesPublishedProbabilities) {
  for (const char* file : {"positions.jsonl", "hard_positions.jsonl"}) {
    for (const ReferencePosition& reference : read_reference_positions(file)) {
      SCOPED_TRACE(reference.name);
      const View& view = reference.position.view;
      Posterior posterior(view.grid());
      ASSERT_TRUE(posterior.compute(view));
      for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
        if (view.is_hidden(cell)) {
          ASSERT_NEAR(posterior.p_mine(cell), reference.p_mine[cell], 1e-9);
        }
      }
    }
  }
}

// On boards beyond the oracles: the probabilities of all hidden cells always sum to the number of unknown mines, to a
// relative 1e-10, from one cell to a million. (In builds that check contracts, every posterior of every test does so.)

void expect_sums_to_mines(const View& view) {
  Posterior posterior(view.grid());
  ASSERT_TRUE(posterior.compute(view));
  long double sum = 0;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell)) sum += posterior.p_mine(cell);
  const double mines = view.mine_count();
  EXPECT_NEAR(static_cast<double>(sum), mines, 1e-10 * mines);
  EXPECT_GE(posterior.log_layouts(), -1e-9);
}

// The shown cells of a random layout.
enum class Shown {
  few_cells,      // one free cell in 100, alone: small components far apart
  many_cells,     // one in 20
  neighborhoods,  // all free neighbours of one cell in 400
  rows,           // every third row, its right half hidden: long components, and cells away from them
};

Position random_board(int rows, int cols, Topology topology, double density, Shown shown,
                      std::uint64_t seed) {
  const auto cells = static_cast<std::uint32_t>(rows * cols);
  const auto mines = static_cast<std::uint32_t>(density * cells);
  Position position = hidden_position(rows, cols, topology, mines);
  const sim::Grid& grid = *position.grid;
  sim::Stream random({seed, cells, static_cast<std::uint64_t>(shown)}, sim::StreamPurpose::playout);
  sim::Layout layout(grid);
  layout.lay_uniformly(mines, random, [](auto) {});
  const auto show = [&](Cell cell) {
    if (!layout.is_mine(cell) && position.view.is_hidden(cell)) position.view.show(cell, layout.number(cell));
  };
  for (Cell cell = 0; cell < cells; ++cell) {
    if (shown == Shown::few_cells && random.below(100) == 0) show(cell);
    if (shown == Shown::many_cells && random.below(20) == 0) show(cell);
    if (shown == Shown::neighborhoods && random.below(400) == 0)
      for (const Cell neighbor : grid.neighbors(cell)) show(neighbor);
    if (shown == Shown::rows && grid.row_of(cell) % 3 == 1 && 2 * grid.col_of(cell) < cols) show(cell);
  }
  return position;
}

TEST(PosteriorSums, OverRandomBoardsOfAllSizes) {
  const std::vector<std::pair<int, int>> sizes{{1, 1},   {1, 7},   {3, 3},     {8, 8},
                                               {16, 30}, {2, 500}, {100, 100}, {300, 300}};
  std::uint64_t seed = 0;
  for (const auto& [rows, cols] : sizes)
    for (const Topology topology : all_topologies())
      for (const double density : {0.0, 0.02, 0.2, 0.45, 0.9})
        for (const Shown shown : {Shown::few_cells, Shown::many_cells, Shown::neighborhoods, Shown::rows}) {
          if (topology == Topology::torus && (rows < 2 || cols < 2)) continue;
          if (case_count(100) < 100 && rows * cols > 10'000 && ++seed % 10 != 0) continue;
          SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols) + ", density " +
                       std::to_string(density) + ", shown as " + std::to_string(static_cast<int>(shown)));
          ASSERT_NO_FATAL_FAILURE(
              expect_sums_to_mines(random_board(rows, cols, topology, density, shown, ++seed).view));
        }
}

TEST(PosteriorSums, OverBoardsOfAMillionCells) {
  SAPPER_LONG_TEST();
  for (const double density : {0.02, 0.2})
    for (const Shown shown : {Shown::few_cells, Shown::many_cells, Shown::neighborhoods}) {
      if (case_count(100) < 100 && shown != Shown::few_cells) continue;
      SCOPED_TRACE(std::to_string(density) + ", " + std::to_string(static_cast<int>(shown)));
      ASSERT_NO_FATAL_FAILURE(
          expect_sums_to_mines(random_board(1000, 1000, Topology::square, density, shown, 9).view));
    }
}

TEST(Posterior, UpdatesWhatItWasStartedWith) {
  const Position position = position_from_rows({"1.."}, 1);
  solvers::LocalRules started(*position.grid);
  solvers::LocalRules other(*position.grid);
  started.reset(position.view);
  other.reset(position.view);
  Posterior posterior(*position.grid);
  posterior.start(started);
  EXPECT_BROKEN_CONTRACT(posterior.update(other), "knowledge_ == &knowledge");
}

// A posterior updated while cells are shown, against one computed from scratch for each view (which other tests compare
// with the oracles).

std::vector<Cell> shown_cells_in_random_order(const View& view, Stream& random) {
  std::vector<Cell> order;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_shown(cell)) order.push_back(cell);
  random.shuffle(std::span<Cell>(order));
  return order;
}

void expect_same(const View& view, const Posterior& kept, Posterior& fresh) {
  ASSERT_TRUE(fresh.compute(view));
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    ASSERT_NEAR(kept.p_mine(cell), fresh.p_mine(cell), 1e-12) << cell;
    ASSERT_EQ(kept.is_certain_safe(cell), fresh.is_certain_safe(cell)) << cell;
    ASSERT_EQ(kept.is_certain_mine(cell), fresh.is_certain_mine(cell)) << cell;
  }
}

// Passes certain cells to the local rules, as strategies do, but at random, so that both ways are tried.
void teach_some(const View& view, const Posterior& posterior, LocalRules& knowledge, Stream& random) {
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (!knowledge.is_unknown(cell) || random.below(2) == 0) continue;
    if (posterior.is_certain_safe(cell)) {
      knowledge.learn_safe(cell);
    } else if (posterior.is_certain_mine(cell)) {
      knowledge.learn_mine(cell);
    }
  }
}

// Shows the target's cells to a view, a few at a time, and keeps `knowledge` and `posterior` up with it.
void follow(const View& target, LocalRules& knowledge, Posterior& kept, Stream& random) {
  const std::vector<Cell> order = shown_cells_in_random_order(target, random);
  View view(target.grid(), target.mine_count(), {target.free_by_rule().begin(), target.free_by_rule().end()});
  Posterior fresh(target.grid());
  knowledge.reset(view);
  ASSERT_TRUE(knowledge.propagate());
  kept.start(knowledge);
  for (std::size_t next = 0; next < order.size();) {
    const std::size_t count = std::min<std::size_t>(order.size() - next, 1 + random.below(6));
    const std::span<const Cell> shown(order.data() + next, count);
    for (const Cell cell : shown) view.show(cell, target.number(cell));
    next += count;
    knowledge.show(together(target.grid(), shown));
    ASSERT_TRUE(knowledge.propagate());
    ASSERT_TRUE(kept.update(knowledge));
    if (random.below(3) == 0) continue;  // several updates may precede the full computation
    SCOPED_TRACE(text_of(view));
    ASSERT_TRUE(kept.combine());
    ASSERT_NO_FATAL_FAILURE(expect_same(view, kept, fresh));
    if (random.below(2) == 0) continue;
    teach_some(view, kept, knowledge, random);
    ASSERT_TRUE(knowledge.propagate());
    if (random.below(2) == 0) continue;
    ASSERT_TRUE(kept.update(knowledge));
    ASSERT_TRUE(kept.combine());
    ASSERT_NO_FATAL_FAILURE(expect_same(view, kept, fresh));
  }
}

TEST(PosteriorUpdate, EqualsAPosteriorFromScratch) {
  const PositionKind kind{.max_rows = 10, .max_cols = 10, .max_layouts = 1e100, .may_be_inconsistent = false};
  const int cases = case_count(3000);
  for (int i = 0; i < cases; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    const RandomPosition made = random_position(kind, 700, number);
    Stream random({701, 0, number}, sim::StreamPurpose::playout);
    LocalRules knowledge(*made.position.grid);
    Posterior kept(*made.position.grid);
    // Two games with the same objects.
    for (int game = 0; game < 2; ++game) {
      ASSERT_NO_FATAL_FAILURE(follow(made.position.view, knowledge, kept, random)) << "case " << i;
    }
  }
}

}  // namespace
}  // namespace sapper::tests

// The rules on tiles against the rules cell by cell: on all topologies, boards of one tile and of many, as cells are
// shown, and for every instruction set that this processor has.
#include <string_view>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Topology;
using sim::View;
using solvers::LocalRules;
using solvers::TileRulesSet;

sim::Grid random_grid(sim::Stream& random, std::uint32_t max_side) {
  const auto side = [&] { return 1 + static_cast<int>(random.below(max_side)); };
  const int rows = side();
  const int cols = side();
  return {rows, cols, sim::kTopologies[random.below(sim::kTopologies.size())].topology};
}

std::string trace_of(int number, const sim::Grid& grid) {
  return std::to_string(number) + ": " + std::to_string(grid.rows()) + " x " + std::to_string(grid.cols()) +
         ' ' + std::string(name_of(grid.topology()));
}

// On a short ring two constraints overlap in two ways: see overlap_rule.hpp.
bool finds_all_overlaps(const sim::Grid& grid) {
  const auto is_short_ring = [](int size) { return size == 3 || size == 4; };
  return !(grid.wraps_rows() && is_short_ring(grid.rows())) &&
         !(grid.wraps_cols() && is_short_ring(grid.cols()));
}

// Mines at random, and cells without one in the order in which they are shown: scattered ones, or rectangles.
struct Board {
  std::vector<bool> is_mine;
  std::uint32_t mine_count = 0;
  std::vector<Cell> order;

  Board(const sim::Grid& grid, sim::Stream& random) : is_mine(grid.cell_count(), false) {
    const std::uint32_t percent = 3 + random.below(50);
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
      is_mine[cell] = random.below(100) < percent;
      mine_count += is_mine[cell];
    }
    const auto rows = static_cast<std::uint32_t>(grid.rows());
    const auto cols = static_cast<std::uint32_t>(grid.cols());
    std::vector<bool> is_shown(grid.cell_count(), false);
    const auto add = [&](Cell cell) {
      if (is_mine[cell] || is_shown[cell]) return;
      is_shown[cell] = true;
      order.push_back(cell);
    };
    if (random.below(2) == 0) {
      for (std::uint32_t i = 0; i < grid.cell_count(); ++i) add(random.below(grid.cell_count()));
      return;
    }
    for (std::uint32_t i = 0; i < 3 + grid.cell_count() / 200; ++i) {
      const std::uint32_t top = random.below(rows);
      const std::uint32_t left = random.below(cols);
      const std::uint32_t bottom = std::min(rows, top + 1 + random.below(12));
      const std::uint32_t right = std::min(cols, left + 1 + random.below(12));
      for (std::uint32_t row = top; row < bottom; ++row)
        for (std::uint32_t col = left; col < right; ++col) add(row * cols + col);
      add(random.below(grid.cell_count()));
    }
  }

  int number(const sim::Grid& grid, Cell cell) const {
    int count = 0;
    for (const Cell neighbor : grid.neighbors(cell)) count += is_mine[neighbor];
    return count;
  }
};

void expect_same(const LocalRules& rules, const NaiveRules& expected, std::uint32_t mine_count) {
  for (Cell cell = 0; cell < rules.grid().cell_count(); ++cell) {
    ASSERT_EQ(rules.is_unknown(cell), expected.is_unknown(cell)) << cell;
    ASSERT_EQ(rules.is_mine(cell), expected.is_mine(cell)) << cell;
    ASSERT_EQ(rules.is_safe(cell), expected.is_safe(cell)) << cell;
    ASSERT_EQ(rules.unknown_neighbors(cell), expected.unknown_neighbors(cell)) << cell;
    if (!rules.is_shown(cell)) continue;
    ASSERT_EQ(rules.mines_needed(cell), expected.mines_needed(cell)) << cell;
  }
  EXPECT_EQ(rules.unknown_count(), expected.unknown().size());
  EXPECT_EQ(rules.mines_left(), mine_count - static_cast<std::int64_t>(expected.mines().size()));
}

// The oracle for changed(): remembers which cells were unknown and shown.
class ChangeOracle {
 public:
  explicit ChangeOracle(const LocalRules& rules) { remember(rules); }

  std::vector<Cell> changed(const LocalRules& rules) const {
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < rules.grid().cell_count(); ++cell) {
      if (!rules.is_shown(cell)) continue;
      bool has_changed = !was_shown_[cell];
      bool was_open = false;
      for (const Cell neighbor : rules.grid().neighbors(cell)) {
        has_changed |= was_unknown_[neighbor] != rules.is_unknown(neighbor);
        was_open |= was_unknown_[neighbor] && was_shown_[cell];
      }
      if (has_changed && (was_open || rules.is_open_constraint(cell))) cells.push_back(cell);
    }
    return cells;
  }
  void remember(const LocalRules& rules) {
    was_unknown_.clear();
    was_shown_.clear();
    for (Cell cell = 0; cell < rules.grid().cell_count(); ++cell) {
      was_unknown_.push_back(rules.is_unknown(cell));
      was_shown_.push_back(rules.is_shown(cell));
    }
  }

 private:
  std::vector<bool> was_unknown_, was_shown_;
};

void play_and_compare(const sim::Grid& grid, sim::Stream& random, const TileRulesSet& set,
                      std::uint32_t batches) {
  const Board board(grid, random);
  View view(grid, board.mine_count);
  LocalRules rules(grid, set);
  NaiveRules expected(view);
  rules.reset(view);
  ChangeOracle changes(rules);
  std::vector<bool> was_safe(grid.cell_count(), false);
  const std::size_t batch = 1 + board.order.size() / batches;
  for (std::size_t next = 0; next < board.order.size();) {
    const std::span<const Cell> shown =
        std::span(board.order).subspan(next, std::min<std::size_t>(board.order.size() - next, batch));
    next += shown.size();
    for (const Cell cell : shown) view.show(cell, board.number(grid, cell));
    rules.show(random.below(2) == 0 ? one_by_one(grid, shown) : together(grid, shown));
    expected.show(shown);
    const Cell told = random.below(grid.cell_count());
    if (rules.is_unknown(told)) {
      expected.learn(told, board.is_mine[told]);
      if (board.is_mine[told])
        rules.learn_mine(told);
      else
        rules.learn_safe(told);
    }
    ASSERT_TRUE(rules.propagate());
    ASSERT_TRUE(expected.propagate());
    ASSERT_NO_FATAL_FAILURE(expect_same(rules, expected, board.mine_count));
    if (random.below(2) == 0) continue;

    std::vector<Cell> changed = changes.changed(rules);
    ASSERT_EQ(sorted(rules.changed()), changed);
    std::erase_if(changed, [&](Cell cell) { return expected.unknown_neighbors(cell) == 0; });
    ASSERT_EQ(sorted(rules.changed_open()), changed);
    std::vector<Cell> listed;
    rules.list_open_constraints(listed);
    std::vector<Cell> open;
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      if (expected.is_open_constraint(cell)) open.push_back(cell);
    ASSERT_EQ(listed, open);
    changes.remember(rules);
    rules.forget_changed();
    while (apply_overlap_rule(rules)) ASSERT_TRUE(rules.propagate());
    while (expected.apply_overlap_rule()) ASSERT_TRUE(expected.propagate());
    // A missing finding must not accumulate: both continue from the same knowledge.
    if (finds_all_overlaps(grid)) {
      ASSERT_NO_FATAL_FAILURE(expect_same(rules, expected, board.mine_count));
    } else {
      for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
        EXPECT_FALSE(rules.is_mine(cell) && !expected.is_mine(cell)) << cell;
        if (!rules.is_unknown(cell) || expected.is_unknown(cell)) continue;
        if (expected.is_mine(cell)) rules.learn_mine(cell);
        if (expected.is_safe(cell)) rules.learn_safe(cell);
      }
    }
    for (const Cell cell : cells_of(rules.safe())) {
      ASSERT_FALSE(was_safe[cell]) << "found twice";
      was_safe[cell] = true;
      ASSERT_FALSE(board.is_mine[cell]);
    }
    rules.forget_safe();
  }
}

class TilesFuzz : public testing::TestWithParam<const TileRulesSet*> {};
INSTANTIATE_TEST_SUITE_P(AllSets, TilesFuzz,
                         testing::ValuesIn(solvers::supported_tile_rules().begin(),
                                           solvers::supported_tile_rules().end()),
                         [](const auto& set) { return std::string(set.param->name); });

TEST_P(TilesFuzz, PlayOnSmallBoards) {
  SAPPER_LONG_TEST_IF(GetParam()->name != std::string_view("baseline"));
  const int cases = case_count(2500);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    sim::Stream random({650, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    const sim::Grid grid = random_grid(random, i % 2 == 0 ? 7 : 36);
    SCOPED_TRACE(trace_of(i, grid));
    play_and_compare(grid, random, *GetParam(), 12);
  }
}

TEST_P(TilesFuzz, PlayOnLargeBoards) {
  SAPPER_LONG_TEST_IF(GetParam()->name != std::string_view("baseline"));
  const int cases = case_count(40);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    sim::Stream random({651, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    const sim::Grid grid = random_grid(random, 200);
    SCOPED_TRACE(trace_of(i, grid));
    play_and_compare(grid, random, *GetParam(), 4);
  }
}

// The order of the findings decides which digs a turn needs. It must depend on the positions alone, and not on the order
// and the lists in which cells are shown: a replay digs cell by cell what the run dug by blocks.
TEST_P(TilesFuzz, FindCellsInTheSameOrderHoweverTheyAreShown) {
  const int cases = case_count(200);
  int ordered = 0;
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    sim::Stream random({653, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    const sim::Grid grid = random_grid(random, i % 10 == 0 ? 200 : 50);
    SCOPED_TRACE(trace_of(i, grid));
    const Board board(grid, random);
    View view(grid, board.mine_count);
    LocalRules single(grid, *GetParam());
    single.reset(view);
    LocalRules at_once(grid, *GetParam());
    at_once.reset(view);
    const std::size_t batch = 1 + board.order.size() / (1 + random.below(6));
    for (std::size_t next = 0; next < board.order.size(); next += batch) {
      const std::span<const Cell> shown =
          std::span(board.order).subspan(next, std::min(board.order.size() - next, batch));
      for (const Cell cell : shown) view.show(cell, board.number(grid, cell));
      for (const Cell cell : shown) single.show(one_by_one(grid, {&cell, 1}));
      std::vector<Cell> backwards(shown.rbegin(), shown.rend());
      at_once.show(together(grid, backwards));
      bool has_found = true;
      while (has_found) {
        ASSERT_TRUE(single.propagate());
        ASSERT_TRUE(at_once.propagate());
        has_found = apply_overlap_rule(single);
        ASSERT_EQ(apply_overlap_rule(at_once), has_found);
      }
      ASSERT_EQ(cells_of(at_once.safe()), cells_of(single.safe()));
      ASSERT_TRUE(std::ranges::equal(at_once.changed(), single.changed()));
      ordered += !std::ranges::is_sorted(cells_of(at_once.safe()));
      for (LocalRules* const rules : {&single, &at_once}) {
        rules->forget_changed();
        rules->forget_safe();
      }
    }
  }
  EXPECT_GT(ordered, cases / 5);
}

// A view at once, some numbers of which may be wrong: whether that is detected does not depend on the order in which
// the rules are applied, and if it is not, neither do the facts.
TEST_P(TilesFuzz, TakeInWholeViewsAndFindTheSameContradictions) {
  const int cases = case_count(3000);
  int contradictions = 0;
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    sim::Stream random({652, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    const sim::Grid grid = random_grid(random, i % 50 == 0 ? 200 : i % 2 == 0 ? 7 : 36);
    SCOPED_TRACE(trace_of(i, grid));
    const Board board(grid, random);
    std::vector<Cell> free_by_rule;
    if (random.below(4) == 0 && !board.is_mine[0]) free_by_rule.push_back(0);
    View view(grid, board.mine_count, free_by_rule);
    for (const Cell cell : board.order)
      if (random.below(8) != 0) view.show(cell, board.number(grid, cell));
    for (std::uint32_t wrong = random.below(4); wrong > 1 && !board.order.empty(); --wrong)
      view.show(board.order[random.below(static_cast<std::uint32_t>(board.order.size()))],
                static_cast<int>(random.below(9)));
    LocalRules rules(grid, *GetParam());
    NaiveRules expected(view);
    rules.reset(view);
    const bool is_consistent = rules.propagate();
    ASSERT_EQ(is_consistent, expected.propagate());
    if (is_consistent) {
      ASSERT_NO_FATAL_FAILURE(expect_same(rules, expected, board.mine_count));
      continue;
    }
    ++contradictions;
    ASSERT_LT(rules.contradiction(), grid.cell_count());
    EXPECT_TRUE(view.is_shown(rules.contradiction()));
    const View hidden(grid, 1);
    rules.reset(hidden);
    ASSERT_TRUE(rules.propagate());
    ASSERT_NO_FATAL_FAILURE(expect_same(rules, NaiveRules(hidden), 1));
  }
  EXPECT_GT(contradictions, cases / 10);
}

// The order in which safe cells are found decides which of them a strategy digs, and so the bytes of reports.
TEST(Tiles, FindSafeCellsInTheSameOrderWithEverySet) {
  const int cases = case_count(300);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    std::vector<Cell> first;
    for (const TileRulesSet* const set : solvers::supported_tile_rules()) {
      sim::Stream random({653, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
      const sim::Grid grid = random_grid(random, 60);
      const Board board(grid, random);
      View view(grid, board.mine_count);
      for (const Cell cell : board.order) view.show(cell, board.number(grid, cell));
      LocalRules rules(grid, *set);
      rules.reset(view);
      do {
        ASSERT_TRUE(rules.propagate());
      } while (apply_overlap_rule(rules));
      if (set == solvers::supported_tile_rules().front()) first = cells_of(rules.safe());
      EXPECT_EQ(cells_of(rules.safe()), first);
      if (grid.topology() == Topology::torus || grid.rows() > 16 || grid.cols() > 32) continue;
      rules.reset(view);
      ASSERT_TRUE(rules.propagate());
      EXPECT_TRUE(std::ranges::is_sorted(cells_of(rules.safe())));
    }
  }
}

}  // namespace
}  // namespace sapper::tests

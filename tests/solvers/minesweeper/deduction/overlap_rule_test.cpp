// Deductions from two overlapping constraints, against all ways to lay mines under each pair of constraints alone.
#include <bit>

#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::apply_overlap_rule;
using solvers::LocalRules;

// Alternates both rules to their fixed point.
// False if the local rules meet a contradiction.
bool apply_to_fixed_point(LocalRules& knowledge) {
  do {
    if (!knowledge.propagate()) return false;
  } while (apply_overlap_rule(knowledge));
  return true;
}

std::vector<Cell> unknown_around(const LocalRules& knowledge, Cell constraint) {
  std::vector<Cell> cells;
  for (const Cell cell : knowledge.grid().neighbors(constraint))
    if (knowledge.is_unknown(cell)) cells.push_back(cell);
  return cells;
}

// Whether some cell holds a mine in all or in none of the ways to meet both constraints.
bool pair_tells_something(const LocalRules& knowledge, Cell a, Cell b) {
  const std::vector<Cell> around_a = unknown_around(knowledge, a);
  const std::vector<Cell> around_b = unknown_around(knowledge, b);
  std::vector<Cell> cells = around_a;
  cells.insert(cells.end(), around_b.begin(), around_b.end());
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  const auto places_of = [&](const std::vector<Cell>& around) {
    std::uint32_t places = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (std::ranges::count(around, cells[i]) > 0) places |= 1U << i;
    return places;
  };
  const std::uint32_t of_a = places_of(around_a);
  const std::uint32_t of_b = places_of(around_b);
  const std::uint32_t all = (1U << cells.size()) - 1;
  std::uint32_t mine_in_some = 0;
  std::uint32_t free_in_some = 0;
  for (std::uint32_t mines = 0; mines <= all; ++mines) {
    if (std::popcount(mines & of_a) != knowledge.mines_needed(a)) continue;
    if (std::popcount(mines & of_b) != knowledge.mines_needed(b)) continue;
    mine_in_some |= mines;
    free_in_some |= all & ~mines;
  }
  return mine_in_some != all || free_in_some != all;
}

TEST(OverlapRule, FindsWhatPairsOfConstraintsTellAndNothingElse) {
  const PositionKind kind{.may_be_inconsistent = false};
  int beyond_local_rules = 0;
  const int cases = case_count(5000);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 620, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    LocalRules knowledge(view.grid());
    knowledge.reset(view);
    ASSERT_TRUE(apply_to_fixed_point(knowledge));

    const LayoutCounts counts = count_layouts(view);
    std::size_t known = 0;
    std::vector<Cell> open;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (knowledge.is_open_constraint(cell)) open.push_back(cell);
      if (view.is_shown(cell) || knowledge.is_unknown(cell)) continue;
      ++known;
      EXPECT_EQ(knowledge.is_mine(cell), counts.is_certain_mine(cell)) << cell;
      EXPECT_EQ(knowledge.is_safe(cell), counts.is_certain_safe(cell)) << cell;
    }
    // Two constraints overlap in two ways on such a torus: see local_rules.hpp.
    const auto is_short_ring = [](int size) { return size == 3 || size == 4; };
    const bool finds_all = view.grid().topology() != sim::Topology::torus ||
                           !(is_short_ring(view.grid().rows()) || is_short_ring(view.grid().cols()));
    for (const Cell a : finds_all ? open : std::vector<Cell>{})
      for (const Cell b : open) EXPECT_FALSE(pair_tells_something(knowledge, a, b)) << a << ' ' << b;
    const KnownCells by_rules = known_by_rules(view);
    beyond_local_rules += known > by_rules.safe.size() + by_rules.mine.size();
  }
  EXPECT_GT(beyond_local_rules, cases / 50);
}

// Shows cells one by one: only constraints that have changed are compared again.
TEST(OverlapRule, FindsTheSameWhenCellsAreShownOneByOne) {
  const PositionKind kind{.max_rows = 8, .max_cols = 8, .max_layouts = 1e100, .may_be_inconsistent = false};
  const int cases = case_count(2000);
  for (int i = 0; i < cases && !HasFailure(); ++i) {
    const RandomPosition made = random_position(kind, 630, static_cast<std::uint64_t>(i));
    const View& target = made.position.view;
    SCOPED_TRACE(text_of(target));
    View view(target.grid(), target.mine_count(),
              {target.free_by_rule().begin(), target.free_by_rule().end()});
    LocalRules knowledge(target.grid());
    knowledge.reset(view);
    for (Cell cell = 0; cell < target.grid().cell_count(); ++cell) {
      if (target.is_hidden(cell)) continue;
      view.show(cell, target.number(cell));
      knowledge.show(one_by_one(knowledge.grid(), {&cell, 1}));
      ASSERT_TRUE(apply_to_fixed_point(knowledge));
    }
    LocalRules at_once(target.grid());
    at_once.reset(target);
    ASSERT_TRUE(apply_to_fixed_point(at_once));
    for (Cell cell = 0; cell < target.grid().cell_count(); ++cell) {
      EXPECT_EQ(knowledge.is_unknown(cell), at_once.is_unknown(cell)) << cell;
      EXPECT_EQ(knowledge.is_mine(cell), at_once.is_mine(cell)) << cell;
    }
  }
}

}  // namespace
}  // namespace sapper::tests

// A posterior updated while cells are shown, against one computed from scratch for each view (which other tests compare
// with the oracles).
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Stream;
using sim::View;
using solvers::LocalRules;
using solvers::Posterior;

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
    Stream random({701, 0, number}, sim::Purpose::playout);
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

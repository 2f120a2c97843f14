// Elimination orders: every group once, and as few constraints open at once as they say.
#include "solvers/minesweeper/counting/elimination_order.hpp"

#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::Component;
using solvers::EliminationOrder;

// A constraint is open from the first of its groups on, until after the last.
std::uint32_t max_open_at_once(const Component& component, std::span<const std::uint32_t> order) {
  std::vector<std::size_t> step_of(component.group_count());
  for (std::size_t step = 0; step < order.size(); ++step) step_of[order[step]] = step;
  std::vector<std::uint32_t> open(order.size(), 0);
  std::vector<std::size_t> first(component.constraint_count(), order.size());
  std::vector<std::size_t> last(component.constraint_count(), 0);
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group)) {
      first[constraint] = std::min(first[constraint], step_of[group]);
      last[constraint] = std::max(last[constraint], step_of[group]);
    }
  for (std::uint32_t constraint = 0; constraint < component.constraint_count(); ++constraint)
    for (std::size_t step = first[constraint]; step <= last[constraint]; ++step) ++open[step];
  return *std::ranges::max_element(open);
}

void expect_all_groups(const Component& component, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> sorted(order.begin(), order.end());
  std::ranges::sort(sorted);
  ASSERT_EQ(sorted.size(), component.group_count());
  for (std::uint32_t group = 0; group < component.group_count(); ++group) ASSERT_EQ(sorted[group], group);
}

void expect_order(const Component& component, EliminationOrder& finder) {
  ASSERT_NO_FATAL_FAILURE(expect_all_groups(component, finder.in_turn(component)));
  const std::span<const std::uint32_t> order = finder.find(component);
  ASSERT_NO_FATAL_FAILURE(expect_all_groups(component, order));
  const std::uint32_t most = max_open_at_once(component, order);
  // With few constraints they are not counted: all may be open.
  if (component.constraint_count() <= 7)
    ASSERT_LE(most, finder.open_at_once());
  else
    ASSERT_EQ(most, finder.open_at_once());
}

template <class Visit>
void for_each_component(const sim::View& view, Visit visit) {
  solvers::LocalRules knowledge(view.grid());
  knowledge.reset(view);
  if (!knowledge.propagate()) return;
  solvers::Frontier frontier;
  solvers::FrontierBuilder(view.grid()).build(knowledge, frontier);
  for (std::uint32_t index = 0; index < frontier.component_count(); ++index) visit(frontier.component(index));
}

TEST(EliminationOrder, TakesEveryGroupOnce) {
  EliminationOrder finder;
  int large = 0;
  for (const ReferencePosition& reference : read_reference_positions("hard_positions.jsonl"))
    for_each_component(reference.position.view, [&](const Component& component) {
      large += component.constraint_count() > 7;
      ASSERT_NO_FATAL_FAILURE(expect_order(component, finder));
    });
  EXPECT_GT(large, 5);
  const PositionKind kind{.may_be_inconsistent = false};
  for (int i = 0; i < case_count(2000); ++i) {
    const RandomPosition made = random_position(kind, 700, static_cast<std::uint64_t>(i));
    for_each_component(made.position.view, [&](const Component& component) {
      ASSERT_NO_FATAL_FAILURE(expect_order(component, finder));
    });
  }
}

// Two hidden rows under a long row of numbers, and the reverse: a good order closes the
// numbers one after another, so that a constant number of them is open, however long the row.
TEST(EliminationOrder, IsNarrowOnLongStrips) {
  for (const int length : {50, 500}) {
    std::string numbers(static_cast<std::size_t>(length), '2');
    const std::string hidden(static_cast<std::size_t>(length), '.');
    const Position position = position_from_rows({hidden, numbers, hidden}, 60);
    solvers::FrontierBuilder builder(*position.grid);
    solvers::LocalRules knowledge(*position.grid);
    knowledge.reset(position.view);
    solvers::Frontier frontier;
    builder.build(knowledge, frontier);
    ASSERT_EQ(frontier.component_count(), 1U);
    EliminationOrder finder;
    ASSERT_NO_FATAL_FAILURE(expect_order(frontier.component(0), finder));
    EXPECT_LE(finder.open_at_once(), 6U);
  }
}

}  // namespace
}  // namespace sapper::tests

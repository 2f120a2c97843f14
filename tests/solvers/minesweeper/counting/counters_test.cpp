// The counter against an enumeration of all assignments, on the components of published positions and of random ones.
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/components.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using solvers::Component;
using solvers::GroupMarginal;

void expect_near_relative(double a, double b) {
  EXPECT_NEAR(a, b, 1e-12 * std::max(std::abs(a), std::abs(b)));
}

// Calls visit(mines in each group, in all, ways) with every assignment of mines to groups that meets all constraints.
template <class Visit>
void enumerate(const Component& component, const Visit& visit) {
  std::vector<int> need(component.needs.begin(), component.needs.end());
  std::vector<int> left(need.size(), 0);  // cells of groups that are not assigned yet
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      left[constraint] += component.sizes[group];
  std::vector<std::uint32_t> mines_in(component.group_count(), 0);
  const auto assign = [&](const auto& self, std::uint32_t group, std::uint32_t mines, double ways) -> void {
    if (group == component.group_count()) return visit(mines_in, mines, ways);
    const std::uint32_t size = component.sizes[group];
    const auto constraints = component.constraints_of(group);
    for (const std::uint32_t constraint : constraints) left[constraint] -= static_cast<int>(size);
    for (std::uint32_t x = 0; x <= size; ++x) {
      mines_in[group] = x;
      if (std::ranges::all_of(constraints,
                              [&](std::uint32_t c) { return need[c] >= 0 && need[c] <= left[c]; }))
        self(self, group + 1, mines + x, ways * solvers::kChoose[size][x]);
      for (const std::uint32_t constraint : constraints) --need[constraint];
    }
    for (const std::uint32_t constraint : constraints) {
      left[constraint] += static_cast<int>(size);
      need[constraint] += static_cast<int>(size) + 1;
    }
  };
  assign(assign, 0, 0, 1);
}

// Every count and, under uneven weights with gaps, every marginal. Returns the number of assignments.
std::uint64_t expect_same(const Component& component) {
  solvers::Eliminator<double> eliminator;
  eliminator.count(component);
  const auto& counted = eliminator.counts();
  std::map<std::uint32_t, double> enumerated;  // [mines]
  std::uint64_t assignments = 0;
  enumerate(component, [&](const auto&, std::uint32_t mines, double ways) {
    enumerated[mines] += ways;
    ++assignments;
  });
  EXPECT_EQ(enumerated.empty(), counted.counts.empty());
  if (enumerated.empty() || counted.counts.empty()) return 0;
  EXPECT_EQ(enumerated.begin()->first, counted.min_mines);
  EXPECT_EQ(enumerated.rbegin()->first, counted.max_mines());
  if (testing::Test::HasFailure()) return 0;
  std::vector<double> weights;
  for (std::uint32_t i = 0; i < counted.counts.size(); ++i) {
    expect_near_relative(enumerated[counted.min_mines + i], counted.counts[i]);
    weights.push_back(i % 3 == 1 ? 0 : 0.25 + i);
  }
  std::vector<GroupMarginal<double>> expected(component.group_count());
  enumerate(component, [&](const auto& mines_in, std::uint32_t mines, double ways) {
    const double weighted = ways * weights[mines - counted.min_mines];
    for (std::uint32_t group = 0; weighted > 0 && group < component.group_count(); ++group) {
      expected[group].mines += weighted * mines_in[group];
      expected[group].can_hold_mine |= mines_in[group] > 0;
      expected[group].can_hold_free |= mines_in[group] < component.sizes[group];
    }
  });
  std::vector<GroupMarginal<double>> eliminated(component.group_count());
  eliminator.marginals(weights, eliminated);
  for (std::size_t group = 0; group < expected.size(); ++group) {
    expect_near_relative(expected[group].mines, eliminated[group].mines);
    EXPECT_EQ(expected[group].can_hold_mine, eliminated[group].can_hold_mine);
    EXPECT_EQ(expected[group].can_hold_free, eliminated[group].can_hold_free);
  }
  return assignments;
}

TEST(Counters, AgreeOnPublishedPositions) {
  std::uint64_t assignments = 0;
  for (const ReferencePosition& position : read_reference_positions("positions.jsonl"))
    for_each_component(position.position.view,
                       [&](const Component& component) { assignments += expect_same(component); });
  EXPECT_GT(assignments, 500U);
}

// Expert positions on which other engines take milliseconds to seconds.
TEST(Counters, AgreeOnHardPositions) {
  std::uint64_t assignments = 0;
  for (const ReferencePosition& position : read_reference_positions("hard_positions.jsonl"))
    for_each_component(position.position.view,
                       [&](const Component& component) { assignments += expect_same(component); });
  EXPECT_GT(assignments, 5'000U);
}

TEST(Counters, AgreeOnRandomPositions) {
  const int cases = case_count(5'000);
  PositionKind kind;
  std::uint64_t assignments = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, 600, static_cast<std::uint64_t>(i));
    for_each_component(made.position.view,
                       [&](const Component& component) { assignments += expect_same(component); });
    if (HasFailure()) return;
  }
  EXPECT_GT(assignments, static_cast<std::uint64_t>(cases) / 2);
}

// Two numbers side by side over three cells of a board with two rows: 1 over {a, b}, 1 over {b, c}. Either b,
// or a and c. The cell between the numbers is known.
struct TwoNumbers {
  bool is_shown(sim::Cell cell) const { return cell == 0 || cell == 2; }
  bool is_unknown(sim::Cell cell) const { return cell >= 3; }
  int mines_needed(sim::Cell) const { return 1; }
};

TEST(Counters, KnowAComponentByHand) {
  const sim::Grid grid(2, 3);
  solvers::FrontierBuilder builder(grid);
  solvers::Frontier frontier;
  builder.build(TwoNumbers(), frontier);
  ASSERT_EQ(frontier.component_count(), 1U);
  solvers::Eliminator<double> eliminator;
  eliminator.count(frontier.component(0));
  EXPECT_EQ(eliminator.counts().min_mines, 1U);
  EXPECT_EQ(eliminator.counts().counts, (std::vector<double>{1, 1}));
  EXPECT_EQ(expect_same(frontier.component(0)), 2U);
}

// Constraints that need one mine each, of a cell that they share or of their own: all are open at once. Either the shared
// one is a mine, or all others are.
TEST(Counters, CountWithAsManyConstraintsOpenAsKeysHold) {
  for (std::uint32_t open = 2; open <= 28; ++open) {
    SCOPED_TRACE(open);
    const std::vector<std::uint8_t> needs(open, 1);
    const std::vector<std::uint8_t> sizes(open + 1, 1);
    std::vector<std::uint32_t> group_begin{0};
    std::vector<std::uint32_t> group_constraints;
    for (std::uint32_t constraint = 0; constraint < open; ++constraint)
      group_constraints.push_back(constraint);
    for (std::uint32_t constraint = 0; constraint < open; ++constraint) {
      group_begin.push_back(open + constraint);
      group_constraints.push_back(constraint);
    }
    group_begin.push_back(2 * open);
    Component component{needs, sizes, group_begin, group_constraints};
    component.cell_count = open + 1;
    solvers::Eliminator<double> eliminator;
    if (open > 27) {
      EXPECT_THROW(eliminator.count(component), solvers::ComponentTooWide);
      continue;
    }
    eliminator.count(component);
    std::vector<double> counts(open, 0);
    counts.front() = counts.back() = 1;
    EXPECT_EQ(eliminator.counts().min_mines, 1U);
    EXPECT_EQ(eliminator.counts().counts, counts);
    expect_same(component);
  }
}

// Every other cell of every other row shows a number: one component, with layers as wide as the board is high.
sim::View lattice(const sim::Grid& grid) {
  sim::Layout layout(grid);
  const auto is_shown = [&](sim::Cell cell) {
    return grid.row_of(cell) % 2 == 1 && grid.col_of(cell) % 2 == 1;
  };
  std::uint32_t mine_count = 0;
  std::uint32_t state = 1;
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    state = state * 1'664'525 + 1'013'904'223;
    if (is_shown(cell) || state >> 24 >= 77) continue;
    layout.add_mine(cell);
    ++mine_count;
  }
  sim::View view(grid, mine_count);
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (is_shown(cell)) view.show(cell, layout.number(cell));
  return view;
}

// There are so many states that the eliminator measures them first; expected are the same counts as without the layers, and marginals that sum
// to them. A position's budget that is too small for them is not changed.
TEST(Counters, MeasureLargeComponentsFirst) {
  const sim::Grid grid(12, 67);
  std::size_t entry_count = 0;
  for_each_component(lattice(grid), [&](const Component& component) {
    solvers::Eliminator<double> eliminator;
    eliminator.count_only(component);
    const std::vector<double> counts = eliminator.counts().counts;
    eliminator.count(component);
    EXPECT_EQ(eliminator.counts().counts, counts);
    std::vector<GroupMarginal<double>> marginals(component.group_count());
    eliminator.marginals(std::vector<double>(counts.size(), 1), marginals);
    double mines = 0;
    for (const GroupMarginal<double>& marginal : marginals) mines += marginal.mines;
    double expected = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      expected += static_cast<double>(eliminator.counts().min_mines + i) * counts[i];
    expect_near_relative(mines, expected);

    solvers::CountingBudget budget(eliminator.entry_count() - 100'000);
    solvers::Eliminator<double> limited(&budget);
    EXPECT_THROW(limited.count(component), solvers::ComponentTooWide);
    limited.release();
    EXPECT_TRUE(budget.take(eliminator.entry_count() - 100'000));
    entry_count += eliminator.entry_count();
  });
  EXPECT_GT(entry_count, 1'200'000U);
}

// A weight belongs to each number of mines that the component can hold: here to two numbers.
TEST(Counters, TakeAWeightForEveryNumberOfMines) {
  const sim::Grid grid(2, 3);
  solvers::FrontierBuilder builder(grid);
  solvers::Frontier frontier;
  builder.build(TwoNumbers(), frontier);
  std::vector<GroupMarginal<double>> marginals(frontier.component(0).group_count());
  solvers::Eliminator<double> eliminator;
  eliminator.count(frontier.component(0));
  EXPECT_BROKEN_CONTRACT(eliminator.marginals(std::vector<double>{1}, marginals), "weights.size");
  EXPECT_BROKEN_CONTRACT(eliminator.marginals_of_states(std::vector<double>{1, 1, 1}, marginals),
                         "weights.size");
}

}  // namespace
}  // namespace sapper::tests

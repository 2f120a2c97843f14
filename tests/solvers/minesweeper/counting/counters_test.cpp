// The counter against an enumeration of all assignments, on the components of published positions and of random ones.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/posterior/assignments.hpp"
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
  std::vector<GroupMarginal<double>> possible(component.group_count());
  enumerate(component, [&](const auto& mines_in, std::uint32_t, double) {
    for (std::uint32_t group = 0; group < component.group_count(); ++group) {
      possible[group].can_hold_mine |= mines_in[group] > 0;
      possible[group].can_hold_free |= mines_in[group] < component.sizes[group];
    }
  });
  std::vector<GroupMarginal<double>> eliminated(component.group_count());
  eliminator.certainty(eliminated);
  for (std::size_t group = 0; group < possible.size(); ++group) {
    EXPECT_EQ(possible[group].can_hold_mine, eliminated[group].can_hold_mine);
    EXPECT_EQ(possible[group].can_hold_free, eliminated[group].can_hold_free);
  }
  eliminated.assign(component.group_count(), {});
  eliminator.marginals(weights, eliminated);
  for (std::size_t group = 0; group < expected.size(); ++group) {
    expect_near_relative(expected[group].mines, eliminated[group].mines);
    EXPECT_EQ(expected[group].can_hold_mine, eliminated[group].can_hold_mine);
    EXPECT_EQ(expected[group].can_hold_free, eliminated[group].can_hold_free);
  }
  return assignments;
}

// Walks the layers of a counted component; returns the number of assignments.
std::uint64_t expect_every_assignment_once(const Component& component) {
  solvers::Eliminator<double> eliminator;
  eliminator.count(component);
  std::vector<std::uint8_t> mines_in(component.group_count(), 0);
  std::set<std::vector<std::uint8_t>> seen;
  for (std::size_t state = 0; state < eliminator.final_mines().size(); ++state)
    solvers::for_each_assignment(eliminator, state, mines_in, [&] {
      EXPECT_TRUE(seen.insert(mines_in).second);
      std::vector<std::uint32_t> sums(component.constraint_count(), 0);
      std::uint32_t mines = 0;
      for (std::uint32_t group = 0; group < component.group_count(); ++group) {
        mines += mines_in[group];
        for (const std::uint32_t constraint : component.constraints_of(group))
          sums[constraint] += mines_in[group];
      }
      EXPECT_TRUE(std::ranges::equal(sums, component.needs));
      EXPECT_EQ(mines, eliminator.counts().min_mines + eliminator.final_mines()[state]);
    });
  return seen.size();
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

// A component in vectors of its own.
struct OwnComponent {
  std::vector<std::uint8_t> needs, sizes;
  std::vector<std::uint32_t> group_begin{0};
  std::vector<std::uint32_t> group_constraints;

  void add_group(std::uint8_t size, const std::vector<std::uint32_t>& constraints) {
    sizes.push_back(size);
    group_constraints.insert(group_constraints.end(), constraints.begin(), constraints.end());
    group_begin.push_back(static_cast<std::uint32_t>(group_constraints.size()));
  }
  void add(const Component& component) {
    const auto first = static_cast<std::uint32_t>(needs.size());
    needs.insert(needs.end(), component.needs.begin(), component.needs.end());
    for (std::uint32_t group = 0; group < component.group_count(); ++group) {
      std::vector<std::uint32_t> constraints;
      for (const std::uint32_t constraint : component.constraints_of(group))
        constraints.push_back(first + constraint);
      add_group(component.sizes[group], constraints);
    }
  }
  // Constraints of two groups each, one of which all share: all are open at once. A mine in the shared group replaces one
  // in each of the others.
  void add_star(std::uint32_t open, std::uint8_t group_size) {
    const auto first = static_cast<std::uint32_t>(needs.size());
    needs.insert(needs.end(), open, group_size);
    std::vector<std::uint32_t> all;
    for (std::uint32_t constraint = first; constraint < first + open; ++constraint) all.push_back(constraint);
    add_group(group_size, all);
    for (const std::uint32_t constraint : all) add_group(group_size, {constraint});
  }
  Component component() const {
    Component result{needs, sizes, group_begin, group_constraints};
    for (const std::uint8_t size : sizes) result.cell_count += size;
    return result;
  }
};

// As few states as there are assignments, however many constraints are open: up to the width of a machine word, beyond
// it with cells that are tied, and with groups of two, which are not.
TEST(Counters, CountWhateverTheNumberOfOpenConstraints) {
  for (const std::uint32_t open : {2U, 11U, 12U, 27U, 28U, 59U, 60U, 300U, 507U}) {
    for (std::uint8_t size = 1; size <= 2; ++size) {
      SCOPED_TRACE(testing::Message() << open << " constraints, groups of " << int{size});
      OwnComponent star;
      star.add_star(open, size);
      EXPECT_EQ(expect_same(star.component()), size + 1U);
    }
  }
}

// Random components beside a star, for whose width their cells are tied too: cells of one group, complements, certain ones,
// numbers that follow from others. Layers are walked, too: each assignment is met once.
TEST(Counters, AgreeWhereCellsAreTied) {
  const int cases = case_count(3'000);
  PositionKind kind;
  std::uint64_t assignments = 0;
  std::uint64_t walked = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position(kind, 610, static_cast<std::uint64_t>(i));
    for_each_component(made.position.view, [&](const Component& component) {
      OwnComponent own;
      own.add_star(28 + static_cast<std::uint32_t>(i % 40), static_cast<std::uint8_t>(1 + i % 2));
      own.add(component);
      assignments += expect_same(own.component());
      walked += expect_every_assignment_once(own.component());
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(assignments, static_cast<std::uint64_t>(cases));
  EXPECT_EQ(walked, assignments);
}

// The tagged mines are counted in wide states, too.
TEST(Counters, TagGroupsWhateverTheNumberOfOpenConstraints) {
  for (const std::uint32_t open : {20U, 50U, 200U}) {
    OwnComponent star;
    star.add_star(open, 1);
    std::vector<std::uint8_t> is_tagged(open + 1, 0);
    is_tagged[0] = 1;
    solvers::Eliminator<double> eliminator;
    eliminator.count_tagged(star.component(), is_tagged);
    ASSERT_EQ(eliminator.final_mines().size(), 2U);
    for (std::size_t state = 0; state < 2; ++state) {
      const bool is_shared = eliminator.final_tagged()[state] == 1;
      EXPECT_EQ(eliminator.final_mines()[state], is_shared ? 1 : open);
      EXPECT_EQ(eliminator.ways_to_end()[state], 1);
    }
    EXPECT_NE(eliminator.final_mines()[0], eliminator.final_mines()[1]);
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

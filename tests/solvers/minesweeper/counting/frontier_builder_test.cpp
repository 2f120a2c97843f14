// Groups and components against sets of sets: cells by the set of their constraints, then sets that share a
// constraint merged until none do.
#include "solvers/minesweeper/counting/frontier_builder.hpp"

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/counting/elimination_order.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/components.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/exact_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::Component;
using solvers::EliminationOrder;
using solvers::Frontier;
using solvers::FrontierBuilder;
using solvers::LocalRules;
using solvers::WideNumber;
using Cells = std::set<Cell>;

using Groups = std::map<Cells, Cells>;  // constraints -> unknown cells under exactly these

Groups groups_of(const LocalRules& knowledge) {
  Groups groups;
  for (Cell cell = 0; cell < knowledge.grid().cell_count(); ++cell) {
    if (!knowledge.is_unknown(cell)) continue;
    Cells constraints;
    for (const Cell neighbor : knowledge.grid().neighbors(cell))
      if (knowledge.is_shown(neighbor)) constraints.insert(neighbor);
    if (!constraints.empty()) groups[constraints].insert(cell);
  }
  return groups;
}

// The constraints of each component.
std::set<Cells> components_of(const Groups& groups) {
  std::vector<Cells> components;
  for (const auto& [constraints, cells] : groups) {
    Cells merged = constraints;
    std::erase_if(components, [&](const Cells& component) {
      const bool is_linked = std::ranges::any_of(component, [&](Cell cell) { return merged.contains(cell); });
      if (is_linked) merged.insert(component.begin(), component.end());
      return is_linked;
    });
    components.push_back(merged);
  }
  return {components.begin(), components.end()};
}

// Checks the component's parts against one another, and adds its groups.
void expect_consistent(const Frontier& frontier, const Component& component, const LocalRules& knowledge,
                       Groups& groups) {
  const auto constraint_cells = frontier.constraint_cells_of(component);
  ASSERT_EQ(constraint_cells.size(), component.constraint_count());
  for (std::uint32_t constraint = 0; constraint < component.constraint_count(); ++constraint)
    EXPECT_EQ(component.needs[constraint], knowledge.mines_needed(constraint_cells[constraint]));
  std::uint32_t cell_count = 0;
  for (std::uint32_t group = 0; group < component.group_count(); ++group) {
    EXPECT_TRUE(std::ranges::is_sorted(component.constraints_of(group)));
    Cells constraints;
    for (const std::uint32_t constraint : component.constraints_of(group))
      constraints.insert(constraint_cells[constraint]);
    const auto cells = frontier.cells_of_group(component.first_group + group);
    EXPECT_EQ(cells.size(), component.sizes[group]);
    cell_count += component.sizes[group];
    EXPECT_TRUE(groups.emplace(constraints, Cells(cells.begin(), cells.end())).second);
  }
  EXPECT_EQ(component.cell_count, cell_count);
}

RandomPosition position(std::uint64_t number) {
  const PositionKind kind{.max_rows = 9, .max_cols = 9, .max_layouts = 1e100, .may_be_inconsistent = false};
  return random_position(kind, 650, number);
}

TEST(FrontierBuilder, FindsAllGroupsAndComponents) {
  const int cases = case_count(3000);
  std::size_t components = 0;
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    const RandomPosition made = position(static_cast<std::uint64_t>(i));
    SCOPED_TRACE(text_of(made.position.view));
    LocalRules knowledge(*made.position.grid);
    knowledge.reset(made.position.view);
    ASSERT_TRUE(knowledge.propagate());
    FrontierBuilder builder(*made.position.grid);
    Frontier frontier;
    builder.build(knowledge, frontier);

    Groups groups;
    std::set<Cells> constraints_of_components;
    for (std::uint32_t index = 0; index < frontier.component_count(); ++index) {
      const Component component = frontier.component(index);
      expect_consistent(frontier, component, knowledge, groups);
      const auto constraints = frontier.constraint_cells_of(component);
      constraints_of_components.insert({constraints.begin(), constraints.end()});
    }
    const Groups expected = groups_of(knowledge);
    EXPECT_EQ(groups, expected);
    EXPECT_EQ(constraints_of_components, components_of(expected));
    for (std::uint32_t group = 0; group < frontier.group_count(); ++group)
      for (const Cell cell : frontier.cells_of_group(group)) EXPECT_EQ(builder.group_of(cell), group);
    components += frontier.component_count();
  }
  EXPECT_GT(components, static_cast<std::size_t>(cases) / 2);
}

// This is the same knowledge in another type, which is searched cell by cell even if the board is a single tile.
struct CellByCell {
  const LocalRules& knowledge;
  bool is_unknown(Cell cell) const { return knowledge.is_unknown(cell); }
  bool is_shown(Cell cell) const { return knowledge.is_shown(cell); }
  int mines_needed(Cell cell) const { return knowledge.mines_needed(cell); }
};

void expect_same(const Frontier& a, const Frontier& b) {
  ASSERT_EQ(a.component_count(), b.component_count());
  for (std::uint32_t index = 0; index < a.component_count(); ++index) {
    const Component of_a = a.component(index);
    const Component of_b = b.component(index);
    EXPECT_TRUE(std::ranges::equal(a.constraint_cells_of(of_a), b.constraint_cells_of(of_b)));
    EXPECT_TRUE(std::ranges::equal(a.cells_of(of_a), b.cells_of(of_b)));
    EXPECT_TRUE(std::ranges::equal(of_a.needs, of_b.needs));
    ASSERT_TRUE(std::ranges::equal(of_a.sizes, of_b.sizes));
    for (std::uint32_t group = 0; group < of_a.group_count(); ++group)
      EXPECT_TRUE(std::ranges::equal(of_a.constraints_of(group), of_b.constraints_of(group)));
  }
}

// Order included, as the last bits of probabilities depend on it. Half of the boards have the most rows of a single
// tile, some of them its most columns.
TEST(FrontierBuilder, FindsTheSameInPlanesAsCellByCell) {
  const PositionKind large{
      .min_side = 16, .max_rows = 16, .max_cols = 32, .max_layouts = 1e300, .may_be_inconsistent = false};
  const int cases = case_count(600);
  std::size_t components = 0;
  std::set<std::pair<int, int>> shapes;
  for (int i = 0; i < cases && !testing::Test::HasFailure(); ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    const RandomPosition made = i % 2 == 0 ? position(number) : random_position(large, 651, number);
    SCOPED_TRACE(text_of(made.position.view));
    const sim::Grid& grid = *made.position.grid;
    LocalRules knowledge(grid);
    knowledge.reset(made.position.view);
    ASSERT_TRUE(knowledge.propagate());
    FrontierBuilder in_planes(grid);
    FrontierBuilder by_cell(grid);
    Frontier found_in_planes;
    Frontier found_by_cell;
    in_planes.build(knowledge, found_in_planes);
    by_cell.build(CellByCell{knowledge}, found_by_cell);
    expect_same(found_in_planes, found_by_cell);
    components += found_in_planes.component_count();
    shapes.emplace(grid.rows(), grid.cols());
  }
  EXPECT_GT(components, static_cast<std::size_t>(cases) / 2);
  // One in 34 is a whole block.
  if (cases >= 300) {
    EXPECT_TRUE(shapes.contains({16, 32}));
  }
}

// A search does not depend on the number of previous ones.
TEST(FrontierBuilder, ForgetsWhatItFound) {
  const sim::Grid grid(2, 2);
  sim::View view(grid, 1);
  view.show(0, 1);
  LocalRules knowledge(grid);
  knowledge.reset(view);
  FrontierBuilder builder(grid);
  Frontier frontier;
  builder.build(knowledge, frontier);
  EXPECT_EQ(frontier.cells().size(), 3U);
  for (Cell cell = 0; cell < 4; ++cell) EXPECT_TRUE(builder.has_found(cell));
  for (int i = 0; i < 1000; ++i) {
    builder.start();
    for (Cell cell = 0; cell < 4; ++cell) ASSERT_FALSE(builder.has_found(cell)) << i;
  }
}

// Elimination orders: every group once, and as few constraints open at once as they say.

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

// Wide numbers against doubles within their range, and against big integers beyond it.

constexpr double kLeastDenormal = std::numeric_limits<double>::denorm_min();
constexpr double kLeastNormal = std::numeric_limits<double>::min();
constexpr double kLargest = std::numeric_limits<double>::max();

// A mantissa in [1, 2) and an exponent that represent the value exactly.
void expect_represents(const WideNumber& number, double value) {
  EXPECT_GE(number.mantissa(), 1);
  EXPECT_LT(number.mantissa(), 2);
  EXPECT_EQ(std::ldexp(number.mantissa(), static_cast<int>(number.exponent())), value);
}

TEST(WideNumber, RepresentsEveryPositiveDouble) {
  for (const double value : {1.0, 2.0, 0.1, 1 - 0x1p-53, kLargest, kLeastNormal, kLeastNormal / 2,
                             kLeastNormal - kLeastDenormal, 3 * kLeastDenormal, kLeastDenormal})
    expect_represents(WideNumber(value), value);
  sim::Stream random({1, 0, 0}, sim::StreamPurpose::playout);
  for (int i = 0; i < 2000; ++i) {
    const double mantissa = 1 + static_cast<double>(random.below(1U << 31)) * 0x1p-31;
    const double value = std::ldexp(mantissa, static_cast<int>(random.below(2098)) - 1074);
    expect_represents(WideNumber(value), value);
  }
}

TEST(WideNumber, ZeroIsZero) {
  EXPECT_EQ(WideNumber(0), WideNumber());
  EXPECT_EQ(WideNumber(0.5) * WideNumber(), WideNumber());
  EXPECT_EQ(WideNumber() * WideNumber(kLeastDenormal), WideNumber());
  EXPECT_EQ(WideNumber() + WideNumber(3), WideNumber(3));
  EXPECT_EQ(WideNumber(3) + WideNumber(), WideNumber(3));
  EXPECT_EQ(ratio(WideNumber(), WideNumber(3)), 0);
}

TEST(WideNumber, RoundsAsDoublesDo) {
  sim::Stream random({2, 0, 0}, sim::StreamPurpose::playout);
  for (int i = 0; i < 2000; ++i) {
    const double a =
        std::ldexp(1 + random.below(1U << 31) * 0x1p-31, static_cast<int>(random.below(300)) - 150);
    const double b =
        std::ldexp(1 + random.below(1U << 31) * 0x1p-31, static_cast<int>(random.below(300)) - 150);
    EXPECT_EQ(WideNumber(a) * WideNumber(b), WideNumber(a * b));
    EXPECT_EQ(WideNumber(a) + WideNumber(b), WideNumber(a + b));
    EXPECT_EQ(ratio(WideNumber(a), WideNumber(b)), a / b);
  }
}

TEST(WideNumber, CountsBeyondTheRangeOfDoubles) {
  // C(5000, k) for every k, each from the one before, and their sum 2^5000.
  WideNumber choose(1);
  WideNumber sum(1);
  for (std::uint32_t k = 1; k <= 5000; ++k) {
    choose *= WideNumber(static_cast<double>(5001 - k) / k);
    sum += choose;
    if (k == 2500) {
      const BigInt exact = binomial(5000, 2500);
      const auto shift = static_cast<unsigned>(msb(exact));
      EXPECT_EQ(choose.exponent(), shift);
      EXPECT_NEAR(choose.mantissa(), ratio(exact, BigInt(1) << shift), 1e-12);
    }
  }
  EXPECT_NEAR(ratio(choose, WideNumber(1)), 1, 1e-12);
  EXPECT_NEAR(static_cast<double>(log_of(sum)), 5000 * std::log(2.0), 1e-11);
}

TEST(WideNumber, NeverUnderflows) {
  WideNumber tiny(1);
  for (int i = 0; i < 1000; ++i) tiny *= WideNumber(kLeastDenormal);
  EXPECT_EQ(tiny.exponent(), -1'074'000);
  EXPECT_EQ(tiny.mantissa(), 1);
  EXPECT_EQ(tiny + WideNumber(1), WideNumber(1));
  EXPECT_EQ(ratio(tiny + tiny, tiny), 2);
  EXPECT_EQ(ratio(tiny, WideNumber(1)), 0);
  EXPECT_EQ(ratio(WideNumber(1), tiny), std::numeric_limits<double>::infinity());
  EXPECT_EQ(ratio(WideNumber(kLeastDenormal), WideNumber(1)), kLeastDenormal);
}

TEST(WideNumber, RefusesWhatItCannotHold) {
  EXPECT_BROKEN_CONTRACT(WideNumber(-1), "value >= 0");
  EXPECT_BROKEN_CONTRACT(WideNumber(std::numeric_limits<double>::infinity()), "isfinite");
  EXPECT_BROKEN_CONTRACT(WideNumber(std::numeric_limits<double>::quiet_NaN()), "value >= 0");
  EXPECT_BROKEN_CONTRACT(ratio(WideNumber(1), WideNumber()), "mantissa_ != 0");
  EXPECT_BROKEN_CONTRACT(log_of(WideNumber()), "mantissa_ != 0");
}

}  // namespace
}  // namespace sapper::tests

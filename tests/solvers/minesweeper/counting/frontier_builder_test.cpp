// Groups and components against sets of sets: cells by the set of their constraints, then sets that share a
// constraint merged until none do.
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::Component;
using solvers::Frontier;
using solvers::FrontierBuilder;
using solvers::LocalRules;

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

}  // namespace
}  // namespace sapper::tests

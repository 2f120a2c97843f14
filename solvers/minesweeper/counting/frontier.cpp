#include "solvers/minesweeper/counting/frontier.hpp"

#include "solvers/minesweeper/counting/frontier_search.hpp"

namespace sapper::solvers {

Windows::Windows(const sim::Grid& grid)
    : are_ordered_(!grid.wraps_rows() && !grid.wraps_cols()),
      is_one_strip_(grid.strip_count() == 1),
      stride_(grid.word_stride()) {
  std::size_t bit = 0;
  for (int row = -1; row <= 1; ++row)
    for (int col = -1; col <= 1; ++col)
      steps_[bit++] = {static_cast<sim::Cell>(row * grid.cols() + col), static_cast<std::uint32_t>(row),
                       static_cast<std::uint32_t>(col)};
  // Where rows are shifted, even ones touch the left two cells of the rows above and below, odd ones the right two.
  constexpr std::uint32_t kAllAround = 0b111'101'111;
  neighbors_ = {kAllAround, kAllAround};
  if (grid.has_shifted_rows()) neighbors_ = {0b011'101'011, 0b110'101'110};
}

void Frontier::clear() {
  component_first_group_.assign(1, 0);
  component_first_constraint_.assign(1, 0);
  sizes_.clear();
  cells_.clear();
  cells_begin_.assign(1, 0);
  constraint_cells_.clear();
  needs_.clear();
  group_begin_.assign(1, 0);
  group_constraints_.clear();
  has_wide_constraints_ = false;
}

Component Frontier::component(std::uint32_t index) const {
  const std::uint32_t first_group = component_first_group_[index];
  const std::uint32_t groups = component_first_group_[index + 1] - first_group;
  const std::uint32_t first_constraint = component_first_constraint_[index];
  const std::uint32_t constraints = component_first_constraint_[index + 1] - first_constraint;
  Component component;
  component.needs = std::span(needs_).subspan(first_constraint, constraints);
  component.sizes = std::span(sizes_).subspan(first_group, groups);
  component.group_begin = std::span(group_begin_).subspan(first_group, groups + 1);
  component.group_constraints = group_constraints_;
  component.first_group = first_group;
  component.first_constraint = first_constraint;
  component.has_wide_constraints = has_wide_constraints_;
  component.cell_count = cells_begin_[first_group + groups] - cells_begin_[first_group];
  return component;
}

}  // namespace sapper::solvers

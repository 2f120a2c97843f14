#include "solvers/minesweeper/counting/enumerator.hpp"

#include <algorithm>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

void Enumerator::count(const Component& component) {
  constexpr std::uint32_t kMaxCells = 900;
  if (component.cell_count > kMaxCells)
    throw ComponentTooWide("a component of " + std::to_string(component.cell_count) +
                           " cells; enumeration takes at most " + std::to_string(kMaxCells));
  component_ = &component;
  order_ = order_finder_.find(component);
  need_.assign(component.needs.begin(), component.needs.end());
  cells_left_.assign(need_.size(), 0);
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      cells_left_[constraint] += component.sizes[group];
  const std::size_t columns = component.cell_count + 1;
  mines_in_.assign(component.group_count(), 0);
  ways_.assign(columns, 0);
  group_mines_.assign(component.group_count() * columns, 0);
  can_hold_mine_.assign(group_mines_.size(), 0);
  can_hold_free_.assign(group_mines_.size(), 0);
  assignments_ = 0;
  assign_from(0, 0, 1);

  counts_.counts.clear();
  const auto is_possible = [](double ways) { return ways > 0; };
  const auto first = std::find_if(ways_.begin(), ways_.end(), is_possible);
  if (first == ways_.end()) return;
  const auto last = std::find_if(ways_.rbegin(), ways_.rend(), is_possible).base();
  counts_.min_mines = static_cast<std::uint32_t>(first - ways_.begin());
  counts_.counts.assign(first, last);
}

void Enumerator::assign_from(std::size_t depth, std::uint32_t mines, double ways) {
  if (depth == order_.size()) {
    record(mines, ways);
    return;
  }
  const std::uint32_t group = order_[depth];
  const int size = component_->sizes[group];
  const auto constraints = component_->constraints_of(group);
  int least = 0;
  int most = size;
  for (const std::uint32_t constraint : constraints) {
    cells_left_[constraint] -= size;
    least = std::max(least, need_[constraint] - cells_left_[constraint]);
    most = std::min(most, need_[constraint]);
  }
  for (int x = least; x <= most; ++x) {
    for (const std::uint32_t constraint : constraints) need_[constraint] -= x;
    mines_in_[group] = static_cast<std::uint8_t>(x);
    assign_from(depth + 1, mines + static_cast<std::uint32_t>(x),
                ways * kChoose[static_cast<std::size_t>(size)][static_cast<std::size_t>(x)]);
    for (const std::uint32_t constraint : constraints) need_[constraint] += x;
  }
  for (const std::uint32_t constraint : constraints) cells_left_[constraint] += size;
}

void Enumerator::record(std::uint32_t mines, double ways) {
  if (++assignments_ > max_assignments_)
    throw ComponentTooWide("a component of " + std::to_string(component_->cell_count) +
                           " cells has more than " + std::to_string(max_assignments_) +
                           " assignments; enumeration stops there");
  ways_[mines] += ways;
  for (std::uint32_t group = 0; group < component_->group_count(); ++group) {
    const std::size_t at = group * ways_.size() + mines;
    group_mines_[at] += ways * mines_in_[group];
    can_hold_mine_[at] |= mines_in_[group] > 0;
    can_hold_free_[at] |= mines_in_[group] < component_->sizes[group];
  }
}

void Enumerator::marginals(std::span<const double> weights, std::span<GroupMarginal<double>> marginals) {
  SAPPER_EXPECT(weights.size() == counts_.counts.size());
  for (std::size_t group = 0; group < marginals.size(); ++group) {
    GroupMarginal<double> marginal{0, false, false};
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] == 0) continue;
      const std::size_t at = group * ways_.size() + counts_.min_mines + i;
      marginal.mines += weights[i] * group_mines_[at];
      marginal.can_hold_mine |= can_hold_mine_[at] != 0;
      marginal.can_hold_free |= can_hold_free_[at] != 0;
    }
    marginals[group] = marginal;
  }
}

}  // namespace sapper::solvers

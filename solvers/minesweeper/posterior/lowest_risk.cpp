#include "solvers/minesweeper/posterior/lowest_risk.hpp"

#include <algorithm>

namespace sapper::solvers {

void LowestRisk::find(const Posterior& posterior) {
  posterior_ = &posterior;
  const bool has_outside = posterior.outside_count() > 0;
  double lowest = has_outside ? posterior.outside_risk().p_mine : 1;
  for (const CountedComponent* component : posterior.components())
    for (const Risk& risk : component->risks()) lowest = std::min(lowest, risk.p_mine);

  const auto is_lowest = [&](const Risk& risk) { return risk.p_mine <= lowest + kTie; };
  frontier_cells_.clear();
  for (const CountedComponent* component : posterior.components())
    for (std::uint32_t group = 0; group < component->group_count(); ++group) {
      if (!is_lowest(component->risks()[group])) continue;
      const auto cells = component->cells_of_group(group);
      frontier_cells_.insert(frontier_cells_.end(), cells.begin(), cells.end());
    }
  std::sort(frontier_cells_.begin(), frontier_cells_.end());
  outside_count_ = has_outside && is_lowest(posterior.outside_risk()) ? posterior.outside_count() : 0;
}

sim::Cell LowestRisk::pick(sim::Stream& random) const {
  std::uint32_t index = random.below(static_cast<std::uint32_t>(cell_count()));
  if (index < frontier_cells_.size()) return frontier_cells_[index];
  index -= static_cast<std::uint32_t>(frontier_cells_.size());
  sim::Cell picked = sim::kNoCell;
  posterior_->visit_outside([&](sim::Cell cell) {
    picked = cell;
    return index-- != 0;
  });
  return picked;
}

}  // namespace sapper::solvers

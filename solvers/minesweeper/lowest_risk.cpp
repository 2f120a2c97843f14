#include "solvers/minesweeper/lowest_risk.hpp"

#include <algorithm>

namespace sapper::solvers {

void LowestRisk::find(const Posterior& posterior) {
  posterior_ = &posterior;
  const bool has_outside = posterior.outside_count() > 0;
  double lowest = has_outside ? posterior.outside_risk().p_mine : 1;
  for (const Posterior::Risk& risk : posterior.group_risks()) lowest = std::min(lowest, risk.p_mine);

  const auto is_lowest = [&](const Posterior::Risk& risk) { return risk.p_mine <= lowest + kTie; };
  frontier_cells_.clear();
  const Frontier& frontier = posterior.frontier();
  for (std::uint32_t group = 0; group < frontier.group_count(); ++group) {
    if (!is_lowest(posterior.group_risks()[group])) continue;
    const auto cells = frontier.cells_of_group(group);
    frontier_cells_.insert(frontier_cells_.end(), cells.begin(), cells.end());
  }
  std::sort(frontier_cells_.begin(), frontier_cells_.end());
  outside_count_ = has_outside && is_lowest(posterior.outside_risk()) ? posterior.outside_count() : 0;
}

sim::Cell LowestRisk::pick(sim::Stream& random) const {
  std::uint32_t index = random.below(static_cast<std::uint32_t>(cell_count()));
  if (index < frontier_cells_.size()) return frontier_cells_[index];
  index -= static_cast<std::uint32_t>(frontier_cells_.size());
  const LocalRules& knowledge = posterior_->knowledge();
  for (sim::Cell cell = 0;; ++cell)
    if (knowledge.is_unknown(cell) && posterior_->frontier().group_of(cell) == Frontier::kNoGroup &&
        index-- == 0)
      return cell;
}

}  // namespace sapper::solvers

#include "solvers/minesweeper/posterior/lowest_risk.hpp"

#include <algorithm>

namespace sapper::solvers {

template <class AnyPosterior>
void LowestRiskOf<AnyPosterior>::find(const AnyPosterior& posterior) {
  posterior_ = &posterior;
  const double most = posterior.lowest_risk() + kTie;
  frontier_cells_.clear();
  posterior.visit_frontier(most, [&](sim::Cell cell, double) { frontier_cells_.push_back(cell); });
  std::sort(frontier_cells_.begin(), frontier_cells_.end());
  outside_count_ = posterior.outside_count();
  if (outside_count_ > 0 && posterior.outside_risk().p_mine > most) outside_count_ = 0;
}

template <class AnyPosterior>
sim::Cell LowestRiskOf<AnyPosterior>::pick(sim::Stream& random) const {
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

template class LowestRiskOf<Posterior>;
template class LowestRiskOf<GraphPosterior>;

}  // namespace sapper::solvers

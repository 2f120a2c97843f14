// The unknown cells of lowest exact P(mine), and a uniformly random one among them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

// Of a Posterior or a GraphPosterior.
template <class AnyPosterior>
class LowestRiskOf {
 public:
  // Risks that differ by no more than this count as equal.
  static constexpr double kTie = 1e-9;

  // Finds the cells of lowest risk; at least one cell is unknown. The results are valid until the posterior
  // changes.
  void find(const AnyPosterior& posterior);
  std::size_t cell_count() const { return frontier_cells_.size() + outside_count_; }

  std::span<const sim::Cell> frontier_cells() const { return frontier_cells_; }  // ascending
  // Whether the cells away from the frontier, if there are any, are among them.
  bool includes_outside() const { return outside_count_ > 0; }

  // A uniformly random one of them, in one draw. The mapping from draws to cells depends only on the cells: those of
  // the frontier ascending, then those outside ascending.
  sim::Cell pick(sim::Stream& random) const;

 private:
  const AnyPosterior* posterior_ = nullptr;
  std::vector<sim::Cell> frontier_cells_;  // ascending
  std::uint32_t outside_count_ = 0;        // all unknown cells outside the frontier, or none
};
using LowestRisk = LowestRiskOf<Posterior>;

extern template class LowestRiskOf<Posterior>;
extern template class LowestRiskOf<GraphPosterior>;

}  // namespace sapper::solvers

// The cheap rule of `progress`: among the cells of nearly lowest risk, one that is likely to give more information.
//
// Candidates are the cells within 0.05 of the lowest P(mine). The smallest rank is chosen, where rank is
//   on the frontier    p + 0.004 * unknown neighbours, minus 0.05 if there are any;
//   away from it       p - 0.05 * P(the cell opens), which is (1 - p)^(unknown neighbours), or 0 next to a known mine.
// Equal ranks (to 1e-9): the first cell on the board. The constants were tuned on Expert boards.
// Deterministic. Cost: the frontier's cells, and one pass over the board if cells away from the frontier are
// candidates.
#pragma once

#include <vector>

#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

struct InformedRule {
  double margin = 0.05;
  double per_unknown = 0.004;
  double bonus = 0.05;

  // The cell to guess; the posterior is combined and has unknown cells.
  sim::Cell choose(const Posterior& posterior) const;

  // For explanations: the cells of smallest rank, at most `most`, starting with the one that choose() returns; the
  // value is 1 minus the rank. Replaces `candidates`.
  void list(const Posterior& posterior, std::size_t most,
            std::vector<Explanation::Candidate>& candidates) const;

  static double lowest_risk(const Posterior& posterior);
  double rank_on_frontier(const LocalRules& knowledge, sim::Cell cell, double p_mine) const;

 private:
  // Calls offer(cell, rank, P(mine)) for each candidate.
  template <class Offer>
  void for_each_candidate(const Posterior& posterior, Offer offer) const;
};

}  // namespace sapper::solvers

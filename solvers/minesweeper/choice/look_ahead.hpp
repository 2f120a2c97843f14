// Two-step survival: chooses the guess with the highest probability of surviving it and the next guess.
//
// For a candidate c, Q(c) = sum over v of P(c shows v) V(c, v), where V is 1 if an informative safe cell follows (or
// nothing is left to guess), else 1 minus the lowest risk then; before the first opening (below) kStuckAgain times
// that, since one guess will not suffice: cells that may open, such as corners, come before those that may only give
// information. Candidates are the cells within a margin of the lowest risk: on the frontier the best by the rank of the
// informed rule, and away from it those most likely to open and those with the most neighbours on the frontier. A
// candidate is dropped once its remaining probability cannot bring it near the best.
#pragma once

#include <span>
#include <vector>

#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/what_if.hpp"

namespace sapper::solvers {

// Whether at most one cell in 16 is shown, and none shows a 0. Boards: OnGrids or OnGraphs.
template <class Boards>
bool is_before_first_opening(const typename Boards::Knowledge& knowledge);

template <class Boards>
class LookAheadOf {
 public:
  using Posterior = typename Boards::Posterior;

  static constexpr double kStuckAgain = 0.92;  // fitted on safe starts on Expert and 16x16 boards

  // Determines which cells are candidates and which of them are returned.
  struct CandidateLimits {
    double margin = 0.10;           // risks within this distance of the lowest
    std::size_t max_frontier = 12;  // on the frontier
    std::size_t max_away = 4;       // away from it, of each kind
    double width = 0;               // values within this distance of the best
  };

  using Candidate = Explanation::Candidate;  // its value: Q

  explicit LookAheadOf(const typename Boards::Board& board) : what_if_(board), rule_(board), away_(board) {}

  // The candidates, best first; at least one. The posterior is combined, with nothing pending and no certain cells.
  // Equal values are in the order of the rule. On positions too large for WhatIf: only the informed rule's cell, with
  // its probability of survival as the value.
  std::span<const Candidate> judge(const Posterior& posterior, const CandidateLimits& reach);

 private:
  using WhatIf = WhatIfOf<Posterior>;
  using InformedRule = InformedRuleOf<Boards>;

  struct RankedCell {
    double rank;
    sim::Cell cell;
  };
  struct NearbyCandidate {
    sim::Cell cell;
    typename InformedRule::Surroundings around;
  };
  void list_candidates(const Posterior& posterior, const CandidateLimits& reach);
  void list_away(const Posterior& posterior, std::size_t most);
  double value_of(sim::Cell cell, double enough);

  WhatIf what_if_;
  InformedRule rule_;
  double stuck_again_ = 1;
  std::vector<RankedCell> ranked_;
  std::vector<Candidate> candidates_;
  std::vector<NearbyCandidate> near_;  // away from the frontier, with neighbours on it
  typename Boards::AwayCells away_;
};
using LookAhead = LookAheadOf<OnGrids>;

extern template class LookAheadOf<OnGrids>;
extern template class LookAheadOf<OnGraphs>;

}  // namespace sapper::solvers

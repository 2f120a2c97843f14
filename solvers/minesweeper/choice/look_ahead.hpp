// Two-step survival: which guess most probably survives itself and the guess after it.
//
// Of a candidate c, Q(c) = sum over v of P(c shows v) V(c, v), where V is 1 if a safe cell follows that can
// tell something (or nothing is left to guess), else 1 less the lowest risk then; before the first opening
// (below) kStuckAgain times that, as no single guess will do: what may open, such as a corner, comes before
// what may only tell. Candidates are the cells within a margin of the lowest risk: on the frontier the first by
// the rank of the informed rule, and away from it the cells likeliest to open and those with most neighbours on
// the frontier. A candidate is given up once what is left of its probability cannot lift it near the best.
#pragma once

#include <span>
#include <vector>

#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/what_if.hpp"

namespace sapper::solvers {

// At most one cell in 16 is shown, and none of them a 0.
bool is_before_first_opening(const sim::View& view);

class LookAhead {
 public:
  static constexpr double kStuckAgain = 0.92;  // fitted on safe starts of Expert and 16x16 boards

  // Which cells are candidates, and which of them are returned.
  struct Reach {
    double margin = 0.10;            // risks within so much of the lowest
    std::size_t most_frontier = 12;  // on the frontier
    std::size_t most_away = 2;       // away from it, of either kind
    double width = 0;                // values within so much of the best
  };

  using Candidate = Explanation::Candidate;  // its value: Q

  explicit LookAhead(const sim::Grid& grid) : what_if_(grid), frontier_near_(grid.cell_count(), 0) {}

  // The candidates, best first; at least one. Of a combined posterior with nothing pending and without certain
  // cells. Equal values: in the order of the rule. On positions too large for WhatIf: the informed rule's cell
  // alone, its value its chance to survive.
  std::span<const Candidate> judge(const Posterior& posterior, const Reach& reach);

 private:
  struct Ranked {
    double rank;
    sim::Cell cell;
  };
  void list_candidates(const Posterior& posterior, const Reach& reach);
  void list_away(const Posterior& posterior, std::size_t most);
  double value_of(sim::Cell cell, double enough);

  WhatIf what_if_;
  InformedRule rule_;
  double stuck_again_ = 1;
  std::vector<Ranked> ranked_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint8_t> frontier_near_;  // [cell] away from the frontier: neighbours on it
  std::vector<sim::Cell> near_;              // cells where it is not 0
};

}  // namespace sapper::solvers

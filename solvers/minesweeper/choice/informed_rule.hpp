// The cheap rule of `progress`: among the cells of nearly lowest risk, one that is likely to give more information.
//
// Candidates are the cells within a margin of the lowest P(mine). The smallest rank is chosen, where rank is
//   on the frontier    p + per_unknown * unknown neighbours, minus bonus if there are any;
//   away from it       p - bonus * P(the cell opens) - per_frontier * neighbours on the frontier, or p next to a known
//                      mine or without unknown neighbours (on graphs).
// P(the cell opens), given that it is free, is taken as the product of its unknown neighbours' P(free). The usual weights
// (InformedWeights) were tuned on Expert boards, the last one also on Beginner boards.
//
// Equal ranks (to 1e-9) are frequent within a group of the frontier. Of these cells the one with the smallest value of
//   0.1 * unknown neighbours away from the frontier + P(none of the unknown neighbours is a mine), as above,
// is chosen: the more of the neighbours other numbers see, the more often what it shows leaves certain cells. Then the
// first cell on the board.
//
// Deterministic. Cost: the frontier's cells, and one pass over the board (its planes, or the edges of a graph) if cells away
// from the frontier are candidates.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

// Ranks, and the values that follow from them, are equal where they differ by less.
inline constexpr double kRankTie = 1e-9;

// Each at least 0.
struct InformedWeights {
  double margin = 0.05;
  double per_unknown = 0.004;
  double bonus = 0.05;
  double per_frontier = 0.003;
};

// Boards: OnGrids or OnGraphs.
template <class Boards>
class InformedRuleOf {
 public:
  using Posterior = typename Boards::Posterior;

  // The Explanation::why of a guess by this rule.
  static constexpr std::string_view kReason =
      "lowest rank near the lowest risk: low risk, likely to be informative";

  // The board must outlive the object.
  explicit InformedRuleOf(const typename Boards::Board& board, const InformedWeights& weights = {})
      : weights_(weights), away_(board) {}

  // The cell to guess; the posterior is combined, with nothing pending, and has unknown cells.
  sim::Cell choose(const Posterior& posterior);

  // For explanations: the cells of smallest rank, at most `most`, starting with the one that choose() returns; the
  // value is 1 minus the rank. Replaces `candidates`.
  void list(const Posterior& posterior, std::size_t most, std::vector<Explanation::Candidate>& candidates);

  static double rank_on_frontier(const InformedWeights& weights, const typename Boards::Knowledge& knowledge,
                                 sim::Cell cell, double p_mine);

  // The unknown neighbours of a cell.
  struct Surroundings {
    int away = 0;                 // away from the frontier
    int frontier = 0;             // on it
    double p_clear_frontier = 1;  // P(those on it are free), taken as independent
    bool has_known_mine = false;

    Surroundings(const Posterior& posterior, sim::Cell cell);
    // P(all are free), also taken as independent. p_mine: of a cell away from the frontier.
    double p_clear(double p_mine) const;
  };
  // Decides among cells of equal rank: the smaller one is preferred.
  static double tie_break(const Surroundings& around, double p_mine);

 private:
  InformedWeights weights_;
  typename Boards::AwayCells away_;
};
using InformedRule = InformedRuleOf<OnGrids>;

extern template class InformedRuleOf<OnGrids>;
extern template class InformedRuleOf<OnGraphs>;

}  // namespace sapper::solvers

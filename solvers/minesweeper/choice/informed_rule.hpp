// The cheap rule of `progress`: among the cells of nearly lowest risk, one that is likely to give more information.
//
// Candidates are the cells within a margin of the lowest P(mine). The smallest rank is chosen, where rank is
//   on the frontier    p + per_unknown * unknown neighbours, minus bonus if there are any;
//   away from it       p - bonus * P(the cell opens) - per_frontier * neighbours on the frontier, or p next to a known
//                      mine.
// P(the cell opens), given that it is free, is taken as the product of its unknown neighbours' P(free). The usual weights
// (InformedWeights) were tuned on Expert boards, the last one also on Beginner boards.
//
// Equal ranks (to 1e-9) are frequent within a group of the frontier. Of these cells the one with the smallest value of
//   0.1 * unknown neighbours away from the frontier + P(none of the unknown neighbours is a mine), as above,
// is chosen: the more of the neighbours other numbers see, the more often what it shows leaves certain cells. Then the
// first cell on the board.
//
// Deterministic. Cost: the frontier's cells, and one pass over the board's planes if cells away from the frontier are
// candidates.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

// The unknown cells away from the frontier, which all have the same risk, by what surrounds them: found in bit planes.
class AwayCells {
 public:
  // The grid must outlive the object.
  explicit AwayCells(const sim::Grid& grid);

  // The knowledge is at a fixed point of the local rules; its certain cells are all shown or known mines.
  void find(const LocalRules& knowledge);

  // Calls visit(cell, is_by_mine) with those that have neighbours on the frontier; is_by_mine: also a known mine.
  template <class Visit>
  void visit_near(Visit visit) const {
    for_each_in(near_,
                [&](sim::Cell cell, sim::Grid::Place place) { visit(cell, by_mine_.contains(place)); });
  }
  // Calls visit(cell) with the others that have known mines as neighbours.
  template <class Visit>
  void visit_far_by_mine(Visit visit) const {
    for_each_in(far_by_mine_, [&](sim::Cell cell, sim::Grid::Place) { visit(cell); });
  }
  // All other cells are surrounded by cells of the same kind. Calls visit(cell, neighbours) for each number of neighbours,
  // from the lowest on, with the first such cell on the board that has this number, until it returns false.
  template <class Visit>
  void visit_clear(Visit visit) const {
    for (const Class& some : classes_) {
      const sim::Cell cell = first_in(some.cells);
      if (cell != sim::kNoCell && !visit(cell, some.neighbors)) return;
    }
  }

 private:
  // The cells of the board with this number of neighbours.
  struct Class {
    int neighbors;
    sim::CellPlane cells;
  };

  sim::Cell first_in(const sim::CellPlane& cells) const;
  template <class Visit>
  void for_each_in(const sim::CellPlane& cells, Visit visit) const;

  const sim::Grid* grid_;
  std::vector<Class> classes_;
  sim::CellPlane near_, far_by_mine_, clear_;
  sim::CellPlane by_mine_;
  sim::CellPlane some_, around_;  // scratch of find()
};

template <class Visit>
void AwayCells::for_each_in(const sim::CellPlane& cells, Visit visit) const {
  for (std::uint32_t strip = 0; strip < grid_->strip_count(); ++strip)
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(grid_->rows()); ++row) {
      const std::uint32_t word = grid_->word_at(row, strip);
      for (std::uint32_t left = cells[word]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(left));
        visit(grid_->first_cells()[word] + bit, sim::Grid::Place{word, bit});
      }
    }
}

// Each at least 0.
struct InformedWeights {
  double margin = 0.05;
  double per_unknown = 0.004;
  double bonus = 0.05;
  double per_frontier = 0.003;
};

class InformedRule {
 public:
  // The Explanation::why of a guess by this rule.
  static constexpr std::string_view kReason =
      "lowest rank near the lowest risk: low risk, likely to be informative";

  // The grid must outlive the object.
  explicit InformedRule(const sim::Grid& grid, const InformedWeights& weights = {})
      : weights_(weights), away_(grid) {}

  // The cell to guess; the posterior is combined, with nothing pending, and has unknown cells.
  sim::Cell choose(const Posterior& posterior);

  // For explanations: the cells of smallest rank, at most `most`, starting with the one that choose() returns; the
  // value is 1 minus the rank. Replaces `candidates`.
  void list(const Posterior& posterior, std::size_t most, std::vector<Explanation::Candidate>& candidates);

  static double rank_on_frontier(const InformedWeights& weights, const LocalRules& knowledge, sim::Cell cell,
                                 double p_mine);

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
  AwayCells away_;
};

}  // namespace sapper::solvers

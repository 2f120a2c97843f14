// For a position and "cell c is dug and shows v": the probability of each v, and the posterior that follows, without
// computing it from scratch.
//
// Digging c changes only the components that contain c or its unknown neighbours. Each of these is counted again
// without c, once for all v: by mines, and by mines among c's neighbours ("tagged", in separate groups). With j mines
// among the neighbours away from the frontier, v is the sum of c's known mines, the tagged mines and j. The rest of the
// board contributes the ways of the other components by mines (cached while the same components are touched) and
// binomials. For one v, one backward pass over the layers of each touched component gives its risks; the risks of the
// others are means of their shares by mines under weights that depend on v.
//
// Cost: some microseconds per cell on an Expert board, about one per number. Positions of more than kMostCells frontier
// cells are refused, on graphs also those whose counting takes more than kMostEntries states: a dense graph's few cells may
// take millions, for each dug cell anew. Relative error below 1e-12 of probabilities above 1e-60.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

// Of a Posterior or a GraphPosterior.
template <class AnyPosterior>
class WhatIfOf {
 public:
  static constexpr std::uint32_t kMostCells = 300;
  static constexpr std::size_t kMostEntries = 100'000;
  static constexpr int kNumbers = AnyPosterior::kMaxNumber + 1;

  // One object serves one thread.
  explicit WhatIfOf(const typename AnyPosterior::Board& board) : is_neighbor_(board.cell_count(), 0) {}

  // Takes a combined posterior, which must not change while this object uses it; its knowledge has not grown since
  // combine() and has no pending work. False if the position is too large.
  [[nodiscard]] bool start(const AnyPosterior& posterior);

  // Digs an unknown cell that can be free; show() comes next.
  void dig(sim::Cell cell);
  // After dig(): the cell shows a number below this, at most kNumbers.
  int number_count() const {
    if constexpr (kIsSmall) return kNumbers;
    return number_count_;
  }
  // P(the cell is free and shows the number); the sum over numbers is 1 - P(mine).
  double probability(int number) const { return probabilities_[static_cast<std::size_t>(number)]; }

  // Shows a number of positive probability; the functions below are about the position after it.
  void show(int number);
  // The risk of any other unknown cell.
  Risk risk_of(sim::Cell cell);
  // Whether some certainly safe cell has an uncertain neighbour, so that digging it may give information.
  bool has_informative_safe_cell();
  // The other unknown cells that are certainly safe.
  std::uint32_t safe_cell_count();
  // The lowest P(mine) among the other uncertain cells; 0 if there are none.
  double lowest_risk();

 private:
  using Knowledge = typename AnyPosterior::Knowledge;
  // Numbers are as small as group sizes: the bounds of loops over them are constants then.
  static constexpr bool kIsSmall = AnyPosterior::kMaxNumber < static_cast<int>(kChoose.size());

  // A component that is counted again, with its groups split into tagged and untagged ones.
  struct RecountedComponent {
    std::uint32_t place = 0;
    CountedComponent* original = nullptr;
    std::vector<std::uint8_t> sizes, is_tagged;
    std::vector<std::uint32_t> group_begin, group_constraints;
    std::vector<std::uint32_t> original_group;             // [group]
    std::vector<std::array<std::uint32_t, 2>> split_into;  // [original group][is tagged], kNowhere if empty
    Eliminator<double> eliminator;
    std::vector<GroupMarginal<double>> marginals;
    std::vector<double> weights;  // [state of the last layer]
    std::vector<Risk> risks;      // [group], under the number shown
  };
  // The ways of several touched components together, by tagged mines and by all mines.
  struct JointWays {
    std::size_t width = 1;  // mines 0..width-1 beyond `fewest`
    std::uint32_t fewest = 0;
    std::vector<double> ways;  // [tagged, number_count() of them][mines]
  };
  static constexpr std::uint32_t kNowhere = AnyPosterior::kNowhere;

  void find_touched();
  void find_ways_beside();
  void touch(std::uint32_t place);
  const RecountedComponent* touched_at(std::uint32_t place) const;
  void split(RecountedComponent& touched) const;
  void split_groups(RecountedComponent& touched) const;
  // Joins all touched components except one, or all if there is no such one.
  void join(std::size_t except, JointWays& joint);
  void multiply(const RecountedComponent& touched, const JointWays& before, JointWays& after) const;
  void find_rest();
  void find_rest_without_each();
  void find_away_ways();
  void find_shared_ways();
  void find_probabilities();
  double ways_beside(int mines) const;
  double shared(const std::vector<double>& ways, std::int64_t mines) const;
  void find_touched_risks();
  void find_risks_away();
  bool can_leave_away_free(std::int64_t mines) const;
  void find_rest_weights();
  std::span<const double> untouched_risks(std::uint32_t place);
  bool is_informative(sim::Cell safe_cell);
  bool touched_component_tells();
  bool untouched_component_tells();
  std::uint32_t untouched_safe_cells();

  const AnyPosterior* posterior_ = nullptr;
  const Knowledge* knowledge_ = nullptr;

  sim::Cell cell_ = sim::kNoCell;
  int known_mines_ = 0;                    // around the cell
  std::vector<std::uint8_t> is_neighbor_;  // [cell] unknown neighbours of the cell
  std::vector<sim::Cell> neighbors_;
  std::uint32_t neighbors_away_ = 0;  // neighbours away from the frontier
  // Unless kIsSmall:
  int number_count_ = 0;
  std::vector<double> ways_beside_;  // [mines] C(neighbors_away_, mines)
  std::vector<std::unique_ptr<RecountedComponent>> pool_;
  std::size_t touched_count_ = 0;
  JointWays joint_, joint_of_others_, joint_scratch_;  // of all touched components; of all but one

  // The untouched components.
  std::vector<std::uint32_t> rest_touched_;  // the touched places that the following is for
  bool is_rest_known_ = false;
  bool are_rests_without_known_ = false;
  std::vector<std::uint32_t> rest_places_;
  std::vector<double> rest_ways_;                  // [extra mines]
  std::vector<std::vector<double>> rest_without_;  // [i of rest_places_][extra mines]
  std::vector<std::vector<double>> suffixes_;      // scratch
  std::vector<double> prefix_, product_;           // scratch
  std::int64_t mines_for_all_ = 0;                 // mines left minus the fewest of the untouched components

  // The cells away from the frontier other than the cell and its neighbours.
  std::int64_t away_count_ = 0;
  std::int64_t away_from_ = 0;     // number of mines of the first entry
  std::vector<double> away_ways_;  // [mines - away_from_], up to a factor
  std::int64_t shared_from_ = 0;
  // [mines - shared_from_] for these cells and the untouched components together: ways, and ways times the
  // mines of these cells.
  std::vector<double> shared_ways_, shared_mines_;

  std::array<double, kNumbers> ways_{};
  std::array<double, kNumbers> probabilities_{};
  double total_ways_ = 0;

  int number_ = 0;
  Risk beside_risk_, away_risk_;
  bool are_rest_weights_known_ = false;
  std::vector<double> rest_weights_;                  // [extra mines of all untouched]
  std::vector<std::vector<double>> untouched_risks_;  // [place][group], empty: not known yet
  std::vector<double> component_weights_, min_shares_, max_shares_;
};

using WhatIf = WhatIfOf<Posterior>;

extern template class WhatIfOf<Posterior>;
extern template class WhatIfOf<GraphPosterior>;

// What a guess yields: the quantities by which PSEQ breaks ties among cells of lowest risk (J. Tu, T. Li, S. Chen,
// Y. Cui: Exploring efficient strategies for Minesweeper, AAAI-17 workshop on What's Next for AI in Games, 2017).
//
// Exact, from WhatIf, whose limit on the size of positions applies. Cost: all numbers of WhatIf per cell.
struct GuessYield {
  // P(the cell is free and some other hidden cell is certainly safe then).
  double p_safe_follows = 0;
  // The expected number of such cells, 0 where the cell is a mine.
  double safe_cells = 0;
  // The entropy of the number that the cell shows, given that it is free; in bits.
  double entropy = 0;
};

// what_if.start() has been called.
template <class AnyPosterior>
GuessYield yield_of(WhatIfOf<AnyPosterior>& what_if, sim::Cell cell);

}  // namespace sapper::solvers

// Combines the counted components of a position with its mine count: every component gets its risks, the
// unknown cells away from the frontier theirs, and the layouts are counted.
//
// With e mines on the frontier beyond its fewest (extra mines), the other mines lie in one of C(cells, mines)
// ways outside. Three methods compute the same sums over e:
//   plain   in doubles, where no product can leave their range: nearly all positions of games;
//   tilted  in doubles, from probabilities in place of ways (TiltedCombination): large boards;
//   wide    in wide numbers, for what the tilted method refuses. R^2 operations for R extra mines.
// All three decide from exact sets of possible mine counts what is certain, never from rounded numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/posterior/tilted_combination.hpp"
#include "solvers/minesweeper/posterior/ways_tree.hpp"

namespace sapper::solvers {

class Combination {
 public:
  enum class Method : std::uint8_t { plain, tilted, wide };

  // components: counted, each with some assignment. mines: on the frontier and outside together. False if
  // there are too few or too many mines for any layout.
  [[nodiscard]] bool start(std::span<CountedComponent* const> components, std::int64_t mines,
                           std::uint32_t outside_count);

  // The fewest and most mines that components and outside cells can hold together.
  std::int64_t fewest_mines() const { return fewest_mines_; }
  std::int64_t most_mines() const { return fewest_mines_ + parts_.most_extra + parts_.outside_count; }

  // By the cheapest method that suits. False if there is no layout.
  [[nodiscard]] bool combine();
  // By this method, for tests and measurements. The plain one needs is_plain_safe(); the tilted one may refuse.
  using Outcome = CombinationOutcome;
  [[nodiscard]] Outcome combine_by(Method method);
  // Whether the plain method stays within the range of doubles.
  bool is_plain_safe() const { return is_plain_safe_; }
  // The method of the last combine() or combine_by().
  Method method() const { return method_; }

  // After combine() was true; of the outside cells, if there are any.
  const Risk& outside_risk() const { return outside_risk_; }
  // After combine() was true: the natural logarithm of the number of layouts, to about 1e-15 relatively, but
  // no better than 1e-15 (1e-11 for frontiers of 10^5 cells) absolutely. Costs three log-gamma functions.
  double log_layouts() const;

 private:
  template <class Number>
  [[nodiscard]] bool combine_plainly(WaysTree<Number>& tree, std::vector<Number>& outside_ways);
  template <class Number>
  void fill_outside_ways(std::vector<Number>& ways) const;
  template <class Number>
  [[nodiscard]] bool take_totals(std::span<const Number> frontier_ways, std::span<const Number> outside_ways);

  CombinedParts parts_;
  std::int64_t fewest_mines_ = 0;
  bool is_plain_safe_ = true;
  Method method_ = Method::plain;
  Risk outside_risk_{};
  // layouts = total_ * e^log_factor_ * C(outside_count, reference_mines_)
  WideNumber total_;
  long double log_factor_ = 0;
  std::int64_t reference_mines_ = 0;

  WaysTree<double> plain_tree_;
  WaysTree<WideNumber> wide_tree_;
  std::vector<double> outside_ways_;  // by extra mines on the frontier
  std::vector<WideNumber> wide_outside_ways_;
  TiltedCombination tilted_;
};

}  // namespace sapper::solvers

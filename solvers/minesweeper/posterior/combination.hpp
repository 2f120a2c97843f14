// Combines the counted components of a position with its mine count: computes the risks of every component and of the
// unknown cells away from the frontier, and the number of layouts.
//
// With e mines on the frontier beyond its minimum (extra mines), the other mines are outside, in one of C(cells, mines)
// ways. Three methods compute the same sums over e:
//   plain   in doubles, where no product can leave their range: nearly all positions in games;
//   tilted  in doubles, with probabilities instead of ways (TiltedCombination): large boards;
//   wide    in wide numbers, for what the tilted method declines. R^2 operations for R extra mines.
// All three determine certainty from exact sets of possible mine counts, never from rounded numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/posterior/combining_tree.hpp"
#include "solvers/minesweeper/posterior/tilted_combination.hpp"

namespace sapper::solvers {

class Combination {
 public:
  enum class Method : std::uint8_t { plain, tilted, wide };

  // components: counted, each with at least one assignment. mines: on the frontier and outside together. False if
  // there are too few or too many mines for any layout.
  [[nodiscard]] bool start(std::span<CountedComponent* const> components, std::int64_t mines,
                           std::uint32_t outside_count);

  // The fewest and most mines that components and outside cells can hold together.
  std::int64_t fewest_mines() const { return fewest_mines_; }
  std::int64_t max_mines() const { return fewest_mines_ + parts_.max_extra + parts_.outside_count; }

  // Combines with the cheapest suitable method. False if there is no layout.
  [[nodiscard]] bool combine();
  // Combines with the given method, for tests and benchmarks. The plain one requires is_plain_safe(); the tilted one
  // may decline.
  using Outcome = CombinationOutcome;
  [[nodiscard]] Outcome combine_by(Method method);
  // Whether the plain method stays within the range of doubles.
  bool is_plain_safe() const { return is_plain_safe_; }
  // The method of the last combine() or combine_by().
  Method method() const { return method_; }

  // The risk of the outside cells, if there are any. Call after combine() returned true; the next one, too.
  const Risk& outside_risk() const { return outside_risk_; }
  // The natural logarithm of the number of layouts. Relative error about 1e-15, absolute
  // error not below 1e-15 (1e-11 for frontiers of 10^5 cells). Costs three log-gamma functions where numbers of cells and
  // mines away from the frontier are new to the object, else one logarithm.
  double log_layouts() const;

 private:
  template <class Number>
  [[nodiscard]] bool combine_plainly(WaysTree<Number>& tree, std::vector<Number>& outside_ways);
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

  long double log_factorial(std::int64_t n) const;

  mutable std::vector<long double> log_factorials_;  // [n], negative if not computed yet

  WaysTree<double> plain_tree_;
  WaysTree<WideNumber> wide_tree_;
  std::vector<double> outside_ways_;  // by extra mines on the frontier
  std::vector<WideNumber> wide_outside_ways_;
  TiltedCombination tilted_;
};

}  // namespace sapper::solvers

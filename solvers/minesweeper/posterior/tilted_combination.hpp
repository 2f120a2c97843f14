// Combines components with the mine count in terms of probabilities, for boards on which counts exceed the range of
// doubles.
//
// Each extra mine on the frontier gets a factor, the tilt, and each mine fewer outside its inverse. All products stay
// the same, but the components become probability distributions whose sum peaks where the ways outside peak too
// (exponential tilting: Daniels, "Saddlepoint approximations in statistics", 1954; here nothing is approximated). The
// tilt solves a monotone equation by Newton's method within a bracket. Around the peak everything is of order 1, and
// what is far from it is negligible: see ProbabilityTree.
//
// The sum over all totals shows how well the two peaks coincide. If it is not far above what was dropped, or if no tilt
// is found, the method declines; a component with several distant peaks can cause that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counted_component.hpp"
#include "solvers/minesweeper/posterior/combining_tree.hpp"

namespace sapper::solvers {

// The input of the combination.
struct CombinedParts {
  std::span<CountedComponent* const> components;
  std::int64_t outside_count = 0;
  // Extra mines on the frontier, beyond its minimum: 0..max_extra. With e of them, mines_outside - e are outside.
  std::uint32_t max_extra = 0;
  std::int64_t mines_outside = 0;

  // The range of extra mines that leaves neither too few nor too many for the cells outside.
  std::uint32_t fewest_extra_allowed() const {
    return static_cast<std::uint32_t>(std::max<std::int64_t>(mines_outside - outside_count, 0));
  }
  std::uint32_t max_extra_allowed() const {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(mines_outside, max_extra));
  }
  // [extra mines on the frontier] ways to lay the other mines outside, up to a common factor: neighbouring binomials differ
  // by a simple one.
  template <class Number>
  void fill_outside_ways(std::vector<Number>& ways) const {
    ways.assign(max_extra + 1, Number(0));
    Number current(1);
    for (std::size_t extra = fewest_extra_allowed(); extra <= max_extra; ++extra) {
      const std::int64_t mines = mines_outside - static_cast<std::int64_t>(extra);
      if (mines < 0) return;
      ways[extra] = current;
      if (mines > 0)
        current *= Number(static_cast<double>(mines) / static_cast<double>(outside_count - mines + 1));
    }
  }
  // Whether all of 0..max_extra are allowed.
  bool allows_all() const { return mines_outside >= max_extra && mines_outside <= outside_count; }
};

// The natural logarithm of the tilt at which the mean number of extra mines on the frontier agrees with that
// of the cells outside, within half a mine; nullopt if it is beyond 10^+-299.
std::optional<double> find_log_tilt(const CombinedParts& parts);

enum class CombinationOutcome : std::uint8_t { done, no_layout, refused };

class TiltedCombination {
 public:
  using Outcome = CombinationOutcome;
  // Fills the components' risks; parts have some allowed number of extra mines.
  [[nodiscard]] Outcome combine(const CombinedParts& parts);

  // After combine() returned done: layouts = total * e^log_factor * C(outside_count, reference_mines)
  const Risk& outside_risk() const { return outside_risk_; }
  double total() const { return total_; }
  long double log_factor() const { return log_factor_; }
  std::int64_t reference_mines() const { return reference_mines_; }

 private:
  [[nodiscard]] bool find_possible(const CombinedParts& parts);
  void fill_leaves(const CombinedParts& parts, double log_tilt);
  void fill_outside(const CombinedParts& parts, double log_tilt);
  void take_outside_risk(const CombinedParts& parts, const OffsetCounts& frontier);
  void take_risks(const CombinedParts& parts, double tilt);

  PossibleTotals possible_totals_;  // filled if parts do not allow all
  NumberSet allowed_;               // totals that the frontier can reach and that are allowed
  ProbabilityTree tree_;
  OffsetCounts outside_;  // ways outside by extra mines, those at the peak about 1
  std::vector<WideNumber> wide_;
  std::vector<double> probabilities_;

  Risk outside_risk_{};
  double total_ = 0;
  long double log_factor_ = 0;
  std::int64_t reference_mines_ = 0;
};

}  // namespace sapper::solvers

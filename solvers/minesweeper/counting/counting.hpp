// The results of counting a component, common to all counters.
//
// An assignment gives each group a number of mines such that every constraint is met; it represents prod C(size, mines)
// ways to lay them. A counter first computes the ways by number of mines; then, from the weights that the rest of the
// board induces on each number of mines, the marginals of all groups.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/minesweeper/counting/wide_number.hpp"

namespace sapper::solvers {

// Ways to lay a component's mines: counts[i] of them have min_mines + i mines. Both ends are positive; empty:
// the component's constraints contradict one another.
template <class Number>
struct MineCounts {
  std::uint32_t min_mines = 0;
  std::vector<Number> counts;

  std::uint32_t max_mines() const { return min_mines + static_cast<std::uint32_t>(counts.size()) - 1; }
};

// A group under given weights by number of mines (weight 0: that number is impossible).
template <class Number>
struct GroupMarginal {
  Number mines{};              // sum over weighted ways of the mines in the group
  bool can_hold_mine = false;  // from counts, never from rounded values
  bool can_hold_free = false;
};

// A component whose counting would need more states than allowed.
class ComponentTooWide : public std::runtime_error {
 public:
  explicit ComponentTooWide(const std::string& what) : std::runtime_error(what) {}
};

// kChoose[n][k] = C(n, k) for group sizes.
inline constexpr std::array<std::array<std::uint8_t, 9>, 9> kChoose = [] {
  std::array<std::array<std::uint8_t, 9>, 9> table{};
  for (std::size_t n = 0; n <= 8; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k)
      table[n][k] = static_cast<std::uint8_t>(table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0));
  }
  return table;
}();

// value times a small integer, for each number type of the counters (BigInteger: big_integer.hpp); a / b as a double.
inline double times(double value, unsigned factor) { return value * factor; }
inline double ratio(double a, double b) { return a / b; }
inline WideNumber times(const WideNumber& value, unsigned factor) {
  return value * WideNumber(static_cast<double>(factor));
}

}  // namespace sapper::solvers

// The exact number of layouts of a position, up to some ten thousand digits.
//
// The number is a sum over the extra mines on the frontier of a coefficient of the product of all components'
// polynomials (ways by extra mines) times a binomial for the cells outside. FLINT multiplies the polynomials, by
// transforms over big integers. Equal ones are combined into one power, and coefficients that the mine count rules out
// are dropped.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "solvers/minesweeper/counting/big_integer.hpp"

namespace sapper::solvers {

class ExactLayouts {
 public:
  // A component: its ways by extra mines, first and last positive.
  void add_component(std::vector<BigInteger> ways);

  // outside_count: cells away from the frontier; mines_outside: mines on them when the frontier holds its minimum.
  // nullopt if the computation would take more than about four seconds: many different components with many extra mines
  // can cause that for any number of digits, but no position from a game does.
  std::optional<BigInteger> count(std::int64_t outside_count, std::int64_t mines_outside) const;

 private:
  std::map<std::vector<BigInteger>, std::uint64_t> multiplicity_;  // of each polynomial
  std::size_t max_extra_ = 0;
};

}  // namespace sapper::solvers

// The exact number of layouts of a position, for numbers of up to some ten thousand digits.
//
// The number is a sum over the extra mines on the frontier of a coefficient of the product of all components'
// polynomials (ways by extra mines) times a binomial for the cells outside. With thousands of components,
// products of big integers take minutes; here everything is computed modulo as many primes of 62 bits as the
// number needs, and put together by the Chinese remainder theorem (Garner, 1959). Equal polynomials are
// raised to a power at once, and coefficients that the mine count rules out are left away. Primes are shared
// out over threads.
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

  // outside_count: cells away from the frontier; mines_outside: mines on them where the frontier holds its
  // fewest. log_layouts: the natural logarithm of the result, to 1e-3. nullopt if the computation would take
  // more than about four seconds of one core: for any number of digits, many different components with many
  // extra mines can bring that about, but no position of a game does.
  std::optional<BigInteger> count(std::int64_t outside_count, std::int64_t mines_outside,
                                  double log_layouts) const;

 private:
  std::map<std::vector<BigInteger>, std::uint64_t> multiplicity_;  // of each polynomial
  std::size_t most_extra_ = 0;
};

}  // namespace sapper::solvers

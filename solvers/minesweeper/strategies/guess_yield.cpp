#include "solvers/minesweeper/strategies/guess_yield.hpp"

#include <cmath>

namespace sapper::solvers {

GuessYield yield_of(WhatIf& what_if, sim::Cell cell) {
  what_if.dig(cell);
  GuessYield yield;
  double p_free = 0;
  for (int number = 0; number < WhatIf::kNumbers; ++number) p_free += what_if.probability(number);
  for (int number = 0; number < WhatIf::kNumbers; ++number) {
    const double probability = what_if.probability(number);
    if (probability <= 0) continue;
    const double share = probability / p_free;
    yield.entropy -= share * std::log2(share);
    what_if.show(number);
    const std::uint32_t safe_cells = what_if.safe_cell_count();
    if (safe_cells == 0) continue;
    yield.p_safe_follows += probability;
    yield.safe_cells += probability * safe_cells;
  }
  return yield;
}

}  // namespace sapper::solvers

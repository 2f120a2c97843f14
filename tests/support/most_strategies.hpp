// Strategies as a config lists them.
#pragma once

#include <string>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::tests {

// All that are part of this program and play boards of any size: `"random", "rules", ...`.
inline std::string most_strategies() {
  std::string strategies;
  for (const auto& strategy : solvers::strategies())
    if (!strategy.is_external && strategy.name != "optimal")
      strategies += (strategies.empty() ? "\"" : ", \"") + std::string(strategy.name) + "\"";
  return strategies;
}

}  // namespace sapper::tests

// Strategies in the format of a config.
#pragma once

#include <string>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::tests {

// All built-in strategies that play boards of any size: `"random", "rules", ...`.
inline std::string most_strategies() {
  std::string strategies;
  for (const auto& strategy : solvers::strategies())
    if (!strategy.is_external && strategy.name != "optimal")
      strategies += (strategies.empty() ? "\"" : ", \"") + std::string(strategy.name) + "\"";
  return strategies;
}

}  // namespace sapper::tests

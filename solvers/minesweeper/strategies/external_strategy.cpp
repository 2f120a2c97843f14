#include "solvers/minesweeper/strategies/external_strategy.hpp"

namespace sapper::solvers {

std::optional<std::string> external_refusal(const sim::GameRules&, const Settings& settings) {
  if (!settings.texts("command").empty()) return std::nullopt;
  return "it has no command, the program that plays";
}

}  // namespace sapper::solvers

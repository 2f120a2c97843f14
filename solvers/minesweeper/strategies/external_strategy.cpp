#include "solvers/minesweeper/strategies/external_strategy.hpp"

#include <stdexcept>

namespace sapper::solvers {

std::unique_ptr<Strategy> make_external_strategy(const sim::GameRules&, const Settings&) {
  throw std::invalid_argument(
      "the strategy \"external\" is a separate program, which cannot be started here");
}

std::optional<std::string> external_refusal(const sim::GameRules&, const Settings& settings) {
  if (!settings.texts("command").empty()) return std::nullopt;
  return "it has no command to run";
}

}  // namespace sapper::solvers

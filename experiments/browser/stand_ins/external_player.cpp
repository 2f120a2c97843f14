// In place of external players: a page starts no programs.
#include "experiments/kinds/minesweeper/external_player.hpp"

#include "experiments/support/errors.hpp"

namespace sapper::experiments::minesweeper {

class ExternalProgram {};

PlayerFactory::PlayerFactory(const Config& config, const solvers::StrategyChoice& choice)
    : config_(&config), choice_(choice) {
  if (choice.entry->is_external)
    throw InputError("\"" + choice.label + "\" is an external program, which a page cannot run");
}

std::unique_ptr<solvers::Strategy> PlayerFactory::make(std::size_t, const sim::GameRules& rules) {
  return choice_.make(rules);
}

}  // namespace sapper::experiments::minesweeper

// In place of external players: a page starts no programs.
#include "experiments/kinds/minesweeper/external_player.hpp"

#include "experiments/kinds/minesweeper/players.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::minesweeper {

class ExternalProgram {};

PlayerFactory::PlayerFactory(const Config& config, const solvers::StrategyChoice& choice)
    : config_(&config), choice_(choice) {
  if (is_outside(*choice.entry))
    throw InputError("\"" + choice.label + "\" is an external program, which a page cannot run");
}

AnyPlayerPointer PlayerFactory::make(std::size_t, const sim::GameRules& rules) { return choice_.make(rules); }

}  // namespace sapper::experiments::minesweeper

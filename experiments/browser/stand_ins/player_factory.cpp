// In place of players from outside: a page starts no programs.
#include "experiments/kinds/minesweeper/external/player_factory.hpp"

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::minesweeper {

class ExternalPlayer {};
class PolicyPlayer {};

PlayerFactory::PlayerFactory(const Config&, const solvers::StrategyChoice& choice) : choice_(choice) {
  if (is_outside(*choice.entry))
    throw InputError("\"" + choice.label + "\" is an external program, which a page cannot run");
}

AnyPlayerPointer PlayerFactory::make(std::size_t, const sim::GameRules& rules) { return choice_.make(rules); }
AnyGraphPlayerPointer PlayerFactory::make(std::size_t, const sim::GraphGameRules& rules) {
  return choice_.make(rules);
}

}  // namespace sapper::experiments::minesweeper

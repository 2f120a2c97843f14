// The settings of `policy`, a function of the process that plays, such as a trained network in Python.
// experiments/kinds/minesweeper/policy_player.hpp calls it.
#include <array>
#include <stdexcept>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

// The reaction to a dig of a shown cell.
constexpr std::array<std::string_view, 2> kOnWrongDig{"stop", "lose"};

constexpr std::array kPolicyParameters{
    Parameter::choice("on_failure", kOnWrongDig, 0,
                      "what happens after a dig of a shown cell: stop the run, or lose the game"),
};

std::unique_ptr<Strategy> refuse_to_call(const sim::GameRules&, const Settings&) {
  throw std::invalid_argument("the strategy \"policy\" is a function, which cannot be called here");
}

}  // namespace

StrategyEntry policy_strategy() {
  return {.name = "policy",
          .description = "a function of Python, such as a trained network, passed to sapper.evaluate",
          .make = refuse_to_call,
          .parameters = kPolicyParameters,
          .is_external = true,
          .is_policy = true};
}

}  // namespace sapper::solvers

// The settings of `external`, a user's program that plays. Strategies do not handle files or processes:
// experiments/kinds/minesweeper/external_player.hpp runs the program.
#include <array>
#include <stdexcept>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

// The reaction to a wrong answer, a late answer or a crash.
constexpr std::array<std::string_view, 2> kOnFailure{"stop", "lose"};

constexpr std::array kExternalParameters{
    Parameter::texts("command", 1, 1000, "the program and its arguments, started in the config's folder"),
    Parameter::number("timeout_s", 0.001, 86400, 10, "the most seconds that an answer may take"),
    Parameter::choice("on_failure", kOnFailure, 0,
                      "what happens after a wrong or late answer or a crash: stop the run, or lose the game"),
    Parameter::numbers("settings", 100, "numbers by name that the program is told with each case")
        .added_later(),
};

std::unique_ptr<Strategy> refuse_to_make(const sim::GameRules&, const Settings&) {
  throw std::invalid_argument(
      "the strategy \"external\" is a separate program, which cannot be started here");
}

std::optional<std::string> external_refusal(const sim::GameRules&, const Settings& settings) {
  if (!settings.texts("command").empty()) return std::nullopt;
  return "it has no command to run";
}

}  // namespace

StrategyEntry external_strategy() {
  return {.name = "external",
          .description = "your own program, over JSON lines; see data/players/PROTOCOL.md",
          .make = refuse_to_make,
          .parameters = kExternalParameters,
          .refusal = external_refusal,
          .is_external = true};
}

}  // namespace sapper::solvers

// The settings of `external`, a program of the user's that plays. Strategies know neither files nor processes:
// experiments/kinds/minesweeper/external_player.hpp plays it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/minesweeper/game_rules.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::solvers {

// What a wrong answer, a crash or a late answer does.
inline constexpr std::array<std::string_view, 2> kOnFailure{"stop", "lose"};

inline constexpr std::array kExternalParameters{
    Parameter::texts("command", 1, 1000, "the program and its arguments, started in the config's folder"),
    Parameter::number("timeout_s", 0.001, 86400, 10, "seconds that an answer may take"),
    Parameter::choice("on_failure", kOnFailure, 0,
                      "what a wrong or late answer or a crash does: stop the run, or lose the game"),
};

// Throws std::invalid_argument: a program of the user's cannot play here.
std::unique_ptr<Strategy> make_external_strategy(const sim::GameRules& rules, const Settings& settings);
// It plays everything, but has no command of its own.
std::optional<std::string> external_refusal(const sim::GameRules& rules, const Settings& settings);

}  // namespace sapper::solvers

// The settings of `external`, a user's program that plays. Strategies do not handle files or processes:
// experiments/kinds/minesweeper/external_player.hpp runs the program.
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

// The reaction to a wrong answer, a late answer or a crash.
inline constexpr std::array<std::string_view, 2> kOnFailure{"stop", "lose"};

inline constexpr std::array kExternalParameters{
    Parameter::texts("command", 1, 1000, "the program and its arguments, started in the config's folder"),
    Parameter::number("timeout_s", 0.001, 86400, 10, "the most seconds that an answer may take"),
    Parameter::choice("on_failure", kOnFailure, 0,
                      "what happens after a wrong or late answer or a crash: stop the run, or lose the game"),
};

// Throws std::invalid_argument: a user's program cannot be run from here.
std::unique_ptr<Strategy> make_external_strategy(const sim::GameRules& rules, const Settings& settings);
// It plays all games, but has no default command.
std::optional<std::string> external_refusal(const sim::GameRules& rules, const Settings& settings);

}  // namespace sapper::solvers

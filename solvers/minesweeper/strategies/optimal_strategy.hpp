// `optimal`: digs certainly free cells, else a cell of exact best play (optimal_solver.hpp). For boards small enough to
// solve. Deterministic: among equally good cells always the same one.
//
// Settings: `memory`, megabytes for the table of positions; `layouts`, the maximum number of layouts of a board.
// All strategies of a process for the same games and settings share one table, across threads; the last table stays in
// memory for later ones.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "sim/minesweeper/game_rules.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::solvers {

inline constexpr std::array kOptimalParameters{
    Parameter::whole("memory", 16, 1 << 20, 512, "megabytes for the table of positions"),
    Parameter::whole("layouts", 1, 1 << 26, 100'000, "the most layouts of a board; more take long to solve"),
};

std::unique_ptr<Strategy> make_optimal_strategy(const sim::GameRules& rules, const Settings& settings);
// Why the board is too large or the game cannot be solved; nullopt if it can.
std::optional<std::string> optimal_refusal(const sim::GameRules& rules, const Settings& settings);

}  // namespace sapper::solvers

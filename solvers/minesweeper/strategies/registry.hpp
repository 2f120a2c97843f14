// The strategies by name: what `sapper list` shows, the config check accepts and the driver makes. A strategy
// is its own source file and its row in registry.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::solvers {

struct StrategyEntry {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<Strategy> (*make)(const sim::GameRules& rules);
  // Why the strategy cannot play these games, or nothing if it can; null: it plays all.
  std::optional<std::string> (*refusal)(const sim::GameRules& rules) = nullptr;
};

std::span<const StrategyEntry> strategies();                // in the order of `sapper list`
const StrategyEntry* find_strategy(std::string_view name);  // null if there is none

}  // namespace sapper::solvers

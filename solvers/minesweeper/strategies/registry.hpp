// The strategies by name: what `sapper list` shows, configs may name and the driver creates. A strategy consists of its
// source file and its row in registry.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::solvers {

struct StrategyEntry {
  std::string_view name;
  std::string_view description;
  // Never null. The settings belong to this entry's parameters.
  std::unique_ptr<Strategy> (*make)(const sim::GameRules& rules, const Settings& settings);
  std::span<const Parameter> parameters = {};
  // Why the strategy cannot play these games, nullopt if it can; null: it plays all games.
  std::optional<std::string> (*refusal)(const sim::GameRules& rules, const Settings& settings) = nullptr;
  // The player is a user's program, started by the code that runs the games
  // (experiments/kinds/minesweeper/player_factory.hpp); make() throws std::invalid_argument.
  bool is_external = false;
};

std::span<const StrategyEntry> strategies();                // in the order of `sapper list`
const StrategyEntry* find_strategy(std::string_view name);  // null if there is none

// A strategy as a config specifies it.
struct StrategyChoice {
  const StrategyEntry* entry = nullptr;
  Settings settings;
  std::string label;  // its name in tables and reports; unique in a config

  StrategyChoice() = default;
  // With default settings and its name as the label.
  explicit StrategyChoice(const StrategyEntry& chosen)
      : entry(&chosen), settings(chosen.parameters), label(chosen.name) {}

  std::unique_ptr<Strategy> make(const sim::GameRules& rules) const { return entry->make(rules, settings); }
  std::optional<std::string> refusal(const sim::GameRules& rules) const {
    return entry->refusal ? entry->refusal(rules, settings) : std::nullopt;
  }
};

}  // namespace sapper::solvers

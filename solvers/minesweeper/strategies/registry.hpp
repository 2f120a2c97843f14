// The strategies by name. A strategy consists of its source file, which ends with its entry, and its place in
// registry.cpp. Configs may also name players from outside (experiments/kinds/minesweeper/config/players.hpp).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "solvers/minesweeper/choice/graph_strategy.hpp"
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
  // It plays where a config names no strategy.
  bool is_default = false;
  // The strongest strategy that can play a game advises its player: the one of highest rank; 0: never.
  int advice_rank = 0;
  // A whole setting that published tables add to the name where it is not 0, after `_d`: `pseq_d256`.
  std::string_view published_setting = {};
  // Whether a move in this position would take it more than some seconds; null: never.
  bool (*is_slow)(const sim::View& view) = nullptr;
  // The same strategy on graphs; null: it plays on grids alone.
  std::unique_ptr<GraphStrategy> (*make_on_graph)(const sim::GraphGameRules& rules,
                                                  const Settings& settings) = nullptr;
  // As `refusal`, of one that plays on graphs.
  std::optional<std::string> (*refusal_on_graph)(const sim::GraphGameRules& rules,
                                                 const Settings& settings) = nullptr;
  // As `is_slow`.
  bool (*is_slow_on_graph)(const sim::GraphPosition& view) = nullptr;
};

// The usual value of StrategyEntry::make.
template <class Made>
std::unique_ptr<Strategy> make_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<Made>(rules, settings);
}
// The usual value of StrategyEntry::make_on_graph.
template <class Made>
std::unique_ptr<GraphStrategy> make_graph_strategy(const sim::GraphGameRules& rules,
                                                   const Settings& settings) {
  return std::make_unique<Made>(rules, settings);
}

std::span<const StrategyEntry> strategies();                // in the order of `sapper list`
const StrategyEntry* find_strategy(std::string_view name);  // null if there is none
const StrategyEntry& default_strategy();
std::span<const StrategyEntry* const> advisers();  // strongest first

// A strategy as a config specifies it.
struct StrategyChoice : Choice<StrategyEntry> {
  using Choice::Choice;
  std::unique_ptr<Strategy> make(const sim::GameRules& rules) const { return entry->make(rules, settings); }
  // Only if it plays on graphs.
  std::unique_ptr<GraphStrategy> make(const sim::GraphGameRules& rules) const {
    return entry->make_on_graph(rules, settings);
  }
  std::optional<std::string> refusal(const sim::GameRules& rules) const {
    return entry->refusal ? entry->refusal(rules, settings) : std::nullopt;
  }
  std::optional<std::string> refusal(const sim::GraphGameRules& rules) const {
    if (entry->make_on_graph == nullptr) return "it does not play on lattices and graphs";
    return entry->refusal_on_graph ? entry->refusal_on_graph(rules, settings) : std::nullopt;
  }
};

}  // namespace sapper::solvers

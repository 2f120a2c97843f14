#include "solvers/minesweeper/registry.hpp"

#include <array>

#include "solvers/minesweeper/random_strategy.hpp"

namespace sapper::solvers {
namespace {

constexpr std::array kStrategies{
    StrategyEntry{"random", "a uniformly random hidden cell", make_random_strategy},
};

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  for (const StrategyEntry& entry : kStrategies)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace sapper::solvers

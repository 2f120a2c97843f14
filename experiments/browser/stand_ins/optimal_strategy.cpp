// In place of `optimal`, whose tables need 64-bit addresses and a map of memory.
#include <stdexcept>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

constexpr const char* kReason = "it is not part of sapper in a page; the program has it";

}  // namespace

StrategyEntry optimal_strategy() {
  return {.name = "optimal",
          .description = "exact best play, on boards small enough to solve; not in a page",
          .make = [](const sim::GameRules&, const Settings&) -> std::unique_ptr<Strategy> {
            throw std::invalid_argument(std::string("optimal: ") + kReason);
          },
          .refusal = [](const sim::GameRules&, const Settings&) -> std::optional<std::string> {
            return kReason;
          }};
}

}  // namespace sapper::solvers

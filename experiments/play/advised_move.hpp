// The move that hints advise.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

// The move of the strongest strategy that can play this game, which is not over, and that strategy's name. `seed`: of its
// random choices. Boards: OnGrids or OnGraphs.
template <class Boards>
std::pair<solvers::Move, std::string_view> advised_on(const typename Boards::GameRules& rules,
                                                      const typename Boards::View& view, std::uint64_t seed) {
  for (const solvers::StrategyEntry* const entry : solvers::advisers()) {
    const solvers::StrategyChoice choice(*entry);
    if (choice.refusal(rules)) continue;
    const auto strategy = choice.make(rules);
    sim::Stream random({seed, 0, 0}, sim::StreamPurpose::strategy);
    typename Boards::Digs digs;
    strategy->begin(view, random);
    strategy->plan({}, digs);
    if (!digs.empty()) return {digs.front(), entry->name};
  }
  throw std::logic_error("no strategy has a move");
}

}  // namespace sapper::experiments::minesweeper

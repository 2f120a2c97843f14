// Best play by the definition of the game, for a few layouts of a few hidden cells: every hidden cell is tried
// in every state, and a game is won when all free cells of its layout have been dug. Openings are dug cell by
// cell. Cost: all states that can arise; some 11 hidden cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::tests {

using Layouts = std::vector<std::uint64_t>;  // bit i: a mine in cell i

// Values are numbers of layouts won.
class BestPlay {
 public:
  explicit BestPlay(const sim::View& view) : grid_(view.grid()) {
    for (sim::Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if (view.is_shown(cell)) shown_ |= std::uint64_t{1} << cell;
  }
  std::uint32_t value(const Layouts& layouts) { return value(shown_, layouts); }
  std::uint32_t value_of_dig(sim::Cell cell, const Layouts& layouts) { return dig(cell, shown_, layouts); }

 private:
  std::uint32_t value(std::uint64_t dug, const Layouts& layouts) {
    const std::uint64_t all = (std::uint64_t{1} << grid_.cell_count()) - 1;
    // All layouts have equally many mines: the game is won in all that are left, or in none.
    if ((dug | layouts.front()) == all) return static_cast<std::uint32_t>(layouts.size());
    const auto [found, is_new] = values_.try_emplace({dug, layouts}, 0);
    if (!is_new) return found->second;
    std::uint32_t best = 0;
    for (sim::Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if ((dug >> cell & 1) == 0) best = std::max(best, dig(cell, dug, layouts));
    return values_[{dug, layouts}] = best;
  }

  std::uint32_t dig(sim::Cell cell, std::uint64_t dug, const Layouts& layouts) {
    std::map<int, Layouts> by_number;
    for (const std::uint64_t layout : layouts) {
      if ((layout >> cell & 1) != 0) continue;
      int number = 0;
      for (const sim::Cell neighbor : grid_.neighbors(cell))
        number += static_cast<int>(layout >> neighbor & 1);
      by_number[number].push_back(layout);
    }
    std::uint32_t won = 0;
    for (const auto& [number, part] : by_number) won += value(dug | std::uint64_t{1} << cell, part);
    return won;
  }

  const sim::Grid& grid_;
  std::uint64_t shown_ = 0;
  std::map<std::pair<std::uint64_t, Layouts>, std::uint32_t> values_;
};

}  // namespace sapper::tests

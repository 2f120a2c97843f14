// The value of every dig of a view, by a memoised search over views. Boards of at most 16 cells.
//
// The search follows the definition of the game (best_play_oracle.hpp) with two shortcuts: a hidden cell without a
// mine in any layout left is dug at once, since that costs nothing, and a cell with a mine in all of them never.
// No bounds, no symmetry, no dominance; the test compares it with the definition itself.
//
// Cost: the views without free digs that any play can lead to, each once for the lifetime of the object.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/view.hpp"
#include "tests/support/best_play_oracle.hpp"

namespace sapper::tests {

class BestDigOracle {
 public:
  static constexpr std::uint32_t kMostCells = 16;

  // `corners_are_free`: they hold no mine (the rule safe_corners).
  BestDigOracle(const sim::Grid& grid, std::uint32_t mine_count, bool corners_are_free = false);

  // The layouts consistent with the view: how many there are, how many of them best play wins, and how many
  // it wins after this dig of a hidden cell.
  std::uint32_t layout_count(const sim::View& view) const;
  std::uint32_t value(const sim::View& view);
  std::uint32_t value_of_dig(const sim::View& view, sim::Cell cell);
  // The first dig at `first`, of the layouts that the rule then allows.
  BestPlayValue first_dig(sim::FirstClickRule rule, sim::Cell first);

 private:
  using Layouts = std::vector<std::uint16_t>;  // each: bit i: a mine in cell i
  using Shown = std::uint64_t;                 // four bits a cell: its number, 15 where it is hidden

  int number(sim::Cell cell, std::uint16_t layout) const;
  Layouts consistent_layouts(const sim::View& view) const;
  std::uint32_t won_from(Shown shown, const Layouts& layouts);
  std::uint32_t won_after(sim::Cell dug, Shown shown, const Layouts& layouts);

  const sim::Grid& grid_;
  Layouts layouts_;
  std::unordered_map<Shown, std::uint32_t> won_;  // by views without free digs
};

}  // namespace sapper::tests

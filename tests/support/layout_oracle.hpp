// Brute force: tries every way to lay the mines among the hidden cells and keeps those that agree with every
// shown number. No deduction, no frontier, no components: the definition itself.
//
// Flags are ignored. Cells that the rules keep free hold no mine. Cost: one pass over all
// C(places, mines) layouts, a few nanoseconds for each shown number looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::tests {

struct LayoutCounts {
  std::uint64_t layouts = 0;             // consistent with the view
  std::vector<std::uint64_t> with_mine;  // [cell], those with a mine there; 0 where shown

  // layouts > 0
  double p_mine(sim::Cell cell) const {
    return static_cast<double>(with_mine[cell]) / static_cast<double>(layouts);
  }
  bool is_certain_mine(sim::Cell cell) const { return with_mine[cell] == layouts; }
  // For hidden cells only.
  bool is_certain_safe(sim::Cell cell) const { return with_mine[cell] == 0; }
};

// Hidden cells that are not free by rule, ascending: where a mine can lie.
std::vector<sim::Cell> places_for_mines(const sim::View& view);

// How many layouts count_layouts would try: C(places, mines); exact below 2^53, 0 if the mines do not fit.
double layouts_to_try(const sim::View& view);

// At most 40 places. known_mines: cells known to hold a mine independently of the numbers.
LayoutCounts count_layouts(const sim::View& view, std::span<const sim::Cell> known_mines = {});

// Layouts as sets of cells. Bit i: a mine in cell i.
using Layouts = std::vector<std::uint64_t>;
inline bool has_mine(std::uint64_t layout, sim::Cell cell) { return (layout >> cell & 1) != 0; }
int number_in(std::uint64_t layout, const sim::Grid& grid, sim::Cell cell);
// The shown cells (bit i: cell i) after a dig of the cell and of what opens with it.
std::uint64_t shown_after(sim::Cell cell, std::uint64_t shown, std::uint64_t layout, const sim::Grid& grid);
double p_mine(const Layouts& layouts, sim::Cell cell);

// The consistent layouts themselves; boards of at most 40 cells.
Layouts consistent_layouts(const sim::View& view);

// A turn in which nothing is certain but mines.
bool is_guess(const sim::View& view, const LayoutCounts& counts);

}  // namespace sapper::tests

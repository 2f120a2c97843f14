// How the mines of a layout are drawn: a uniformly random subset of the cells that are not kept free. By rejection where at
// most half of the cells get mines, else by a partial shuffle. Grids and graphs draw alike, so that a graph made from a
// grid has the same layouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "sim/random/stream.hpp"

namespace sapper::sim {

// allowed_count: the cells that are not kept free, of which there are at least as many as mines.
constexpr bool is_drawn_by_rejection(std::uint64_t mine_count, std::uint32_t cell_count,
                                     std::uint32_t allowed_count) {
  return mine_count * 2 <= cell_count && allowed_count >= cell_count / 2;
}

// Fills in the mines. occupy(cell): occupies the cell, returns whether it was not; those kept free are occupied before.
template <class Occupy>
void draw_by_rejection(std::span<Cell> mines, std::uint32_t cell_count, Stream& random, Occupy occupy) {
  // Branch-free: which draws are rejected is unpredictable.
  for (std::size_t count = 0; count < mines.size();) {
    const Cell cell = random.below(cell_count);
    const bool is_new = occupy(cell);
    mines[count] = cell;
    count += static_cast<std::size_t>(is_new);
  }
}

// Fills in the mines. places: the cells that are not kept free, ascending; changes their order.
inline void draw_by_shuffle(std::span<Cell> mines, std::span<Cell> places, Stream& random) {
  for (std::size_t i = 0; i < mines.size(); ++i) {
    std::swap(places[i], places[i + random.below(static_cast<std::uint32_t>(places.size() - i))]);
    mines[i] = places[i];
  }
}

}  // namespace sapper::sim

// A layout: the mines, and the number that each free cell would show.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/cell_bytes.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/random/stream.hpp"

namespace sapper::sim {

class Layout {
 public:
  // No mines. The grid must outlive the layout.
  explicit Layout(const Grid& grid)
      : grid_(&grid), values_(grid.cell_count(), 0), in_column_(grid.cell_count() + 2, 0) {}

  const Grid& grid() const { return *grid_; }
  bool is_mine(Cell cell) const { return (values_[cell] & kMineBit) != 0; }
  // Mines among the cell's neighbours (defined for mines too).
  int number(Cell cell) const { return values_[cell] & kNumberMask; }
  // [cell] of a free cell: its number.
  const CellBytes& values() const { return values_; }
  // Those of the cells that hold mines, and those without mines in and around them.
  CellBits mines_among(CellBits cells) const { return values_.with_top_bit(cells); }
  CellBits zeros_among(CellBits cells) const { return values_.equal_to(0, cells); }
  std::span<const Cell> mines() const { return mines_; }  // in no particular order, each once

  void clear();
  void add_mine(Cell cell);     // must not be a mine
  void remove_mine(Cell cell);  // must be a mine

  // Replaces the mines by mine_count new ones: a uniformly random subset of the cells for which allowed(cell) holds.
  // allowed_count: the number of those cells; mine_count <= allowed_count. Uses rejection where at most half of the
  // cells get mines (at most two draws per mine on average if all cells are allowed), else a partial shuffle.
  template <class Allowed>
  void lay_uniformly(std::uint32_t mine_count, std::uint32_t allowed_count, Stream& random, Allowed allowed);

 private:
  static constexpr int kMineShift = 7;
  static constexpr std::uint8_t kMineBit = 1 << kMineShift;
  static constexpr std::uint8_t kNumberMask = 0x0F;

  // Marks a free cell as a mine; count_numbers() has to follow.
  void place(Cell mine) {
    values_[mine] = kMineBit;
    mines_.push_back(mine);
  }
  void count_numbers();
  void count_each_column();
  void add_columns();

  const Grid* grid_;
  CellBytes values_;  // the number, with kMineBit where a mine lies
  std::vector<Cell> mines_;
  std::vector<Cell> places_;  // scratch of lay_uniformly
  // Scratch of count_numbers(): [1 + cell] the mines in the cell and the cells above and below it.
  std::vector<std::uint8_t> in_column_;
};

template <class Allowed>
void Layout::lay_uniformly(std::uint32_t mine_count, std::uint32_t allowed_count, Stream& random,
                           Allowed allowed) {
  SAPPER_EXPECT(mine_count <= allowed_count);
  clear();
  const std::uint32_t cells = grid_->cell_count();
  if (static_cast<std::uint64_t>(mine_count) * 2 <= cells && allowed_count >= cells / 2) {
    while (mines_.size() < mine_count) {
      const Cell cell = random.below(cells);
      if (!is_mine(cell) && allowed(cell)) place(cell);
    }
    return count_numbers();
  }
  // Many mines or few allowed cells: draw from a list of those cells.
  places_.clear();
  for (Cell cell = 0; cell < cells; ++cell)
    if (allowed(cell)) places_.push_back(cell);
  SAPPER_EXPECT(places_.size() == allowed_count);
  for (std::uint32_t i = 0; i < mine_count; ++i) {
    std::swap(places_[i], places_[i + random.below(allowed_count - i)]);
    place(places_[i]);
  }
  count_numbers();
}

}  // namespace sapper::sim

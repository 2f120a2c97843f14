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

  // Replaces the mines by mine_count new ones: a uniformly random subset of the cells that are not kept free, of which
  // there are at least as many. visit_kept_free(visit): calls visit with each cell that is kept free, once; it is called
  // twice. Uses rejection where at most half of the cells get mines (at most two draws per mine on average if no cell is
  // kept free), else a partial shuffle.
  template <class VisitKeptFree>
  void lay_uniformly(std::uint32_t mine_count, Stream& random, const VisitKeptFree& visit_kept_free) {
    std::uint32_t allowed_count = grid_->cell_count();
    values_.fill_all(0);
    visit_kept_free([&](Cell cell) {
      values_[cell] = kKeptFree;
      --allowed_count;
    });
    draw_mines(mine_count, allowed_count, random);
    visit_kept_free([&](Cell cell) { values_[cell] = 0; });
    count_numbers();
  }

 private:
  static constexpr int kMineShift = 7;
  static constexpr std::uint8_t kMineBit = 1 << kMineShift;
  static constexpr std::uint8_t kNumberMask = 0x0F;
  static constexpr std::uint8_t kKeptFree = 0x40;  // only within lay_uniformly()

  void draw_mines(std::uint32_t mine_count, std::uint32_t allowed_count, Stream& random);
  void draw_by_rejection(std::uint32_t mine_count, Stream& random);
  void draw_by_shuffle(std::uint32_t mine_count, Stream& random);
  void count_numbers();
  void count_each_column();
  void add_columns();

  const Grid* grid_;
  CellBytes values_;  // the number, with kMineBit where a mine lies
  std::vector<Cell> mines_;
  std::vector<Cell> places_;  // scratch of draw_by_shuffle()
  // Scratch of count_numbers(): [1 + cell] the mines in the cell and the cells above and below it.
  std::vector<std::uint8_t> in_column_;
};

}  // namespace sapper::sim

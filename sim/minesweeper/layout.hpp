// A layout: the mines, and the number that each free cell would show.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/random/stream.hpp"

namespace sapper::sim {

class Layout {
 public:
  // No mines. The grid must outlive the layout.
  explicit Layout(const Grid& grid);

  const Grid& grid() const { return *grid_; }
  bool is_mine(Cell cell) const { return mine_.contains(grid_->place_of(cell)); }
  // Mines among the cell's neighbours (defined for mines too).
  int number(Cell cell) const { return numbers_[grid_->place_of(cell)]; }
  const CellNumbers& numbers() const { return numbers_; }
  const CellPlane& mine_plane() const { return mine_; }
  std::span<const Cell> mines() const { return mines_; }  // in no particular order, each once

  void clear();
  void add_mine(Cell cell);     // must not be a mine
  void remove_mine(Cell cell);  // must be a mine
  // Replaces the mines by these, each listed once.
  void set_mines(std::span<const Cell> mines);

  // Replaces the mines by mine_count new ones: a uniformly random subset of the cells that are not kept free, of which
  // there are at least as many. visit_kept_free(visit): calls visit with each cell that is kept free, once; it is called
  // twice. Uses rejection where at most half of the cells get mines (at most two draws per mine on average if no cell is
  // kept free), else a partial shuffle.
  template <class VisitKeptFree>
  void lay_uniformly(std::uint32_t mine_count, Stream& random, const VisitKeptFree& visit_kept_free) {
    std::uint32_t allowed_count = grid_->cell_count();
    mine_.clear();
    visit_kept_free([&](Cell cell) {
      mine_.insert(grid_->place_of(cell));  // so that no mine is laid there
      --allowed_count;
    });
    draw_mines(mine_count, allowed_count, random);
    visit_kept_free([&](Cell cell) { mine_.remove(grid_->place_of(cell)); });
    count_numbers();
  }

 private:
  void draw_mines(std::uint32_t mine_count, std::uint32_t allowed_count, Stream& random);
  void draw_by_rejection(std::uint32_t mine_count, Stream& random);
  void draw_by_shuffle(std::uint32_t mine_count, Stream& random);
  void count_numbers();
  void count_strip(std::uint32_t strip);

  const Grid* grid_;
  CellPlane mine_;
  CellNumbers numbers_;
  std::vector<Cell> mines_;
  std::vector<Cell> places_;  // scratch of draw_by_shuffle()
  // Scratch of count_strip(): [1 + row] what a row adds to the numbers of those above and below, in binary.
  std::vector<std::uint32_t> ones_, twos_;
};

}  // namespace sapper::sim

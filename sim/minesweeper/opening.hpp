// Openings: the cells that digging a 0 shows. Games open those that stay in one block by BlockOperations::dig.
//
// A flood fill of the hidden zeros by blocks of 16 rows and 32 columns of the bit planes. A work list holds the blocks
// with zeros that have been reached but not spread from; a block is filled as a whole, one cell further in all directions
// at a time, before what it opens is handed to the blocks beside it. Blocks are read from the layout and the view when
// first reached, so that the cost grows with the blocks that the opening touches and not with the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/block_operations.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::sim {

class Opening {
 public:
  // The grid must outlive the object.
  explicit Opening(const Grid& grid,
                   const BlockOperations& operations = *supported_block_operations().back());

  // Cells with a neighbour in another block, or across the border of a torus: an opening whose zeros are none of these
  // stays in its block.
  const CellPlane& exits() const { return exits_; }

  // The hidden cells that digging `zero`, a hidden cell without mines around it, shows with a flood: the zeros that are
  // connected to it by hidden zeros, and all their hidden neighbours; where flags protect from openings, only cells
  // without a flag, of which `zero` is one. Valid until the next call.
  std::span<const CellBlock> find(const Layout& layout, const View& view, Cell zero,
                                  FlagProtection protection);

 private:
  static constexpr std::uint32_t kRows = RowVector::kRows;

  // A block's place on the board.
  struct Place {
    std::uint32_t row;  // its first one, a multiple of kRows
    std::uint32_t strip;
  };

  std::uint32_t first_word_of(Place place) const { return grid_->word_at(place.row, place.strip); }
  std::uint32_t last_bit_of(std::uint32_t strip) const {
    return strip == last_strip_ ? last_bit_ : Grid::kWordCells - 1;
  }
  RowVector openable(std::uint32_t first_word) const;
  RowVector openable_zeros(std::uint32_t first_word) const;
  void read(std::uint32_t first_word);
  void open(Place place, const RowVector& cells);
  void open(std::uint32_t row, std::uint32_t strip, std::uint32_t cells);
  void spread(Place place);
  void spread_to_sides(Place place, const RowVector& zeros);
  void spread_to_row(std::uint32_t row, std::uint32_t strip, std::uint32_t zeros, bool goes_left,
                     bool goes_right);
  void list();

  const Grid* grid_;
  BlockOperations::Spread spread_zeros_;
  std::uint32_t last_row_, last_strip_, last_bit_;
  CellPlane exits_;
  const Layout* layout_ = nullptr;  // within find()
  const View* view_ = nullptr;
  const CellPlane* kept_hidden_ = nullptr;  // the flagged cells, if openings stop there
  // Valid in the blocks that have been read.
  CellPlane zeros_;                     // hidden ones
  CellPlane opened_;                    // where hidden
  CellPlane spread_;                    // zeros whose neighbours are opened
  std::vector<std::uint64_t> is_read_;  // one bit for each block
  std::size_t read_begin_, read_end_;   // where bits are set
  std::vector<Place> work_;
  std::vector<CellBlock> found_;
};

}  // namespace sapper::sim

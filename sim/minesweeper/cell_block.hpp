// Sets of cells as blocks: 16 words of a strip of the bit planes (grid.hpp), from a multiple of 16 on, which are one vector.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/row_vector.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::sim {

// Some cells of 16 rows and 32 columns.
struct CellBlock {
  alignas(64) std::array<std::uint32_t, Grid::kVectorWords> bits;  // [row]
  std::uint32_t first_word;                                        // that of row 0, a multiple of 16
  std::uint32_t rows;                                              // those with cells, one bit each
  const Cell* first_cells;                                         // [row] the cell of bit 0

  // Empty.
  CellBlock(const Grid& grid, std::uint32_t word)
      : bits{}, first_word(word), rows(0), first_cells(grid.first_cells().data() + word) {
    SAPPER_EXPECT(word % Grid::kVectorWords == 0);
  }

  [[gnu::always_inline]] RowVector vector() const { return RowVector::load(bits.data()); }
  [[gnu::always_inline]] void assign(const RowVector& some) {
    some.store(bits.data());
    rows = some.used_rows();
  }
  void add(std::uint32_t row, std::uint32_t some) {
    bits[row] |= some;
    rows |= static_cast<std::uint32_t>(some != 0) << row;
  }
  // [row]; used: the rows that have some, one bit each.
  [[gnu::always_inline]] void add(const std::uint32_t* some, std::uint32_t used) {
    (vector() | RowVector::load(some)).store(bits.data());
    rows |= used;
  }
  std::uint32_t count() const {
    std::uint32_t result = 0;
    for_each_row([&](std::uint32_t row) { result += static_cast<std::uint32_t>(std::popcount(bits[row])); });
    return result;
  }
  // There must be one.
  Cell front() const {
    const auto row = static_cast<std::size_t>(std::countr_zero(rows));
    return first_cells[row] + static_cast<Cell>(std::countr_zero(bits[row]));
  }
  bool operator==(const CellBlock&) const = default;
  // Calls visit with each cell, row by row.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_row([&](std::uint32_t row) {
      for (std::uint32_t left = bits[row]; left != 0; left &= left - 1)
        visit(first_cells[row] + static_cast<Cell>(std::countr_zero(left)));
    });
  }
  // Calls visit with each row that has cells.
  template <class Visit>
  void for_each_row(Visit visit) const {
    for (std::uint32_t left = rows; left != 0; left &= left - 1)
      visit(static_cast<std::uint32_t>(std::countr_zero(left)));
  }
};
template <class Visit>
void for_each_cell(std::span<const CellBlock> cells, Visit visit) {
  for (const CellBlock& block : cells) block.for_each(visit);
}
inline std::size_t cell_count(std::span<const CellBlock> cells) {
  std::size_t count = 0;
  for (const CellBlock& block : cells) count += block.count();
  return count;
}

// Appends cells of a word: to the last block, if they come after all of its cells there.
inline void append_cells(std::vector<CellBlock>& blocks, const Grid& grid, std::uint32_t word,
                         std::uint32_t bits) {
  const std::uint32_t row = word % Grid::kVectorWords;
  const bool fits = !blocks.empty() && blocks.back().first_word == word - row &&
                    (blocks.back().rows >> row == 0 ||
                     (blocks.back().rows >> row == 1 && blocks.back().bits[row] < (bits & -bits)));
  if (!fits) blocks.emplace_back(grid, word - row);
  blocks.back().add(row, bits);
}
// Adds cells of a word to blocks whose order does not matter.
inline void add_cells(std::vector<CellBlock>& blocks, const Grid& grid, std::uint32_t word,
                      std::uint32_t bits) {
  const std::uint32_t row = word % Grid::kVectorWords;
  for (CellBlock& block : blocks)
    if (block.first_word == word - row) return block.add(row, bits);
  blocks.emplace_back(grid, word - row).add(row, bits);
}
inline void add_cell(std::vector<CellBlock>& blocks, const Grid& grid, Cell cell) {
  const Grid::Place place = grid.place_of(cell);
  add_cells(blocks, grid, place.word, place.mask());
}

}  // namespace sapper::sim

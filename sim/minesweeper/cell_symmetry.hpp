// Equivalent cells of a board: the classes of cells under the board's symmetries, so that an experiment over all first
// clicks plays one cell per class.
//
// A symmetry is a permutation of the cells that preserves the neighbour relation and the set of cells that the rules
// keep free of mines, if any:
//   reflections of the rows and of the columns; on boards with as many rows as columns, both or neither of which wrap,
//   also the transposition: up to 8. With shifted rows (hexagons) those that keep the shift: with an odd number of rows
//   the reflection of the rows; with an even number the half turn, which takes shifted rows to unshifted ones; of a
//   single row the reflection of its columns; where columns wrap, all four, with unshifted rows moved by a cell;
//   and where rows or columns wrap, all translations along them: a torus is one class, unless cells are kept free.
//
// Under uniform layouts two cells of a class are equally good first clicks. The mines of a board file need not have the
// board's symmetry: there each cell forms its own class.
#pragma once

#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"

namespace sapper::sim {

struct CellClasses {
  std::vector<Cell> representatives;    // [class], the lowest cell of each, ascending
  std::vector<std::uint32_t> class_of;  // [cell], an index of representatives
};

// kept_free: cells that the rules keep free of mines; each once, in any order. Time: cells x symmetries (at
// most 8 x kept_free).
CellClasses classify_cells(const Grid& grid, std::span<const Cell> kept_free = {});

// The symmetries of a board where no cell is kept free, translations included: [symmetry][cell] its image.
std::vector<std::vector<Cell>> symmetries(const Grid& grid);

}  // namespace sapper::sim

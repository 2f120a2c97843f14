// A board on a lattice or graph as it is drawn in rows of characters: the rows of a lattice's layers below one another, a graph's
// cells as a table of numbers, ten in a row where there are not too many.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "experiments/drawing/board_picture.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"

namespace sapper::experiments::minesweeper {

class GraphSheet {
 public:
  // The board has a graph_board, whose graph is there, and must outlive the sheet.
  explicit GraphSheet(const Board& board);

  // A place of this grid is the cell of the same number; the last row may have places without a cell.
  const sim::Grid& grid() const { return grid_; }
  int largest_number() const { return largest_number_; }  // that a cell may show
  // What stands before a row: of a graph the number of its first cell, in layers `layer,row`.
  std::string row_name(int row) const;

  // Pictures live as long as the sheet and what they are made of. is_flagged: empty if no cell is.
  using IsFlagged = std::function<bool(sim::Cell)>;
  // marked: kNoCell if no cell is.
  BoardPicture picture_of(const sim::GraphPosition& view, sim::Cell marked, IsFlagged is_flagged = {}) const;
  BoardPicture picture_of(const sim::GraphPosition& view, const solvers::CellRisks& risks,
                          IsFlagged is_flagged = {}) const;
  // As finished_picture().
  BoardPicture finished(const sim::GraphGame& game, IsFlagged is_flagged = {}) const;

 private:
  template <class OfCell>
  BoardPicture drawn(OfCell of_cell) const;

  const Board& board_;
  std::uint32_t cell_count_;
  sim::Grid grid_;
  int largest_number_ = 0;
};

}  // namespace sapper::experiments::minesweeper

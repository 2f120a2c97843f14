// Boards in SVG: numbers in their classic colours, P(mine) of hidden cells as percent and as colour, certain cells, mines,
// flags, and the numbers of rows and columns (from 0, as in files and JSON); or, of boards too large for an element for each
// cell, a heat map, a picture (PNG) within the drawing.
#pragma once

#include <string>
#include <string_view>

#include "experiments/drawing/board_picture.hpp"

namespace sapper::experiments::minesweeper {

// Lengths are in pixels.
struct SvgFrame {
  double left = 0, top = 0;  // of the first cell
  double cell_width = 28, cell_height = 28;
  std::string_view line = "#9A9A9A";  // around cells
  double line_width = 1;
  double label_size = 11;                                 // of the numbers of rows and columns
  double least_row_distance = 0, least_col_distance = 0;  // of labels
};

class SvgBoard {
 public:
  // The picture must outlive it.
  SvgBoard(const BoardPicture& picture, const SvgFrame& frame) : picture_(picture), frame_(frame) {}

  double width() const;
  double height() const;
  // The upper left corner of a cell.
  double x_of(sim::Cell cell) const;
  double y_of(sim::Cell cell) const;

  std::string cells() const;
  // The cells' sides are whole numbers of pixels, so that nothing needs to scale it, which would blur it.
  std::string heat_map() const;
  std::string labels() const;

 private:
  const sim::Grid& grid() const { return *picture_.grid; }
  std::string sign(const PictureCell& cell, double x, double y) const;

  const BoardPicture& picture_;
  SvgFrame frame_;
};

}  // namespace sapper::experiments::minesweeper

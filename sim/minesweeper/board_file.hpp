// Board files: the mines of one board. Three formats, recognized by content:
//
//   row,col   One mine per line, from 0: "0,7". Blank lines and comments (# to the end of the line) are
//             skipped. The file does not say how large the board is.
//   map       One line per row, one character per cell: * mine, . free. Blanks may separate the cells; one that may be a
//             cell is refused (row_blanks.hpp). A blank line or a comment between rows ends the board; the next row begins
//             another one. Input::number chooses among them.
//   MBF       Binary, of the Minesweeper community: width and height (one byte each), mine count (two bytes,
//             high byte first), then two bytes per mine, x (column) and y (row), from 0. Boards up to
//             255 x 255.
//
// A file is MBF if it has the size that its header says and holds a control character that does not occur in text, or
// else does not begin like a list or a map. Every MBF file with fewer than 2304 mines has a control character, the high
// byte of its count. No list or map is a valid MBF file of more mines: the characters that may occur in it, and are not
// outside the board that its first two would give, make fewer than 2304 pairs.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::sim {

struct BoardFile {
  int rows = 0;  // like cols, 1 to Grid::kMaxSide
  int cols = 0;
  std::vector<Cell> mines;  // ascending, each once; cell = row * cols + col
};

// InputError if the input is not a board file, holds several boards and does not say which is meant, or lacks that one,
// a mine lies outside the board or is listed twice, or the board is not of size `size`. `row,col` lists need a size.
BoardFile parse_board(const Input& input, std::optional<BoardSize> size = std::nullopt);

// The board in a file, or, of `FILE#K`, the K-th map in it. InputError as above, and if the file cannot be read.
BoardFile read_board_file(const std::filesystem::path& path, std::optional<BoardSize> size = std::nullopt);

// Writers. The mines come in any order, each once, and are written in the order of the cells.
void write_map(std::ostream& out, const Grid& grid, std::span<const Cell> mines);
// std::invalid_argument if the board has more than 255 rows or columns.
void write_mbf(std::ostream& out, const Grid& grid, std::span<const Cell> mines);

}  // namespace sapper::sim

// Positions: what a player sees of a game at one moment, read from and written to files.
//
//   # anything after a hash
//   mines 10
//   topology square             (optional)
//   first_click safe_corners    (optional: the game's first-click rule)
//   .1 0 0
//   ...
//
// `mines N`, then a line a row: 0 to 8 shown numbers, `.` hidden, `F` hidden and flagged. Blanks inside a row
// are passed over. Of the first-click rules only `safe_corners` still says something once cells are shown:
// the corners stay free. Other forms of the same content (JSON, in experiments/position_json.hpp) are checked
// by make_position too, so that all say the same of the same mistake.
//
// A position need not be possible: whether a layout satisfies it is the solvers' question.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/view.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::sim {

enum class FlagMeaning : std::uint8_t {
  mark,      // says nothing of what lies below
  evidence,  // a mine lies below
};

struct Position {
  std::shared_ptr<const Grid> grid;
  View view;
  std::vector<Cell> trusted_mines;  // the flagged cells where flags are evidence, ascending; empty otherwise
};

// Where something stands in a file; from 1.
struct TextPlace {
  std::size_t line = 0;
  std::size_t column = 0;
};

// What a file says of a position, before it is checked.
struct PositionText {
  struct Row {
    std::string characters;
    TextPlace place;  // of the first character
  };
  std::string file;
  std::uint64_t mines = 0;
  TextPlace mines_place;
  Topology topology = Topology::square;
  FirstClickRule first_click = FirstClickRule::unprotected;
  std::vector<Row> rows;
};

// Reads the text form. InputError if the input is not in it; the cells are not checked yet.
PositionText parse_position_text(const Input& input);

// The position that the text describes. InputError with the place of what is wrong: no rows, ragged rows, a
// character that is no cell, a number above the cell's count of neighbours, more mines than hidden cells,
// more trusted flags than mines.
Position make_position(const PositionText& text, FlagMeaning flags);

// Where a cell of make_position's answer stands in the file.
TextPlace place_of_cell(const PositionText& text, int row, int col);

// How many cells a row has.
int count_cells(const PositionText::Row& row);

// In text form; flags as F. Of a view whose corners stay free by rule, that too.
void write_position(std::ostream& out, const View& view);

}  // namespace sapper::sim

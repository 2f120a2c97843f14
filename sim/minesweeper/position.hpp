// Positions: what a player sees of a game at one moment, read from and written to files.
//
//   # anything after a hash
//   mines 10
//   topology square             (optional)
//   first_click safe_corners    (optional: the game's first-click rule)
//   .1 0 0
//   ...
//
// `mines N`, then one line per row: 0 to 8 shown numbers, `.` hidden, `F` hidden and flagged. Blanks inside a
// row are skipped. The first-click rule matters where it keeps cells free during the whole game. Other forms
// of the same content (JSON, in experiments/analysis/position_json.hpp) are checked by make_position too, so
// that a mistake has the same message in each.
//
// A position need not be possible: whether a layout satisfies it is for the solvers to find.
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
  mark,      // no evidence
  evidence,  // a mine lies below
};

struct Position {
  std::shared_ptr<const Grid> grid;
  View view;
  std::vector<Cell> trusted_mines;  // the flagged cells where flags are evidence, ascending; empty otherwise
};

// A place in a file, from 1.
struct TextPlace {
  std::size_t line = 0;
  std::size_t column = 0;
};

// A position as a file gives it, not yet checked.
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
// character that is not a cell, a number above the cell's count of neighbours, more mines than hidden cells,
// more trusted flags than mines.
Position make_position(const PositionText& text, FlagMeaning flags);

// The place in the file of a cell of the position that make_position returned.
TextPlace place_of_cell(const PositionText& text, int row, int col);

// The number of cells in a row.
int count_cells(const PositionText::Row& row);

// Writes the text form; flags as F, and the first-click rule if it keeps cells free during the whole game.
void write_position(std::ostream& out, const View& view);

}  // namespace sapper::sim

// Boards as text, for files and terminals: rows and columns with labels, odd rows of hexagonal boards shifted by half a
// cell. Cells are as wide as the terminal allows, down to one character; boards that are still too wide are split into
// panels.
//
// Emoji are two columns wide in every terminal except for the keycaps of numbers, which some draw in one column:
// after each emoji the cursor is moved to the column of the next cell. So emoji work only on terminals.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/drawing/board_picture.hpp"

namespace sapper::experiments::minesweeper {

// How rows and columns are labelled: rows by letters and columns from 1, or both by numbers from 0.
enum class AxisLabels : std::uint8_t { letters, numbers };
enum class SignStyle : std::uint8_t { plain, emoji };
enum class ColourMode : bool { off, on };

std::string row_label(int row, AxisLabels labels);  // row from 0: B, or 1
int first_col_label(AxisLabels labels);

struct DrawingStyle {
  SignStyle signs = SignStyle::plain;
  ColourMode colours = ColourMode::off;
  int columns = 0;  // of the terminal; 0: unlimited
  AxisLabels labels = AxisLabels::numbers;
  int label_width = 0;  // of the row labels, at least
  // What stands before a row, instead of its label; the last row's is the longest. Empty: the label.
  std::function<std::string(int row)> row_name = {};
  char zero = ' ';  // the plain sign of a shown 0
};

// How cells are drawn.
struct CellForm {
  int pitch = 2;  // columns from one cell to the next
  int field = 1;  // columns for the sign, right-aligned; at most `pitch`. A wider sign fills the pitch.
  SignStyle signs = SignStyle::plain;
  bool has_letters = false;  // after the field
};

// The form of the cells of a picture: the widest with which a whole row fits. If none does, risks are written in full and
// other signs as narrow as they can be. Narrow risks are two characters without the percent sign: `5%` is `05`, so that it
// is not taken for a shown number.
CellForm fitting_form(const BoardPicture& picture, const DrawingStyle& style);
// Chooses likewise, and takes the narrowest form if none fits.
CellForm narrowest_fitting_form(const BoardPicture& picture, const DrawingStyle& style);

// A part of the board: rows [first_row, last_row), columns [first_col, last_col).
struct BoardWindow {
  int first_row = 0;
  int last_row = 0;
  int first_col = 0;
  int last_col = 0;

  bool operator==(const BoardWindow&) const = default;
};
BoardWindow whole_board(const sim::Grid& grid);

// Where rows, columns and labels of a board are. Columns of the terminal count from 0.
class BoardTable {
 public:
  BoardTable(const sim::Grid& grid, const DrawingStyle& style, CellForm form)
      : grid_(grid), style_(style), form_(form) {}

  int width() const;        // of the whole board
  int label_lines() const;  // of the column labels
  // The column in which a cell's sign ends.
  int end_of_sign(sim::Cell cell, const BoardWindow& window) const;

  // A part of a picture of this grid with labels, one line per row. Column numbers too long for a cell are written
  // vertically.
  std::string draw(const BoardPicture& picture, const BoardWindow& window) const;
  // All of it. One wider than the style's columns is split into panels of about equal width, one below the other.
  std::string draw_all(const BoardPicture& picture) const;

 private:
  std::string label_of(int row) const;
  int label_width() const;
  int shift_of(int row) const;
  int label_digits() const;
  bool is_downwards() const;  // whether column labels are written vertically
  void append_column_labels(std::string& out, const BoardWindow& window) const;
  void append_row(std::string& out, const BoardPicture& picture, int row, const BoardWindow& window) const;

  const sim::Grid& grid_;
  DrawingStyle style_;
  CellForm form_;
};

// The whole picture, in the form that fits.
std::string draw_text(const BoardPicture& picture, const DrawingStyle& style);

// What a drawing shows for a sign other than a letter; of numbers, for 0.
std::string_view sign_text(CellSign sign, SignStyle signs);

}  // namespace sapper::experiments::minesweeper

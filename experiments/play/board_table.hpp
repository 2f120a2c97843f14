// How players name the cells of a board: row,col from 0, as in files, reports and the bot protocol. In the course's
// levels a letter for the row and a number from 1 for the column: B7 is the second row, seventh column, 1,6; after row
// Z come AA, AB ... AZ, BA and so on. Both are accepted everywhere, and `1 6` for 1,6.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// How rows and columns are labelled: rows by letters and columns from 1, or both by numbers from 0.
enum class Labels : std::uint8_t { letters, numbers };

std::string row_label(int row, Labels labels);  // row from 0: B, or 1
int first_col_label(Labels labels);
// B7, or 1,6.
std::string cell_name(const sim::Grid& grid, sim::Cell cell, Labels labels);

// An example cell for the explanation of the notation, and that explanation.
sim::Cell example_cell(const sim::Grid& grid);
std::string notation_note(const sim::Grid& grid, Labels labels);

// The result of parsing text as a cell, in either notation, case-insensitive: the cell, or an error with the valid
// input in terms of `labels`.
struct CellReading {
  sim::Cell cell = sim::kNoCell;
  std::string complaint = {};  // empty if there is a cell
};
CellReading read_cell(const sim::Grid& grid, std::string_view text, Labels labels = Labels::numbers);

// Row or column by its name, from 0; nullopt if the board has no such row or column.
std::optional<int> read_row(const sim::Grid& grid, std::string_view text);
std::optional<int> read_col(const sim::Grid& grid, std::string_view text);

// `A to I`, `1 to 9`; `A` or `1` alone on boards with one.
std::string row_range(const sim::Grid& grid);
std::string col_range(const sim::Grid& grid);

// The content of a cell.
struct Sign {
  std::string text;
  int width = 1;       // columns that the text takes
  std::string colour;  // an escape sequence; empty: none
};

// How wide cells are, in columns of the terminal.
struct CellSize {
  int pitch = 2;  // from one cell to the next
  int field = 1;  // columns for the sign, right-aligned; at most `pitch`. A wider sign fills the pitch.
};

// A part of the board: rows [first_row, last_row), columns [first_col, last_col).
struct Window {
  int first_row = 0;
  int last_row = 0;
  int first_col = 0;
  int last_col = 0;

  bool operator==(const Window&) const = default;
};
Window whole_board(const sim::Grid& grid);

// What follows a sign: blanks, or, for signs whose width depends on the terminal, an escape sequence that moves the
// cursor to the next cell.
enum class Positioning : std::uint8_t { blanks, cursor };

// The rows and columns of a board as text: labels, alignment, the shift of hexagonal rows. Columns of the terminal
// count from 0.
class BoardTable {
 public:
  using SignOf = std::function<Sign(sim::Cell)>;

  BoardTable(const sim::Grid& grid, Labels labels, CellSize size)
      : grid_(grid), labels_(labels), size_(size) {}

  int width() const;        // of the whole board
  int label_lines() const;  // of the column labels
  // The column in which a cell's sign ends.
  int end_of_sign(sim::Cell cell, const Window& window) const;

  // A part of the board with labels, one line per row. Column numbers too long for a cell are written vertically.
  std::string draw(const Window& window, Positioning positioning, const SignOf& sign_of) const;
  // The whole board. One wider than `columns` (0: no limit) is split into panels of about equal width, one below the
  // other.
  std::string draw_all(int columns, Positioning positioning, const SignOf& sign_of) const;

 private:
  int label_width() const;
  int shift_of(int row) const;
  int label_digits() const;
  bool is_downwards() const;  // whether column labels are written vertically
  void append_column_labels(std::string& out, const Window& window) const;
  void append_row(std::string& out, int row, const Window& window, Positioning positioning,
                  const SignOf& sign_of) const;

  const sim::Grid& grid_;
  Labels labels_;
  CellSize size_;
};

}  // namespace sapper::experiments::minesweeper

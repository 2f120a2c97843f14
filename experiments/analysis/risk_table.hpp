// Boards as text: tables with labelled rows and columns, and how P(mine) of a cell is shown in them, as a short text and
// as a colour.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::minesweeper {

// The terminal's escape sequence that ends a colour.
inline constexpr std::string_view kPlainColour = "\x1b[0m";
// The colour of a shown number from 1 to 8.
std::string number_colour(int number);

// How rows and columns are labelled: rows by letters and columns from 1, or both by numbers from 0.
enum class AxisLabels : std::uint8_t { letters, numbers };

std::string row_label(int row, AxisLabels labels);  // row from 0: B, or 1
int first_col_label(AxisLabels labels);

// The content of a cell.
struct CellSign {
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
struct BoardWindow {
  int first_row = 0;
  int last_row = 0;
  int first_col = 0;
  int last_col = 0;

  bool operator==(const BoardWindow&) const = default;
};
BoardWindow whole_board(const sim::Grid& grid);

// What follows a sign: blanks, or, for signs whose width depends on the terminal, an escape sequence that moves the
// cursor to the next cell.
enum class CellAlignment : std::uint8_t { blanks, cursor };

// The rows and columns of a board as text: labels, alignment, the shift of hexagonal rows. Columns of the terminal
// count from 0.
class BoardTable {
 public:
  using SignOf = std::function<CellSign(sim::Cell)>;

  BoardTable(const sim::Grid& grid, AxisLabels labels, CellSize size)
      : grid_(grid), labels_(labels), size_(size) {}

  int width() const;        // of the whole board
  int label_lines() const;  // of the column labels
  // The column in which a cell's sign ends.
  int end_of_sign(sim::Cell cell, const BoardWindow& window) const;

  // A part of the board with labels, one line per row. Column numbers too long for a cell are written vertically.
  std::string draw(const BoardWindow& window, CellAlignment positioning, const SignOf& sign_of) const;
  // The whole board. One wider than `columns` (0: no limit) is split into panels of about equal width, one below the
  // other.
  std::string draw_all(int columns, CellAlignment positioning, const SignOf& sign_of) const;

 private:
  int label_width() const;
  int shift_of(int row) const;
  int label_digits() const;
  bool is_downwards() const;  // whether column labels are written vertically
  void append_column_labels(std::string& out, const BoardWindow& window) const;
  void append_row(std::string& out, int row, const BoardWindow& window, CellAlignment positioning,
                  const SignOf& sign_of) const;

  const sim::Grid& grid_;
  AxisLabels labels_;
  CellSize size_;
};

// The certainty of a hidden cell, from counts.
enum class CellCertainty : std::uint8_t { none, safe, mine };
// [cell]
std::vector<CellCertainty> certainty_of(const solvers::CellRisks& risks);

// Up to three characters: `o` safe, `*` mine, else percent that never suggests certainty: `<1%` and `>99` for values
// close to 0 and 1.
std::string risk_text(CellCertainty certainty, double p_mine);

enum class ColourMode : bool { off, on };

// The size of the cells of a heat map, which show a risk in full, or in two characters without the percent sign: `5%` as
// `05`, so that it is not taken for a shown number. has_marks: with a character for a mark.
CellSize risk_size(bool is_full, bool has_marks);

// What the cells of a heat map show. The view and the risks must outlive it.
class RiskSigns {
 public:
  RiskSigns(const sim::View& view, const solvers::CellRisks& risks, ColourMode colours, CellSize size)
      : view_(view), risks_(risks), colours_(colours), size_(size), certainty_(certainty_of(risks)) {}
  // A shown cell has its number, or nothing for 0. mark: the character after it, if the size has room for marks.
  CellSign of(sim::Cell cell, char mark) const;

 private:
  const sim::View& view_;
  const solvers::CellRisks& risks_;
  ColourMode colours_;
  CellSize size_;
  std::vector<CellCertainty> certainty_;  // [cell]
};

}  // namespace sapper::experiments::minesweeper

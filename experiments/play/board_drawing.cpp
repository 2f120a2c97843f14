#include "experiments/play/board_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sapper::experiments::minesweeper {
namespace {

// A range of length `room` in 0..count, moved from `first` just enough to contain `centre` and its neighbours.
void follow(int centre, int count, int room, int& first, int& last) {
  room = std::clamp(room, 1, count);
  const int margin = room >= 3 ? 1 : 0;
  first = std::min(first, centre - margin);
  first = std::max(first, centre + margin + 1 - room);
  first = std::clamp(first, 0, count - room);
  last = first + room;
}

}  // namespace

BoardExcerpt cut_board(BoardPicture picture, const DrawingStyle& style, int columns, int lines,
                       sim::Cell centre, const BoardWindow& before) {
  const sim::Grid& grid = *picture.grid;
  DrawingStyle fitted = style;
  fitted.columns = columns;
  picture.has_letters = false;
  BoardExcerpt cut{before, narrowest_fitting_form(picture, fitted)};
  const BoardTable table(grid, style, cut.form);
  const int beside = table.width() - grid.cols() * cut.form.pitch;
  follow(grid.col_of(centre), grid.cols(), (columns - beside) / cut.form.pitch, cut.window.first_col,
         cut.window.last_col);
  follow(grid.row_of(centre), grid.rows(), lines - table.label_lines(), cut.window.first_row,
         cut.window.last_row);
  return cut;
}

std::string draw_text(const BoardPicture& picture, const DrawingStyle& style, const BoardExcerpt& cut) {
  return BoardTable(*picture.grid, style, cut.form).draw(picture, cut.window);
}

std::string legend(SignStyle signs, int most) {
  return fmt::format("{} hidden, {} flagged, {} no mine around, 1 to {} mines around\n",
                     sign_text(CellSign::hidden, signs), sign_text(CellSign::flag, signs),
                     signs == SignStyle::emoji ? sign_text(CellSign::number, signs) : "blank", most);
}

SignStyle fitting_signs(const sim::Grid& grid, const DrawingStyle& style) {
  return fitting_form({&grid}, style).signs;
}

}  // namespace sapper::experiments::minesweeper

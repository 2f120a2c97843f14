#include "experiments/play/board_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;
using sim::View;

// What a cell can show besides a number from 1 to 8.
enum class Mark : std::uint8_t { hidden, empty, flag, wrong_flag, mine, exploded };

struct MarkSigns {
  std::string_view plain;
  std::string_view emoji;
  std::string_view colour;  // of the plain sign
};
constexpr std::array<MarkSigns, 6> kMarks{{
    {".", "⬜", ""},
    {" ", "🔹", ""},
    {"F", "🚩", "\x1b[1;31m"},
    {"!", "❌", "\x1b[1;35m"},
    {"*", "💣", "\x1b[1;31m"},
    {"X", "💥", "\x1b[1;97;41m"},
}};

constexpr std::string_view kReverse = "\x1b[7m";
constexpr std::string_view kKeycap = "\xEF\xB8\x8F\xE2\x83\xA3";  // makes a digit an emoji

class SignSet {
 public:
  SignSet(SignStyle signs, ColourMode colours) : signs_(signs), colours_(colours) {}

  CellSign mark(Mark mark) const {
    const MarkSigns& signs = kMarks[static_cast<std::size_t>(mark)];
    if (signs_ == SignStyle::emoji) return {std::string(signs.emoji), 2, {}};
    return {std::string(signs.plain), 1, coloured(std::string(signs.colour))};
  }
  CellSign number(int number) const {
    if (number == 0) return mark(Mark::empty);
    const std::string digit = std::to_string(number);
    const std::string colour = coloured(number_colour(number));
    if (signs_ == SignStyle::emoji) return {digit + std::string(kKeycap), 2, colour};
    return {digit, 1, colour};
  }
  CellSign seen(const View& view, Cell cell) const {
    if (view.is_shown(cell)) return number(view.number(cell));
    return mark(view.is_flagged(cell) ? Mark::flag : Mark::hidden);
  }

 private:
  std::string coloured(std::string colour) const {
    return colours_ == ColourMode::on ? std::move(colour) : std::string();
  }

  SignStyle signs_;
  ColourMode colours_;
};

bool fits(const Grid& grid, CellSize size, const DrawingStyle& style) {
  return style.columns == 0 || BoardTable(grid, style.labels, size).width() <= style.columns;
}

// The whole board, with the widest cells with which a whole row fits; the narrowest if none does.
BoardExcerpt uncut(const Grid& grid, const DrawingStyle& style) {
  std::vector<BoardExcerpt> cuts;
  const bool is_hex = grid.has_shifted_rows();
  if (style.signs == SignStyle::emoji)
    for (const int pitch : {is_hex ? 4 : 3, 2})
      cuts.push_back({whole_board(grid), {pitch, 2}, SignStyle::emoji});
  cuts.push_back({whole_board(grid), {2, 1}});
  if (!is_hex) cuts.push_back({whole_board(grid), {1, 1}});  // their shift is half of two columns
  const auto found =
      std::ranges::find_if(cuts, [&](const BoardExcerpt& cut) { return fits(grid, cut.size, style); });
  return found == cuts.end() ? cuts.back() : *found;
}

// The part of the board in `cut`, or all of it, in panels if necessary.
std::string lay_out(const Grid& grid, const BoardExcerpt& form, const BoardExcerpt* cut,
                    const DrawingStyle& style, const BoardTable::SignOf& sign_of) {
  const BoardTable table(grid, style.labels, form.size);
  const auto positioning = form.signs == SignStyle::emoji ? CellAlignment::cursor : CellAlignment::blanks;
  return cut ? table.draw(cut->window, positioning, sign_of)
             : table.draw_all(style.columns, positioning, sign_of);
}

// sign_of(signs, cell)
template <class SignOf>
std::string draw_signs(const Grid& grid, const DrawingStyle& style, const BoardExcerpt* cut,
                       const SignOf& sign_of) {
  const BoardExcerpt form = cut ? *cut : uncut(grid, style);
  const SignSet signs(form.signs, style.colours);
  return lay_out(grid, form, cut, style, [&](Cell cell) { return sign_of(signs, cell); });
}

CellSign finished_sign(const sim::Game& game, const SignSet& signs, Cell cell) {
  const bool is_mine = game.layout().is_mine(cell);
  const bool is_flagged = game.view().is_flagged(cell);
  if (game.status() == sim::Game::Status::won && is_mine) return signs.mark(Mark::flag);
  if (cell == game.exploded()) return signs.mark(Mark::exploded);
  if (is_mine) return signs.mark(is_flagged ? Mark::flag : Mark::mine);
  return is_flagged ? signs.mark(Mark::wrong_flag) : signs.number(game.layout().number(cell));
}

// A range of length `room` in 0..count, moved from `first` just enough to contain `centre` and its neighbours.
void follow(int centre, int count, int room, int& first, int& last) {
  room = std::clamp(room, 1, count);
  const int margin = room >= 3 ? 1 : 0;
  first = std::min(first, centre - margin);
  first = std::max(first, centre + margin + 1 - room);
  first = std::clamp(first, 0, count - room);
  last = first + room;
}

// Narrows the window of a cut to a screen.
BoardExcerpt cut_to(const Grid& grid, const DrawingStyle& style, BoardExcerpt cut, int columns, int lines,
                    Cell centre, const BoardWindow& before) {
  const BoardTable table(grid, style.labels, cut.size);
  const int beside = table.width() - grid.cols() * cut.size.pitch;
  cut.window = before;
  follow(grid.col_of(centre), grid.cols(), (columns - beside) / cut.size.pitch, cut.window.first_col,
         cut.window.last_col);
  follow(grid.row_of(centre), grid.rows(), lines - table.label_lines(), cut.window.first_row,
         cut.window.last_row);
  return cut;
}

}  // namespace

BoardExcerpt cut_board(const Grid& grid, const DrawingStyle& style, int columns, int lines, Cell centre,
                       const BoardWindow& before) {
  DrawingStyle fitted = style;
  fitted.columns = columns;
  return cut_to(grid, style, uncut(grid, fitted), columns, lines, centre, before);
}

BoardExcerpt cut_risks(const Grid& grid, const DrawingStyle& style, int columns, int lines, Cell centre,
                       const BoardWindow& before) {
  BoardExcerpt cut{{}, risk_size(true, false)};
  if (BoardTable(grid, style.labels, cut.size).width() > columns) cut.size = risk_size(false, false);
  return cut_to(grid, style, cut, columns, lines, centre, before);
}

std::string draw_view(const View& view, Cell marked, const DrawingStyle& style, const BoardExcerpt* cut) {
  return draw_signs(view.grid(), style, cut, [&](const SignSet& signs, Cell cell) {
    CellSign sign = signs.seen(view, cell);
    if (cell == marked && style.colours == ColourMode::on) sign.colour += kReverse;
    return sign;
  });
}

std::string draw_finished(const sim::Game& game, const DrawingStyle& style, const BoardExcerpt* cut) {
  return draw_signs(game.view().grid(), style, cut,
                    [&](const SignSet& signs, Cell cell) { return finished_sign(game, signs, cell); });
}

std::string draw_risks(const View& view, const solvers::CellRisks& risks, const DrawingStyle& style,
                       const BoardExcerpt* cut) {
  const Grid& grid = view.grid();
  // Narrow cells have no space for the percent sign. If they do not fit either, the board is split.
  const bool has_flags = !cut && view.flag_count() > 0;
  BoardExcerpt form = cut ? *cut : BoardExcerpt{whole_board(grid), risk_size(true, has_flags)};
  if (const CellSize narrow = risk_size(false, has_flags);
      !cut && !fits(grid, form.size, style) && fits(grid, narrow, style))
    form.size = narrow;
  const RiskSigns signs(view, risks, style.colours, form.size);
  return lay_out(grid, form, cut, style,
                 [&](Cell cell) { return signs.of(cell, view.is_flagged(cell) ? 'F' : ' '); });
}

std::string legend(SignStyle signs) {
  const auto sign = [&](Mark mark) {
    const MarkSigns& both = kMarks[static_cast<std::size_t>(mark)];
    return signs == SignStyle::emoji ? both.emoji : both.plain;
  };
  return fmt::format("{} hidden, {} flagged, {} no mine around, 1 to 8 mines around\n", sign(Mark::hidden),
                     sign(Mark::flag), signs == SignStyle::emoji ? sign(Mark::empty) : "blank");
}

SignStyle fitting_signs(const Grid& grid, const DrawingStyle& style) { return uncut(grid, style).signs; }

}  // namespace sapper::experiments::minesweeper

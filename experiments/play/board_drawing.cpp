#include "experiments/play/board_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "experiments/analysis/heat_map.hpp"

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
  SignSet(Signs signs, Colours colours) : signs_(signs), colours_(colours) {}

  Sign mark(Mark mark) const {
    const MarkSigns& signs = kMarks[static_cast<std::size_t>(mark)];
    if (signs_ == Signs::emoji) return {std::string(signs.emoji), 2, {}};
    return {std::string(signs.plain), 1, coloured(std::string(signs.colour))};
  }
  Sign number(int number) const {
    if (number == 0) return mark(Mark::empty);
    const std::string digit = std::to_string(number);
    const std::string colour = coloured(number_colour(number));
    if (signs_ == Signs::emoji) return {digit + std::string(kKeycap), 2, colour};
    return {digit, 1, colour};
  }
  Sign seen(const View& view, Cell cell) const {
    if (view.is_shown(cell)) return number(view.number(cell));
    return mark(view.is_flagged(cell) ? Mark::flag : Mark::hidden);
  }

 private:
  std::string coloured(std::string colour) const {
    return colours_ == Colours::on ? std::move(colour) : std::string();
  }

  Signs signs_;
  Colours colours_;
};

bool fits(const Grid& grid, int pitch, const DrawingStyle& style) {
  return style.columns == 0 || table_width(grid, pitch, style.labels) <= style.columns;
}

Positioning positioning_of(Signs signs) {
  return signs == Signs::emoji ? Positioning::cursor : Positioning::blanks;
}

struct Form {
  CellSize size;
  Signs signs;
};

// The widest form of the cells with which a whole row fits; the narrowest if none does.
Form fitting_form(const Grid& grid, const DrawingStyle& style) {
  std::vector<Form> forms;
  const bool is_hex = grid.has_shifted_rows();
  if (style.signs == Signs::emoji) {
    forms.push_back({{is_hex ? 4 : 3, 2}, Signs::emoji});
    forms.push_back({{2, 2}, Signs::emoji});
  }
  forms.push_back({{2, 1}, Signs::plain});
  if (!is_hex) forms.push_back({{1, 1}, Signs::plain});  // the shift of hexagonal rows is half of two columns
  const auto found =
      std::ranges::find_if(forms, [&](const Form& form) { return fits(grid, form.size.pitch, style); });
  return found == forms.end() ? forms.back() : *found;
}

std::string lay_out(const Grid& grid, const Form& form, const DrawingStyle& style, const Cut* cut,
                    const std::function<Sign(Cell)>& sign_of) {
  if (cut)
    return lay_out_window(grid, form.size, positioning_of(form.signs), cut->window, style.labels, sign_of);
  return lay_out_table(grid, form.size, positioning_of(form.signs), style.columns, style.labels, sign_of);
}

// sign_of(signs, cell)
template <class SignOf>
std::string draw_signs(const Grid& grid, const DrawingStyle& style, const Cut* cut, const SignOf& sign_of) {
  const Form form = cut ? Form{cut->size, cut->signs} : fitting_form(grid, style);
  const SignSet signs(form.signs, style.colours);
  return lay_out(grid, form, style, cut, [&](Cell cell) { return sign_of(signs, cell); });
}

Sign finished_sign(const sim::Game& game, const SignSet& signs, Cell cell) {
  const bool is_mine = game.layout().is_mine(cell);
  const bool is_flagged = game.view().is_flagged(cell);
  if (game.status() == sim::Game::Status::won && is_mine) return signs.mark(Mark::flag);
  if (cell == game.exploded()) return signs.mark(Mark::exploded);
  if (is_mine) return signs.mark(is_flagged ? Mark::flag : Mark::mine);
  return is_flagged ? signs.mark(Mark::wrong_flag) : signs.number(game.layout().number(cell));
}

// How a risk is shown in its cell: full, or in two characters; a flag or a blank follows if there are flags.
struct RiskForm {
  bool is_full = true;
  bool has_flags = false;

  CellSize size() const { return {room() + 1 + (has_flags ? 1 : 0), room()}; }
  int room() const { return is_full ? 3 : 2; }
};

class RiskSigns {
 public:
  RiskSigns(const View& view, const solvers::CellRisks& risks, const DrawingStyle& style)
      : view_(view),
        p_mine_(risks.p_mine),
        style_(style),
        certainty_(view.grid().cell_count(), Certainty::none) {
    for (const Cell cell : risks.safe) certainty_[cell] = Certainty::safe;
    for (const Cell cell : risks.mine) certainty_[cell] = Certainty::mine;
  }

  Sign of(Cell cell, const RiskForm& form) const {
    Sign sign;
    if (view_.is_shown(cell)) {
      sign.text = view_.number(cell) == 0 ? " " : std::to_string(view_.number(cell));
    } else {
      sign.text = risk_text(certainty_[cell], p_mine_[cell]);
      if (!form.is_full) sign.text = in_two_characters(sign.text);
      if (style_.colours == Colours::on) sign.colour = risk_colour(certainty_[cell], p_mine_[cell]);
    }
    sign.text = fmt::format("{:>{}}", sign.text, form.room());
    if (form.has_flags) sign.text += view_.is_flagged(cell) ? 'F' : ' ';
    sign.width = static_cast<int>(sign.text.size());
    return sign;
  }

 private:
  const View& view_;
  const std::vector<double>& p_mine_;
  const DrawingStyle& style_;
  std::vector<Certainty> certainty_;  // [cell]
};

// A range of length `room` in 0..count, moved from `first` just enough to contain `centre` and its neighbours.
void follow(int centre, int count, int room, int& first, int& last) {
  room = std::clamp(room, 1, count);
  const int margin = room >= 3 ? 1 : 0;
  first = std::min(first, centre - margin);
  first = std::max(first, centre + margin + 1 - room);
  first = std::clamp(first, 0, count - room);
  last = first + room;
}

Cut cut_to(const Grid& grid, const DrawingStyle& style, CellSize size, Signs signs, int columns, int lines,
           Cell centre, const Window& before) {
  Cut cut{before, size, signs};
  const int beside = table_width(grid, size.pitch, style.labels) - grid.cols() * size.pitch;
  follow(grid.col_of(centre), grid.cols(), (columns - beside) / size.pitch, cut.window.first_col,
         cut.window.last_col);
  follow(grid.row_of(centre), grid.rows(), lines - label_lines(grid, size, style.labels),
         cut.window.first_row, cut.window.last_row);
  return cut;
}

}  // namespace

Cut cut_board(const Grid& grid, const DrawingStyle& style, int columns, int lines, Cell centre,
              const Window& before) {
  DrawingStyle fitted = style;
  fitted.columns = columns;
  const Form form = fitting_form(grid, fitted);
  return cut_to(grid, style, form.size, form.signs, columns, lines, centre, before);
}

Cut cut_risks(const Grid& grid, const DrawingStyle& style, int columns, int lines, Cell centre,
              const Window& before) {
  const CellSize full = RiskForm{true, false}.size();
  const bool fits_full = table_width(grid, full.pitch, style.labels) <= columns;
  return cut_to(grid, style, RiskForm{fits_full, false}.size(), Signs::plain, columns, lines, centre, before);
}

std::string draw_view(const View& view, Cell marked, const DrawingStyle& style, const Cut* cut) {
  return draw_signs(view.grid(), style, cut, [&](const SignSet& signs, Cell cell) {
    Sign sign = signs.seen(view, cell);
    if (cell == marked && style.colours == Colours::on) sign.colour += kReverse;
    return sign;
  });
}

std::string draw_finished(const sim::Game& game, const DrawingStyle& style, const Cut* cut) {
  return draw_signs(game.view().grid(), style, cut,
                    [&](const SignSet& signs, Cell cell) { return finished_sign(game, signs, cell); });
}

std::string draw_risks(const View& view, const solvers::CellRisks& risks, const DrawingStyle& style,
                       const Cut* cut) {
  // Narrow cells have no space for the percent sign. If they do not fit either, the board is split.
  const bool has_flags = !cut && view.flag_count() > 0;
  const RiskForm full{true, has_flags};
  const RiskForm narrow{false, has_flags};
  const bool is_narrow =
      cut ? cut->size.field == narrow.room()
          : !fits(view.grid(), full.size().pitch, style) && fits(view.grid(), narrow.size().pitch, style);
  const RiskForm& form = is_narrow ? narrow : full;
  const RiskSigns signs(view, risks, style);
  return lay_out(view.grid(), {form.size(), Signs::plain}, style, cut,
                 [&](Cell cell) { return signs.of(cell, form); });
}

std::string legend(Signs signs) {
  const auto sign = [&](Mark mark) {
    const MarkSigns& both = kMarks[static_cast<std::size_t>(mark)];
    return signs == Signs::emoji ? both.emoji : both.plain;
  };
  return fmt::format("{} hidden, {} flagged, {} no mine around, 1 to 8 mines around\n", sign(Mark::hidden),
                     sign(Mark::flag), signs == Signs::emoji ? sign(Mark::empty) : "blank");
}

Signs fitting_signs(const Grid& grid, const DrawingStyle& style) { return fitting_form(grid, style).signs; }

}  // namespace sapper::experiments::minesweeper

#include "experiments/play/board_drawing.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "experiments/analysis/heat_map.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;
using sim::View;

// What a cell can show other than a number from 1 to 8.
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
  explicit SignSet(const DrawingStyle& style) : style_(style) {}

  Sign mark(Mark mark) const {
    const MarkSigns& signs = kMarks[static_cast<std::size_t>(mark)];
    if (style_.signs == Signs::emoji) return {std::string(signs.emoji), 2, {}};
    return {std::string(signs.plain), 1, coloured(std::string(signs.colour))};
  }
  Sign number(int number) const {
    if (number == 0) return mark(Mark::empty);
    const std::string digit = std::to_string(number);
    const std::string colour = coloured(number_colour(number));
    if (style_.signs == Signs::emoji) return {digit + std::string(kKeycap), 2, colour};
    return {digit, 1, colour};
  }
  Sign seen(const View& view, Cell cell) const {
    if (view.is_shown(cell)) return number(view.number(cell));
    return mark(view.is_flagged(cell) ? Mark::flag : Mark::hidden);
  }

 private:
  std::string coloured(std::string colour) const {
    return style_.colours == Colours::on ? std::move(colour) : std::string();
  }

  const DrawingStyle& style_;
};

bool fits(const Grid& grid, int pitch, const DrawingStyle& style) {
  return style.columns == 0 || table_width(grid, pitch, style.labels) <= style.columns;
}

template <class SignOf>
std::string draw_signs(const Grid& grid, const DrawingStyle& style, const SignOf& sign_of) {
  if (style.signs == Signs::plain)
    return lay_out_table(grid, {2, 1}, Positioning::blanks, style.columns, style.labels, sign_of);
  const int wide = grid.topology() == sim::Topology::hex ? 4 : 3;
  return lay_out_table(grid, {fits(grid, wide, style) ? wide : 2, 2}, Positioning::cursor, style.columns,
                       style.labels, sign_of);
}

Sign finished_sign(const sim::Game& game, const SignSet& signs, Cell cell) {
  const bool is_mine = game.layout().is_mine(cell);
  const bool is_flagged = game.view().is_flagged(cell);
  if (game.status() == sim::Game::Status::won && is_mine) return signs.mark(Mark::flag);
  if (cell == game.exploded()) return signs.mark(Mark::exploded);
  if (is_mine) return signs.mark(is_flagged ? Mark::flag : Mark::mine);
  return is_flagged ? signs.mark(Mark::wrong_flag) : signs.number(game.layout().number(cell));
}

}  // namespace

std::string draw_view(const View& view, Cell last, const DrawingStyle& style) {
  const SignSet signs(style);
  return draw_signs(view.grid(), style, [&](Cell cell) {
    Sign sign = signs.seen(view, cell);
    if (cell == last && style.colours == Colours::on) sign.colour += kReverse;
    return sign;
  });
}

std::string draw_finished(const sim::Game& game, const DrawingStyle& style) {
  const SignSet signs(style);
  return draw_signs(game.view().grid(), style, [&](Cell cell) { return finished_sign(game, signs, cell); });
}

std::string draw_risks(const View& view, std::span<const double> p_mine, std::span<const Cell> safe,
                       std::span<const Cell> mine, const DrawingStyle& style) {
  const Grid& grid = view.grid();
  std::vector<Certainty> certainty(grid.cell_count(), Certainty::none);
  for (const Cell cell : safe) certainty[cell] = Certainty::safe;
  for (const Cell cell : mine) certainty[cell] = Certainty::mine;

  // Narrow cells have no room for the percent sign, nor for flags. Where they do not fit either, the board is
  // split.
  constexpr CellSize kFull{4, 3};
  constexpr CellSize kNarrow{3, 2};
  const bool is_narrow =
      !fits(grid, kFull.pitch, style) && fits(grid, kNarrow.pitch, style) && view.flag_count() == 0;

  return lay_out_table(grid, is_narrow ? kNarrow : kFull, Positioning::blanks, style.columns, style.labels,
                       [&](Cell cell) {
                         Sign sign;
                         if (view.is_shown(cell)) {
                           sign.text = view.number(cell) == 0 ? " " : std::to_string(view.number(cell));
                         } else {
                           sign.text = risk_text(certainty[cell], p_mine[cell]);
                           if (is_narrow) sign.text = in_two_characters(sign.text);
                           if (style.colours == Colours::on)
                             sign.colour = risk_colour(certainty[cell], p_mine[cell]);
                         }
                         if (!is_narrow)
                           sign.text = fmt::format("{:>3}{}", sign.text, view.is_flagged(cell) ? 'F' : ' ');
                         sign.width = static_cast<int>(sign.text.size());
                         return sign;
                       });
}

std::string legend(const DrawingStyle& style) {
  const auto sign = [&](Mark mark) {
    const MarkSigns& signs = kMarks[static_cast<std::size_t>(mark)];
    return style.signs == Signs::emoji ? signs.emoji : signs.plain;
  };
  return fmt::format("{} hidden, {} flagged, {} no mine around, 1 to 8 mines around\n", sign(Mark::hidden),
                     sign(Mark::flag), style.signs == Signs::emoji ? sign(Mark::empty) : "blank");
}

}  // namespace sapper::experiments::minesweeper

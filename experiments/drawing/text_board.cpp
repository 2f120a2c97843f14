#include "experiments/drawing/text_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace sapper::experiments::minesweeper {

namespace {

struct SignTexts {
  std::string_view plain;
  std::string_view emoji;
  std::string_view colour;  // of the plain sign
};
// [CellSign]; digits and letters are written as they are.
constexpr std::array<SignTexts, 7> kSigns{{
    {".", "⬜", ""},
    {" ", "🔹", ""},
    {"F", "🚩", "\x1b[1;31m"},
    {"!", "❌", "\x1b[1;35m"},
    {"*", "💣", "\x1b[1;31m"},
    {"X", "💥", "\x1b[1;97;41m"},
    {"?", "❓", ""},
}};

constexpr std::string_view kReverse = "\x1b[7m";
constexpr std::string_view kBoldUnderlined = "\x1b[1;4m";  // in addition to the colours of a risk
constexpr std::string_view kPlainColour = "\x1b[0m";
constexpr std::string_view kKeycap = "\xEF\xB8\x8F\xE2\x83\xA3";  // makes a digit an emoji

// What is written for a cell.
struct CellText {
  std::string text;
  int width = 1;       // columns that the text takes
  std::string colour;  // an escape sequence; empty: none
};

// The colour of a shown number from 1 to 8: shades of the 256-colour palette that are readable on dark and light
// backgrounds.
std::string number_colour(int number) {
  constexpr std::array<int, 8> kColours{33, 34, 160, 63, 130, 37, 133, 102};
  return fmt::format("\x1b[1;38;5;{}m",
                     kColours[std::min(static_cast<std::size_t>(number), kColours.size()) - 1]);
}

// The background of a risk.
std::string risk_colour(const CellRisk& risk) {
  // The colours go from a low risk to almost certainly a mine, in the 256-colour palette.
  constexpr std::array<int, 8> kHeat{22, 28, 64, 100, 136, 130, 124, 88};
  if (risk.certainty == CellCertainty::safe) return "\x1b[1;30;48;5;83m";
  if (risk.certainty == CellCertainty::mine) return "\x1b[1;97;48;5;160m";
  const auto steps = static_cast<double>(kHeat.size());
  const auto step = static_cast<std::size_t>(std::clamp(risk.p_mine * steps, 0.0, steps - 1));
  return fmt::format("\x1b[97;48;5;{}m", kHeat[step]);
}

std::string in_two_characters(std::string risk) {
  if (risk.back() == '%') risk.pop_back();
  if (risk == ">99") return "99";
  return risk.size() == 1 && risk.front() >= '0' && risk.front() <= '9' ? '0' + risk : risk;
}

CellText sign_of(const PictureCell& cell, const DrawingStyle& style, SignStyle signs) {
  if (cell.sign == CellSign::letter) return {std::string(1, cell.letter), 1, {}};
  const bool is_emoji = signs == SignStyle::emoji;
  if (cell.sign == CellSign::number && cell.number > 0) {
    const std::string digit = std::to_string(cell.number);
    if (is_emoji) return {digit + std::string(kKeycap), 2, number_colour(cell.number)};
    return {digit, static_cast<int>(digit.size()), number_colour(cell.number)};
  }
  if (cell.sign == CellSign::number && !is_emoji) return {std::string(1, style.zero), 1, {}};
  const SignTexts& texts = kSigns[static_cast<std::size_t>(cell.sign)];
  if (is_emoji) return {std::string(texts.emoji), 2, {}};
  return {std::string(texts.plain), 1, std::string(texts.colour)};
}

CellText text_of(const PictureCell& cell, const DrawingStyle& style, const CellForm& form) {
  CellText text;
  if (cell.risk) {
    text.text = risk_text(*cell.risk);
    if (form.field == 2) text.text = in_two_characters(text.text);
    text.width = static_cast<int>(text.text.size());
    text.colour = risk_colour(*cell.risk);
  } else {
    text = sign_of(cell, style, form.signs);
  }
  if (cell.is_marked) text.colour += cell.risk ? kBoldUnderlined : kReverse;
  if (style.colours == ColourMode::off) text.colour.clear();
  if (form.has_letters) {
    text.text = fmt::format("{:>{}}{}", text.text, form.field, cell.letter);
    text.width = form.field + 1;
  }
  return text;
}

// From wide to narrow.
std::vector<CellForm> forms_of(const BoardPicture& picture, SignStyle signs) {
  if (picture.has_risks) {
    const int letter = picture.has_letters ? 1 : 0;
    return {{4 + letter, 3, SignStyle::plain, picture.has_letters},
            {3 + letter, 2, SignStyle::plain, picture.has_letters}};
  }
  const bool is_hex = picture.grid->has_shifted_rows();
  std::vector<CellForm> forms;
  if (picture.number_digits > 1) return {{picture.number_digits + 1, picture.number_digits}};
  if (signs == SignStyle::emoji)
    for (const int pitch : {is_hex ? 4 : 3, 2}) forms.push_back({pitch, 2, SignStyle::emoji});
  forms.push_back({2, 1});
  if (!is_hex) forms.push_back({1, 1});  // their shift is half of two columns
  return forms;
}

// The widest form with which a row fits; if none does, `otherwise`.
CellForm form_that_fits(const BoardPicture& picture, const DrawingStyle& style,
                        const std::vector<CellForm>& forms, const CellForm& otherwise) {
  const auto found = std::ranges::find_if(forms, [&](const CellForm& form) {
    return style.columns == 0 || BoardTable(*picture.grid, style, form).width() <= style.columns;
  });
  return found == forms.end() ? otherwise : *found;
}

void append_blanks(std::string& out, int count) {
  out.append(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

void end_line(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

}  // namespace

CellForm fitting_form(const BoardPicture& picture, const DrawingStyle& style) {
  const std::vector<CellForm> forms = forms_of(picture, style.signs);
  return form_that_fits(picture, style, forms, picture.has_risks ? forms.front() : forms.back());
}

CellForm narrowest_fitting_form(const BoardPicture& picture, const DrawingStyle& style) {
  const std::vector<CellForm> forms = forms_of(picture, style.signs);
  return form_that_fits(picture, style, forms, forms.back());
}

BoardWindow whole_board(const sim::Grid& grid) { return {0, grid.rows(), 0, grid.cols()}; }

std::string BoardTable::label_of(int row) const {
  return style_.row_name ? style_.row_name(row) : row_label(row, style_.labels);
}

int BoardTable::label_width() const {
  return std::max(style_.label_width, static_cast<int>(label_of(grid_.rows() - 1).size()));
}

int BoardTable::shift_of(int row) const {
  return grid_.has_shifted_rows() && row % 2 == 1 ? form_.pitch / 2 : 0;
}

int BoardTable::width() const {
  return label_width() + 1 + grid_.cols() * form_.pitch + (grid_.has_shifted_rows() ? form_.pitch / 2 : 0);
}

int BoardTable::label_digits() const {
  return static_cast<int>(std::to_string(grid_.cols() - 1 + first_col_label(style_.labels)).size());
}

bool BoardTable::is_downwards() const {
  return label_digits() > (form_.pitch > form_.field ? form_.field : form_.field - 1);
}

int BoardTable::label_lines() const { return is_downwards() ? label_digits() : 1; }

int BoardTable::end_of_sign(sim::Cell cell, const BoardWindow& window) const {
  return label_width() + 1 + shift_of(grid_.row_of(cell)) +
         (grid_.col_of(cell) - window.first_col) * form_.pitch + form_.field - 1;
}

void BoardTable::append_column_labels(std::string& out, const BoardWindow& window) const {
  for (int line = 0; line < label_lines(); ++line) {
    append_blanks(out, label_width() + 1);
    for (int col = window.first_col; col < window.last_col; ++col) {
      std::string label = std::to_string(col + first_col_label(style_.labels));
      if (is_downwards())
        label = fmt::format("{:>{}}", label, label_digits())[static_cast<std::size_t>(line)];
      out += fmt::format("{:>{}}", label, form_.field);
      append_blanks(out, form_.pitch - form_.field);
    }
    end_line(out);
  }
}

void BoardTable::append_row(std::string& out, const BoardPicture& picture, int row,
                            const BoardWindow& window) const {
  out += fmt::format("{:>{}} ", label_of(row), label_width());
  append_blanks(out, shift_of(row));
  int column = label_width() + 1 + shift_of(row);
  for (int col = window.first_col; col < window.last_col; ++col) {
    const CellText sign = text_of(picture.cell(grid_.at(row, col)), style_, form_);
    out += sign.colour;
    append_blanks(out, form_.field - sign.width);
    out += sign.text;
    if (!sign.colour.empty()) out += kPlainColour;
    column += form_.pitch;
    if (form_.signs == SignStyle::emoji)
      out += fmt::format("\x1b[{}G", column + 1);
    else
      append_blanks(out, form_.pitch - std::max(form_.field, sign.width));
  }
  end_line(out);
}

std::string BoardTable::draw(const BoardPicture& picture, const BoardWindow& window) const {
  std::string out;
  append_column_labels(out, window);
  for (int row = window.first_row; row < window.last_row; ++row) append_row(out, picture, row, window);
  return out;
}

std::string BoardTable::draw_all(const BoardPicture& picture) const {
  int panels = 1;
  if (style_.columns > 0 && width() > style_.columns) {
    const int beside = width() - grid_.cols() * form_.pitch;
    const int most = std::max((style_.columns - beside) / form_.pitch, 1);
    panels = (grid_.cols() + most - 1) / most;
  }
  const int cols = (grid_.cols() + panels - 1) / panels;  // of the board in each panel
  std::string out;
  for (int first = 0; first < grid_.cols(); first += cols) {
    if (first > 0) out += '\n';
    out += draw(picture, {0, grid_.rows(), first, std::min(first + cols, grid_.cols())});
  }
  return out;
}

std::string draw_text(const BoardPicture& picture, const DrawingStyle& style) {
  return BoardTable(*picture.grid, style, fitting_form(picture, style)).draw_all(picture);
}

std::string row_label(int row, AxisLabels labels) {
  if (labels == AxisLabels::numbers) return std::to_string(row);
  std::string name;
  for (int rest = row + 1; rest > 0; rest = (rest - 1) / 26)
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return name;
}

int first_col_label(AxisLabels labels) { return labels == AxisLabels::letters ? 1 : 0; }

std::string_view sign_text(CellSign sign, SignStyle signs) {
  const SignTexts& texts = kSigns[static_cast<std::size_t>(sign)];
  return signs == SignStyle::emoji ? texts.emoji : texts.plain;
}

}  // namespace sapper::experiments::minesweeper

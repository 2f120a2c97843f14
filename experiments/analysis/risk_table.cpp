#include "experiments/analysis/risk_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sapper::experiments::minesweeper {

namespace {

void append_blanks(std::string& out, int count) {
  out.append(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

void end_line(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

}  // namespace

BoardWindow whole_board(const sim::Grid& grid) { return {0, grid.rows(), 0, grid.cols()}; }

int BoardTable::label_width() const { return static_cast<int>(row_label(grid_.rows() - 1, labels_).size()); }

int BoardTable::shift_of(int row) const {
  return grid_.has_shifted_rows() && row % 2 == 1 ? size_.pitch / 2 : 0;
}

int BoardTable::width() const {
  return label_width() + 1 + grid_.cols() * size_.pitch + (grid_.has_shifted_rows() ? size_.pitch / 2 : 0);
}

int BoardTable::label_digits() const {
  return static_cast<int>(std::to_string(grid_.cols() - 1 + first_col_label(labels_)).size());
}

bool BoardTable::is_downwards() const {
  return label_digits() > (size_.pitch > size_.field ? size_.field : size_.field - 1);
}

int BoardTable::label_lines() const { return is_downwards() ? label_digits() : 1; }

int BoardTable::end_of_sign(sim::Cell cell, const BoardWindow& window) const {
  return label_width() + 1 + shift_of(grid_.row_of(cell)) +
         (grid_.col_of(cell) - window.first_col) * size_.pitch + size_.field - 1;
}

void BoardTable::append_column_labels(std::string& out, const BoardWindow& window) const {
  for (int line = 0; line < label_lines(); ++line) {
    append_blanks(out, label_width() + 1);
    for (int col = window.first_col; col < window.last_col; ++col) {
      std::string label = std::to_string(col + first_col_label(labels_));
      if (is_downwards())
        label = fmt::format("{:>{}}", label, label_digits())[static_cast<std::size_t>(line)];
      out += fmt::format("{:>{}}", label, size_.field);
      append_blanks(out, size_.pitch - size_.field);
    }
    end_line(out);
  }
}

void BoardTable::append_row(std::string& out, int row, const BoardWindow& window, CellAlignment positioning,
                            const SignOf& sign_of) const {
  out += fmt::format("{:>{}} ", row_label(row, labels_), label_width());
  append_blanks(out, shift_of(row));
  int column = label_width() + 1 + shift_of(row);
  for (int col = window.first_col; col < window.last_col; ++col) {
    const CellSign sign = sign_of(grid_.at(row, col));
    out += sign.colour;
    append_blanks(out, size_.field - sign.width);
    out += sign.text;
    if (!sign.colour.empty()) out += kPlainColour;
    column += size_.pitch;
    if (positioning == CellAlignment::cursor)
      out += fmt::format("\x1b[{}G", column + 1);
    else
      append_blanks(out, size_.pitch - std::max(size_.field, sign.width));
  }
  end_line(out);
}

std::string BoardTable::draw(const BoardWindow& window, CellAlignment positioning,
                             const SignOf& sign_of) const {
  std::string out;
  append_column_labels(out, window);
  for (int row = window.first_row; row < window.last_row; ++row)
    append_row(out, row, window, positioning, sign_of);
  return out;
}

std::string BoardTable::draw_all(int columns, CellAlignment positioning, const SignOf& sign_of) const {
  int panels = 1;
  if (columns > 0 && width() > columns) {
    const int beside = width() - grid_.cols() * size_.pitch;
    const int most = std::max((columns - beside) / size_.pitch, 1);
    panels = (grid_.cols() + most - 1) / most;
  }
  const int cols = (grid_.cols() + panels - 1) / panels;  // of the board in each panel
  std::string out;
  for (int first = 0; first < grid_.cols(); first += cols) {
    if (first > 0) out += '\n';
    out += draw({0, grid_.rows(), first, std::min(first + cols, grid_.cols())}, positioning, sign_of);
  }
  return out;
}

std::string row_label(int row, AxisLabels labels) {
  if (labels == AxisLabels::numbers) return std::to_string(row);
  std::string name;
  for (int rest = row + 1; rest > 0; rest = (rest - 1) / 26)
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return name;
}

int first_col_label(AxisLabels labels) { return labels == AxisLabels::letters ? 1 : 0; }

std::string number_colour(int number) {
  // Shades of the 256-colour palette that are readable on dark and light backgrounds.
  constexpr std::array<int, 8> kColours{33, 34, 160, 63, 130, 37, 133, 102};
  return fmt::format("\x1b[1;38;5;{}m", kColours[static_cast<std::size_t>(number) - 1]);
}

std::vector<CellCertainty> certainty_of(const solvers::CellRisks& risks) {
  std::vector<CellCertainty> certainty(risks.p_mine.size(), CellCertainty::none);
  for (const sim::Cell cell : risks.safe) certainty[cell] = CellCertainty::safe;
  for (const sim::Cell cell : risks.mine) certainty[cell] = CellCertainty::mine;
  return certainty;
}

std::string risk_text(CellCertainty certainty, double p_mine) {
  if (certainty == CellCertainty::safe) return "o";
  if (certainty == CellCertainty::mine) return "*";
  if (p_mine < 0.005) return "<1%";
  if (p_mine > 0.995) return ">99";
  return fmt::format("{:.0f}%", 100 * p_mine);
}

namespace {

std::string in_two_characters(std::string risk) {
  if (risk.back() == '%') risk.pop_back();
  if (risk == ">99") return "99";
  return risk.size() == 1 && risk.front() >= '0' && risk.front() <= '9' ? '0' + risk : risk;
}

// The background of a cell.
std::string risk_colour(CellCertainty certainty, double p_mine) {
  // The colours go from a low risk to almost certainly a mine, in the 256-colour palette.
  constexpr std::array<int, 8> kHeat{22, 28, 64, 100, 136, 130, 124, 88};
  if (certainty == CellCertainty::safe) return "\x1b[1;30;48;5;83m";
  if (certainty == CellCertainty::mine) return "\x1b[1;97;48;5;160m";
  const auto steps = static_cast<double>(kHeat.size());
  const auto step = static_cast<std::size_t>(std::clamp(p_mine * steps, 0.0, steps - 1));
  return fmt::format("\x1b[97;48;5;{}m", kHeat[step]);
}

}  // namespace

CellSize risk_size(bool is_full, bool has_marks) {
  const int field = is_full ? 3 : 2;
  return {field + 1 + (has_marks ? 1 : 0), field};
}

CellSign RiskSigns::of(sim::Cell cell, char mark) const {
  CellSign sign;
  if (view_.is_shown(cell)) {
    if (view_.number(cell) > 0) sign.text = std::to_string(view_.number(cell));
  } else {
    sign.text = risk_text(certainty_[cell], risks_.p_mine[cell]);
    if (size_.field == 2) sign.text = in_two_characters(sign.text);
    if (colours_ == ColourMode::on) sign.colour = risk_colour(certainty_[cell], risks_.p_mine[cell]);
  }
  sign.text = fmt::format("{:>{}}", sign.text, size_.field);
  if (size_.pitch > size_.field + 1) sign.text += mark;
  sign.width = static_cast<int>(sign.text.size());
  return sign;
}

}  // namespace sapper::experiments::minesweeper

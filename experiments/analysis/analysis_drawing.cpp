#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <string_view>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/heat_map.hpp"
#include "experiments/analysis/move_letters.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;

constexpr int kFullCell = 4;    // the risk with a percent sign, and a blank
constexpr int kNarrowCell = 3;  // two characters, and a blank
constexpr int kMark = 1;        // added to both if moves or flags mark cells
constexpr int kMapCell = 2;     // the letter of a component
constexpr std::string_view kComponentLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::size_t kMostListedCells = 24;
constexpr std::size_t kMostListedCandidates = 8;
constexpr int kUsualColumns = 80;
constexpr std::string_view kDugStyle = "\x1b[1;4m";  // bold and underlined, in addition to the cell's colours

// A human-readable count: beyond forty digits in powers of ten, rounded down.
std::string readable(const solvers::Count& count) {
  constexpr std::size_t kMostDigits = 40;
  if (!count.exact) {
    const double power = std::floor(count.log10);
    const double mantissa = std::floor(1e5 * std::pow(10, count.log10 - power)) / 1e5;
    return fmt::format("{:.5f} x 10^{:.0f}", mantissa, power);
  }
  const std::string& digits = *count.exact;
  if (digits.size() <= kMostDigits) return digits;
  return fmt::format("{}.{} x 10^{}", digits.front(), digits.substr(1, 5), digits.size() - 1);
}

class Drawing {
 public:
  Drawing(const sim::View& view, const solvers::Analysis& analysis, Colours colours, int columns)
      : view_(view),
        grid_(view.grid()),
        analysis_(analysis),
        colours_(colours),
        columns_(columns > 0 ? columns : kUsualColumns),
        move_letters_(move_letters(analysis)) {
    fit_to(columns);
    certainty_ = certainty_of(analysis);
  }

  void append_board(std::string& out) const {
    for (int first = 0; first < grid_.cols(); first += panel_cols_) {
      const int last = std::min(first + panel_cols_, grid_.cols());
      if (first > 0) out += '\n';
      append_column_labels(out, first, last);
      for (int row = 0; row < grid_.rows(); ++row) append_row(out, row, first, last);
    }
    std::string legend = "(numbers: shown, blank for 0; o safe, * mine, ";
    legend += is_full() ? "n% P(mine) of the other hidden cells"
                        : "two digits: P(mine) in percent of the other hidden cells";
    if (view_.flag_count() != 0) legend += ", F flagged";
    if (!move_letters_.empty()) legend += "; a capital after a cell: strategies dig it, see moves";
    append_line(out, "", legend + ')');
    append_line(out, "", "(cells are row,col from 0)");
  }

  // If there are several components, and the map fits.
  void append_component_map(std::string& out) const {
    if (!has_component_map()) return;
    std::vector<char> signs(grid_.cell_count(), ' ');
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if (view_.is_hidden(cell)) signs[cell] = '.';
    for (std::size_t i = 0; i < analysis_.components.size(); ++i)
      for (const Cell cell : analysis_.components[i].cells) signs[cell] = kComponentLetters[i];
    out += "\ncomponents\n";
    out.append(static_cast<std::size_t>(label_width_) + 1, ' ');
    for (int col = 0; col < grid_.cols(); ++col) append_format(out, " {}", col % 10);
    out += '\n';
    for (int row = 0; row < grid_.rows(); ++row) {
      append_format(out, "{:>{}} ", row, label_width_);
      if (row % 2 == 1) out.append(static_cast<std::size_t>(shift_at(kMapCell)), ' ');
      for (int col = 0; col < grid_.cols(); ++col) append_format(out, " {}", signs[grid_.at(row, col)]);
      while (out.back() == ' ') out.pop_back();
      out += '\n';
    }
    append_line(out, "", "(columns by their last digit; letters: listed below; . hidden, off the frontier)");
  }

  void append_facts(std::string& out) const {
    out += '\n';
    append_line(
        out, "",
        fmt::format("{} x {} {}, {}, {}", grid_.rows(), grid_.cols(), sim::name_of(grid_.topology()),
                    counted(view_.mine_count(), "mine"), counted(view_.hidden_count(), "hidden cell")));
    append_format(out, "consistent layouts {}\n", readable(analysis_.solutions));
    append_cells(out, "certainly safe", analysis_.safe);
    append_cells(out, "certainly mines", analysis_.mine);
    append_format(out, "components         {}\n", analysis_.components.size());
    for (std::size_t i = 0; i < analysis_.components.size(); ++i) {
      const solvers::ComponentAnalysis& component = analysis_.components[i];
      append_line(
          out, has_component_map() ? fmt::format("  {}  ", kComponentLetters[i]) : "  ",
          fmt::format("{} constrained by {}, from {}; solutions {}", counted(component.cells.size(), "cell"),
                      counted(component.constraints.size(), "number"),
                      component.cells.empty() ? "" : name_of(component.cells.front()),
                      readable(component.solutions)));
    }
    if (analysis_.moves.empty()) return;
    out += "moves\n";
    for (const solvers::StrategyMove& move : analysis_.moves) {
      append_line(
          out, fmt::format("  {}  ", move_letters_.at(move.move.cell)),
          fmt::format("{:<10} digs {:>7}, P(mine) {:<10.6g} ({})", move.strategy, name_of(move.move.cell),
                      move.p_mine, solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]));
      append_explanation(out, move);
    }
  }

  void append_what_if(std::string& out, const WhatIfDug& what_if) const {
    const auto [row, col] = what_if.place;
    const std::string name = fmt::format("{},{}", row, col);
    if (!what_if.why_none.empty()) {
      append_line(out, "", fmt::format("digging {}: {}", name, what_if.why_none));
      return;
    }
    const double p_mine = analysis_.p_mine[grid_.at(row, col)];
    append_line(out, "", fmt::format("digging {} (P(mine) {:.6g})", name, p_mine));
    for (const solvers::DigOutcome& outcome : what_if.outcomes)
      append_line(out, "  ",
                  fmt::format("shows {} with {:.6g}: then certainly safe {}, certainly mines {}",
                              outcome.number, outcome.probability, outcome.safe.size(), outcome.mine.size()));
  }

  void append_proof(std::string& out, const solvers::Proof& proof) const {
    append_line(out, "", proof_text(view_, proof));
    const std::optional<std::size_t> component = component_of(analysis_, proof);
    if (component && has_component_map())
      append_format(out, "  (component {})\n", kComponentLetters[*component]);
  }

 private:
  // The text wrapped into lines that are indented by the length of `head`.
  void append_line(std::string& out, std::string_view head, std::string_view text) const {
    append_format(out, "{}{}\n", head, wrapped(text, static_cast<std::size_t>(columns_), head.size()));
  }

  void append_explanation(std::string& out, const solvers::StrategyMove& move) const {
    if (move.why.empty()) return;
    append_line(out, "       ",
                move.win_probability ? fmt::format("{}; win chance {:.4g}", move.why, *move.win_probability)
                                     : move.why);
    if (move.candidates.empty()) return;
    const bool has_errors =
        std::ranges::any_of(move.candidates, [](const auto& c) { return c.standard_error.has_value(); });
    append_format(out, "       {:>7}  {:>8}  value{}\n", "cell", "P(mine)",
                  has_errors ? fmt::format("   {} std. error", plus_minus()) : "");
    for (const auto& candidate :
         std::span(move.candidates).first(std::min(move.candidates.size(), kMostListedCandidates)))
      append_format(out, "       {:>7}  {:>8.4f}  {:.4f}{}\n", name_of(candidate.cell), candidate.p_mine,
                    candidate.value,
                    candidate.standard_error
                        ? fmt::format("  {} {:.4f}", plus_minus(), *candidate.standard_error)
                        : std::string());
    if (move.candidates.size() > kMostListedCandidates)
      append_format(out, "       and {} more\n", move.candidates.size() - kMostListedCandidates);
  }

  std::string name_of(Cell cell) const { return sim::cell_text(grid_, cell); }

  // Full cells if the board fits, else narrow ones, else several panels.
  void fit_to(int columns) {
    label_width_ = static_cast<int>(std::to_string(grid_.rows() - 1).size());
    mark_width_ = move_letters_.empty() && view_.flag_count() == 0 ? 0 : kMark;
    panel_cols_ = grid_.cols();
    cell_width_ = kFullCell + mark_width_;
    if (columns <= 0 || width_at(cell_width_) <= columns) return;
    const bool has_short_labels = grid_.cols() <= 100;
    if (has_short_labels && width_at(kNarrowCell + mark_width_) <= columns) {
      cell_width_ = kNarrowCell + mark_width_;
      return;
    }
    const int most = std::max((columns - label_width_ - 1 - shift_at(cell_width_)) / cell_width_, 1);
    const int panels = (grid_.cols() + most - 1) / most;
    panel_cols_ = (grid_.cols() + panels - 1) / panels;
  }
  bool is_full() const { return cell_width_ == kFullCell + mark_width_; }
  int shift_at(int cell_width) const { return grid_.has_shifted_rows() ? cell_width / 2 : 0; }
  int width_at(int cell_width) const {
    return label_width_ + 1 + grid_.cols() * cell_width + shift_at(cell_width);
  }

  bool has_component_map() const {
    return analysis_.components.size() > 1 && analysis_.components.size() <= kComponentLetters.size() &&
           width_at(kMapCell) <= columns_;
  }

  void append_column_labels(std::string& out, int first, int last) const {
    out.append(static_cast<std::size_t>(label_width_) + 1, ' ');
    for (int col = first; col < last; ++col)
      append_format(out, "{:>{}}{:{}}", col, field_width(), "", cell_width_ - field_width());
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }

  void append_row(std::string& out, int row, int first, int last) const {
    append_format(out, "{:>{}} ", row, label_width_);
    if (row % 2 == 1) out.append(static_cast<std::size_t>(shift_at(cell_width_)), ' ');
    for (int col = first; col < last; ++col) append_cell(out, grid_.at(row, col));
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }

  // The columns of a cell's number or risk; a mark and a blank follow.
  int field_width() const { return cell_width_ - mark_width_ - 1; }

  std::string symbol(Cell cell) const {
    if (view_.is_shown(cell)) return view_.number(cell) == 0 ? "" : std::to_string(view_.number(cell));
    const std::string risk = risk_text(certainty_[cell], analysis_.p_mine[cell]);
    return is_full() ? risk : in_two_characters(risk);
  }

  void append_cell(std::string& out, Cell cell) const {
    const bool is_coloured = colours_ == Colours::on && (view_.is_hidden(cell) || view_.number(cell) > 0);
    const std::string begin = !is_coloured           ? std::string()
                              : view_.is_shown(cell) ? number_colour(view_.number(cell))
                                                     : risk_colour(certainty_[cell], analysis_.p_mine[cell]);
    const auto letter = move_letters_.find(cell);
    const bool is_dug = letter != move_letters_.end();
    const char mark = is_dug ? letter->second : view_.is_flagged(cell) ? 'F' : ' ';
    append_format(out, "{}{}{:>{}}{}{}", begin, is_coloured && is_dug ? kDugStyle : std::string_view(),
                  symbol(cell), field_width(), mark_width_ > 0 ? std::string(1, mark) : std::string(),
                  is_coloured ? kPlainColour : std::string_view());
    out += ' ';
  }

  void append_cells(std::string& out, std::string_view title, std::span<const Cell> cells) const {
    std::string list = std::to_string(cells.size());
    for (std::size_t i = 0; i < std::min(cells.size(), kMostListedCells); ++i)
      append_format(list, "{} {}", i == 0 ? ":" : "", name_of(cells[i]));
    if (cells.size() > kMostListedCells) append_format(list, " and {} more", cells.size() - kMostListedCells);
    append_line(out, fmt::format("{:<18} ", title), list);
  }

  const sim::View& view_;
  const Grid& grid_;
  const solvers::Analysis& analysis_;
  Colours colours_;
  int columns_;  // of the text
  std::map<Cell, char> move_letters_;
  int cell_width_ = kFullCell;
  int mark_width_ = 0;
  int label_width_ = 1;
  int panel_cols_ = 0;                // columns of the board side by side
  std::vector<Certainty> certainty_;  // [cell]
};

}  // namespace

std::string analysis_drawing(const sim::View& view, const solvers::Analysis& analysis, Colours colours,
                             int columns, const WhatIfDug* what_if, const solvers::Proof* proof) {
  const Drawing drawing(view, analysis, colours, columns);
  std::string out;
  drawing.append_board(out);
  drawing.append_component_map(out);
  drawing.append_facts(out);
  if (what_if != nullptr) drawing.append_what_if(out, *what_if);
  if (proof != nullptr) drawing.append_proof(out, *proof);
  return out;
}

}  // namespace sapper::experiments::minesweeper

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/heat_map.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;

constexpr int kCellWidth = 4;
constexpr std::size_t kMostListedCells = 24;

// A count as people read it: beyond forty digits in powers of ten, rounded down.
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
  Drawing(const sim::View& view, const solvers::Analysis& analysis, Colours colours)
      : view_(view), grid_(view.grid()), analysis_(analysis), colours_(colours) {
    certainty_.assign(grid_.cell_count(), Certainty::none);
    for (const Cell cell : analysis.safe) certainty_[cell] = Certainty::safe;
    for (const Cell cell : analysis.mine) certainty_[cell] = Certainty::mine;
  }

  void append_board(std::string& out) const {
    const int label_width = static_cast<int>(std::to_string(grid_.rows() - 1).size());
    append_column_labels(out, label_width);
    for (int row = 0; row < grid_.rows(); ++row) {
      append_format(out, "{:>{}} ", row, label_width);
      if (grid_.topology() == sim::Topology::hex && row % 2 == 1) out.append(kCellWidth / 2, ' ');
      for (int col = 0; col < grid_.cols(); ++col) append_cell(out, grid_.at(row, col));
      while (out.back() == ' ') out.pop_back();
      out += '\n';
    }
    out += "(numbers: shown, blank for 0; o safe, * mine, n% P(mine) of the other hidden cells";
    out += view_.flag_count() != 0 ? ", F flagged)\n" : ")\n";
  }

  void append_facts(std::string& out) const {
    append_format(out, "\n{} x {} {}, {}, {}\n", grid_.rows(), grid_.cols(), sim::name_of(grid_.topology()),
                  counted(view_.mine_count(), "mine"), counted(view_.hidden_count(), "hidden cell"));
    append_format(out, "layouts that fit   {}\n", readable(analysis_.solutions));
    append_cells(out, "certainly safe", analysis_.safe);
    append_cells(out, "certainly mines", analysis_.mine);
    append_format(out, "components         {}\n", analysis_.components.size());
    for (const solvers::ComponentAnalysis& component : analysis_.components)
      append_format(out, "  {} under {}, from {}; solutions {}\n", counted(component.cells.size(), "cell"),
                    counted(component.constraints.size(), "number"),
                    component.cells.empty() ? "" : name_of(component.cells.front()),
                    readable(component.solutions));
    if (analysis_.moves.empty()) return;
    out += "moves\n";
    for (const solvers::StrategyMove& move : analysis_.moves) {
      append_format(out, "  {:<10} digs {:>7}, P(mine) {:<10.6g} ({})\n", move.strategy,
                    name_of(move.move.cell), move.p_mine,
                    solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]);
      append_explanation(out, move);
    }
  }

 private:
  template <class... Values>
  static void append_format(std::string& out, fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Values>(values)...);
  }

  void append_explanation(std::string& out, const solvers::StrategyMove& move) const {
    if (move.why.empty()) return;
    append_format(out, "    {}", move.why);
    if (move.win_probability) append_format(out, "; win chance {:.4g}", *move.win_probability);
    out += '\n';
    for (const auto& candidate : move.candidates)
      append_format(out, "      {:>7}  {:.4g}, P(mine) {:.4g}\n", name_of(candidate.cell), candidate.value,
                    candidate.p_mine);
  }

  std::string name_of(Cell cell) const {
    return fmt::format("{},{}", grid_.row_of(cell), grid_.col_of(cell));
  }

  void append_column_labels(std::string& out, int label_width) const {
    out.append(static_cast<std::size_t>(label_width) + 1, ' ');
    for (int col = 0; col < grid_.cols(); ++col) append_format(out, "{:>3} ", col);
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }

  std::string symbol(Cell cell) const {
    if (view_.is_shown(cell)) return view_.number(cell) == 0 ? "" : std::to_string(view_.number(cell));
    return risk_text(certainty_[cell], analysis_.p_mine[cell]);
  }

  void append_cell(std::string& out, Cell cell) const {
    const bool is_coloured = colours_ == Colours::on && view_.is_hidden(cell);
    const std::string begin =
        is_coloured ? risk_colour(certainty_[cell], analysis_.p_mine[cell]) : std::string();
    append_format(out, "{}{:>3}{}{}", begin, symbol(cell), view_.is_flagged(cell) ? 'F' : ' ',
                  is_coloured ? kPlainColour : std::string_view());
  }

  void append_cells(std::string& out, std::string_view title, std::span<const Cell> cells) const {
    append_format(out, "{:<18} {}", title, cells.size());
    for (std::size_t i = 0; i < std::min(cells.size(), kMostListedCells); ++i)
      append_format(out, "{} {}", i == 0 ? ":" : "", name_of(cells[i]));
    if (cells.size() > kMostListedCells) append_format(out, " and {} more", cells.size() - kMostListedCells);
    out += '\n';
  }

  const sim::View& view_;
  const Grid& grid_;
  const solvers::Analysis& analysis_;
  Colours colours_;
  std::vector<Certainty> certainty_;  // [cell]
};

}  // namespace

std::string analysis_drawing(const sim::View& view, const solvers::Analysis& analysis, Colours colours) {
  const Drawing drawing(view, analysis, colours);
  std::string out;
  drawing.append_board(out);
  drawing.append_facts(out);
  return out;
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/analysis/analysis_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/drawing/text_board.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

constexpr CellForm kMapForm{2, 2};  // the letter of a component, and a blank before it
constexpr std::string_view kComponentLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::size_t kMostListedCandidates = 8;
constexpr int kUsualColumns = 80;

class Drawing {
 public:
  Drawing(const sim::View& view, const solvers::Analysis& analysis, ColourMode colours, int columns,
          std::optional<double> density, const ExplainedCell* explained)
      : view_(view),
        grid_(view.grid()),
        analysis_(analysis),
        density_(density),
        columns_(columns > 0 ? columns : kUsualColumns),
        move_letters_(move_letters(analysis)) {
    has_component_map_ = analysis.components.size() > 1 &&
                         analysis.components.size() <= kComponentLetters.size() &&
                         BoardTable(grid_, {}, kMapForm).width() <= columns_;
    if (explained != nullptr) append_argument(*explained);
    append_board(colours, columns);
    if (has_component_map_) append_component_map();
    append_facts();
    append_moves();
  }

  void append_what_if(const WhatIfDug& what_if) {
    const auto [row, col] = what_if.place;  // possibly not on the board
    const std::string name = fmt::format("{},{}", row, col);
    if (!what_if.why_none.empty())
      return append_line("", fmt::format("digging {}: {}", name, what_if.why_none));
    append_line("", fmt::format("digging {} (P(mine) {:.6g})", name, analysis_.p_mine[grid_.at(row, col)]));
    for (const solvers::DigOutcome& outcome : what_if.outcomes)
      append_line("  ",
                  fmt::format("shows {} with {:.6g}: then certainly safe {}, certainly mines {}",
                              outcome.number, outcome.probability, outcome.safe.size(), outcome.mine.size()));
  }

  std::string take() { return std::move(out_); }

 private:
  // The text wrapped into lines that are indented by the length of `head`.
  void append_line(std::string_view head, std::string_view text) {
    append_format(out_, "{}{}\n", head, wrapped(text, static_cast<std::size_t>(columns_), head.size()));
  }
  std::string name_of(Cell cell) const { return sim::cell_text(grid_, cell); }

  void append_argument(const ExplainedCell& explained) {
    append_line("", proof_text(view_, explained.proof));
    const std::optional<std::size_t> component = component_of(analysis_, explained.proof);
    if (component && has_component_map_)
      append_format(out_, "  (component {})\n", kComponentLetters[*component]);
    // A cell that is given has been said.
    if (explained.proof.means != solvers::Proof::Means::given)
      for (const ProofSentence& sentence : explained.argument)
        append_line(std::string(2 * static_cast<std::size_t>(std::max(sentence.depth, 1)), ' '),
                    sentence.text);
    out_ += '\n';
  }

  void append_board(ColourMode colours, int columns) {
    BoardPicture picture = picture_of(view_, analysis_);
    picture.has_letters = !move_letters_.empty() || view_.flag_count() != 0;
    picture.cell = [this, risks = std::move(picture.cell)](Cell cell) {
      PictureCell drawn = risks(cell);
      if (const auto letter = move_letters_.find(cell); letter != move_letters_.end()) {
        drawn.letter = letter->second;
        drawn.is_marked = true;
      }
      return drawn;
    };
    const DrawingStyle style{.colours = colours, .columns = columns};
    out_ += draw_text(picture, style);
    std::string legend = "(numbers: shown, blank for 0; o safe, * mine, ";
    legend += fitting_form(picture, style).field == 3
                  ? "n% P(mine) of the other hidden cells"
                  : "two digits: P(mine) in percent of the other hidden cells";
    if (view_.flag_count() != 0) legend += ", F flagged";
    if (!move_letters_.empty()) legend += "; a capital after a cell: strategies dig it, see moves";
    append_line("", legend + ')');
    append_line("", "(cells are row,col from 0)");
  }

  void append_component_map() {
    std::map<Cell, char> letters;
    for (std::size_t i = 0; i < analysis_.components.size(); ++i)
      for (const Cell cell : analysis_.components[i].cells) letters[cell] = kComponentLetters[i];
    const BoardPicture map{&grid_, [&](Cell cell) -> PictureCell {
                             const auto letter = letters.find(cell);
                             if (letter != letters.end()) return {CellSign::letter, 0, {}, letter->second};
                             return {view_.is_hidden(cell) ? CellSign::hidden : CellSign::number};
                           }};
    out_ += "\ncomponents\n" + BoardTable(grid_, {}, kMapForm).draw(map, whole_board(grid_));
    append_line("", "(letters: listed below; . hidden, off the frontier)");
  }

  void append_facts() {
    out_ += '\n';
    append_line("", facts_text(view_, "x", density_));
    append_format(out_, "consistent layouts {}\n", readable(analysis_.solutions));
    append_cells("certainly safe", analysis_.safe);
    append_cells("certainly mines", analysis_.mine);
    append_format(out_, "components         {}\n", analysis_.components.size());
    for (std::size_t i = 0; i < analysis_.components.size(); ++i) {
      const solvers::ComponentAnalysis& component = analysis_.components[i];
      append_line(has_component_map_ ? fmt::format("  {}  ", kComponentLetters[i]) : "  ",
                  fmt::format("{}, from {}; solutions {}", component_text(component),
                              component.cells.empty() ? "" : name_of(component.cells.front()),
                              readable(component.solutions)));
    }
  }

  void append_cells(std::string_view title, std::span<const Cell> cells) {
    append_line(fmt::format("{:<18} ", title), listed_cells(cells, [&](Cell cell) { return name_of(cell); }));
  }

  void append_moves() {
    if (!analysis_.moves.empty()) out_ += "moves\n";
    for (const solvers::StrategyMove& move : analysis_.moves) {
      append_line(
          fmt::format("  {}  ", move_letters_.at(move.move.cell)),
          fmt::format("{:<10} digs {:>7}, P(mine) {:<10.6g} ({})", move.strategy, name_of(move.move.cell),
                      move.p_mine, solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]));
      if (move.why.empty()) continue;
      append_line("       ", reason_text(move));
      if (!move.candidates.empty()) append_candidates(move.candidates);
    }
  }

  void append_candidates(std::span<const solvers::Explanation::Candidate> candidates) {
    const bool has_errors = std::ranges::any_of(
        candidates, [](const auto& candidate) { return candidate.standard_error.has_value(); });
    append_format(out_, "       {:>7}  {:>8}  value{}\n", "cell", "P(mine)",
                  has_errors ? fmt::format("   {} std. error", plus_minus()) : "");
    for (const auto& [cell, p_mine, value, standard_error] :
         candidates.first(std::min(candidates.size(), kMostListedCandidates)))
      append_format(
          out_, "       {:>7}  {:>8.4f}  {:.4f}{}\n", name_of(cell), p_mine, value,
          standard_error ? fmt::format("  {} {:.4f}", plus_minus(), *standard_error) : std::string());
    if (candidates.size() > kMostListedCandidates)
      append_format(out_, "       and {} more\n", candidates.size() - kMostListedCandidates);
  }

  const sim::View& view_;
  const sim::Grid& grid_;
  const solvers::Analysis& analysis_;
  std::optional<double> density_;
  int columns_;  // of the text
  std::map<Cell, char> move_letters_;
  bool has_component_map_ = false;  // if there are several components, and the map fits
  std::string out_;
};

}  // namespace

std::string analysis_drawing(const sim::View& view, const solvers::Analysis& analysis, ColourMode colours,
                             int columns, const WhatIfDug* what_if, const ExplainedCell* explained,
                             std::optional<double> density) {
  Drawing drawing(view, analysis, colours, columns, density, explained);
  if (what_if != nullptr) drawing.append_what_if(*what_if);
  return drawing.take();
}

}  // namespace sapper::experiments::minesweeper

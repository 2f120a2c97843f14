#include "experiments/analysis/analysis_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "experiments/analysis/analysis_lines.hpp"
#include "experiments/analysis/analysis_words.hpp"
#include "experiments/drawing/text_board.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

constexpr CellForm kMapForm{2, 2};  // the letter of a component, and a blank before it
constexpr std::string_view kComponentLetters = "abcdefghijklmnopqrstuvwxyz";

class Drawing {
 public:
  Drawing(const sim::View& view, const solvers::Analysis& analysis, ColourMode colours, int columns,
          std::optional<double> density, const ExplainedCell* explained)
      : view_(view),
        grid_(view.grid()),
        analysis_(analysis),
        density_(density),
        lines_(
            analysis, [this](Cell cell) { return sim::cell_text(grid_, cell); }, columns),
        move_letters_(move_letters(analysis)) {
    has_component_map_ = analysis.components.size() > 1 &&
                         analysis.components.size() <= kComponentLetters.size() &&
                         BoardTable(grid_, {}, kMapForm).width() <= static_cast<int>(lines_.width());
    if (explained != nullptr) append_argument(*explained);
    append_board(colours, columns);
    if (has_component_map_) append_component_map();
    append_facts();
    lines_.append_moves(move_letters_);
  }

  void append_what_if(const WhatIfDug& what_if) { lines_.append_what_if(what_if); }

  std::string take() { return lines_.take(); }

 private:
  void append_argument(const ExplainedCell& explained) {
    lines_.append("", proof_text(view_, explained.proof));
    const std::optional<std::size_t> component = component_of(analysis_, explained.proof);
    if (component && has_component_map_)
      lines_.append_raw(fmt::format("  (component {})\n", kComponentLetters[*component]));
    lines_.append_argument(explained);
    lines_.append_raw("\n");
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
    lines_.append_raw(draw_text(picture, style));
    std::string legend = "(numbers: shown, blank for 0; o safe, * mine, ";
    legend += fitting_form(picture, style).field == 3
                  ? "n% P(mine) of the other hidden cells"
                  : "two digits: P(mine) in percent of the other hidden cells";
    if (view_.flag_count() != 0) legend += ", F flagged";
    if (!move_letters_.empty()) legend += "; a capital after a cell: strategies dig it, see moves";
    lines_.append("", legend + ')');
    lines_.append("", "(cells are row,col from 0)");
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
    lines_.append_raw("\ncomponents\n" + BoardTable(grid_, {}, kMapForm).draw(map, whole_board(grid_)));
    lines_.append("", "(letters: listed below; . hidden, off the frontier)");
  }

  void append_facts() {
    lines_.append_raw("\n");
    lines_.append("", facts_text(view_, "x", density_));
    lines_.append_raw(fmt::format("consistent layouts {}\n", readable(analysis_.solutions)));
    lines_.append_cells("certainly safe", analysis_.safe);
    lines_.append_cells("certainly mines", analysis_.mine);
    lines_.append_components(has_component_map_ ? kComponentLetters : std::string_view());
  }

  const sim::View& view_;
  const sim::Grid& grid_;
  const solvers::Analysis& analysis_;
  std::optional<double> density_;
  AnalysisLines lines_;
  std::map<Cell, char> move_letters_;
  bool has_component_map_ = false;  // if there are several components, and the map fits
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

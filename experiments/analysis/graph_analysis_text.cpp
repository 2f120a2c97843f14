#include "experiments/analysis/graph_analysis_text.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// Never `1`, which would be a certain mine.
std::string uncertain_text(double p_mine) {
  std::string text = fmt::format("{:.6g}", p_mine);
  return text == "1" ? ">0.999999" : text;
}

}  // namespace

std::string board_text(const PlacedGraphPosition& placed) {
  if (!placed.board) return count_text(placed.position.graph->cell_count(), "cell");
  const LatticeBoard& board = *placed.board;
  return fmt::format("{}{} x {} {}", board.has_layers() ? fmt::format("{} x ", board.size.layers) : "",
                     board.size.rows, board.size.cols, title_of(*board.lattice));
}

std::string convention_of(const PlacedGraphPosition& placed) {
  if (!placed.board) return "numbers from 0";
  return placed.board->has_layers() ? "layer,row,col from 0" : "row,col from 0";
}

std::string graph_analysis_text(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                                int columns) {
  constexpr std::size_t kUsualWidth = 80;
  constexpr std::size_t kMostListedRisks = 400;
  const std::size_t width = columns > 0 ? static_cast<std::size_t>(columns) : kUsualWidth;
  std::string text;
  const auto append_line = [&](std::string_view head, std::string_view line) {
    append_format(text, "{}{}\n", head, wrapped(line, width, head.size()));
  };
  const sim::GraphPosition& position = placed.position;
  const auto name = [&](sim::Cell cell) {
    return placed.board ? placed.board->name_of(cell) : std::to_string(cell);
  };
  std::string risks;
  std::size_t hidden = 0;
  std::size_t uncertain = 0;
  for (sim::Cell cell = 0; cell < analysis.p_mine.size(); ++cell) {
    if (!position.is_hidden(cell)) continue;
    ++hidden;
    const double p_mine = analysis.p_mine[cell];
    if (p_mine > 0 && p_mine < 1 && ++uncertain <= kMostListedRisks)
      append_format(risks, "{}{}: {}", uncertain > 1 ? "; " : "", name(cell), uncertain_text(p_mine));
  }
  if (uncertain > kMostListedRisks)
    append_format(risks, " and {} more (--json lists all)", with_commas(uncertain - kMostListedRisks));
  append_format(text, "{}, {}, {}\n", board_text(placed), mines_text(position.prior),
                count_text(hidden, "hidden cell"));
  append_format(text, "consistent layouts {}\n", readable(analysis.solutions));
  append_line("certainly safe     ", listed_cells(analysis.safe, name));
  append_line("certainly mines    ", listed_cells(analysis.mine, name));
  append_line("P(mine) of others  ", risks.empty() ? "none" : risks);
  append_format(text, "components         {}\n", analysis.components.size());
  for (const solvers::ComponentAnalysis& component : analysis.components)
    append_line("  ", fmt::format("{}, from {}; solutions {}", component_text(component),
                                  component.cells.empty() ? "" : name(component.cells.front()),
                                  readable(component.solutions)));
  append_line("", fmt::format("(cells are {})", convention_of(placed)));
  return text;
}

}  // namespace sapper::experiments::minesweeper

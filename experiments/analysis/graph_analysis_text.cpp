#include "experiments/analysis/graph_analysis_text.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "experiments/analysis/analysis_lines.hpp"
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

NameCell names_on(const PlacedGraphPosition& placed) {
  return
      [&placed](sim::Cell cell) { return placed.board ? placed.board->name_of(cell) : std::to_string(cell); };
}

std::string graph_analysis_text(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                                int columns, const WhatIfDug* what_if, const ExplainedCell* explained) {
  constexpr std::size_t kMostListedRisks = 400;
  const sim::GraphPosition& position = placed.position;
  const NameCell name = names_on(placed);
  AnalysisLines lines(analysis, name, columns);
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
  if (explained != nullptr) {
    lines.append("", proof_text(position, explained->proof, name));
    lines.append_argument(*explained);
    lines.append_raw("\n");
  }
  lines.append_raw(fmt::format("{}, {}, {}\n", board_text(placed), mines_text(position.prior),
                               count_text(hidden, "hidden cell")));
  lines.append_raw(fmt::format("consistent layouts {}\n", readable(analysis.solutions)));
  lines.append_cells("certainly safe", analysis.safe);
  lines.append_cells("certainly mines", analysis.mine);
  lines.append("P(mine) of others  ", risks.empty() ? "none" : risks);
  lines.append_components("");
  lines.append_moves({});
  if (what_if != nullptr) lines.append_what_if(*what_if);
  lines.append("", fmt::format("(cells are {})", convention_of(placed)));
  return lines.take();
}

}  // namespace sapper::experiments::minesweeper

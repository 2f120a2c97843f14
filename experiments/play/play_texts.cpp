#include "experiments/play/play_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/play/board_table.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/setup_texts.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

std::string command_help(const PlaySession& session) {
  const std::string cell = session.example();
  const std::string commands =
      session.asks_for_row_and_column()
          ? fmt::format(
                "Type a row, then a column; or f {0} to flag, u {0}, hint, why, save FILE, help, quit.\n",
                cell)
          : fmt::format("{0} or d {0} digs, f {0} flags, u {0} unflags; hint, why, save FILE, help, quit.\n",
                        cell);
  return commands + session.board().notation();
}

namespace {

// `For instance, 0,0 touches 0,1 0,8 ...`: where cells have other neighbours than on a sheet of squares.
std::string example_of_neighbours(const PlaySession& session) {
  if (!session.board().has_unusual_neighbors()) return "";
  const sim::Grid& grid = session.sheet();
  const sim::Cell cell = session.setup().board().graph_board ? session.board().example_cell()
                         : grid.wraps_rows() || grid.wraps_cols()
                             ? 0
                             : grid.at(std::min(1, grid.rows() - 1), std::min(1, grid.cols() - 1));
  return fmt::format("For instance, {}.\n", session.board().neighbors_text(cell));
}

}  // namespace

std::string help_text(const PlaySession& session, const DrawingStyle& style) {
  return command_help(session) +
         legend(fitting_signs(session.sheet(), style), session.board().largest_number()) +
         explain_rules(session.setup()) + example_of_neighbours(session) +
         fmt::format(
             "hint shows P(mine) of every cell and a good move; hint {0} that of one cell.\n"
             "why {0} says why a cell is certainly safe or a mine.\n"
             "{1}save FILE writes the position, for sapper analyze.\n",
             session.example(),
             session.setup().board().graph_board
                 ? fmt::format("sees {} says which cells its number counts.\n", session.example())
                 : std::string());
}

std::string risk_legend(const PlaySession& session, const solvers::CellRisks& risks) {
  return fmt::format(
      "o certainly free: {}, * certainly a mine: {}; with % or two digits: P(mine) in percent{}.",
      risks.safe.size(), risks.mine.size(), session.board().flag_count() > 0 ? "; F flag" : "");
}

std::string row_question(const PlaySession& session) {
  return fmt::format("Row ({}): ", row_range(session.sheet()));
}

std::string col_question(const PlaySession& session) {
  return fmt::format("Column ({}): ", col_range(session.sheet()));
}

std::string no_column(const PlaySession& session, std::string_view line) {
  return fmt::format("{} is not a column; expected a number from {}, or an empty line for another row.",
                     quoted_input(line), col_range(session.sheet()));
}

}  // namespace sapper::experiments::minesweeper

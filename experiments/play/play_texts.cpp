#include "experiments/play/play_texts.hpp"

#include <fmt/format.h>

#include "experiments/play/rules_text.hpp"
#include "experiments/play/typed_line.hpp"

namespace sapper::experiments::minesweeper {

std::string command_help(const PlaySession& session) {
  const std::string cell = session.example();
  const std::string commands =
      session.asks_for_row_and_column()
          ? fmt::format("Type a row, then a column; or f {0} to flag, u {0}, hint, save FILE, help, quit.\n",
                        cell)
          : fmt::format("{0} or d {0} digs, f {0} flags, u {0} unflags; hint, save FILE, help, quit.\n",
                        cell);
  return commands + notation_note(session.grid(), session.labels());
}

std::string help_text(const PlaySession& session, const DrawingStyle& style) {
  return command_help(session) + legend(fitting_signs(session.grid(), style)) +
         explain_rules(session.setup()) +
         fmt::format(
             "hint shows P(mine) of every cell and a good move; hint {} that of one cell.\n"
             "save FILE writes the position, for sapper analyze.\n",
             session.example());
}

std::string risk_legend(const PlaySession& session, const solvers::CellRisks& risks) {
  return fmt::format(
      "o certainly free: {}, * certainly a mine: {}; with % or two digits: P(mine) in percent{}.",
      risks.safe.size(), risks.mine.size(), session.view().flag_count() > 0 ? "; F flag" : "");
}

std::string row_question(const PlaySession& session) {
  return fmt::format("Row ({}): ", row_range(session.grid()));
}

std::string col_question(const PlaySession& session) {
  return fmt::format("Column ({}): ", col_range(session.grid()));
}

std::string no_column(const PlaySession& session, std::string_view line) {
  return fmt::format("{} is not a column; expected a number from {}, or an empty line for another row.",
                     quoted_input(line), col_range(session.grid()));
}

}  // namespace sapper::experiments::minesweeper

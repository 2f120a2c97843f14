#include "experiments/kinds/minesweeper/game_record.hpp"

#include <boost/json/serialize.hpp>

#include "experiments/support/append_format.hpp"

namespace sapper::experiments::minesweeper {

void append_record(std::size_t case_number, std::uint64_t game, std::string_view label,
                   const GameSummary& summary, const sim::BoardStatistics& board, std::string& lines) {
  append_format(lines, R"({{"case":{},"game":{},"strategy":{},"won":{},"moves":{{)", case_number, game,
                boost::json::serialize(boost::json::string(label)), summary.is_won);
  for (std::size_t kind = 0; kind < solvers::kMoveKindCount; ++kind)
    append_format(lines, R"({}"{}":{})", kind == 0 ? "" : ",", solvers::kMoveKindNames[kind],
                  summary.moves[kind]);
  lines += R"(},"guesses":[)";
  for (std::size_t i = 0; i < summary.guess_risks.size(); ++i)
    append_format(lines, "{}{:.12g}", i == 0 ? "" : ",", summary.guess_risks[i]);
  lines += R"(],"lost_risk":)";
  if (summary.is_lost_by_guess)
    append_format(lines, "{:.12g}", summary.guess_risks.back());
  else
    lines += "null";
  append_format(
      lines,
      R"(,"turns":{},"bv3":{},"openings":{},"isolated":{},"missed_safe":{},"wrong_claims":{},"forfeited":{}}})",
      summary.turns, board.three_bv, board.openings, board.three_bv - board.openings, summary.missed_safe,
      summary.wrong_claims, summary.is_forfeited);
  lines += '\n';
}

}  // namespace sapper::experiments::minesweeper

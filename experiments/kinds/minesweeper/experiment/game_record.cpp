#include "experiments/kinds/minesweeper/experiment/game_record.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

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
  const auto append_risk = [&](std::optional<double> risk) {
    if (risk)
      append_format(lines, "{:.12g}", *risk);
    else
      lines += "null";
  };
  const auto append_each = [&](auto risk_of) {
    for (std::size_t i = 0; i < summary.guesses.size(); ++i) {
      if (i > 0) lines += ',';
      append_risk(risk_of(summary.guesses[i]));
    }
  };
  append_each([](const GuessRisk& guess) { return std::optional(guess.p_mine); });
  lines += R"(],"lowest":[)";
  append_each([](const GuessRisk& guess) { return guess.lowest; });
  lines += R"(],"lost_risk":)";
  append_risk(summary.is_lost_by_guess ? std::optional(summary.guesses.back().p_mine) : std::nullopt);
  append_format(
      lines,
      R"(,"turns":{},"bv3":{},"openings":{},"isolated":{},"missed_safe":{},"wrong_claims":{},"forfeited":{}}})",
      summary.turns, board.three_bv, board.openings, board.three_bv - board.openings, summary.missed_safe,
      summary.wrong_claims, summary.is_forfeited);
  lines += '\n';
}

}  // namespace sapper::experiments::minesweeper

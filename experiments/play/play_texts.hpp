// The texts of a Minesweeper game for its player, in both line and screen mode.
#pragma once

#include <string>
#include <string_view>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/play_session.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kPrompt = "> ";
inline constexpr std::string_view kUnfinished = "The game ends here, unfinished.\n";

// A line with the commands, and the notation of cells.
std::string command_help(const PlaySession& session);
// The full help, in lines.
std::string help_text(const PlaySession& session, const DrawingStyle& style);
// Explains the signs of a board that shows risks, with the number of certain cells.
std::string risk_legend(const PlaySession& session, const solvers::CellRisks& risks);

// The course's questions: `Row (A to I): `, `Column (1 to 9): `; and the message about an invalid column.
std::string row_question(const PlaySession& session);
std::string col_question(const PlaySession& session);
std::string no_column(const PlaySession& session, std::string_view line);

}  // namespace sapper::experiments::minesweeper

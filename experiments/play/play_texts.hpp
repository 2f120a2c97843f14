// What a game of Minesweeper says to its player, line by line and on a screen alike.
#pragma once

#include <string>
#include <string_view>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/play_session.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kPrompt = "> ";
inline constexpr std::string_view kUnfinished = "The game ends here, unfinished.\n";

// The commands in a line, and how cells are named.
std::string command_help(const PlaySession& session);
// All there is to say, in lines.
std::string help_text(const PlaySession& session, const DrawingStyle& style);
// Of the signs of a board that shows risks, with how many cells are certain.
std::string risk_legend(const PlaySession& session, const Risks& risks);

// What the course asks: `Row (A to I): `, `Column (1 to 9): `; and what it says of a text that is no column.
std::string row_question(const PlaySession& session);
std::string col_question(const PlaySession& session);
std::string no_column(const PlaySession& session, std::string_view line);

}  // namespace sapper::experiments::minesweeper

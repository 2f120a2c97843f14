// The texts of a Minesweeper game for its player, in both line and screen mode.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "experiments/play/board_drawing.hpp"
#include "experiments/play/minesweeper_setup.hpp"
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

// The rules of a game, in words for its player.

// The board and the seed that reproduces the game, in one line.
std::string title(const MinesweeperSetup& setup);

// The title, how many mines there are, and the rules.
std::string introduction(const MinesweeperSetup& setup);

// The first-click rule, the reveal, the topology and whether mines move: one line each.
std::string explain_rules(const MinesweeperSetup& setup);

// The first dig that the file's board was drawn for, which is made for the player; nullopt if it is not known, or a mine.
std::optional<sim::Cell> first_dig_of_file(const MinesweeperSetup& setup);

// Why the first dig cannot hit a mine wherever it is; nullopt if it can.
std::optional<std::string> first_dig_safety(const MinesweeperSetup& setup);

}  // namespace sapper::experiments::minesweeper

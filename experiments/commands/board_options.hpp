// The options that name one board with mines laid at random, and the cell of its first dig.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/cli/command_syntax.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "sim/minesweeper/first_click.hpp"

namespace sapper::experiments {

struct BoardOptions {
  std::optional<std::string> level;
  std::optional<int> rows;
  std::optional<int> cols;
  std::optional<std::uint32_t> mines;
  std::optional<std::string> cell;
};

// --level, --rows, --cols, --mines.
void add_board(CommandSyntax& syntax, BoardOptions& options);
// --cell.
void add_first_cell(CommandSyntax& syntax, BoardOptions& options);

// Takes size and mines from the options. InputError if they name no board.
void take_board(const BoardOptions& options, minesweeper::Board& board);
// The cell of --cell, or the usual one of the rule. InputError.
sim::Cell first_cell_of(const BoardOptions& options, const minesweeper::Board& board,
                        sim::FirstClickRule rule);
// Returns `99 mines on 16 x 30`. InputError if the rule leaves no room for them.
std::string check_mines(const minesweeper::Board& board, sim::FirstClickRule rule, sim::Cell first);

}  // namespace sapper::experiments

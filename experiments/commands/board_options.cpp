#include "experiments/commands/board_options.hpp"

#include <fmt/format.h>

#include "experiments/cli/option_value.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

void add_board(CommandSyntax& syntax, BoardOptions& options) {
  constexpr std::uint64_t kSide = sim::Grid::kMaxSide;
  syntax.option("--level", "NAME", "a level that `sapper list` names",
                name_of(options.level, minesweeper::kUsualLevels));
  syntax.option("--rows", "N", "boards of this many rows, with --mines",
                whole_number(options.rows, 1, kSide));
  syntax.option("--cols", "N", "their columns", whole_number(options.cols, 1, kSide), "as many as rows");
  syntax.option("--mines", "N", "their mines", whole_number(options.mines, 0, kSide * kSide));
}

void add_first_cell(CommandSyntax& syntax, BoardOptions& options) {
  syntax.option("--cell", "R,C", "the first dig, from 0,0", text(options.cell),
                "the centre; under safe_corners a corner");
}

void take_board(const BoardOptions& options, minesweeper::Board& board) {
  if (options.level) {
    if (options.rows || options.cols || options.mines)
      throw InputError("--level and --rows, --cols, --mines are mutually exclusive: a level has its own");
    const minesweeper::Level& level = json::row_named(minesweeper::levels(), "--level", *options.level);
    board.rows = level.rows;
    board.cols = level.cols;
    board.mines = level.mines;
    return;
  }
  if (!options.rows || !options.mines)
    throw InputError("a board needs --level, or --rows and --mines (and --cols, if it is not square)");
  board.rows = *options.rows;
  board.cols = options.cols.value_or(*options.rows);
  board.mines = *options.mines;
}

sim::Cell first_cell_of(const BoardOptions& options, const minesweeper::Board& board,
                        sim::FirstClickRule rule) {
  return options.cell
             ? read_cell("--cell", *options.cell, board.size())
             : minesweeper::first_cells_on(board, {rule, minesweeper::usual_first_cell(rule)}).front();
}

std::string check_mines(const minesweeper::Board& board, sim::FirstClickRule rule, sim::Cell first) {
  std::string mines =
      fmt::format("{} on {}", count_text(board.mines, "mine"), minesweeper::shape_text(board));
  const std::uint32_t most = minesweeper::max_mines(board, rule, first);
  if (board.mines > most)
    throw InputError(fmt::format("{}: with the first-click rule {} at most {} can lie there", mines,
                                 sim::name_of(rule), most));
  return mines;
}

}  // namespace sapper::experiments

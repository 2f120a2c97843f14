// `sapper play minesweeper`: a person plays, or watches a strategy play.
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/play/minesweeper_play.hpp"
#include "experiments/play/minesweeper_watch.hpp"
#include "experiments/play/screen_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/terminal_width.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments {
namespace {

struct PlayMinesweeperOptions {
  minesweeper::MinesweeperRequest request;
  std::optional<std::uint64_t> seed;
  bool needs_no_guess = false;
  std::optional<minesweeper::Guessing> method;
  std::optional<std::string> bot;
  std::optional<std::string> command;
  bool allow_commands = false;
  std::optional<double> delay_s;
  bool is_plain = false;
};

minesweeper::ScreenSize screen_size() {
  const TerminalSize size = terminal_size(STDOUT_FILENO);
  minesweeper::ScreenSize screen;
  if (size.columns > 0) screen.columns = static_cast<int>(size.columns);
  if (size.lines > 0) screen.lines = static_cast<int>(size.lines);
  return screen;
}

int play_minesweeper(const PlayMinesweeperOptions& options) {
  if (options.delay_s && !options.bot) throw InputError("play: --delay requires --bot");
  const solvers::StrategyEntry* const bot = options.bot ? minesweeper::find_entry(*options.bot) : nullptr;
  if (options.command && !(bot != nullptr && minesweeper::is_program(*bot)))
    throw InputError("play: --command requires --bot external");
  if (options.method && !options.needs_no_guess)
    throw InputError("play: --method requires --no-guess: other boards are drawn in one way");
  minesweeper::MinesweeperRequest request = options.request;
  if (options.needs_no_guess) request.guessing = options.method.value_or(minesweeper::Guessing::none);
  // A new game each time, with a number short enough to type.
  request.seed = options.seed ? *options.seed : std::random_device{}() % 1'000'000;
  const minesweeper::MinesweeperSetup setup = minesweeper::set_up(request);

  const Dialogue dialogue = terminal_dialogue(output_stream());
  const minesweeper::DrawingStyle style{
      .signs =
          !options.is_plain && shows_emoji() ? minesweeper::SignStyle::emoji : minesweeper::SignStyle::plain,
      .colours = are_colours_wanted() ? minesweeper::ColourMode::on : minesweeper::ColourMode::off,
      .columns = static_cast<int>(dialogue.columns())};

  const QuickExit quick_exit;
  if (options.bot) {
    minesweeper::WatchOptions watch{*options.bot, options.delay_s.value_or(0), style};
    // Without a delay the boards stay on the screen, for scrolling.
    if (watch.delay_s > 0 && can_redraw()) watch.screen = screen_size;
    watch.command = options.command.value_or("");
    watch.allow_commands = options.allow_commands;
    minesweeper::watch_minesweeper(output_stream(), setup, watch);
  } else if (can_redraw()) {
    RawInput keys;
    minesweeper::play_on_screen(keys, output_stream(), setup, {style, screen_size});
  } else {
    minesweeper::play_minesweeper(dialogue, setup, style);
  }
  return 0;
}

void add_board(CommandSyntax& syntax, minesweeper::MinesweeperRequest& request) {
  constexpr std::uint64_t kMaxSide = sim::Grid::kMaxSide;
  syntax.option("--level", "NAME", "a level that `sapper list` names",
                name_of(request.level, minesweeper::kUsualLevels), "Beginner");
  syntax.option("--rows", "N", "a board of this many rows, with --mines or --density",
                whole_number(request.rows, 1, kMaxSide));
  syntax.option("--cols", "N", "its columns", whole_number(request.cols, 1, kMaxSide), "as many as rows");
  syntax.option("--mines", "N", "its mines", whole_number(request.mines, 0, kMaxSide * kMaxSide));
  syntax.option("--density", "D", "its mines as a share of its cells", share(request.density));
  syntax.option("--file", "BOARD", "a board file, which gives the positions of the mines",
                path(request.file));
  syntax.option("--course", "L", "level 0 (a fixed board), 1 (N x N) or 2 (moving mines) of the course",
                whole_number(request.course, 0, 2));
  syntax.option("--size", "N", "the N of the course's levels 1 and 2",
                whole_number(request.size, 1, kMaxSide), "9");
}

void add_play_minesweeper_options(CommandSyntax& syntax, PlayMinesweeperOptions& options) {
  minesweeper::MinesweeperRequest& request = options.request;
  add_board(syntax, request);
  syntax.option("--first-click", "RULE", "the first-click rule; see `sapper list`",
                name_of(request.first_click, names_in(sim::kFirstClickRules)),
                "opening; unprotected with --file");
  syntax.option("--reveal", "HOW",
                "flood (openings spread), ring (they do not) or single (a dig shows one cell)",
                name_of(request.reveal, names_in(sim::kReveals)), "flood");
  syntax.option("--topology", "NAME",
                "which cells are neighbours: a topology or lattice of `sapper list`, or its file",
                name_of(request.topology, names_in(minesweeper::shipped_lattices())), "square");
  syntax.option("--layers", "N", "of a lattice in layers",
                whole_number(request.layers, 1, sim::Grid::kMaxSide), "as many as rows");
  syntax.option("--graph", "FILE", "a graph (sapper-graph/1), with --mines or --density",
                path(request.graph));
  syntax.flag("--moving", "lay the mines again after each dig", request.moving);
  syntax.flag("--no-guess", "a board that logic alone solves from the first dig", options.needs_no_guess);
  add_method(syntax, options.method);
  syntax.option("--bot", "STRATEGY", "watch a strategy play",
                name_of(options.bot, names_in(minesweeper::players())));
  syntax.option("--command", "LINE", "the program to run for --bot external", text(options.command));
  add_allow_commands(syntax, options.allow_commands);
  syntax.option("--delay", "S", "seconds between the bot's moves",
                seconds(options.delay_s, NumberRange::not_negative), "0");
  syntax.flag("--plain", "plain characters instead of emoji", options.is_plain);
  add_seed(syntax, options.seed, "a new one each time");
}

}  // namespace

Command play_minesweeper_command() {
  return {.name = "minesweeper",
          .summary = "Minesweeper, or a strategy that plays it",
          .details =
              "Arrow keys move a cursor, Enter digs, the space bar flags. Or type a cell (row,col from 0, "
              "such as 4,4 or 4 4) to dig it, f and a cell to flag it; hint shows the exact P(mine) of every "
              "cell and a good move, save FILE writes the position, help explains the rest. On small screens "
              "cells shrink, and a board that does not fit scrolls with the cursor. Piped input is read line "
              "by line.\n\n"
              "A board file lists the mines, one ROW,COL per line from 0; or it is a map, one line per row, "
              "* a mine and . a free cell; or an MBF file; or lines of `sapper boards`, whose first dig is "
              "made. Of several boards in a file, FILE#2 is the second.\n\n"
              "The layers of a lattice are below one another, and their cells layer,row,col. A graph is a "
              "table of its "
              "cells, which are numbers; sees and a cell tells which cells its number counts.",
          .examples = {"sapper play", "sapper play minesweeper --rows 10 --cols 20 --mines 35",
                       "sapper play --no-guess --level Intermediate",
                       "sapper play minesweeper --level Expert --bot min_risk --delay 0.2",
                       "sapper play --bot external --command ./my_solver --allow-commands"},
          .declare = declared(add_play_minesweeper_options, play_minesweeper)};
}

}  // namespace sapper::experiments

// `sapper play [GAME]`: the games that can be played at the terminal, and `sapper gtp`. To add a game, add its command to
// the list in play_command().
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <optional>
#include <random>
#include <string>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/gtp/gtp_engine.hpp"
#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/play/companion_play.hpp"
#include "experiments/play/minesweeper_play.hpp"
#include "experiments/play/nim_play.hpp"
#include "experiments/play/screen_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/terminal_width.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::experiments {

namespace {

// `sapper play minesweeper`: a person plays, or watches a strategy play.

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
  const solvers::StrategyEntry* const bot = options.bot ? solvers::find_strategy(*options.bot) : nullptr;
  if (options.command && !(bot != nullptr && bot->is_external && !bot->is_policy))
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
      .signs = !options.is_plain && shows_emoji() ? minesweeper::Signs::emoji : minesweeper::Signs::plain,
      .colours = are_colours_wanted() ? minesweeper::Colours::on : minesweeper::Colours::off,
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

void add_board(Syntax& syntax, minesweeper::MinesweeperRequest& request) {
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

void add_play_minesweeper_options(Syntax& syntax, PlayMinesweeperOptions& options) {
  minesweeper::MinesweeperRequest& request = options.request;
  add_board(syntax, request);
  syntax.option("--first-click", "RULE", "the first-click rule; see `sapper list`",
                name_of(request.first_click, names_in(sim::kFirstClickRules)),
                "opening; unprotected with --file");
  syntax.option("--reveal", "HOW", "flood (openings spread) or ring (they do not)",
                name_of(request.reveal, names_in(sim::kReveals)), "flood");
  syntax.option("--topology", "NAME", "square, torus or hex",
                name_of(request.topology, names_in(sim::kTopologies)), "square");
  syntax.flag("--moving", "lay the mines again after each dig", request.moving);
  syntax.flag("--no-guess", "a board that logic alone solves from the first dig", options.needs_no_guess);
  add_method(syntax, options.method);
  syntax.option("--bot", "STRATEGY", "watch a strategy play",
                name_of(options.bot, names_in(solvers::strategies())));
  syntax.option("--command", "LINE", "the program to run for --bot external", text(options.command));
  add_allow_commands(syntax, options.allow_commands);
  syntax.option("--delay", "S", "seconds between the bot's moves", seconds(options.delay_s, Zero::allowed),
                "0");
  syntax.flag("--plain", "plain characters instead of emoji", options.is_plain);
  add_seed(syntax, options.seed, "a new one each time");
}

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
              "made. Of several boards in a file, FILE#2 is the second.",
          .examples = {"sapper play", "sapper play minesweeper --rows 10 --cols 20 --mines 35",
                       "sapper play --no-guess --level Intermediate",
                       "sapper play minesweeper --level Expert --bot min_risk --delay 0.2",
                       "sapper play --bot external --command ./my_solver --allow-commands"},
          .declare = declared(add_play_minesweeper_options, play_minesweeper)};
}

// `sapper play go`: Go at the terminal, for two people or against the computer.

using solvers::go::PlayerEntry;

struct PlayGoOptions {
  go::GoSettings settings{.size = 9};
  const PlayerEntry* black = nullptr;  // a person
  const PlayerEntry* white = nullptr;
  std::uint64_t seed = 1;
};

int play_go(const PlayGoOptions& options) {
  const go::GoSettings& settings = options.settings;
  GoPlayOptions play;
  play.rules = {settings.size, settings.komi(), settings.scoring};
  play.seed = options.seed;
  if (options.black) play.black = {*options.black, settings.playouts};
  if (options.white) play.white = {*options.white, settings.playouts};
  const QuickExit quick_exit;
  play_go(terminal_dialogue(output_stream()), play);
  return 0;
}

void add_play_go_options(Syntax& syntax, PlayGoOptions& options) {
  go::add_settings(syntax, options.settings);
  go::add_player(syntax, "--black", "who plays Black", options.black, go::Humans::yes);
  go::add_player(syntax, "--white", "who plays White", options.white, go::Humans::yes);
  add_seed(syntax, options.seed);
}

// `sapper play tablet`: the poisoned tablet, against a perfect player.

constexpr sim::tablet::Tablet kDefaultTablet{9, 7, 2, 3};

struct PlayTabletOptions {
  tablet::TabletArguments tablet;
  bool computer_begins = false;
};

int play_tablet(const PlayTabletOptions& options) {
  TabletPlayOptions play;
  play.tablet = options.tablet.cols ? options.tablet.with_poison("play tablet") : kDefaultTablet;
  if (options.computer_begins) play.first = TabletPlayOptions::First::computer;
  const QuickExit quick_exit;
  try {
    play_tablet(terminal_dialogue(output_stream()), play);
  } catch (const solvers::nim::TooManyStates& error) {
    throw InputError(
        fmt::format("play tablet: {} is too large: {}", tablet::size_of(play.tablet), error.what()));
  }
  return 0;
}

void add_play_tablet_options(Syntax& syntax, PlayTabletOptions& options) {
  tablet::add_arguments(syntax, options.tablet, tablet::Needed::nothing);
  syntax.flag("--second", "let the computer begin", options.computer_begins);
}

// `sapper play nim`: Nim, against a perfect player.

struct PlayNimOptions {
  std::vector<int> heaps;
  std::optional<int> most;
  bool computer_begins = false;
};

int play_nim(const PlayNimOptions& options) {
  NimPlayOptions play;
  if (!options.heaps.empty()) play.heaps = sim::nim::Heaps(options.heaps);
  if (play.heaps.total() == 0) throw InputError("play nim: every heap is empty; expected one with objects");
  play.max_taken = options.most.value_or(sim::nim::kNoLimit);
  if (options.computer_begins) play.first = NimPlayOptions::First::computer;
  const QuickExit quick_exit;
  play_nim(terminal_dialogue(output_stream()), play);
  return 0;
}

void add_play_nim_options(Syntax& syntax, PlayNimOptions& options) {
  syntax.arguments("HEAP", "the sizes of the heaps", more_whole_numbers(options.heaps, 0, sim::nim::kMaxHeap),
                   0, sim::nim::kMaxHeaps);
  syntax.option("--most", "N", "how many objects may be taken at a time",
                whole_number(options.most, 1, sim::nim::kMaxHeap), "all of a heap");
  syntax.flag("--second", "let the computer begin", options.computer_begins);
}

}  // namespace

Command play_command() {
  return {
      .name = "play",
      .summary = "play at the terminal, or watch a strategy play",
      .examples = {"sapper play", "sapper play --level Expert --bot min_risk --delay 0.2",
                   "sapper play go --white uct", "sapper play nim 3 5 7"},
      .subcommands =
          {play_minesweeper_command(),
           {.name = "tablet",
            .summary = "the poisoned tablet, against a perfect player",
            .details = "Without numbers the tablet has 9 columns and 7 rows, its poison at column 2, row 3.",
            .examples = {"sapper play tablet", "sapper play tablet 12 8 5 0 --second"},
            .declare = declared(add_play_tablet_options, play_tablet)},
           {.name = "go",
            .summary = "Go, for two people or against the computer",
            .examples = {"sapper play go --white uct", "sapper play go --size 13 --black uct --white random"},
            .declare = declared(add_play_go_options, play_go)},
           {.name = "nim",
            .summary = "Nim, against a perfect player that says why",
            .details = "Without numbers there are three heaps, of 3, 4 and 5. In the game, why shows the "
                       "nim-sum and the move that wins; a lost game ends with the first move that gave it "
                       "away.",
            .examples = {"sapper play nim", "sapper play nim 3 5 7 --second", "sapper play nim 21 --most 3"},
            .declare = declared(add_play_nim_options, play_nim)}},
      .subcommand_kind = "game",
      .default_subcommand = "minesweeper"};
}

// `sapper gtp`: plays Go with another program, through the Go Text Protocol on standard input and output.

namespace {

struct GtpOptions {
  go::GoSettings settings{.size = 19};
  const PlayerEntry* player = solvers::go::player_named("uct").entry;
  std::uint64_t seed = 1;
};

int gtp(const GtpOptions& options) {
  go::run_gtp({.size = options.settings.size,
               .komi_halves = options.settings.komi(),
               .scoring = options.settings.scoring,
               .player = {*options.player, options.settings.playouts},
               .seed = options.seed},
              std::cin, output_stream());
  return 0;
}

void add_gtp_options(Syntax& syntax, GtpOptions& options) {
  go::add_settings(syntax, options.settings);
  go::add_player(syntax, "--player", "who plays", options.player, go::Humans::no);
  add_seed(syntax, options.seed);
}

}  // namespace

Command gtp_command() {
  return {.name = "gtp",
          .summary = "play Go with another program over the Go Text Protocol",
          .details =
              "Reads commands from standard input and replies on standard output until `quit` or the end of "
              "the input; `list_commands` lists them.",
          .examples = {"sapper gtp --size 9 --playouts 5000"},
          .declare = declared(add_gtp_options, gtp)};
}

}  // namespace sapper::experiments

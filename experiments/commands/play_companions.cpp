// `sapper play go`: Go at the terminal, for two people or against the computer.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/gtp/gtp_engine.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/play/companion_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::experiments {

namespace {

using solvers::go::PlayerKind;
using solvers::go::PlayerSpec;

struct PlayGoOptions {
  go::GoSettings settings{.size = 9};
  std::optional<PlayerKind> black;  // nullopt: a person
  std::optional<PlayerKind> white;
  std::uint64_t seed = 1;
};

int play_go(const PlayGoOptions& options) {
  const auto spec = [&](std::optional<PlayerKind> kind) {
    return kind ? std::optional(PlayerSpec{*kind, options.settings.playouts}) : std::nullopt;
  };
  GoPlayOptions play;
  play.rules.size = options.settings.size;
  play.rules.scoring = options.settings.scoring;
  play.rules.komi_halves = options.settings.komi();
  play.black = spec(options.black);
  play.white = spec(options.white);
  play.seed = options.seed;
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

}  // namespace

Command play_go_command() {
  return {.name = "go",
          .summary = "Go, for two people or against the computer",
          .examples = {"sapper play go --white uct", "sapper play go --size 13 --black uct --white random"},
          .declare = declared(add_play_go_options, play_go)};
}

// `sapper play tablet`: the poisoned tablet, against a perfect player.

namespace {

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

}  // namespace

Command play_tablet_command() {
  return {.name = "tablet",
          .summary = "the poisoned tablet, against a perfect player",
          .details = "Without numbers the tablet has 9 columns and 7 rows, its poison at column 2, row 3.",
          .examples = {"sapper play tablet", "sapper play tablet 12 8 5 0 --second"},
          .declare = declared(add_play_tablet_options, play_tablet)};
}

// `sapper gtp`: plays Go with another program, through the Go Text Protocol on standard input and output.

namespace {

struct GtpOptions {
  go::GoSettings settings{.size = 19};
  std::optional<solvers::go::PlayerKind> player = solvers::go::PlayerKind::uct;
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

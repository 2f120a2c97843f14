// `sapper play tablet`: the poisoned tablet, against a perfect player.
#include <fmt/format.h>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/tablet_options.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/kinds/tablet/tablet_text.hpp"
#include "experiments/play/tablet_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::experiments {
namespace {

constexpr sim::tablet::Tablet kDefaultTablet{9, 7, 2, 3};

struct PlayTabletOptions {
  tablet::TabletArguments tablet;
  bool computer_begins = false;
};

int play_tablet(const PlayTabletOptions& options) {
  TabletPlayOptions play;
  play.tablet = options.tablet.cols ? options.tablet.with_poison("play tablet") : kDefaultTablet;
  if (options.computer_begins) play.first = TabletPlayOptions::FirstPlayer::computer;
  const QuickExit quick_exit;
  try {
    play_tablet(terminal_dialogue(output_stream()), play);
  } catch (const solvers::nim::TooManyStates& error) {
    throw InputError(
        fmt::format("play tablet: {} is too large: {}", tablet::size_of(play.tablet), error.what()));
  }
  return 0;
}

void add_play_tablet_options(CommandSyntax& syntax, PlayTabletOptions& options) {
  tablet::add_arguments(syntax, options.tablet, tablet::RequiredArguments::nothing);
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

}  // namespace sapper::experiments

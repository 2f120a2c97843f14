#include "experiments/commands/play_tablet.hpp"

#include <fmt/format.h>

#include <iostream>

#include "experiments/commands/console.hpp"
#include "experiments/commands/tablet_arguments.hpp"
#include "experiments/play/tablet_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/tablet/drawing.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::experiments {

int play_tablet_from(const PlayArguments& arguments) {
  TabletPlayOptions play;
  play.tablet = {9, 7, 2, 3};
  if (!arguments.words.empty()) play.tablet = tablet::read_tablet(arguments.words, "play tablet");
  if (arguments.has("--second")) play.first = TabletPlayOptions::First::computer;
  if (!is_input_a_terminal()) play.echo = Echo::yes;
  const QuickExit quick_exit;
  try {
    play_tablet(std::cin, output_stream(), play);
  } catch (const solvers::nim::TooManyStates& error) {
    throw InputError(
        fmt::format("play tablet: {} is too large: {}", tablet::size_of(play.tablet), error.what()));
  }
  return 0;
}

}  // namespace sapper::experiments

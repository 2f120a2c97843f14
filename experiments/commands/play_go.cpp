#include "experiments/commands/play_go.hpp"

#include <iostream>

#include "experiments/commands/console.hpp"
#include "experiments/commands/go_arguments.hpp"
#include "experiments/play/go_play.hpp"
#include "experiments/play/terminal.hpp"

namespace sapper::experiments {

int play_go_from(const PlayArguments& arguments) {
  go::GoArguments texts;
  texts.size = arguments.value("--size");
  texts.komi = arguments.value("--komi");
  texts.scoring = arguments.value("--scoring");
  texts.black = arguments.value("--black");
  texts.white = arguments.value("--white");
  texts.playouts = arguments.value("--playouts");
  texts.seed = arguments.seed.value_or(texts.seed);
  GoPlayOptions options = go::read_play_options(texts);
  if (!is_input_a_terminal()) options.echo = Echo::yes;
  const QuickExit quick_exit;
  play_go(options, std::cin, output_stream());
  return 0;
}

}  // namespace sapper::experiments

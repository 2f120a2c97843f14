// `sapper play go`: Go at the terminal, for two people or against the computer.
#include <cstdint>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/go_options.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/play/go_play.hpp"
#include "experiments/play/terminal.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments {
namespace {

struct PlayGoOptions {
  go::GoSettings settings{.size = 9};
  const solvers::go::PlayerEntry* black = nullptr;  // a person
  const solvers::go::PlayerEntry* white = nullptr;
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

void add_play_go_options(CommandSyntax& syntax, PlayGoOptions& options) {
  go::add_settings(syntax, options.settings);
  go::add_player(syntax, "--black", "who plays Black", options.black, go::HumanPlayers::yes);
  go::add_player(syntax, "--white", "who plays White", options.white, go::HumanPlayers::yes);
  add_seed(syntax, options.seed);
}

}  // namespace

Command play_go_command() {
  return {.name = "go",
          .summary = "Go, for two people or against the computer",
          .examples = {"sapper play go --white uct", "sapper play go --size 13 --black uct --white random"},
          .declare = declared(add_play_go_options, play_go)};
}

}  // namespace sapper::experiments

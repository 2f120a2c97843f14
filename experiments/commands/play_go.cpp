// `sapper play go`: Go at the terminal, for two people or against the computer.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/go_options.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/play/go_play.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/terminal_width.hpp"

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
  if (!is_input_a_terminal()) play.echo = Echo::yes;
  play.columns = terminal_width(STDOUT_FILENO);
  const QuickExit quick_exit;
  play_go(play, std::cin, output_stream());
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

}  // namespace sapper::experiments

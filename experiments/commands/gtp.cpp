// `sapper gtp`: plays Go with another program, through the Go Text Protocol on standard input and output.
#include <cstdint>
#include <iostream>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/go_options.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/gtp/gtp_engine.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments {
namespace {

struct GtpOptions {
  go::GoSettings settings{.size = 19};
  const solvers::go::PlayerEntry* player = solvers::go::player_named("uct").entry;
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

void add_gtp_options(CommandSyntax& syntax, GtpOptions& options) {
  go::add_settings(syntax, options.settings);
  go::add_player(syntax, "--player", "who plays", options.player, go::HumanPlayers::no);
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

// `sapper play [GAME]`: the games that can be played at the terminal. To add one, declare its command and add it to the
// list.
#include "experiments/cli/command.hpp"

namespace sapper::experiments {

Command play_go_command();
Command play_minesweeper_command();
Command play_nim_command();
Command play_tablet_command();

Command play_command() {
  return {.name = "play",
          .summary = "play at the terminal, or watch a strategy play",
          .examples = {"sapper play", "sapper play --level Expert --bot min_risk --delay 0.2",
                       "sapper play go --white uct", "sapper play nim 3 5 7"},
          .subcommands = {play_minesweeper_command(), play_tablet_command(), play_go_command(),
                          play_nim_command()},
          .subcommand_kind = "game",
          .default_subcommand = "minesweeper"};
}

}  // namespace sapper::experiments

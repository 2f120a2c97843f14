// `sapper play [GAME]`: the games that can be played at the terminal. To add one, declare its function and add it to
// the list.
#include "experiments/cli/command.hpp"

namespace sapper::experiments {

Command play_minesweeper_command();
Command play_tablet_command();
Command play_go_command();

Command play_command() {
  return {.name = "play",
          .summary = "play at the terminal, or watch a strategy play",
          .examples = {"sapper play", "sapper play --level Expert --bot min_risk --delay 0.2",
                       "sapper play go --white uct"},
          .subcommands = {play_minesweeper_command(), play_tablet_command(), play_go_command()},
          .subcommand_kind = "game",
          .default_subcommand = "minesweeper"};
}

}  // namespace sapper::experiments

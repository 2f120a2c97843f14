// `sapper solve GAME`: exact values of games. To add one, declare its function and add it to the list.
#include "experiments/cli/command.hpp"

namespace sapper::experiments {

Command solve_minesweeper_command();
Command solve_tablet_command();
Command solve_nim_command();
Command solve_take_command();

Command solve_command() {
  return {.name = "solve",
          .summary = "compute exact values: best play of Minesweeper, the poisoned tablet, Nim",
          .examples = {"sapper solve minesweeper 5 5 5", "sapper solve tablet 100 100 50 50",
                       "sapper solve nim 3 4 5"},
          .subcommands = {solve_minesweeper_command(), solve_tablet_command(), solve_nim_command(),
                          solve_take_command()},
          .subcommand_kind = "game"};
}

}  // namespace sapper::experiments

// sapper: a parallel Monte Carlo simulator for Minesweeper research.
#include "experiments/commands/command_line.hpp"

int main(int argc, char** argv) { return sapper::experiments::run_command_line(argc, argv); }

// `sapper solve minesweeper ROWS COLS MINES`: the win probability of best play, exactly, and the best first
// cells.
//
//   sapper solve minesweeper 4 4 4                          the player chooses the first cell
//   sapper solve minesweeper 5 5 5 --rule safe --first 0,0  the first cell is given
//
// Long searches say on standard error how far they are; an interruption ends them at once.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/progress_mode.hpp"
#include "sim/minesweeper/first_click.hpp"

namespace sapper::experiments {

struct SolveMinesweeperOptions {
  std::shared_ptr<const sim::Grid> grid;
  std::uint32_t mine_count = 0;
  sim::FirstClickRule rule = sim::FirstClickRule::unprotected;
  std::optional<sim::Cell> first;              // the player chooses if not given
  std::size_t memory_bytes = kMemoryMB << 20;  // the most to use
  unsigned threads = 0;                        // 0: all that the machine has
  bool json = false;
  ProgressMode progress = ProgressMode::automatic;

  static constexpr std::size_t kMemoryMB = 1024;
};

// Options as written on the command line.
struct SolveMinesweeperTexts {
  std::vector<std::string> numbers;  // ROWS COLS MINES
  std::optional<std::string> rule, first, topology, memory;
};
// InputError if the texts are wrong.
SolveMinesweeperOptions read_solve_minesweeper(const SolveMinesweeperTexts& texts);

// Prints the solution to standard output; returns the exit status: 0, or 130 or 143 if interrupted. InputError
// if the board is impossible or too large.
int solve_minesweeper(const SolveMinesweeperOptions& options);

}  // namespace sapper::experiments

// `sapper run CONFIG`: plays an experiment and writes its report; or plays one game of it again (`--replay`).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "experiments/engine/progress_mode.hpp"

namespace sapper::experiments {

struct RunOptions {
  std::filesystem::path config;
  std::optional<std::filesystem::path> output;  // -o; default: NAME.report.json in the current folder
  unsigned threads = 0;                         // 0: all that the machine has
  std::optional<std::uint64_t> seed;            // --seed, in place of the config's
  std::optional<std::uint64_t> games;           // --games, in place of the config's
  bool quiet = false;                           // neither progress nor the summary table
  ProgressMode progress = ProgressMode::automatic;
  bool resume = false;                  // goes on from OUTPUT.checkpoint
  double checkpoint_every_s = 30;       // --checkpoint-every, seconds between checkpoints
  std::optional<std::string> replay;    // --replay BOARD:GAME
  std::optional<std::string> strategy;  // --strategy NAME, with replay only
};

// Answers the exit status: 0, or 130 or 143 when a signal ended the run with its checkpoint written. Throws
// InputError (status 2) before anything is written, RunError (status 1) when the run fails.
int run(const RunOptions& options);

}  // namespace sapper::experiments

// `sapper scale CONFIG --threads 1,2,4`: plays an experiment at each thread count and says how its speed
// grows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/engine/progress_mode.hpp"

namespace sapper::experiments {

struct ScaleOptions {
  std::filesystem::path config;
  std::optional<std::filesystem::path> output;  // -o; default: NAME.scale.json in the current folder
  std::vector<std::size_t> threads;    // ascending, each once; empty: 1, 2, 4, ... and all of the machine's
  std::size_t repeats = 5;             // --repeats
  std::optional<std::uint64_t> seed;   // --seed, in place of the config's
  std::optional<std::uint64_t> games;  // --games, in place of the config's
  bool quiet = false;                  // neither progress nor the table
  ProgressMode progress = ProgressMode::automatic;
};

// Answers the exit status: 0, or 130 or 143 when a signal ended it, with the repeats that were finished
// written. Throws InputError (status 2) before anything is written, RunError (status 1) when a game fails or,
// once all is written, when results differ between thread counts.
int scale(const ScaleOptions& options);

}  // namespace sapper::experiments

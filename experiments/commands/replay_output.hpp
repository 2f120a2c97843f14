// The output of a replay: to standard output as text or JSON, or to a file as a page or JSON.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/run/experiment.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {

struct ReplayOutput {
  std::optional<std::filesystem::path> file;  // .html: a page; .json
  bool json = false;                          // as JSON on standard output
  Inputs inputs;                              // what the command reads, which the file must not be
  Existing existing = Existing::refused;
};

// Replays one game and shows it; returns the exit status. which: CASE:GAME, both from 0, or the game's record
// (--games-out), a line of JSON. strategy: its label; by default the record's, or all strategies.
int show_replay(const Experiment& experiment, const std::string& which,
                const std::optional<std::string>& strategy, const ReplayOutput& output);

}  // namespace sapper::experiments

// Where a replay goes: to standard output as text or JSON, or to a file as a page or JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "experiments/engine/experiment.hpp"

namespace sapper::experiments {

struct ReplayOutput {
  std::optional<std::filesystem::path> file;  // .html: a page; .json
  bool json = false;                          // as JSON on standard output
};

// Plays the game again and shows it; the exit status.
int show_replay(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
                const std::string* label, const ReplayOutput& output);

}  // namespace sapper::experiments

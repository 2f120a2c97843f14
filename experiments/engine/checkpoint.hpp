// What an unfinished run keeps on disk: the experiment, to know it again, and the counters of each board,
// integers all. Text, a line a board, with a hash at its end. Written whole or not at all (atomic_file.hpp).
#pragma once

#include <filesystem>

#include "experiments/engine/driver.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kCheckpointSchema = "sapper-checkpoint/1";

std::filesystem::path checkpoint_of(const std::filesystem::path& output);  // OUTPUT.checkpoint

// RunError when it cannot be written.
void save_checkpoint(const std::filesystem::path& file, const Experiment& experiment, const Played& played);
// InputError when the file cannot be read, is damaged, or is of another experiment (config, seed or games
// differ) or another version of the program.
Played load_checkpoint(const std::filesystem::path& file, const Experiment& experiment);

}  // namespace sapper::experiments

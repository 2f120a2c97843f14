// The state of an unfinished run on disk: the build, the experiment and the shard, to recognize them; the names of all
// counters and, for each case, their integer values; which games have records, how many bytes of the records file
// belong to these games, the files of external players, and the records still to be written. Text, one line per case, with a hash at its end. Written
// atomically (atomic_file.hpp).
#pragma once

#include <filesystem>

#include "experiments/run/driver.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kCheckpointSchema = "sapper-checkpoint/4";

std::filesystem::path checkpoint_of(const std::filesystem::path& output);  // OUTPUT.checkpoint

// RunError when it cannot be written.
void save_checkpoint(const std::filesystem::path& file, const Experiment& experiment, const Played& played);
// Whether a checkpoint of another build of the program, or of another version of an external player, is accepted.
enum class OtherBuilds : std::uint8_t { refused, accepted };

// InputError if the file cannot be read, is damaged, or belongs to another experiment (config, seed or games differ),
// shard or build, or if the program of an external player has changed; played.other_builds names what was accepted.
Played load_checkpoint(const std::filesystem::path& file, const Experiment& experiment,
                       OtherBuilds other_builds = OtherBuilds::refused, Shard shard = {});

}  // namespace sapper::experiments

// What an unfinished run keeps on disk: the build, the experiment and the shard, to know them again, the names of all
// counters and, of each case, their values, integers all; which games have records, how many bytes of their file belong
// to these games, and the records that wait for room there. Text, one line per case, with a hash at its end.
// Written whole or not at all (atomic_file.hpp).
#pragma once

#include <filesystem>

#include "experiments/run/driver.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kCheckpointSchema = "sapper-checkpoint/4";

std::filesystem::path checkpoint_of(const std::filesystem::path& output);  // OUTPUT.checkpoint

// RunError when it cannot be written.
void save_checkpoint(const std::filesystem::path& file, const Experiment& experiment, const Played& played);
// Whether a checkpoint of another build of the program is taken.
enum class OtherBuilds : std::uint8_t { refused, accepted };

// InputError when the file cannot be read, is damaged, or is of another experiment (config, seed or games
// differ), shard or build; played.other_builds names builds that were accepted.
Played load_checkpoint(const std::filesystem::path& file, const Experiment& experiment,
                       OtherBuilds other_builds = OtherBuilds::refused, Shard shard = {});

}  // namespace sapper::experiments

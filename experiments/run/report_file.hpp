// The file of a report, `sapper-report/2`: config, results, cases, comparisons and counters, which depend only on the
// experiment, then timing and environment, which do not.
//
// `counters` holds what the results are computed from: whole numbers, by name. `hash` covers config and counters. So a
// report can be read back exactly, and checked: the hash, that each case appears once with all its games, that the
// counters are consistent, and that everything else outside timing and environment follows from them. That protects
// against accidents and manual edits; whoever recomputes the hash can write anything consistent.
//
// A checkpoint is the file of an unfinished report: it says `"complete": false`, may hold cases partly or not at all,
// holds the state of the records, and leaves out what follows from the counters, which would take most of the time of
// saving a large sweep every 30 seconds and which every reader computes anyway. Its hash is over the text before it.
//
// The text is read twice, front to back, first for the counters and then to check what is derived from them, which is
// never held as a whole: time is linear, memory that of the text and the counters. Boost.JSON's parser rather than
// simdjson's On-Demand (3.0.1), which reads reports twice as fast but needs an index of the size of the text and checks
// less.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

// Piece by piece.
void write_report(const std::function<void(std::string_view)>& write, const Report& report);
// To a file, atomically. RunError if it cannot be written; also below.
void write_report(const std::filesystem::path& file, const Report& report);
// As unfinished, even if only the other outputs of its run are missing.
void write_checkpoint(const std::filesystem::path& file, const Report& report);

// Whether a regular file begins like a report of this program, of any version.
bool looks_like_report(const std::filesystem::path& file);

// Creates the experiment from a report's config, given as JSON; file: the report's name.
using MakeExperiment =
    std::function<std::shared_ptr<const Experiment>(std::string config, const std::string& file)>;

// InputError, naming the file and the error.
Report read_report(const std::filesystem::path& file, const MakeExperiment& make);

std::filesystem::path checkpoint_of(const std::filesystem::path& output);  // OUTPUT.checkpoint

// Whether a checkpoint of another build of the program, or of another version of an external player, is accepted.
enum class OtherBuilds : std::uint8_t { refused, accepted };

// The unfinished report of this experiment and shard, to go on from. InputError if the file cannot be read, is damaged,
// or belongs to another experiment (config, seed or games differ), shard or build, or if the program of an external
// player has changed; other_builds names what was accepted.
Report read_checkpoint(const std::filesystem::path& file, std::shared_ptr<const Experiment> experiment,
                       Shard shard = {}, OtherBuilds other_builds = OtherBuilds::refused);

}  // namespace sapper::experiments

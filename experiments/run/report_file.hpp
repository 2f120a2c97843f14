// The file of a report, `sapper-report/2`: config, results, cases, comparisons and counters, which depend only on the
// experiment, then timing and environment, which do not.
//
// `counters` holds what the results are computed from: whole numbers, by name, and, up to some size, one bit for each
// game and player that says who won it (won_games.hpp). `hash` covers config and counters. So a
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

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "experiments/run/game_set.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/shard.hpp"

namespace sapper::experiments {

using TextSink = std::function<void(std::string_view)>;
// An output format of reports, written piece by piece: this one, or the table of results (report_results.hpp).
using ReportFormat = void(const TextSink& write, const Report& report);
ReportFormat write_report;
std::string text_of(const Report& report, ReportFormat& format = write_report);
// Writes a file atomically. RunError if it cannot be written; also below.
void save(const std::filesystem::path& file, const Report& report, ReportFormat& format = write_report);
// Writes it as unfinished, even if only the other outputs of its run are missing.
void write_checkpoint(const std::filesystem::path& file, const Report& report);

// Whether a regular file begins like a report of this program, of any version.
bool looks_like_report(const std::filesystem::path& file);

// Creates the experiment from a report's config, given as JSON; file: the report's name.
using MakeExperiment =
    std::function<std::shared_ptr<const Experiment>(std::string config, const std::string& file)>;

// InputError, naming the file and the error.
Report read_report(const std::filesystem::path& file, const MakeExperiment& make);

// Whether a checkpoint of another build of the program, or of another version of an external player, is accepted.
enum class OtherBuildPolicy : std::uint8_t { refused, accepted };

// Whether the file can be read, and holds games of an experiment with this config.
bool is_checkpoint_of(const std::filesystem::path& file, const Experiment& experiment);

// The unfinished report of this experiment and shard, to go on from. InputError if the file cannot be read, is damaged,
// or belongs to another experiment (config, seed or games differ), shard or build, or if the program of an external
// player has changed; other_builds names what was accepted.
Report read_checkpoint(const std::filesystem::path& file, std::shared_ptr<const Experiment> experiment,
                       Shard shard = {}, OtherBuildPolicy other_builds = OtherBuildPolicy::refused);

}  // namespace sapper::experiments

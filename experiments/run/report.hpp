// Games of an experiment: a stretch of games of one case with what was counted in them, the unit of threads, ranks,
// reports and merges; and the contiguous part of all games that one run plays.
//
// A shard is a contiguous range of all games rather than a share of every case: its report holds only the cases in the
// range, the concatenated records of all shards are those of the whole run, and it can start mid-case only in its first
// case, where it defers the stop rule to the merge (merge.hpp).
#pragma once

#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/game_range.hpp"
#include "experiments/run/game_set.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/thread_time.hpp"
#include "experiments/run/won_games.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/support/environment.hpp"

namespace sapper::experiments {

class Experiment;

// One of the shards 1 to count.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;
  bool is_whole() const { return count == 1; }
  bool operator==(const Shard&) const = default;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("shard", self.number);
    visit("of", self.count);
  }
};
inline constexpr std::uint64_t kMaxShards = 1'000'000;

// The games of a shard: about as costly as those of the others, according to game_cost. Depends only on the experiment.
GameSet games_of(const Experiment& experiment, Shard shard);

// Games of one case, their tally, and who won them, if the report keeps that.
struct Stretch {
  std::size_t case_number = 0;
  GameRange games;
  std::unique_ptr<Tally> tally;
  WonGames won = {};
};

// A stretch in play. Written by the thread that plays it, hence in its own cache lines.
struct alignas(64) Chunk : Stretch {
  bool is_complete = false;        // all of `games`, or those before the one that failed
  std::exception_ptr failure;      // of the game after `games`
  double seconds = 0;              // of wall time
  double starting_s = 0;           // of these, to prepare for the case
  std::optional<double> queued_s;  // of these, without a core (thread_time.hpp)
  std::string records;
};

// Plays chunks on many threads, with a worker for each.
class ChunkPlayer {
 public:
  ChunkPlayer(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records);

  // One thread at a time per slot. The chunk stays incomplete if `abandon` becomes true.
  void play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon);

 private:
  const Experiment& experiment_;
  std::optional<RecordFilter> records_;
  bool keeps_won_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
};

// A report: what has been played of an experiment so far, finished or not. Its results, comparisons and times are
// derived from its counters. A run fills one, its file (report.hpp) serves results and restart alike, and merges
// join several.

// The state of the records of the games played.
struct KeptRecords {
  std::optional<RecordFilter> filter;  // nullopt: none are written
  std::uint64_t bytes = 0;             // of their file that belong to the games played
  std::string waiting;                 // the records that follow, for which the disk had no space

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("filter", self.filter);
    visit("bytes", self.bytes);
    visit("waiting", self.waiting);
  }
};

struct Report {
  // Holds no games yet.
  explicit Report(std::shared_ptr<const Experiment> played) : experiment(std::move(played)) {}
  // The same; the experiment must outlive it.
  explicit Report(const Experiment& played)
      : Report(std::shared_ptr<const Experiment>(std::shared_ptr<void>(), &played)) {}

  std::string file;  // that it was read from
  std::shared_ptr<const Experiment> experiment;
  Shard shard;  // the part of the experiment that it is of
  // In the order of the games, without gaps in a case: one stretch for each case; or, for a case in which a shard starts
  // mid-case under a stop rule, one up to each check of the rule, which can be decided only together with the earlier
  // games.
  std::vector<Stretch> stretches;
  bool is_finished = false;  // all games of the shard are played
  KeptRecords records;       // of an unfinished one
  double wall_s = 0;
  std::uint64_t threads = 1;
  // How long threads that were ready to play had no core; nullopt: unknown, of some of the games at least.
  std::optional<double> queued_s = 0.0;
  std::optional<ThreadTime> thread_time;  // of the process that finished it, if that was a single one
  RunStart started;
  boost::json::array merged;  // the provenance of the reports that it was merged from
  // Other builds of the program that played a part, oldest first, if a run was resumed nevertheless.
  std::vector<std::string> other_builds;
  std::vector<ProgramFile> programs;  // the files of the external players that played
  // Counters that some of the games lack because an earlier version played them (report_parts.hpp).
  std::vector<std::string> absent;
  boost::json::object environment;  // in the file that it was read from

  const std::string& name() const;
  std::string environment_text(std::string_view key) const;  // empty: unknown
  std::string build_id() const { return environment_text("build_id"); }
  // The versions of the builds that played a part, each once; an empty one is unknown.
  std::vector<std::string> versions() const;
  double core_s() const;  // of the games, including what threads waited for external players
  double wall_per_core_s() const;
  // The share of the time in which threads were ready to play that they had a core, in [0,1]; nullopt: unknown.
  std::optional<double> core_share() const;
  // Whether that is nearly all of it, so that wall times say how fast the games are on this many threads.
  bool has_cores() const;

  // The external players' programs as they are now play on: one that has changed is another build.
  void use_programs(std::vector<ProgramFile> now);
  // Adds games that follow those of their case.
  void add(const Stretch& played);
  // The stretches of a case; empty: none of its games are played.
  std::span<const Stretch> of_case(std::size_t case_number) const;
  std::uint64_t games_of(std::size_t case_number) const;
  std::uint64_t game_count() const;  // of all cases
  GameSet games() const;             // that are played
  // The tally of all games of a case, which the report may own; null if none are played.
  std::shared_ptr<const Tally> tally_of(std::size_t case_number) const;
  // Calls visit(case number, tally of all its games) for the cases that have games, in order.
  void each_case(const std::function<void(std::size_t, const Tally&)>& visit) const;
  // The table of its results, for a person.
  std::string summary(std::size_t width) const;
  // `3,400 of 20,000 games`, or `... games at most` under a stop rule.
  std::string progress_text() const;
};

// `, with a core for 97 % of the time`, of threads; empty: unknown. Follows the number of threads.
std::string core_share_text(const Report& report);

// nullopt unless both are known.
inline std::optional<double> sum_of_known(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}

// Adds other_builds and absent counters that the list lacks.
void add_new(const std::vector<std::string>& from, std::vector<std::string>& to);

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

using Write = std::function<void(std::string_view)>;
// An output format of reports, written piece by piece: this one, or the table of results (report_results.hpp).
using ReportFormat = void(const Write& write, const Report& report);
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
enum class OtherBuilds : std::uint8_t { refused, accepted };

// Whether two configs differ in their notes at most.
bool is_same_but_for_note(boost::json::object a, boost::json::object b);

// Whether the file can be read, and holds games of an experiment with this config.
bool is_checkpoint_of(const std::filesystem::path& file, const Experiment& experiment);

// The unfinished report of this experiment and shard, to go on from. InputError if the file cannot be read, is damaged,
// or belongs to another experiment (config, seed or games differ), shard or build, or if the program of an external
// player has changed; other_builds names what was accepted.
Report read_checkpoint(const std::filesystem::path& file, std::shared_ptr<const Experiment> experiment,
                       Shard shard = {}, OtherBuilds other_builds = OtherBuilds::refused);

}  // namespace sapper::experiments

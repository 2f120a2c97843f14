// A report: what has been played of an experiment so far, finished or not. Its results, comparisons and times are
// derived from its counters. A run fills one, its file (report_file.hpp) serves results and restart alike, and merges
// join several.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/chunk.hpp"
#include "experiments/run/game_set.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/thread_time.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/support/environment.hpp"

namespace sapper::experiments {

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
  // In the order of the games, without gaps in a case: one element for each case; or, for a case in which a shard starts
  // mid-case under a stop rule, one up to each check of the rule, which can be decided only together with the earlier
  // games.
  std::vector<TalliedGames> tallied;
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
  void add(const TalliedGames& played);
  // Those of a case; empty: none of its games are played.
  std::span<const TalliedGames> of_case(std::size_t case_number) const;
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

}  // namespace sapper::experiments

// What the file of a report holds: the counters of its tallies, stored as values in the order of their names, what
// follows from them, and the hash that verifies config and counters.
//
// A counter that a stored list lacks, because an earlier version wrote it, is absent: it counts as 0, whatever is added
// to it; it is not stored again, and what depends on it is null in reports (CounterName::needed_by; only counters that
// have it, and processor times, may be absent).
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/support/hash.hpp"

namespace sapper::experiments {

class Experiment;

inline constexpr std::string_view kReportSchema = "sapper-report/2";
// What precedes the hash of a checkpoint, which is over the text before that.
inline constexpr std::string_view kHashOfCheckpoint = ",\n  \"hash\": \"";

enum class CounterGroup : std::uint8_t { reproducible, timing };

class ReportParts {
 public:
  // knows_ends: whether it is known why the cases have ended. The experiment must outlive it.
  explicit ReportParts(const Report& report)
      : ReportParts(report, report.shard.is_whole() && report.is_finished) {}
  ReportParts(const Report& report, bool knows_ends);

  // The names of the counters that are present.
  std::vector<std::string> names(CounterGroup which) const;
  std::vector<std::uint64_t> values(const Tally& tally, CounterGroup which) const;
  const std::vector<std::string>& absent() const { return absent_; }
  // Marks the counters that a stored list lacks as absent. Returns a description of the error, if any: a name that this
  // build does not know, or a missing counter that may not be absent; else empty.
  std::string adopt(std::span<const std::string> stored, CounterGroup which);
  // A tally from values in the order of names(). std::invalid_argument if their number is wrong.
  std::unique_ptr<Tally> tally(std::span<const std::uint64_t> reproducible,
                               std::span<const std::uint64_t> timing) const;

  // What the report says of one case: of each player, of their speed, and what is common to all.
  boost::json::array results_of(std::size_t case_number, const Tally& tally) const;
  std::vector<Timing> timings_of(std::size_t case_number, const Tally& tally) const;
  boost::json::object facts_of(std::size_t case_number, const Tally& tally) const;
  // The lists of the file, each with its items for one case, in order: those that follow from the reproducible counters,
  // and those of its timing.
  struct List {
    std::string key;
    std::function<boost::json::array(std::size_t case_number, const Tally& tally)> items;
  };
  std::vector<List> lists() const;
  std::vector<List> timing_lists() const;
  // The names of the properties that vary over the sweep.
  boost::json::array varying() const;

 private:
  bool is_there(std::size_t index, CounterGroup which) const {
    return !is_absent_[index] && names_[index].is_reproducible == (which == CounterGroup::reproducible);
  }
  // The paths that depend on absent counters.
  std::vector<std::string_view> unknown_paths(bool are_of_case) const;

  const Experiment& experiment_;
  bool knows_ends_;
  double wall_per_core_s_;
  std::vector<CounterName> names_;
  std::vector<bool> is_absent_;  // [name]
  std::vector<std::string> absent_;
};

// A hash as reports show it: `fnv1a-64:0123456789abcdef`.
std::string text_of(const Hash& hash);

// The hash of a checkpoint, over the text before kHashOfCheckpoint.
std::string hash_of_checkpoint(std::string_view content);

// Over the config with its keys in order and without its note, the shard, the counters' names and each stretch of games
// with its values and who won; blanks and the order of keys in the file do not matter.
class ReportHash {
 public:
  ReportHash(const boost::json::value& config, Shard shard, std::span<const std::string> names);
  // won: as WonGames::texts().
  void add(std::size_t case_number, const GameRange& games, std::span<const std::uint64_t> values,
           std::span<const std::string> won);
  std::string text() const { return text_of(hash_); }

 private:
  Hash hash_;
};

}  // namespace sapper::experiments

// The parts of a report that are derived from its counters, and the hash that verifies config and counters.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <string>

#include "experiments/run/report.hpp"
#include "experiments/run/stored_counters.hpp"
#include "experiments/support/hash.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kReportSchema = "sapper-report/2";
// What precedes the hash of an unfinished report, which is over the text before that.
inline constexpr std::string_view kHashOfCheckpoint = ",\n  \"hash\": \"";

class ReportParts {
 public:
  // knows_ends: whether it is known why the cases have ended. The report must outlive it.
  explicit ReportParts(const Report& report)
      : ReportParts(report, report.shard.is_whole() && report.is_finished) {}
  ReportParts(const Report& report, bool knows_ends)
      : experiment_(*report.experiment),
        knows_ends_(knows_ends),
        counters_(experiment_, report.absent),
        wall_per_core_s_(report.wall_per_core_s()) {}

  // Of one case.
  std::vector<Result> results_of(std::size_t case_number, const Tally& tally) const;
  std::vector<Timing> timings_of(std::size_t case_number, const Tally& tally) const;
  // The same as objects.
  boost::json::array results(std::size_t case_number, const Tally& tally) const;
  boost::json::array cases(std::size_t case_number, const Tally& tally) const;
  boost::json::array comparisons(std::size_t case_number, const Tally& tally) const;
  boost::json::array timings(std::size_t case_number, const Tally& tally) const;
  // The names of the properties that vary over the sweep.
  boost::json::array varying() const;

  const StoredCounters& counters() const { return counters_; }

 private:
  const Experiment& experiment_;
  bool knows_ends_;
  StoredCounters counters_;
  double wall_per_core_s_;
};

// A hash as reports show it: `fnv1a-64:0123456789abcdef`.
std::string text_of(const Hash& hash);

// Over the config with its keys in order and without its note, the shard, the counters' names and each stretch of games
// with its values; blanks and the order of keys in the file do not matter.
class ReportHash {
 public:
  ReportHash(const boost::json::value& config, Shard shard, std::span<const std::string> names);
  void add(std::size_t case_number, const GameRange& games, std::span<const std::uint64_t> values);
  std::string text() const { return text_of(hash_); }

 private:
  Hash hash_;
};

}  // namespace sapper::experiments

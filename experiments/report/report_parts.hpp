// The parts of a report that are derived from its counters, and the hash that verifies config and counters.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <string>

#include "experiments/run/slice.hpp"
#include "experiments/run/stored_counters.hpp"
#include "experiments/support/hash.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kReportSchema = "sapper-report/2";

class ReportParts {
 public:
  ReportParts(const Experiment& experiment, Shard shard, std::span<const std::string> absent)
      : experiment_(experiment), shard_(shard), counters_(experiment, absent) {}

  // Of one case.
  boost::json::array results(std::size_t case_number, const Tally& tally) const;
  boost::json::array cases(std::size_t case_number, const Tally& tally) const;
  boost::json::array comparisons(std::size_t case_number, const Tally& tally) const;
  // The names of the properties that vary over the sweep.
  boost::json::array varying() const;

  const Experiment& experiment() const { return experiment_; }
  const StoredCounters& counters() const { return counters_; }

 private:
  const Experiment& experiment_;
  Shard shard_;
  StoredCounters counters_;
};

// Over the config with its keys in order and without its note, the shard, the counters' names and each stretch of games with its values; blanks
// and the order of keys in the file do not matter.
class ReportHash {
 public:
  ReportHash(const boost::json::value& config, Shard shard, std::span<const std::string> names);
  void add(std::size_t case_number, const GameRange& games, std::span<const std::uint64_t> values);
  std::string text() const;  // `fnv1a-64:0123456789abcdef`

 private:
  Hash hash_;
};

}  // namespace sapper::experiments

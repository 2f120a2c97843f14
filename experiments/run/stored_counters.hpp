// How the counters of tallies are stored, in reports and checkpoints: values in the order of their names.
//
// A counter that a stored list lacks, because an earlier version wrote it, is absent: it counts as 0, whatever is added
// to it; it is not stored again, and what depends on it is null in reports (CounterName::needed_by; only counters that
// have it, and processor times, may be absent).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

enum class Counted : std::uint8_t { reproducible, timing };

class StoredCounters {
 public:
  // absent: names of counters.
  explicit StoredCounters(const Experiment& experiment, std::span<const std::string> absent = {});

  // The names of the counters that are present.
  std::vector<std::string> names(Counted which) const;
  std::vector<std::uint64_t> values(const Tally& tally, Counted which) const;
  const std::vector<std::string>& absent() const { return absent_; }

  // Marks the counters that a stored list lacks as absent. Returns a description of the error, if any: a name that this
  // build does not know, or a missing counter that may not be absent; else empty.
  std::string adopt(std::span<const std::string> stored, Counted which);
  // A tally from values in the order of names(). std::invalid_argument if their number is wrong.
  std::unique_ptr<Tally> tally(std::span<const std::uint64_t> reproducible,
                               std::span<const std::uint64_t> timing) const;

  // Clears what depends on absent counters: in a result, or in the facts of a case, where it becomes null.
  void clear_result(Result& result) const;
  void clear_facts(boost::json::object& facts) const;

 private:
  bool is_there(std::size_t index, Counted which) const {
    return !is_absent_[index] && names_[index].is_reproducible == (which == Counted::reproducible);
  }
  std::vector<std::string_view> unknown_paths(bool are_of_case) const;

  const Experiment& experiment_;
  std::vector<CounterName> names_;
  std::vector<bool> is_absent_;  // [name]
  std::vector<std::string> absent_;
};

}  // namespace sapper::experiments

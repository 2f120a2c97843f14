// A report in memory. Its results, comparisons and times are derived from its counters (report_results.hpp).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/driver.hpp"

namespace sapper::experiments {

struct Report {
  // Games of a case: all that the report has, or for a shard's first case those up to a check of the stop rule.
  struct Stretch {
    std::size_t case_number = 0;
    GameRange games;
    std::unique_ptr<Tally> tally;
  };

  std::string file;  // its name
  std::shared_ptr<const Experiment> experiment;
  Shard shard;
  std::vector<Stretch> stretches;   // in the order of the games
  std::vector<std::string> absent;  // counters (stored_counters.hpp)
  double wall_s = 0;
  std::uint64_t threads = 1;
  boost::json::object environment;

  const std::string& name() const { return experiment->common().name; }
  std::string environment_text(std::string_view key) const;  // empty: unknown
  std::string build_id() const { return environment_text("build_id"); }
  std::vector<std::string> other_builds() const;  // those that played a part
  // The versions of the builds that played a part, each once; an empty one is unknown.
  std::vector<std::string> versions() const;
  std::vector<ProgramFile> programs() const;  // of external players
  double wall_per_core_s() const;

  // The tally of all games of the case whose stretches begin at `at`, which advances to the next case; sum: storage,
  // used if there are several.
  const Tally& take_case(std::size_t& at, std::unique_ptr<Tally>& sum) const;
  // Calls visit(case number, tally of all its games), in order.
  void each_case(const std::function<void(std::size_t, const Tally&)>& visit) const;
};

// The report's games in the form in which a run continues from them.
Played played_of(Report report);

}  // namespace sapper::experiments

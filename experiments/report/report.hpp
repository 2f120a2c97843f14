// Writes the report, `sapper-report/2`: config, results, cases, comparisons and counters, which depend only on the
// experiment, then timing and environment, which do not.
//
// `counters` holds what the results were computed from, as checkpoints do: whole numbers, by name. `hash` covers config
// and counters. So a report can be read back exactly, and checked (report_reader.hpp).
#pragma once

#include <boost/json/array.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/run/driver.hpp"

namespace sapper::experiments {

// Wall seconds of the run divided by its processor seconds over all threads.
double wall_per_core_s(const Experiment& experiment, const Played& played);
// A case's tally, an empty one if nothing was played: for summaries.
class PlayedTallies {
 public:
  PlayedTallies(const Experiment& experiment, const Played& played)
      : played_(played), empty_(experiment.make_tally()) {}
  const Tally& operator()(std::size_t case_number) const {
    return played_.cases[case_number] ? *played_.cases[case_number] : *empty_;
  }

 private:
  const Played& played_;
  std::shared_ptr<const Tally> empty_;
};

// How a report was made.
struct Provenance {
  std::size_t threads = 1;
  std::string started;             // now_utc() at the beginning of the run
  boost::json::array merged = {};  // the provenance of the reports that it was merged from
};

// Writes the report of a finished run or shard, piece by piece.
void write_report(const std::function<void(std::string_view)>& write, const Experiment& experiment,
                  const Played& played, const Provenance& provenance);
// The same to a file, atomically. RunError if it cannot be written.
void write_report(const std::filesystem::path& file, const Experiment& experiment, const Played& played,
                  const Provenance& provenance);
inline void write_report(const std::filesystem::path& file, const Experiment& experiment,
                         const Played& played, std::size_t threads, const std::string& started) {
  write_report(file, experiment, played, Provenance{threads, started});
}

}  // namespace sapper::experiments

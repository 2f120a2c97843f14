// Experiments that tests play to their ends. For tests that link sapper_experiments.
#pragma once

#include "experiments/config/config.hpp"
#include "experiments/figures/data_file.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// The experiment of a config with these members and the schema.
inline std::unique_ptr<experiments::Experiment> experiment_of(
    const std::string& members, const experiments::ConfigOverrides& overrides = {}) {
  return experiments::parse_experiment("{\"schema\": \"sapper-config/1\", " + members + "}", "c.json", {},
                                       overrides);
}

// An experiment's games, or those of a shard, and what their report says beside them. The experiment must outlive it.
inline experiments::Report play_all(const experiments::Experiment& experiment, std::size_t threads = 2,
                                    experiments::Shard shard = {}, experiments::DriverOptions options = {}) {
  experiments::Report played(experiment);
  played.shard = shard;
  played.threads = options.threads = threads;
  played.started.time = "2026-01-02T03:04:05Z";
  const std::atomic<bool> never = false;
  EXPECT_EQ(experiments::drive(played, never, options), experiments::Outcome::finished);
  return played;
}

inline std::string records_of(const experiments::Experiment& experiment, std::size_t threads = 2,
                              experiments::RecordFilter filter = experiments::RecordFilter::all) {
  std::string records;
  experiments::DriverOptions options;
  options.record_filter = filter;
  options.take_records = [&](std::string_view lines) { records += lines; };
  play_all(experiment, threads, {}, std::move(options));
  return records;
}

using experiments::text_of;

inline const experiments::Tally& tally_of(const experiments::Report& played, std::size_t number) {
  return *played.of_case(number).front().tally;
}

// All that a report says of the results of its cases.
inline std::string results_text(const experiments::Experiment& experiment,
                                const experiments::Report& played) {
  std::string text;
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    text +=
        experiments::json::to_text(experiment.parts().results.results(number, tally_of(played, number))) +
        '\n' +
        experiments::json::to_text(experiment.parts().results.comparisons(number, tally_of(played, number))) +
        '\n';
  return text;
}

// The report of a config with these members, written and read.
inline experiments::figures::DataFile played_report(const std::string& members) {
  const auto experiment = experiment_of(members);
  const TemporaryFolder folder;
  const auto file = folder.write("r.json", text_of(play_all(*experiment)));
  return experiments::figures::data_of(experiments::load_report(file));
}

}  // namespace sapper::tests

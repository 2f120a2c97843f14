// Reports that tests play. For tests that link sapper_experiments.
#pragma once

#include "experiments/figures/data_file.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// The report of a config with these members and the schema.
inline experiments::figures::DataFile played_report(const std::string& members) {
  const auto experiment =
      experiments::parse_experiment("{\"schema\": \"sapper-config/1\", " + members + "}", "c.json", {});
  experiments::Report played(*experiment);
  experiments::DriverOptions options;
  options.threads = 2;
  const std::atomic<bool> never = false;
  EXPECT_EQ(experiments::drive(played, never, options), experiments::Outcome::finished);
  const TemporaryFolder folder;
  played.threads = 2;
  played.started = "2026-01-02T03:04:05Z";
  experiments::write_report(folder.path() / "r.json", played);
  return experiments::figures::data_of(experiments::load_report(folder.path() / "r.json"));
}

}  // namespace sapper::tests

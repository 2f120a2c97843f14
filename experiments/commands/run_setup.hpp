// What a run plays: the experiment, the part of it, and the games already played.
#pragma once

#include <memory>
#include <optional>

#include "experiments/commands/run_options.hpp"
#include "experiments/report/report_model.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/slice.hpp"

namespace sapper::experiments {

struct RunSetup {
  std::unique_ptr<Experiment> experiment;
  std::optional<Report> base;  // with --extend
  Shard shard;

  Slice slice() const { return slice_of(*experiment, shard); }
  // The default name of the report, without `.report.json`.
  std::string usual_name() const;
};

// Reads the config, and the report to extend. InputError.
RunSetup read_setup(const RunOptions& options);

}  // namespace sapper::experiments

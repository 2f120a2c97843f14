// What a run plays: the experiment, which part of it, and after which games.
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
  std::optional<Report> base;  // of --extend
  Shard shard;

  Slice slice() const { return slice_of(*experiment, shard); }
  // Of the report, without `.report.json`, unless the command line names it.
  std::string usual_name() const;
};

// Reads the config, and the report to extend. InputError.
RunSetup read_setup(const RunOptions& options);

}  // namespace sapper::experiments

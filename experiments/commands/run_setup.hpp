// The plan of a run, and the checkpoint of an interrupted one, from which it goes on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/report/run_plan.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"

namespace sapper::experiments {

struct RunSetup {
  RunPlan plan;
  // These come from a checkpoint: the report of the run, or that of the players that the plan adds.
  std::optional<Report> report = {}, added = {};
};
// Reads the config of a run without --extend. InputError.
RunSetup read_config(const RunOptions& options);
// Reads the report to extend, and the config if there is one. Its outputs must be locked: the report may be one of them.
// InputError.
RunSetup read_extension(const RunOptions& options);
// The default name of the report's file, without `.report.json`. plan: of a run without --extend.
std::string usual_name(const RunOptions& options, const RunPlan* plan);

// What the outputs hold if they hold exactly this run, finished: started again, or resumed by a requeued job. InputError
// if the output holds something else, or the records are missing.
std::optional<Report> finished_report(const RunOptions& options, const RunPlan& plan,
                                      const RunOutputs& outputs);
// Shows the table of such a run, writes its results where options as --csv ask for them, and removes a checkpoint without
// records that is left of it.
void show_finished(const RunOptions& options, const RunOutputs& outputs, const Report& finished);

// Reads the checkpoint of this run, if there is one. Returns whether there is one. InputError if it may not be continued.
bool read_checkpoint(const RunOptions& options, const std::filesystem::path& checkpoint, RunSetup& setup);

}  // namespace sapper::experiments

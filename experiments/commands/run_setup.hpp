// What a run plays on from: nothing yet, what an extension keeps of a finished report, or the checkpoint of an interrupted
// run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/commands/run_outputs.hpp"
#include "experiments/report/extension.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments {

struct RunSetup {
  Report report;                            // of the whole experiment; empty, or of a checkpoint
  std::optional<Extension> extension = {};  // of --extend: its plan, from which an empty report follows
  std::optional<Report> added = {};         // of a checkpoint: by the players that the extension adds
  bool is_from_checkpoint = false;          // the report
};
// Reads the config of a run without --extend. InputError.
RunSetup read_config(const RunOptions& options);
// Reads the report to extend, and the config if there is one; the setup's report is empty. Its outputs must be locked: the
// report may be one of them. InputError.
RunSetup read_extension(const RunOptions& options);
// The default name of the report's file, without `.report.json`. report: of a run without --extend.
std::string usual_name(const RunOptions& options, const Report* report);

// What the outputs hold if they hold exactly this run, finished: started again, or resumed by a requeued job. InputError
// if the output holds something else, or the records are missing.
std::optional<Report> finished_report(const RunOptions& options, const RunSetup& setup,
                                      const RunOutputs& outputs);
// Shows the table of such a run, writes it where --csv asks for it, and removes a checkpoint without records that is
// left of it.
void show_finished(const RunOptions& options, const RunOutputs& outputs, const Report& finished);

// Reads the checkpoint of this run, if there is one: into the report, or into what the extension adds. Returns whether
// there is one. InputError if it may not be continued.
bool read_checkpoint(const RunOptions& options, const std::filesystem::path& checkpoint, RunSetup& setup);

}  // namespace sapper::experiments

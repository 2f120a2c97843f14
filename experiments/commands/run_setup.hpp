// What a run plays on from: nothing yet, a finished report with more games, or the checkpoint of an interrupted run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments {

// The report of what is played before this run, unless there is a checkpoint: empty, or that of --extend. Reads the
// config too. InputError.
Report read_setup(const RunOptions& options);
// The default name of its file, without `.report.json`.
std::string usual_name(const Report& report);

// What the outputs hold if they hold exactly this run, finished: started again, or resumed by a requeued job. InputError
// if the output holds something else, or the records are missing.
std::optional<Report> finished_report(const RunOptions& options, const Report& setup,
                                      const RunOutputs& outputs);
// Shows the table of such a run, writes it where --csv asks for it, and removes a checkpoint without records that is
// left of it.
void show_finished(const RunOptions& options, const RunOutputs& outputs, const Report& finished);

// The checkpoint of this run; nullopt if there is none. InputError if it may not be continued.
std::optional<Report> unfinished_report(const RunOptions& options, const Report& setup,
                                        const std::filesystem::path& checkpoint);

}  // namespace sapper::experiments

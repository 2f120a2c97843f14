// Handles a run that is already finished: started again, or resumed by a requeued job.
#pragma once

#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/commands/run_setup.hpp"

namespace sapper::experiments {

// Whether the outputs hold exactly this run, complete; in that case shows its table, and writes it if --csv asks for
// it. InputError if the output holds something else, or the records are missing.
bool is_finished_already(const RunOptions& options, const RunSetup& setup, const RunOutputs& outputs);

}  // namespace sapper::experiments

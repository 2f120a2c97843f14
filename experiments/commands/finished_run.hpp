// A run that was finished before: repeated, or resumed once more by a job that was put back into its queue.
#pragma once

#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/commands/run_setup.hpp"

namespace sapper::experiments {

// Whether the outputs hold this very run, complete; then its table was shown, and written if --csv asks for it.
// InputError where the output holds something else, or the records are missing.
bool is_finished_already(const RunOptions& options, const RunSetup& setup, const RunOutputs& outputs);

}  // namespace sapper::experiments

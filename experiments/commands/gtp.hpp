// `sapper gtp`: plays Go with another program, through the Go Text Protocol on standard input and output.
#pragma once

#include "experiments/commands/go_arguments.hpp"

namespace sapper::experiments {

// Answers the exit status, 0, when the controller quits or ends its input. InputError if the options are
// wrong.
int gtp(const go::GoArguments& arguments);

}  // namespace sapper::experiments

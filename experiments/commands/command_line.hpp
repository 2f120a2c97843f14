// The command line: which command, with which options, and the exit status of what happens.
#pragma once

namespace sapper::experiments {

// Runs the command that the arguments name. Answers the exit status: 0 done; 1 it failed; 2 the command line
// or an input file is wrong; 130, 143 interrupted. Throws nothing: what goes wrong is one line on standard
// error.
int run_command_line(int argc, const char* const* argv) noexcept;

}  // namespace sapper::experiments

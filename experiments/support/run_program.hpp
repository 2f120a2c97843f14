// Runs another program to completion, with its arguments unchanged and without a shell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {

struct ProgramOutput {
  int status = 0;  // the exit status; 128 + N when signal N ended it
  std::string out;
  std::string err;
};

// words: the program, looked up in PATH, and its arguments. nullopt if there is no such program. RunError if it cannot
// be started for another reason. Standard input and outputs are unnamed files, so that nothing blocks.
std::optional<ProgramOutput> run_program(const std::vector<std::string>& words, std::string_view input);

// An error that gives the program's status and what it wrote to standard error: one line after the status, several below
// it, the first of them.
RunError program_failed(std::string_view program, const ProgramOutput& output);

}  // namespace sapper::experiments

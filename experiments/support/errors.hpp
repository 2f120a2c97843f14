// Errors caused by input or the environment. main prints `sapper: ` and what(); the type of the error determines the
// exit status.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "sim/support/input_error.hpp"

namespace sapper::experiments {

// Invalid command line or input file: exit status 2. what() is the complete one-line message, such as
// `FILE:LINE:COLUMN: what is wrong, and what would be right`.
using sim::InputError;

// The run itself failed: exit status 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What to print of an exception: what(); for some of the standard library's, what was refused and what may help.
std::string error_text(const std::exception& error);

}  // namespace sapper::experiments

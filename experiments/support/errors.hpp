// Errors caused by input or the environment. main prints `sapper: ` and what(), and the type of the error
// gives the exit status.
#pragma once

#include <stdexcept>

#include "sim/support/input_error.hpp"

namespace sapper::experiments {

// The command line or an input file is wrong: exit status 2. what() is the whole one-line message, such as
// `FILE:LINE:COLUMN: what is wrong, and what would be right`.
using sim::InputError;

// The run itself failed: exit status 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sapper::experiments

// The program under test.
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.hpp"

namespace sapper::tests {

// To be filled in further where a test needs more than arguments and input.
inline ProgramRun sapper(std::vector<std::string> arguments, std::string input = {}) {
  ProgramRun run;
  run.program = SAPPER_PROGRAM;
  run.arguments = std::move(arguments);
  run.input = std::move(input);
  return run;
}

}  // namespace sapper::tests

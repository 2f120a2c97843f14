// The program under test.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/program.hpp"

namespace sapper::tests {

// Tests that need more than arguments and input fill in the rest.
inline ProgramRun sapper(std::vector<std::string> arguments, std::string input = {}) {
  ProgramRun run;
  run.program = SAPPER_PROGRAM;
  run.arguments = std::move(arguments);
  run.input = std::move(input);
  return run;
}

// All bytes of a file; none if it cannot be read.
inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A closed pipe ends the program quietly; a full disk is reported as a failure.
inline void expect_end_with_output(ProgramRun run) {
  run.standard_output = StandardOutput::closed_pipe;
  const ProgramResult unread = run_program(run);
  EXPECT_EQ(unread.status, 0);
  EXPECT_EQ(unread.err, "");
  run.standard_output = StandardOutput::full_disk;
  const ProgramResult full = run_program(run);
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(full.err, "sapper: standard output cannot be written: No space left on device\n");
}

}  // namespace sapper::tests

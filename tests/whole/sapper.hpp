// The program under test.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/program.hpp"

namespace sapper::tests {

// The program as one word of a shell command: its path may hold spaces.
inline const std::string kQuotedProgram = "'" SAPPER_PROGRAM "'";

// Tests that need more than arguments and input set the rest.
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

// Waits until a run's checkpoint exists and has been replaced, as the first one of a run with records holds no games,
// or until the run is over.
inline void wait_for_games_in(const std::filesystem::path& checkpoint) {
  std::filesystem::path report = checkpoint;
  report.replace_extension();
  std::string first;
  for (int i = 0; i < 5000 && !std::filesystem::exists(report); ++i) {
    const std::string now = content_of(checkpoint);
    if (first.empty())
      first = now;
    else if (now != first)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
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
  EXPECT_EQ(full.err, "sapper: cannot write standard output: No space left on device\n");
}

}  // namespace sapper::tests

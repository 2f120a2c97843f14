#include "experiments/support/child_process.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

std::string failure(int status, std::string err) {
  return program_failed("painter", {status, "", std::move(err)}).what();
}

TEST(RunProgram, PassesWordsAndInputOn) {
  const auto output = run_program({"sh", "-c", "cat; echo \"$1\" >&2; exit 3", "sh", "two words"}, "in\nput");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->status, 3);
  EXPECT_EQ(output->out, "in\nput");
  EXPECT_EQ(output->err, "two words\n");
  EXPECT_FALSE(run_program({"no-such-program-of-sapper"}, ""));
}

TEST(RunProgram, WhatAFailedProgramSaysAreLines) {
  EXPECT_EQ(failure(1, ""), "painter failed with status 1");
  EXPECT_EQ(failure(0, "\n"), "painter wrote nothing");
  EXPECT_EQ(failure(2, "too large\n"), "painter failed with status 2: too large");
  EXPECT_EQ(failure(2, "\r\n  too large\r\n\n try\x1B[31m less"),
            "painter failed with status 2:\n    too large\n   try\\x1B[31m less");
  std::string lines;
  for (char line = 'a'; line < 'k'; ++line) lines += std::string(1, line) + '\n';
  EXPECT_EQ(failure(137, lines),
            "painter failed with status 137:\n  a\n  b\n  c\n  d\n  e\n  f\n  g\n  h\n  and 2 more lines");
  EXPECT_THAT(failure(1, std::string(1000, 'x')), EndsWith("xxx..."));
  EXPECT_LT(failure(1, std::string(1000, 'x')).size(), 400U);
}

}  // namespace
}  // namespace sapper::experiments

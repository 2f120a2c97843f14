// `sapper solve minesweeper` from outside: a refusal is one line, an interruption ends it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/support/processes.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

TEST(SolveMinesweeper, RefusesInOneLine) {
  const ProgramResult result = run_program(sapper({"solve", "minesweeper", "16", "30", "99"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(
      result.err,
      "sapper: solve minesweeper: the board cannot be solved: it has 480 cells; boards of at most 64 can "
      "be solved\n");
}

TEST(SolveMinesweeper, EndsWhenInterrupted) {
  Program program(sapper({"solve", "minesweeper", "6", "6", "7"}));  // would take hours
  while (is_running(program.id()) && !catches(program.id(), SIGINT))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, testing::HasSubstr("interrupted"));
}

}  // namespace
}  // namespace sapper::tests

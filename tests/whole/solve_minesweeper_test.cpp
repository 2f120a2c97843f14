// `sapper solve minesweeper` from outside: a refusal is one line, an interruption ends it.
#include "tests/support/processes.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using SolveMinesweeper = ProgramTest;

TEST_F(SolveMinesweeper, RefusesInOneLine) {
  EXPECT_EQ(
      refusal({"solve", "minesweeper", "16", "30", "99"}),
      "sapper: solve minesweeper: the board cannot be solved: it has 480 cells; boards of at most 64 can "
      "be solved\n");
}

TEST_F(SolveMinesweeper, EndsWhenInterrupted) {
  Program program(sapper({"solve", "minesweeper", "6", "6", "7"}));  // would take hours
  wait_until([&] {
    return !is_running(program.id()) ||
           (catches(program.id(), SIGINT) && processor_ticks(program.id()) >= 20);
  });
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("interrupted"));
}

}  // namespace
}  // namespace sapper::tests

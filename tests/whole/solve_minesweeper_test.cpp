// `sapper solve minesweeper` from outside: a refusal is one line, an interruption ends it.
// Label: threads
#include "tests/support/processes.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using SolveMinesweeper = ProgramTest;
using TabletFromOutside = ProgramTest;

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

// The tablet from outside: `solve`, `play`, and experiments through `run`.

TEST_F(TabletFromOutside, SolveSolvesAndRefuses) {
  const ProgramResult result = run_well({"solve", "tablet", "100", "100", "50", "50"});
  EXPECT_THAT(result.out, HasSubstr("value -198"));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(output_of({"solve", "tablet", "5", "3", "--table", "--json"}), HasSubstr("\"values\": [["));
  EXPECT_THAT(output_of({"solve", "nim", "3", "4", "5", "--algorithm", "memo"}), HasSubstr("memo: 120"));
  EXPECT_THAT(output_of({"solve", "take", "3", "21"}), HasSubstr("value 11"));
  expect_refused({"solve", "tablet", "9", "9", "4", "4", "--algorithm", "plain", "--max-states", "99"},
                 "sapper: solve tablet: plain needs more than 99 states");
  refusal({"solve", "nim", "3", "-4"});
  refusal({"solve"});
}

TEST_F(TabletFromOutside, PlayReadsStandardInput) {
  EXPECT_THAT(output_of({"play", "tablet", "3", "1", "0", "0"}, "v 1\n"),
              AllOf(HasSubstr("Your cut > v 1\n"), HasSubstr("you have won")));
  EXPECT_THAT(output_of({"play", "tablet", "3", "1", "0", "0", "--second"}), HasSubstr("you have lost"));
  run_well({"play", "tablet"});
  refusal({"play", "tablet", "3", "1", "3", "0"});
  refusal({"play", "tablet", "9000", "9000", "4000", "4000"});
  refusal({"play", "chess"});
}

TEST_F(TabletFromOutside, ExperimentsAreTheSameForAnyNumberOfThreads) {
  for (const char* study : {R"("study": "erring_player", "error_rates": [0, 0.1, 0.5], "games": 3000)",
                            R"("study": "algorithms", "max_states": 10000, "games": 3)"}) {
    write_config("c.json",
                 R"("game": "tablet", "name": "t", "boards": [{"rows": [3, 8], "cols": [5, 9]}], )" +
                     std::string(study));
    for (const std::string threads : {"1", "4"})
      run_well({"run", "c.json", "-o", threads + ".json", "--quiet", "--threads", threads, "--force"});
    const bj::value report = read_json("1.json");
    expect_valid(report, "report");
    EXPECT_EQ(report.at("results").as_array().size(), 12U);
    EXPECT_EQ(reproducible("4.json"), reproducible("1.json"));
  }
}

}  // namespace
}  // namespace sapper::tests

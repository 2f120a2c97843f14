// What is told to people never decides about results: every command ends as it would and writes the same files, whatever
// its standard error is.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class StandardErrorOf : public ProgramTest, public testing::WithParamInterface<StandardOutput> {
 protected:
  void SetUp() override {
    write_config("small.json", R"("name": "small", "games": 300,
      "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}], "strategies": ["min_risk", "rules"])");
    write_config("other.json", R"("name": "other", "games": 40, "boards": [{"rows": 5, "mines": 5}],
      "strategies": ["min_risk", "progress"])");
    start_.standard_error = GetParam();
  }
  // The status of a run whose standard output is full.
  int status_when_full(const Words& arguments) const {
    ProgramRun full = command(arguments);
    full.standard_output = StandardOutput::full_disk;
    return run_program(full).status;
  }
};

std::string name_of(const testing::TestParamInfo<StandardOutput>& info) {
  switch (info.param) {
    case StandardOutput::full_disk:
      return "FullDisk";
    case StandardOutput::closed_pipe:
      return "ClosedPipe";
    case StandardOutput::gone_terminal:
      return "GoneTerminal";
    default:
      return "Closed";
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, StandardErrorOf,
                         testing::Values(StandardOutput::full_disk, StandardOutput::closed_pipe,
                                         StandardOutput::gone_terminal, StandardOutput::closed),
                         name_of);

TEST_P(StandardErrorOf, ARunChangesNothing) {
  ProgramRun usual = sapper({"run", "small.json", "-o", "usual.json", "--quiet"});
  usual.folder = folder_.path();
  ASSERT_EQ(run_program(usual).status, 0);
  const std::string wanted = reproducible("usual.json");
  for (const std::string threads : {"1", "500"}) {  // a note on more threads than cores
    const ProgramResult result = run_well({"run", "small.json", "-o", threads + ".json", "--progress",
                                           "always", "--threads", threads, "--resume"});
    EXPECT_THAT(result.out, HasSubstr("report: " + threads + ".json"));
    EXPECT_EQ(reproducible(threads + ".json"), wanted);
    EXPECT_FALSE(exists(threads + ".json.checkpoint"));
  }
  const ProgramResult again = run({"run", "small.json", "-o", "1.json"});
  EXPECT_EQ(again.status, 0) << "it is finished";
  EXPECT_THAT(again.out, HasSubstr("report: 1.json"));
  const ProgramResult printed = run_well({"run", "small.json", "-o", "-", "--progress", "always"});
  EXPECT_EQ(reproducible_part(printed.out), wanted);
}

TEST_P(StandardErrorOf, ACommandChangesNothing) {
  run_well({"run", "small.json"});
  run_well({"verify", "small.report.json", "--progress", "always"});
  run_well({"boards", "--count", "5", "--no-guess", "--method", "walk", "--rows", "8", "--mines", "10",
            "--cell", "0,0", "-o", "b.jsonl"});
  EXPECT_THAT(read("b.jsonl"), AllOf(HasSubstr("\"mines\":"), EndsWith("\n")));
  run_well(
      {"scale", "other.json", "--threads", "1,2", "--repeats", "2", "-o", "s.json", "--progress", "always"});
  EXPECT_THAT(read("s.json"), HasSubstr("sapper-scale/1"));
  run_well({"judge", "other.json", "--games", "2", "--layouts", "2", "--progress", "always"});
  run_well({"solve", "minesweeper", "3", "3", "2", "--progress", "always"});
  EXPECT_EQ(run({"run", "absent.json"}).status, 2) << "an error is one all the same";
}

// A player's last words come while its process is destroyed.
TEST_P(StandardErrorOf, PlayersMayWriteThere) {
  write("player", R"(echo '{"type":"ready","protocol":"sapper-player/1"}'
echo starts >&2
while read -r line; do case $line in *'"type":"turn"'*) echo a turn >&2; echo '{"dig":[[0,0]]}' ;; esac; done
echo ends >&2; printf 'last words' >&2
)");
  write_config("outside.json", R"("name": "outside", "games": 5,
    "boards": [{"rows": 2, "cols": 2, "mines": 3}], "first_click": {"rule": "safe", "cell": "strategy"},
    "strategies": [{"name": "external", "label": "talker", "command": ["/bin/sh", "player"]}])");
  run_well({"run", "outside.json", "--allow-commands"});
  EXPECT_THAT(read("outside.report.json"), HasSubstr("\"wins\": 5"));
  write("player", "echo why >&2; exit 3");
  EXPECT_EQ(run({"run", "outside.json", "--allow-commands", "-o", "failed.json"}).status, 1);
}

// The report is a result, the table tells of it.
TEST_P(StandardErrorOf, AFullStandardOutputLosesNoReport) {
  EXPECT_EQ(status_when_full({"run", "small.json"}), 1);
  EXPECT_THAT(read("small.report.json"), HasSubstr("\"timing\""));
  EXPECT_FALSE(exists("small.report.json.checkpoint"));
  EXPECT_EQ(status_when_full({"run", "small.json", "-o", "-"}), 1);
}

}  // namespace
}  // namespace sapper::tests

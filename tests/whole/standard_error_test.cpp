// What is told to people never decides about results: every command ends as it would and writes the same files, whatever
// its standard error is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

class StandardErrorOf : public testing::TestWithParam<StandardOutput> {
 protected:
  void SetUp() override {
    folder_.write("small.json", R"({"schema": "sapper-config/1", "name": "small", "games": 300,
      "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}], "strategies": ["min_risk", "rules"]})");
    folder_.write("other.json", R"({"schema": "sapper-config/1", "name": "other", "games": 40,
      "boards": [{"rows": 5, "mines": 5}], "strategies": ["min_risk", "progress"]})");
  }
  ProgramResult run(std::vector<std::string> arguments,
                    StandardOutput standard_output = StandardOutput::captured) const {
    ProgramRun run = sapper(std::move(arguments));
    run.folder = folder_.path();
    run.standard_error = GetParam();
    run.standard_output = standard_output;
    return run_program(run);
  }
  std::string reproducible(const std::string& text) const {
    boost::json::object report = boost::json::parse(text).as_object();
    report.erase("timing");
    report.erase("environment");
    return boost::json::serialize(report);
  }
  std::string content(const std::string& name) const { return content_of(folder_.path() / name); }

  TemporaryFolder folder_;
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
  const std::string wanted = reproducible(content("usual.json"));
  for (const std::string threads : {"1", "500"}) {  // a note on more threads than cores
    const ProgramResult result = run({"run", "small.json", "-o", threads + ".json", "--progress", "always",
                                      "--threads", threads, "--resume"});
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.out, HasSubstr("report: " + threads + ".json"));
    EXPECT_EQ(reproducible(content(threads + ".json")), wanted);
    EXPECT_FALSE(fs::exists(folder_.path() / (threads + ".json.checkpoint")));
  }
  const ProgramResult again = run({"run", "small.json", "-o", "1.json"});
  EXPECT_EQ(again.status, 0) << "it is finished";
  EXPECT_THAT(again.out, HasSubstr("report: 1.json"));
  const ProgramResult printed = run({"run", "small.json", "-o", "-", "--progress", "always"});
  EXPECT_EQ(printed.status, 0);
  EXPECT_EQ(reproducible(printed.out), wanted);
}

TEST_P(StandardErrorOf, ACommandChangesNothing) {
  ASSERT_EQ(run({"run", "small.json"}).status, 0);
  EXPECT_EQ(run({"verify", "small.report.json", "--progress", "always"}).status, 0);
  const std::vector<std::string> board{"--rows", "8", "--cols", "8", "--mines", "10", "--cell", "0,0"};
  std::vector<std::string> boards{"boards",   "--count", "5",  "--no-guess",
                                  "--method", "walk",    "-o", "b.jsonl"};
  boards.insert(boards.end(), board.begin(), board.end());
  EXPECT_EQ(run(boards).status, 0);
  EXPECT_THAT(content("b.jsonl"), AllOf(HasSubstr("\"mines\":"), testing::EndsWith("\n")));
  EXPECT_EQ(run({"scale", "other.json", "--threads", "1,2", "--repeats", "2", "-o", "s.json", "--progress",
                 "always"})
                .status,
            0);
  EXPECT_THAT(content("s.json"), HasSubstr("sapper-scale/1"));
  EXPECT_EQ(run({"judge", "other.json", "--games", "2", "--layouts", "2", "--progress", "always"}).status, 0);
  EXPECT_EQ(run({"solve", "minesweeper", "3", "3", "2", "--progress", "always"}).status, 0);
  EXPECT_EQ(run({"run", "absent.json"}).status, 2) << "an error is one all the same";
}

// A player's last words come while its process is destroyed.
TEST_P(StandardErrorOf, PlayersMayWriteThere) {
  folder_.write("player", R"(echo '{"type":"ready","protocol":"sapper-player/1"}'
echo starts >&2
while read -r line; do case $line in *'"type":"turn"'*) echo a turn >&2; echo '{"dig":[[0,0]]}' ;; esac; done
echo ends >&2; printf 'last words' >&2
)");
  folder_.write("outside.json", R"({"schema": "sapper-config/1", "name": "outside", "games": 5,
    "boards": [{"rows": 2, "cols": 2, "mines": 3}], "first_click": {"rule": "safe", "cell": "strategy"},
    "strategies": [{"name": "external", "label": "talker", "command": ["/bin/sh", "player"]}]})");
  EXPECT_EQ(run({"run", "outside.json", "--allow-commands"}).status, 0);
  EXPECT_THAT(content("outside.report.json"), HasSubstr("\"wins\": 5"));
  folder_.write("player", "echo why >&2; exit 3");
  EXPECT_EQ(run({"run", "outside.json", "--allow-commands", "-o", "failed.json"}).status, 1);
}

// The report is a result, the table tells of it.
TEST_P(StandardErrorOf, AFullStandardOutputLosesNoReport) {
  EXPECT_EQ(run({"run", "small.json"}, StandardOutput::full_disk).status, 1);
  EXPECT_THAT(content("small.report.json"), HasSubstr("\"timing\""));
  EXPECT_FALSE(fs::exists(folder_.path() / "small.report.json.checkpoint"));
  EXPECT_EQ(run({"run", "small.json", "-o", "-"}, StandardOutput::full_disk).status, 1);
}

}  // namespace
}  // namespace sapper::tests

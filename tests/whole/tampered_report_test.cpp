// Every command that reads reports refuses one that was damaged or edited, names it, and writes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/report_text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kConfig = R"({"schema": "sapper-config/1", "name": "small", "games": 40,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 5, "mines": 5}], "strategies": ["rules", "csp"]})";

class TamperedReport : public testing::Test {
 protected:
  ProgramResult run(std::vector<std::string> arguments) const {
    ProgramRun program = sapper(std::move(arguments));
    program.folder = folder_.path();
    return run_program(program);
  }
  std::string sound() const {
    folder_.write("small.json", kConfig);
    EXPECT_EQ(run({"run", "small.json", "-o", "sound.json", "--quiet"}).status, 0);
    return content_of(folder_.path() / "sound.json");
  }
  // Each command on bad.json.
  void expect_refused(const std::string& report, const std::string& why) const {
    folder_.write("bad.json", report);
    const std::vector<std::vector<std::string>> commands{
        {"run", "small.json", "-o", "bad.json"},
        {"run", "bad.json", "-o", "out.json"},
        {"run", "--extend", "bad.json", "--games", "50", "-o", "out.json"},
        {"merge", "bad.json", "-o", "out.json"},
        {"compare", "sound.json", "bad.json"},
        {"report", "bad.json", "-o", "out.html"},
        {"plot", "bad.json", "-o", "out.svg"},
    };
    for (const auto& command : commands) {
      const ProgramResult result = run(command);
      const std::string line = command[0] + ' ' + command[1];
      EXPECT_EQ(result.status, 2) << line;
      EXPECT_THAT(result.err, AllOf(StartsWith("sapper: bad.json:"), HasSubstr(why))) << line;
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    EXPECT_EQ(content_of(folder_.path() / "bad.json"), report);
    for (const char* const output : {"out.json", "out.html", "out.svg"})
      EXPECT_FALSE(std::filesystem::exists(folder_.path() / output)) << output;
  }

  TemporaryFolder folder_;
};

TEST_F(TamperedReport, IsRefusedByEveryCommand) {
  const std::string report = sound();
  expect_refused(report.substr(0, report.size() * 2 / 3), "unexpected end of text");
  expect_refused(replaced(report, "", "sapper-report/2", "sapper-report/1"), "rerun the experiment");
  expect_refused(replaced(report, "\"config\"", "\"mines\": 3", "\"mines\": 2"), "was edited");
  expect_refused(replaced(report, "\"results\"", "\"wins\": ", "\"wins\": 1"), "results[0].wins");
  expect_refused(replaced(report, "\"values\"", "[40,", "[18446744073709551615,"), "was edited");
  expect_refused(with_right_hash(replaced(report, "\"values\"", "[40,", "[18446744073709551615,")),
                 "do not match its games");
  expect_refused(with_right_hash(replaced(report, "\"counters\"", "{\"case\": 0", "{\"case\": 1")),
                 "case 0 (4 x 4, 3 mines) is missing");
}

TEST_F(TamperedReport, IsReplacedByForce) {
  folder_.write("bad.json", replaced(sound(), "\"results\"", "\"wins\": ", "\"wins\": 1"));
  EXPECT_EQ(run({"run", "small.json", "-o", "bad.json", "--force", "--quiet"}).status, 0);
  EXPECT_EQ(run({"compare", "bad.json", "sound.json"}).status, 0);
}

}  // namespace
}  // namespace sapper::tests

// The build for any processor of the x86-64-v2 level writes the same bytes as this build, which may use all features of
// this machine. Skipped where there is no such build of the same sources; ./dev portable makes it.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/case_count.hpp"
#include "tests/support/most_strategies.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

namespace fs = std::filesystem;

class Portable : public testing::Test {
 protected:
  void SetUp() override {
    const char* const named = std::getenv("SAPPER_PORTABLE_PROGRAM");
    program_ = named != nullptr ? named : SAPPER_SOURCE_DIR "/build/portable/sapper";
    if (named == nullptr && !fs::exists(program_))
      GTEST_SKIP() << "there is no " << program_ << ": ./dev portable builds it";
    const std::string theirs = build_id_of(program_);
    const std::string ours = build_id_of(SAPPER_PROGRAM);
    if (named == nullptr && theirs != ours)
      GTEST_SKIP() << program_ << " is of " << theirs << ", this build of " << ours
                   << ": ./dev portable brings it up to date";
    ASSERT_EQ(theirs, ours) << program_ << " was built from other sources";
  }

  ProgramResult run(const fs::path& program, const std::vector<std::string>& arguments) const {
    ProgramRun run = sapper(arguments);
    run.program = program;
    run.folder = folder_.path();
    return run_program(run);
  }

  std::string report_of(const fs::path& program, const std::string& config,
                        const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{"run", config, "-o", "r.json", "--quiet", "--force"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult result = run(program, arguments);
    EXPECT_EQ(result.status, 0) << program << ": " << result.err;
    return content_of(folder_.path() / "r.json");
  }

  std::string build_id_of(const fs::path& program) const {
    const std::string report =
        report_of(program, SAPPER_DATA_DIR "/experiments/tablet.json", {"--games", "1"});
    if (report.empty()) return "";
    return std::string(boost::json::parse(report).at("environment").at("build_id").as_string());
  }

  void expect_same_report(const std::string& config, const std::vector<std::string>& options = {}) const {
    const std::string ours = report_of(SAPPER_PROGRAM, config, options);
    const std::string theirs = report_of(program_, config, options);
    const auto end = ours.find("\n  \"timing\": {");
    ASSERT_NE(end, std::string::npos) << config;
    EXPECT_EQ(theirs.substr(0, theirs.find("\n  \"timing\": {")), ours.substr(0, end)) << config;
  }

  void expect_same_report_of(const std::string& members) const {
    expect_same_report(
        folder_.write("c.json", R"({"schema": "sapper-config/1", "seed": 78, )" + members + "}").string());
  }

  fs::path program_;
  TemporaryFolder folder_;
};

TEST_F(Portable, PlaysEveryStrategyAlike) {
  const std::string games = std::to_string(case_count(40));
  const std::string rest = R"("strategies": [)" + most_strategies() + R"(], "games": )" + games + ", ";
  expect_same_report_of(rest + R"("boards": [{"level": "Beginner"}, {"level": "Expert"}])");
  expect_same_report_of(rest + R"("boards": [{"rows": 12, "cols": 9, "mines": 18, "topology": "torus"},
      {"rows": 9, "cols": 12, "mines": 18, "topology": "hex"}],
      "first_click": {"rule": "relocate", "cell": "strategy"})");
  expect_same_report_of(rest + R"("boards": [{"rows": 8, "mines": 12}], "motion": "moving", "reveal": "ring",
      "first_click": {"rule": "safe_corners", "cell": "corner"})");
  expect_same_report_of(R"("boards": [{"rows": 4, "cols": 5, "mines": 5}],
      "first_click": {"rule": "safe", "cell": "strategy"}, "strategies": ["min_risk", "optimal"])");
}

TEST_F(Portable, WritesTheReportsOfShippedExperimentsAlike) {
  expect_same_report(SAPPER_DATA_DIR "/experiments/quick.json");
  for (const char* const name : {"course", "large_boards", "go", "tablet"})
    expect_same_report(SAPPER_DATA_DIR "/experiments/" + std::string(name) + ".json", {"--games", "3"});
}

TEST_F(Portable, AnalyzesAlike) {
  for (const auto& entry : fs::directory_iterator(SAPPER_DATA_DIR "/positions")) {
    const std::vector<std::string> arguments{"analyze", entry.path().string(), "--json"};
    const ProgramResult ours = run(SAPPER_PROGRAM, arguments);
    EXPECT_EQ(ours.status, 0) << ours.err;
    EXPECT_EQ(run(program_, arguments).out, ours.out) << entry.path();
  }
}

}  // namespace
}  // namespace sapper::tests

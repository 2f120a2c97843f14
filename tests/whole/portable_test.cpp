// The build for any processor of the x86-64-v2 level writes the same bytes as this build, which may use all features of
// this machine. Skipped where there is no such build of the same sources; ./dev portable makes it.
#include <cstdlib>

#include "tests/support/sample_configs.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Portable : public ProgramTest {
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

  std::string output_by(const fs::path& program, const Words& arguments) const {
    ProgramRun run = command(arguments);
    run.program = program;
    const ProgramResult result = run_program(run);
    EXPECT_EQ(result.status, 0) << program << ": " << result.err;
    return result.out;
  }

  std::string report_of(const fs::path& program, const std::string& config, const Words& options = {}) const {
    output_by(program, joined({"run", config, "-o", "r.json", "--quiet", "--force"}, options));
    return read("r.json");
  }

  std::string build_id_of(const fs::path& program) const {
    const std::string report =
        report_of(program, SAPPER_DATA_DIR "/experiments/tablet.json", {"--games", "1"});
    if (report.empty()) return "";
    return std::string(bj::parse(report).at("environment").at("build_id").as_string());
  }

  void expect_same_report(const std::string& config, const Words& options = {}) const {
    EXPECT_EQ(reproducible_part(report_of(program_, config, options)),
              reproducible_part(report_of(SAPPER_PROGRAM, config, options)))
        << config;
  }

  void expect_same_report_of(const std::string& members) const {
    expect_same_report(write_config("c.json", R"("seed": 78, )" + members).string());
  }

  fs::path program_;
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
    const Words arguments{"analyze", entry.path().string(), "--json"};
    EXPECT_EQ(output_by(program_, arguments), output_by(SAPPER_PROGRAM, arguments)) << entry.path();
  }
}

}  // namespace
}  // namespace sapper::tests

// The build for any processor of the x86-64-v2 level writes the same bytes as this build, which may use all features of
// this machine. Skipped where there is no such build of the same sources; ./dev portable makes it.
#include <cstdlib>

#include "sim/random/stream.hpp"
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

// A random walk over Minesweeper configs: however a config's games are split, over threads, shards and extensions, the
// reports and records have the same bytes, and `verify` finds nothing. Workers then have played other games, boards and
// cases before a game, each time others. SAPPER_TEST_CONFIGS=N walks over N configs in place of a few.

constexpr std::uint32_t kGames = 40;  // per case; a worker takes some of them at once

// One of the texts.
std::string any_of(sim::Stream& random, const std::vector<std::string>& texts) {
  return texts[random.below(static_cast<std::uint32_t>(texts.size()))];
}
std::uint32_t between(sim::Stream& random, std::uint32_t first, std::uint32_t last) {
  return first + random.below(last - first + 1);
}

// A board of up to 2 x 3 blocks of 16 x 32 cells, often one that ends just behind a block, of 8 to 20 % of mines.
std::string random_board(sim::Stream& random) {
  const std::uint32_t rows =
      any_of(random, {"any", "edge"}) == "any" ? between(random, 2, 34) : between(random, 15, 18);
  const std::uint32_t cols =
      any_of(random, {"any", "edge"}) == "any" ? between(random, 3, 70) : between(random, 31, 34);
  const std::uint32_t mines = rows * cols * between(random, 8, 20) / 100;
  const std::string topology = any_of(random, {"square", "torus", "hex"});
  return fmt::format(R"({{"rows": {}, "cols": {}, "mines": {}, "topology": "{}"}})", rows, cols, mines,
                     topology);
}

std::string random_config(std::uint64_t number) {
  sim::Stream random({1701, 0, number}, sim::StreamPurpose::playout);
  std::string boards = random_board(random);
  if (random.below(2) == 0) boards += ", " + random_board(random);
  const std::string rule =
      any_of(random, {"unprotected", "safe", "opening", "relocate", "safe_corners", "safe_corners"});
  const std::string cell = any_of(random, {R"("corner")", R"("center")", R"("strategy")", "[1, 2]"});
  const std::string strategies =
      any_of(random, {R"("rules")", R"("csp")", R"("rules", "min_risk")", R"("progress", "csp")",
                      R"("pseq", "rules")", R"("random", {"name": "expert", "effort": 0})"});
  return fmt::format(R"({{"schema": "sapper-config/1", "name": "walk", "seed": {}, "games": {},
    "boards": [{}], "first_click": {{"rule": "{}", "cell": {}}}, "reveal": "{}", "motion": "{}", "strategies": [{}]}})",
                     random.below(1000), kGames, boards, rule, cell,
                     any_of(random, {"flood", "ring", "single"}), any_of(random, {"fixed", "moving"}),
                     strategies);
}

class RandomConfigs : public ProgramTest {
 protected:
  void play(const std::string& name, const Words& options) const {
    run_well(
        joined({"run", "c.json", "-o", name + ".json", "--games-out", name + ".jsonl", "--quiet"}, options));
  }
};

TEST_F(RandomConfigs, GiveTheSameBytesHoweverTheirGamesAreSplit) {
  const char* const asked = std::getenv("SAPPER_TEST_CONFIGS");
  const int configs = asked != nullptr ? std::atoi(asked) : case_count(12);
  for (int number = 0; number < configs && !HasFailure(); ++number) {
    for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry);
    const std::string config = random_config(static_cast<std::uint64_t>(number));
    SCOPED_TRACE(config);
    write("c.json", config);
    play("one", {"--threads", "1"});
    const std::string report = reproducible("one.json");
    const std::string records = read("one.jsonl");
    for (const std::string threads : {"3", "7"}) {
      play(threads, {"--threads", threads});
      EXPECT_EQ(reproducible(threads + ".json"), report) << threads << " threads";
      EXPECT_EQ(read(threads + ".jsonl"), records) << threads << " threads";
    }
    std::string shards;
    for (const std::string shard : {"1", "2", "3"}) {
      play("part" + shard, {"--shard", shard + "/3", "--threads", "2"});
      shards += read("part" + shard + ".jsonl");
    }
    EXPECT_EQ(shards, records) << "shards";
    run_well({"merge", "part3.json", "part1.json", "part2.json", "-o", "merged.json"});
    EXPECT_EQ(reproducible("merged.json"), report) << "shards";
    play("some", {"--games", "13", "--threads", "2"});
    run_well({"run", "--extend", "some.json", "--games", std::to_string(kGames), "-o", "extended.json",
              "--threads", "2", "--quiet"});
    EXPECT_EQ(reproducible("extended.json"), report) << "extended";
    run_well({"verify", "7.json", "--games", "7.jsonl", "--quiet"});
    run_well({"verify", "merged.json", "--sample", "2", "--quiet"});
  }
}

}  // namespace
}  // namespace sapper::tests

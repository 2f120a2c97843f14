// `validate --estimate` and the time left under a stop rule, from outside: for every kind of experiment; what can be
// checked without a clock: games, sizes, widths.
// Label: threads
#include <cmath>
#include <cstdlib>
#include <regex>

#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Estimates : public ProgramTest {
 protected:
  std::string estimate(const std::string& config, const std::string& seconds = "0.3") const {
    return output_of({"validate", config, "--estimate", "--pilot", seconds});
  }
  // The number that follows some words, with its unit of bytes; NaN if the words are not there.
  static double number_after(const std::string& text, const std::string& words) {
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(words + R"( ?([0-9.,]+) ?([kMG]?B)?)")))
      return std::nan("");
    std::string digits = match[1];
    std::erase(digits, ',');
    const std::string unit = match[2];
    return std::strtod(digits.c_str(), nullptr) * (unit == "kB"   ? 1e3
                                                   : unit == "MB" ? 1e6
                                                   : unit == "GB" ? 1e9
                                                                  : 1);
  }
};

// The estimate is compared with the run itself.
TEST_F(Estimates, SayHowLargeReportAndRecordsWillBe) {
  write_config("c.json", R"("name": "c", "games": 3000,
    "boards": [{"level": "Beginner"}, {"rows": 6, "mines": [4, 9]}], "strategies": ["rules", "csp"])");
  const std::string text = estimate("c.json");
  EXPECT_THAT(text, AllOf(HasSubstr("Estimate, from a pilot of "), HasSubstr("core-hours"),
                          HasSubstr("case 2: 6 x 6")));
  run_well({"run", "c.json", "--games-out", "g.jsonl", "--quiet"});
  run_well({"run", "c.json", "--games-out", "g.jsonl.zst", "--quiet", "-o", "z.json"});
  const auto near = [&](double estimated, const std::string& file, double tolerance) {
    const auto size = static_cast<double>(fs::file_size(path(file)));
    EXPECT_GT(estimated, (1 - tolerance) * size) << file;
    EXPECT_LT(estimated, (1 + tolerance) * size) << file;
  };
  near(number_after(text, "report: about"), "c.report.json", 0.25);  // a short pilot meets fewer rare counts
  near(number_after(text, "\\(--games-out\\): about"), "g.jsonl", 0.1);
  near(number_after(text, "as \\.gz,"), "g.jsonl.zst", 0.5);
}

// 1.96 standard errors of the rate that is nearest to a half.
TEST_F(Estimates, SayHowWideIntervalsWillBe) {
  write_config("c.json", R"("name": "c", "games": 1e6,
    "boards": [{"rows": 5, "mines": 6}], "strategies": ["min_risk"])");
  const std::string text = estimate("c.json");
  const double points = number_after(text, "(?:±|\\+/-|\\+-)");
  // The win rate is 0.55 to 0.95 whatever the pilot says.
  EXPECT_GT(points, 100 * 1.96 * std::sqrt(0.95 * 0.05 / 1e6) * 0.9) << text;
  EXPECT_LT(points, 100 * 1.96 * std::sqrt(0.25 / 1e6) * 1.1) << text;
  EXPECT_THAT(text, HasSubstr("half the width of the widest 95 % interval"));
}

TEST_F(Estimates, SayWhatAStopRuleNeeds) {
  write_config("c.json", R"("name": "c", "games": 1e8, "boards": [{"rows": 5, "mines": 6}],
    "strategies": ["min_risk"], "stop": {"half_width": 0.01, "min_games": 500})");
  const std::string text = estimate("c.json");
  EXPECT_THAT(text, HasSubstr("of 100,000,000 games"));
  const double games = number_after(text, "the stop rule:");
  EXPECT_GE(games, 1.96 * 1.96 * 0.95 * 0.05 / 1e-4 * 0.9) << text;
  EXPECT_LE(games, 1.96 * 1.96 * 0.25 / 1e-4 * 1.2) << text;
}

TEST_F(Estimates, AreMadeForEveryKindOfExperiment) {
  for (const std::string name : {"go", "tablet", "tablet_algorithms", "course_moving"}) {
    const std::string text = estimate(std::string(SAPPER_DATA_DIR) + "/experiments/" + name + ".json");
    EXPECT_THAT(text, AllOf(HasSubstr("  cost: "), HasSubstr("core-hours"), HasSubstr("report: about")))
        << name;
    EXPECT_EQ(text.find("records (--games-out)") != std::string::npos, name == "course_moving") << name;
  }
}

// Only what is missing has a price: of the cases and strategies of a report that is extended, and of new ones.
TEST_F(Estimates, PriceWhatAnExtensionPlays) {
  const auto config_of = [](const std::string& mines, int games, const std::string& strategies) {
    return fmt::format(R"("name": "c", "games": {}, "boards": [{{"rows": 6, "mines": [{}]}}],
      "strategies": [{}])",
                       games, mines, strategies);
  };
  write_config("few.json", config_of("4", 200, R"("rules")"));
  run_well({"run", "few.json", "-o", "few.report.json", "--quiet"});
  const auto extended = [&](const std::string& config) {
    write_config("more.json", config);
    return output_of(
        {"validate", "more.json", "--extend", "few.report.json", "--estimate", "--pilot", "0.2"});
  };
  EXPECT_THAT(extended(config_of("4", 1000, R"("rules")")),
              AllOf(HasSubstr("keeps 200 games"), HasSubstr("game, 800 games, "), HasSubstr("core-seconds")));
  EXPECT_THAT(extended(config_of("4,5", 200, R"("rules")")),
              AllOf(Not(HasSubstr("case 0: 6 x 6, 4 mines: ")), HasSubstr("game, 200 games, ")));
  EXPECT_THAT(extended(config_of("4", 200, R"("rules")")), HasSubstr("cost: nothing, no game is missing\n"));
  EXPECT_THAT(extended(config_of("4", 300, R"("rules", "csp")")),
              AllOf(HasSubstr("The strategies that the report lacks, on its games:\n"),
                    HasSubstr("game, 200 games, "), HasSubstr("game, 100 games, ")));
}

// Seconds and core-seconds, and what lies between them.
TEST_F(Estimates, ExplainSecondsByCoreSeconds) {
  write_config("c.json", R"("name": "c", "games": 1e6, "boards": [{"rows": 6, "mines": 4}])");
  const std::string text = estimate("c.json");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(
      text, match,
      std::regex(R"(cost: [0-9.,]+ core-seconds, [0-9.e-]+ core-hours; .* on [0-9]+ threads? here )"
                 R"(\(([0-9.]+) core-seconds per second: each had a core for ([0-9]+) % of the pilot\))")))
      << text;
  EXPECT_LE(std::strtod(match[2].str().c_str(), nullptr), 100);
}

// Some cases stand for the others; games that do not end are given up.
TEST_F(Estimates, EndInTime) {
  std::string rows = "2";
  for (int i = 3; i <= 60; ++i) rows += "," + std::to_string(i);
  write("many.json", R"({"schema": "sapper-config/1", "boards": [{"rows": [)" + rows + R"(], "cols": [)" +
                         rows + R"(], "density": 0.1}], "first_click": {"rule": "unprotected"}})");
  EXPECT_THAT(estimate("many.json"), HasSubstr(" more cases\n"));
  write_config("huge.json", R"("boards": [{"rows": 4096, "density": 0.18}],
    "strategies": ["progress"])");
  EXPECT_THAT(estimate("huge.json", "0.05"),
              AnyOf(AllOf(HasSubstr("no game ended; one takes more than"), HasSubstr("cost: unknown\n"),
                          HasSubstr("no estimate for 1 case"), Not(HasSubstr("core-seconds"))),
                    HasSubstr("from a pilot of 1 game in ")))  // on a fast machine
      << "not the time of many games";
}

TEST_F(Estimates, RunNoProgramUnlessAllowed) {
  write_config("c.json", R"("games": 5, "boards": [{"level": "Beginner"}],
    "strategies": [{"name": "external", "label": "x", "command": ["./player"]}])");
  run_well({"validate", "c.json"});
  expect_refused({"validate", "c.json", "--estimate"}, "--allow-commands");
  const ProgramResult failed = run({"validate", "c.json", "--estimate", "--allow-commands"});
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr("cannot be started"));
}

// The share that is done counts what the rule will still want, not all games that it may: at the end nearly all is done.
TEST_F(Estimates, ProgressUnderAStopRuleIsThatOfWhatTheRuleNeeds) {
  write_config("c.json", R"("name": "c", "games": 1e9, "boards": [{"rows": 5, "mines": 6}],
    "strategies": ["min_risk"], "stop": {"half_width": 0.002, "min_games": 100})");
  TerminalProgram program(command({"run", "c.json"}), {24, 80});
  const ProgramResult result = program.wait();
  ASSERT_EQ(result.status, 0) << result.out;
  // The rule plays some 200,000 of 1e9 games: as a share of all games each line would say 0 %.
  double largest = 0;
  std::smatch match;
  const std::regex percent("([0-9]+) %  [^\r]* left");
  for (std::string rest = result.out; std::regex_search(rest, match, percent); rest = match.suffix())
    largest = std::max(largest, std::strtod(match[1].str().c_str(), nullptr));
  EXPECT_GE(largest, 30) << result.out;
  EXPECT_LE(largest, 100) << result.out;
}

// `sapper scale` from outside: figures, table, refusals.

constexpr const char* kScaleConfig =
    R"({"schema": "sapper-config/1", "name": "small", "seed": 3, "games": 300,
  "boards": [{"rows": 8, "cols": 8, "mines": 10}, {"rows": 5, "cols": 9, "mines": 8}], "strategies": ["rules", "csp"]})";

class Scale : public ProgramTest {
 protected:
  Scale() { write("small.json", kScaleConfig); }
  static Words scale(const Words& options) { return joined({"scale", "small.json"}, options); }
};

TEST_F(Scale, MeasuresEveryBoardAtEveryThreadCount) {
  const ProgramResult result = run_well(scale({"--threads", "3,1", "--repeats", "2", "-o", "figures.json"}));
  EXPECT_THAT(result.err, EndsWith("repeat 1 of 2\nrepeat 2 of 2\n"));
  for (const char* text : {"8 x 8, 10 mines", "5 x 9, 8 mines", "all boards", "efficiency", "figures.json",
                           "Results are identical at every thread count."})
    EXPECT_THAT(result.out, HasSubstr(text));

  const bj::value figures = read_json("figures.json");
  expect_valid(figures, "scale");
  EXPECT_EQ(figures.at("schema"), "sapper-scale/1");
  EXPECT_EQ(figures.at("repeats"), 2);
  EXPECT_EQ(figures.at("threads").as_array(), (bj::array{1, 3}));
  EXPECT_EQ(figures.at("results").as_array().size(), 2U);
  EXPECT_EQ(figures.at("results").at(0).at("games"), 300);
  EXPECT_EQ(figures.at("same_results"), true);
  EXPECT_GT(figures.at("results").at(1).at("threads").at(1).at("games_per_s").at("least").as_double(), 0);
}

TEST_F(Scale, PlaysGamesThatGrowWithTheThreads) {
  const ProgramResult result =
      run_well(scale({"--weak", "--threads", "1,3", "--repeats", "2", "--games", "40", "-o", "weak.json"}));
  EXPECT_THAT(result.out, HasSubstr("Results are identical in all repeats."));
  const bj::value figures = read_json("weak.json");
  expect_valid(figures, "scale");
  EXPECT_EQ(figures.at("workload"), "per_thread");
  EXPECT_EQ(figures.at("config").at("games"), 40);
  const bj::value& threads = figures.at("results").at(1).at("threads");
  EXPECT_EQ(threads.at(0).at("games"), 40);
  EXPECT_EQ(threads.at(1).at("games"), 120);
  write(
      "stop.json",
      R"({"schema": "sapper-config/1", "name": "stop", "boards": [{"level": "Beginner"}], "stop": {"half_width": 0.1}})");
  expect_refused({"scale", "stop.json", "--weak"}, "stop.json: has a stop rule");
  expect_refused(scale({"--weak", "--games", "1e12", "--threads", "1,2"}),
                 "expected at most 1,000,000,000,000");
}

// On any machine: with two thread counts by a law, with one by none; what is extrapolated is marked.
TEST_F(Scale, PredictsMoreThreads) {
  const auto predicted = [&](const std::string& threads) {
    return run_well(scale({"--threads", threads, "--repeats", "3", "--games", "60", "--predict", "1,64", "-o",
                           "p.json", "--force"}));
  };
  const ProgramResult two = predicted("1,2");
  const bj::value figures = read_json("p.json");
  expect_valid(figures, "scale");
  const bj::value& prediction = figures.at("total").at("prediction");
  if (prediction.is_null()) {  // one physical core
    EXPECT_THAT(two.out, HasSubstr("No prediction"));
  } else {
    EXPECT_THAT(two.out, AllOf(HasSubstr("predicted speed-up"),
                               HasSubstr("* extrapolated: beyond 2 threads by "
                                         "Amdahl's law"),
                               HasSubstr("64 *"), HasSubstr("1  ")));
    EXPECT_EQ(prediction.at("fitted_threads"), 2);
    const bj::array& speeds = prediction.at("speeds").as_array();
    ASSERT_EQ(speeds.size(), 2U);
    EXPECT_EQ(speeds[1].at("threads"), 64);
    EXPECT_FALSE(speeds[0].at("is_extrapolated").as_bool());
    EXPECT_TRUE(speeds[1].at("is_extrapolated").as_bool());
    const auto number = [](const bj::value& value) { return value.to_number<double>(); };
    const bj::value& efficiency = speeds[1].at("efficiency");
    EXPECT_LE(number(efficiency.at("value")), number(speeds[1].at("driver_efficiency")));
    EXPECT_LE(number(efficiency.at("ci_low")), number(efficiency.at("value")));
    EXPECT_GE(number(efficiency.at("ci_high")), number(efficiency.at("value")));
  }
  EXPECT_THAT(predicted("1").out, HasSubstr("No prediction: it needs two thread counts or more"));
  EXPECT_TRUE(read_json("p.json").at("total").at("prediction").is_null());
}

TEST_F(Scale, WritesIntoTheCurrentFolderByDefault) {
  const ProgramResult result =
      run_well(scale({"--threads", "1", "--repeats", "1", "--games", "20", "--quiet"}));
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read_json("small.scale.json").at("config").at("games"), 20);
}

TEST_F(Scale, RefusesWhatItCannotMeasure) {
  const std::pair<Words, std::string> refusals[] = {
      {{"--threads", "1,,2"},
       "--threads is \"1,,2\"; expected whole numbers from 1 to 4096, separated by commas"},
      {{"--threads", "0,1"}, "--threads is \"0,1\"; expected whole numbers"},
      {{"--threads", "1,4097"}, "--threads is \"1,4097\"; expected whole numbers"},
      {{"--threads", "1, 2"}, "--threads is \"1, 2\"; expected whole numbers"},
      {{"--threads", ""}, "--threads is \"\"; expected whole numbers"},
      {{"--threads", "2,1,2"}, "--threads is \"2,1,2\"; 2 is given twice"},
      {{"--repeats", "0"}, "--repeats is \"0\"; expected a whole number from 1"},
      {{"-o", "small.json"}, "small.json: is read by this command"},
      {{"-o", "missing/figures.json"}, "missing"},
  };
  for (const auto& [options, message] : refusals) {
    expect_refused(scale(options), message);
    EXPECT_FALSE(exists("small.scale.json"));
  }
}

}  // namespace
}  // namespace sapper::tests

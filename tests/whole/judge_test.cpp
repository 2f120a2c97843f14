// `sapper judge`: the guesses of `run`'s games, with the same results for any number of threads.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Judge : public ProgramTest {
 protected:
  std::string config_of(const std::string& strategies,
                        const std::string& board = R"("rows": 8, "mines": 12)") const {
    return write_config("c.json", R"("name": "c", "games": 40, "seed": 3, "boards": [{)" + board +
                                      R"(}], "first_click": {"rule": "safe"}, "strategies": [)" + strategies +
                                      "]")
        .string();
  }
  bj::value judged(const Words& arguments) const {
    return json_of(joined({"judge", "--json", "--layouts", "20"}, arguments));
  }
};

TEST_F(Judge, SeesEveryGuessOfTheGamesThatRunPlays) {
  const std::string config = config_of(R"("min_risk", "random")");
  const bj::value judgement = judged({config});
  expect_valid(judgement, "judge");
  run_well({"run", config, "-o", "r.json", "--quiet"});
  const bj::value report = read_json("r.json");
  EXPECT_EQ(judgement.at("cases").at(0).at("guesses"), report.at("results").at(0).at("moves").at("guess"));
  // A first dig that may hit a mine is a guess, whether the strategy or the config chooses its cell.
  for (const std::string cell : {R"("strategy")", R"("center")"}) {
    const std::string first =
        write_config("first.json", R"("name": "c", "games": 40, "boards": [{"rows": 6, "mines": 6}],
      "first_click": {"rule": "unprotected", "cell": )" +
                                       cell + R"(}, "strategies": ["csp", "min_risk"])")
            .string();
    run_well({"run", first, "-o", "first.report.json", "--quiet", "--force"});
    const bj::value played = read_json("first.report.json");
    EXPECT_EQ(judged({first}).at("cases").at(0).at("guesses"),
              played.at("results").at(0).at("moves").at("guess"));
  }
  EXPECT_EQ(judgement.at("cases").at(0).at("unjudged"), 0);
  // A random cell is a mine far more often than the safest: the interval excludes 0 by far.
  const bj::value& random = judgement.at("cases").at(0).at("strategies").at(0);
  EXPECT_EQ(random.at("strategy"), "random");
  EXPECT_LT(random.at("gain").as_double() + 2 * random.at("gain_half_width").as_double(), 0);
}

TEST_F(Judge, DoesNotDependOnThreads) {
  const std::string config = config_of(R"("min_risk", "progress", "random")");
  const bj::value one = judged({config, "--threads", "1"});
  EXPECT_EQ(one, judged({config, "--threads", "3"}));
  // Nor on other strategies in the list.
  const bj::value two = judged({config_of(R"("min_risk", "progress")"), "--threads", "2"});
  EXPECT_EQ(one.at("cases").at(0).at("strategies").at(0).at("guesses_differ"),
            two.at("cases").at(0).at("strategies").at(0).at("guesses_differ"));
}

// The same guesses get other values.
TEST_F(Judge, ContinuesPlayOutsByTheGivenRule) {
  const std::string config = config_of(R"("min_risk", "random")");
  const bj::value by_default = judged({config});
  EXPECT_EQ(by_default, judged({config, "--continue-by", "progress"}));
  const bj::value by_expert = judged({config, "--continue-by", "expert"});
  expect_valid(by_expert, "judge");
  EXPECT_EQ(by_default.at("continued_by"), "progress");
  EXPECT_EQ(by_expert.at("continued_by"), "expert");
  const bj::value& one = by_default.at("cases").at(0).at("strategies").at(0);
  const bj::value& other = by_expert.at("cases").at(0).at("strategies").at(0);
  EXPECT_EQ(one.at("guesses_differ"), other.at("guesses_differ"));
  EXPECT_NE(one.at("gain"), other.at("gain"));

  expect_refused({"judge", config, "--continue-by", "random"}, "--continue-by");
}

TEST_F(Judge, GivesNothingToTheSameChoices) {
  // A strategy that breaks no ties at random.
  const std::string twice = R"({"name": "optimal", "label": "a"}, {"name": "optimal", "label": "b"})";
  const bj::value same = judged({config_of(twice, R"("rows": 4, "mines": 4)")}).at("cases").at(0);
  EXPECT_GT(same.at("guesses").as_int64(), 0);
  EXPECT_EQ(same.at("strategies").at(0).at("guesses_differ"), 0);
  EXPECT_EQ(same.at("strategies").at(0).at("gain").to_number<double>(), 0);
}

TEST_F(Judge, SaysWhatItCannotJudge) {
  expect_refused({"judge", config_of(R"("min_risk")")}, "judge: the config has only one strategy");
  expect_refused({"judge", SAPPER_DATA_DIR "/experiments/go.json"}, "is not a Minesweeper experiment");
  expect_refused({"judge", config_of(R"("min_risk", {"name": "external", "command": ["true"]})")},
                 "\"external\" is an external program");
}

TEST_F(Judge, PrintsATable) {
  const ProgramResult result =
      run_well({"judge", config_of(R"("min_risk", "random")"), "--games", "4", "--layouts", "5"});
  EXPECT_THAT(result.out,
              HasSubstr("c: guesses judged on 5 sampled layouts each, continued by progress; seed 3"));
  EXPECT_THAT(result.out, HasSubstr("random in place of min_risk"));
}

}  // namespace
}  // namespace sapper::tests

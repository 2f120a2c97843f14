// `sapper judge`: the guesses of `run`'s games, with the same results for any number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "tests/support/json_schema.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;

class Judge : public testing::Test {
 protected:
  std::string write(const std::string& strategies, const std::string& board = R"("rows": 8, "mines": 12)") {
    return folder_
        .write("c.json", R"({"schema": "sapper-config/1", "name": "c", "games": 40, "seed": 3,
                 "boards": [{)" +
                             board + R"(}], "first_click": {"rule": "safe"},
                 "strategies": [)" +
                             strategies + "]}")
        .string();
  }
  ProgramResult run(std::vector<std::string> arguments) {
    ProgramRun program = sapper(std::move(arguments));
    program.folder = folder_.path();
    return run_program(program);
  }
  boost::json::value judged(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "judge");
    arguments.insert(arguments.end(), {"--json", "--layouts", "20"});
    const ProgramResult result = run(std::move(arguments));
    EXPECT_EQ(result.status, 0) << result.err;
    return boost::json::parse(result.out);
  }

  TemporaryFolder folder_;
};

TEST_F(Judge, SeesEveryGuessOfTheGamesThatRunPlays) {
  const std::string config = write(R"("min_risk", "random")");
  const boost::json::value judgement = judged({config});
  EXPECT_THAT(schema_errors(judgement, SAPPER_DATA_DIR "/schema/judge.schema.json"), testing::IsEmpty());
  ASSERT_EQ(run({"run", config, "-o", "r.json", "--quiet"}).status, 0);
  const boost::json::value report = boost::json::parse(content_of(folder_.path() / "r.json"));
  EXPECT_EQ(judgement.at("cases").at(0).at("guesses"), report.at("results").at(0).at("moves").at("guess"));
  // A first dig that may hit a mine is a guess, whether the strategy or the config chooses its cell.
  for (const std::string cell : {R"("strategy")", R"("center")"}) {
    const std::string first =
        folder_
            .write("first.json", R"({"schema": "sapper-config/1", "name": "c", "games": 40,
      "boards": [{"rows": 6, "mines": 6}], "first_click": {"rule": "unprotected", "cell": )" +
                                     cell + R"(}, "strategies": ["csp", "min_risk"]})")
            .string();
    ASSERT_EQ(run({"run", first, "-o", "first.report.json", "--quiet", "--force"}).status, 0);
    const boost::json::value played = boost::json::parse(content_of(folder_.path() / "first.report.json"));
    EXPECT_EQ(judged({first}).at("cases").at(0).at("guesses"),
              played.at("results").at(0).at("moves").at("guess"));
  }
  EXPECT_EQ(judgement.at("cases").at(0).at("unjudged"), 0);
  // A random cell is a mine far more often than the safest: the interval excludes 0 by far.
  const boost::json::value& random = judgement.at("cases").at(0).at("strategies").at(0);
  EXPECT_EQ(random.at("strategy"), "random");
  EXPECT_LT(random.at("gain").as_double() + 2 * random.at("gain_half_width").as_double(), 0);
}

TEST_F(Judge, DoesNotDependOnThreads) {
  const std::string config = write(R"("min_risk", "progress", "random")");
  const boost::json::value one = judged({config, "--threads", "1"});
  EXPECT_EQ(one, judged({config, "--threads", "3"}));
  // Nor on other strategies in the list.
  const boost::json::value two = judged({write(R"("min_risk", "progress")"), "--threads", "2"});
  EXPECT_EQ(one.at("cases").at(0).at("strategies").at(0).at("guesses_differ"),
            two.at("cases").at(0).at("strategies").at(0).at("guesses_differ"));
}

// The same guesses, with other values.
TEST_F(Judge, ContinuesPlayOutsByTheGivenRule) {
  const std::string config = write(R"("min_risk", "random")");
  const boost::json::value by_default = judged({config});
  EXPECT_EQ(by_default, judged({config, "--continue-by", "progress"}));
  const boost::json::value by_expert = judged({config, "--continue-by", "expert"});
  EXPECT_THAT(schema_errors(by_expert, SAPPER_DATA_DIR "/schema/judge.schema.json"), testing::IsEmpty());
  EXPECT_EQ(by_default.at("continued_by"), "progress");
  EXPECT_EQ(by_expert.at("continued_by"), "expert");
  const boost::json::value& one = by_default.at("cases").at(0).at("strategies").at(0);
  const boost::json::value& other = by_expert.at("cases").at(0).at("strategies").at(0);
  EXPECT_EQ(one.at("guesses_differ"), other.at("guesses_differ"));
  EXPECT_NE(one.at("gain"), other.at("gain"));

  const ProgramResult refused = run({"judge", config, "--continue-by", "random"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("--continue-by"));
}

TEST_F(Judge, GivesNothingToTheSameChoices) {
  // A strategy that breaks no ties at random.
  const std::string twice = R"({"name": "optimal", "label": "a"}, {"name": "optimal", "label": "b"})";
  const boost::json::value same = judged({write(twice, R"("rows": 4, "mines": 4)")}).at("cases").at(0);
  EXPECT_GT(same.at("guesses").as_int64(), 0);
  EXPECT_EQ(same.at("strategies").at(0).at("guesses_differ"), 0);
  EXPECT_EQ(same.at("strategies").at(0).at("gain").to_number<double>(), 0);
}

TEST_F(Judge, SaysWhatItCannotJudge) {
  const auto refusal = [&](const std::string& config) {
    const ProgramResult result = run({"judge", config});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_THAT(refusal(write(R"("min_risk")")), HasSubstr("judge: the config has only one strategy"));
  EXPECT_THAT(refusal(SAPPER_DATA_DIR "/experiments/go.json"), HasSubstr("is not a Minesweeper experiment"));
  EXPECT_THAT(refusal(write(R"("min_risk", {"name": "external", "command": ["true"]})")),
              HasSubstr("\"external\" is an external program"));
}

TEST_F(Judge, PrintsATable) {
  const ProgramResult result =
      run({"judge", write(R"("min_risk", "random")"), "--games", "4", "--layouts", "5"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("c: guesses judged on 5 sampled layouts each, continued by progress; seed 3"));
  EXPECT_THAT(result.out, HasSubstr("random in place of min_risk"));
}

}  // namespace
}  // namespace sapper::tests

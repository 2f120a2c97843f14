// `sapper positions` and `sapper score` from outside. tests/experiments/analysis/position_collection_test.cpp holds the
// labels and scores to oracles.
// Label: threads
#include <algorithm>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Positions : public ProgramTest {
 protected:
  Positions() {
    write_config("c.json", R"("name": "c", "games": 30, "seed": 3, "boards": [{"rows": 6, "mines": 7}],
      "first_click": {"rule": "safe"}, "strategies": ["min_risk"])");
  }
  static std::vector<bj::value> lines(const std::string& text) {
    std::vector<bj::value> values;
    for (const std::string& line : lines_of(text)) values.push_back(bj::parse(line));
    return values;
  }
};

TEST_F(Positions, AreReadByAnalyzeAndAnsweredPerfectly) {
  run_well({"positions", "c.json", "-o", "p.jsonl", "--count", "40"});
  const std::string text = read("p.jsonl");
  EXPECT_EQ(run({"positions", "c.json", "-o", "-", "--count", "40", "--threads", "3"}).out, text);
  const std::vector<bj::value> positions = lines(text);
  ASSERT_EQ(positions.size(), 40U);
  const std::vector<bj::value> analyses = lines(run({"analyze", "p.jsonl", "--json", "--no-moves"}).out);
  ASSERT_EQ(analyses.size(), 40U);
  std::string answers;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(positions[i].at("p_mine"), analyses[i].at("p_mine"));
    bj::array mines;
    for (const bj::value& mine : analyses[i].at("mine").as_array()) mines.push_back(mine);
    answers += bj::serialize(bj::object{{"id", positions[i].at("id")},
                                        {"safe", analyses[i].at("safe")},
                                        {"mine", mines},
                                        {"dig", positions[i].at("expert")}}) +
               "\n";
  }
  write("a.jsonl", answers);
  const ProgramResult scored = run_well({"score", "p.jsonl", "a.jsonl", "--json"});
  const bj::value score = bj::parse(scored.out);
  EXPECT_EQ(score.at("answered"), 40);
  for (const char* kind : {"safe", "mine"}) {
    EXPECT_EQ(score.at(kind).at("recall").to_number<double>(), 1);
    EXPECT_EQ(score.at(kind).at("precision").to_number<double>(), 1);
  }
  EXPECT_EQ(score.at("dig").at("missed_safe"), 0);
  EXPECT_EQ(score.at("dig").at("invalid"), 0);
  EXPECT_THAT(run({"score", "p.jsonl", "a.jsonl"}).out, HasSubstr("40 positions, 40 answered"));
}

TEST_F(Positions, NoNumberStopsTheScore) {
  run_well({"positions", "c.json", "-o", "p.jsonl", "--count", "2"});
  const std::vector<bj::value> positions = lines(read("p.jsonl"));
  std::string answers = "\xEF\xBB\xBF";
  for (const bj::value& position : positions)
    answers += R"({"id": )" + bj::serialize(position.at("id")) + R"(, "safe": [[1, 4000000000], [)" +
               std::string(400, '9') + R"(, 1]], "dig": [1e400, 0]})" + "\n";
  write("a.jsonl", answers);
  const ProgramResult scored = run_well({"score", "p.jsonl", "a.jsonl", "--json"});
  EXPECT_EQ(bj::parse(scored.out).at("safe").at("invalid"), 4);
  EXPECT_EQ(bj::parse(scored.out).at("dig").at("invalid"), 2);
}

TEST_F(Positions, WrongInputIsOneLine) {
  EXPECT_THAT(refusal({"positions", "c.json"}), HasSubstr("-o FILE is missing"));
  EXPECT_THAT(refusal({"positions", "c.json", "-o", "p.jsonl", "--where", "gess"}), HasSubstr("guess"));
  EXPECT_THAT(refusal({"positions", "c.json", "-o", "p.jsonl", "--count", "0"}), HasSubstr("--count"));
  write_config("go.json", R"("game": "go", "games": 2, "boards": [{"size": 5}])");
  EXPECT_THAT(refusal({"positions", "go.json", "-o", "p.jsonl"}), HasSubstr("go.json"));
  run_well({"positions", "c.json", "-o", "p.jsonl", "--count", "2"});
  write("a.jsonl", "\n{\"id\": \"nowhere\", \"safe\": []}\n");
  EXPECT_THAT(refusal({"score", "p.jsonl", "a.jsonl"}),
              HasSubstr("a.jsonl:2:8: id is \"nowhere\"; no position"));
  EXPECT_THAT(refusal({"score", "a.jsonl", "a.jsonl"}), HasSubstr("a.jsonl:2:1"));
  write("empty.jsonl", "\n");
  EXPECT_THAT(refusal({"score", "empty.jsonl", "a.jsonl"}), HasSubstr("holds no position"));
  EXPECT_THAT(refusal({"score", "none.jsonl", "a.jsonl"}), HasSubstr("none.jsonl"));
  write("broken.jsonl", read("p.jsonl").substr(0, 60));
  EXPECT_THAT(refusal({"score", "broken.jsonl", "a.jsonl"}), HasSubstr("broken.jsonl:1:"));
}

// `sapper judge`: the guesses of `run`'s games, with the same results for any number of threads.

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
  // A random cell is a mine far more often than the safest: the interval excludes 0.
  const bj::value& random = judgement.at("cases").at(0).at("strategies").at(0);
  EXPECT_EQ(random.at("strategy"), "random");
  EXPECT_LT(random.at("gain").as_double() + random.at("gain_half_width").as_double(), 0);
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
                 "\"external\" is an external player, which cannot be queried about positions of other "
                 "games; expected it "
                 "as the first strategy");
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

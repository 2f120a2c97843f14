// `sapper positions` and `sapper score` from outside. tests/experiments/analysis/position_collection_test.cpp holds the
// labels and scores to oracles.
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

}  // namespace
}  // namespace sapper::tests

// `sapper positions` and `sapper score` from outside. tests/experiments/analysis/position_collection_test.cpp holds the
// labels and scores to oracles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <sstream>

#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;

class Positions : public testing::Test {
 protected:
  Positions() {
    folder_.write("c.json", R"({"schema": "sapper-config/1", "name": "c", "games": 30, "seed": 3,
        "boards": [{"rows": 6, "mines": 7}], "first_click": {"rule": "safe"}, "strategies": ["min_risk"]})");
  }
  ProgramResult run(std::vector<std::string> arguments) {
    ProgramRun program = sapper(std::move(arguments));
    program.folder = folder_.path();
    return run_program(program);
  }
  std::string message(std::vector<std::string> arguments) {
    const ProgramResult result = run(std::move(arguments));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    return result.err;
  }
  static std::vector<bj::value> lines(const std::string& text) {
    std::vector<bj::value> values;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) values.push_back(bj::parse(line));
    return values;
  }

  TemporaryFolder folder_;
};

TEST_F(Positions, AreReadByAnalyzeAndAnsweredPerfectly) {
  const ProgramResult made = run({"positions", "c.json", "-o", "p.jsonl", "--count", "40"});
  ASSERT_EQ(made.status, 0) << made.err;
  const std::string text = content_of(folder_.path() / "p.jsonl");
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
  folder_.write("a.jsonl", answers);
  const ProgramResult scored = run({"score", "p.jsonl", "a.jsonl", "--json"});
  ASSERT_EQ(scored.status, 0) << scored.err;
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
  ASSERT_EQ(run({"positions", "c.json", "-o", "p.jsonl", "--count", "2"}).status, 0);
  const std::vector<bj::value> positions = lines(content_of(folder_.path() / "p.jsonl"));
  std::string answers = "\xEF\xBB\xBF";
  for (const bj::value& position : positions)
    answers += R"({"id": )" + bj::serialize(position.at("id")) + R"(, "safe": [[1, 4000000000], [)" +
               std::string(400, '9') + R"(, 1]], "dig": [1e400, 0]})" + "\n";
  folder_.write("a.jsonl", answers);
  const ProgramResult scored = run({"score", "p.jsonl", "a.jsonl", "--json"});
  ASSERT_EQ(scored.status, 0) << scored.err;
  EXPECT_EQ(bj::parse(scored.out).at("safe").at("invalid"), 4);
  EXPECT_EQ(bj::parse(scored.out).at("dig").at("invalid"), 2);
}

TEST_F(Positions, WrongInputIsOneLine) {
  EXPECT_THAT(message({"positions", "c.json"}), HasSubstr("-o FILE is missing"));
  EXPECT_THAT(message({"positions", "c.json", "-o", "p.jsonl", "--where", "gess"}), HasSubstr("guess"));
  EXPECT_THAT(message({"positions", "c.json", "-o", "p.jsonl", "--count", "0"}), HasSubstr("--count"));
  folder_.write("go.json",
                R"({"schema": "sapper-config/1", "game": "go", "games": 2, "boards": [{"size": 5}]})");
  EXPECT_THAT(message({"positions", "go.json", "-o", "p.jsonl"}), HasSubstr("go.json"));
  ASSERT_EQ(run({"positions", "c.json", "-o", "p.jsonl", "--count", "2"}).status, 0);
  folder_.write("a.jsonl", "\n{\"id\": \"nowhere\", \"safe\": []}\n");
  EXPECT_THAT(message({"score", "p.jsonl", "a.jsonl"}),
              HasSubstr("a.jsonl:2:8: id is \"nowhere\"; no position"));
  EXPECT_THAT(message({"score", "a.jsonl", "a.jsonl"}), HasSubstr("a.jsonl:2:1"));
  folder_.write("empty.jsonl", "\n");
  EXPECT_THAT(message({"score", "empty.jsonl", "a.jsonl"}), HasSubstr("holds no position"));
  EXPECT_THAT(message({"score", "none.jsonl", "a.jsonl"}), HasSubstr("none.jsonl"));
  folder_.write("broken.jsonl", content_of(folder_.path() / "p.jsonl").substr(0, 60));
  EXPECT_THAT(message({"score", "broken.jsonl", "a.jsonl"}), HasSubstr("broken.jsonl:1:"));
}

}  // namespace
}  // namespace sapper::tests

// Go configs: what is accepted, what is refused and why, and that the schema agrees.
#include <boost/json/parse.hpp>

#include "experiments/kinds/go/config.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::go {
namespace {

std::string text_with(const std::string& members) {
  return R"({"schema": "sapper-config/1", "game": "go", )" + members + "}";
}
Config read(const std::string& text) { return read_config(json::Document::parse(text, "c.json"), {}); }
std::string refusal(const std::string& members) {
  return tests::message_of<InputError>([&] { read(text_with(members)); });
}
std::vector<std::string> schema_errors_of(const std::string& text) {
  return tests::schema_errors(boost::json::parse(text), SAPPER_DATA_DIR "/schema/config.schema.json");
}

constexpr const char* kBoard = R"("boards": [{"size": 9, "komi": 7.5}])";

TEST(GoConfig, ExpandsSizesAndKomis) {
  const Config config =
      read(text_with(R"("boards": [{"size": [5, 9], "komi": [0, 6.5]}, {"size": 3, "komi": -1}])"));
  const std::vector<Board> expected{{5, 0}, {5, 13}, {9, 0}, {9, 13}, {3, -2}};
  EXPECT_EQ(config.boards, expected);
  EXPECT_EQ(name_of(config.boards[1]), "5 x 5, komi 6.5");
  EXPECT_EQ(config.scoring, sim::go::Scoring::area);
  EXPECT_EQ(config.end, sim::go::GameEnd::settled);
  ASSERT_EQ(config.strategies.size(), 1U);
  EXPECT_EQ(config.strategies[0].label, "random");
}

TEST(GoConfig, ReadsEveryKindOfMember) {
  const std::string text = text_with(
      R"("name": "n", "seed": 3, "games": 7, "boards": [{"size": 9, "komi": 7}], "scoring": "majority",
         "end": "passes", "strategies": ["random", {"name": "random"}, "uct", {"name": "uct", "playouts": 20},
         {"black": "random", "white": {"name": "uct", "playouts": 5}}], "stop": {"half_width": 0.1})");
  EXPECT_THAT(schema_errors_of(text), IsEmpty());
  EXPECT_THAT(tests::message_of<InputError>([&] { read(text); }),
              HasSubstr("strategies[1] is random, a duplicate"));
  std::string once = text;
  once.erase(once.find(R"({"name": "random"}, )"), 20);
  const Config config = read(once);
  std::string names;
  for (const Pairing& pairing : config.strategies) names += pairing.label + "; ";
  EXPECT_EQ(names, "random; uct; uct(playouts=20); random vs uct(playouts=5); ");
  EXPECT_EQ(config.scoring, sim::go::Scoring::majority);
  EXPECT_EQ(config.end, sim::go::GameEnd::passes);
  EXPECT_EQ(config.games, 7U);
}

TEST(GoConfig, ExpandedConfigsReadAsTheSame) {
  const Config config = read(
      text_with(R"("boards": [{"size": [5, 9], "komi": [0, 6.5]}], "scoring": "majority", "end": "passes",
                        "strategies": ["random", {"black": "uct", "white": {"name": "uct", "playouts": 5}}],
                        "stop": {"half_width": 0.1})"));
  const std::string text = json::to_text(to_json(config));
  EXPECT_EQ(json::to_text(to_json(read(text))), text);
  EXPECT_THAT(schema_errors_of(text), IsEmpty());
}

TEST(GoConfig, SaysWhatIsWrong) {
  const std::string board = kBoard;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("seed": 1)", "lacks the key \"boards\""},
      {R"("boards": [])", "boards"},
      {R"("boards": [{"size": 26, "komi": 1}])",
       "boards[0].size is 26; expected a whole number from 1 to 25"},
      {R"("boards": [{"size": [9, 0], "komi": 1}])", "boards[0].size[1] is 0"},
      {R"("boards": [{"size": 9}])", "boards[0] lacks the key \"komi\""},
      {R"("boards": [{"size": 9, "komi": [1, 1.3]}])",
       "boards[0].komi[1] is 1.3; expected a multiple of 0.5"},
      {R"("boards": [{"size": 9, "komi": 1001}])", "boards[0].komi is 1001"},
      {R"("boards": [{"size": 9, "komi": "7"}])", "boards[0].komi"},
      {R"("boards": [{"size": 9, "komi": 1, "mines": 10}])", "boards[0].mines is not a known key"},
      {board + R"(, "scoring": "japanese")", "scoring is \"japanese\""},
      {board + R"(, "end": "never")", "end is \"never\""},
      {board + R"(, "topology": "torus")", "topology is not a known key"},
      {board + R"(, "strategies": [])", "strategies"},
      {board + R"(, "strategies": ["uctt"])", "did you mean \"uct\"?"},
      {board + R"(, "strategies": [{"name": "random", "playouts": 5}])",
       "strategies[0].playouts is not a known key"},
      {board + R"(, "strategies": [{"name": "uct", "playouts": 0}])", "strategies[0].playouts is 0"},
      {board + R"(, "strategies": [{"black": "random"}])", "strategies[0] lacks the key \"white\""},
      {board + R"(, "strategies": [{"name": "uct", "black": "uct", "white": "uct"}])",
       "name is not a known key"},
  };
  for (const auto& [members, part] : cases) {
    EXPECT_THAT(refusal(members), AllOf(StartsWith("c.json:1:"), HasSubstr(part))) << members;
    EXPECT_THAT(schema_errors_of(text_with(members)), Not(IsEmpty())) << members;
  }
  EXPECT_THAT(refusal(R"("boards": [{"size": 9, "komi": 1}, {"size": [7, 9], "komi": 1.0}])"),
              HasSubstr("boards[1] gives the board 9 x 9, komi 1 twice"));
}

TEST(GoConfig, MinesweeperKeepsItsKeys) {
  const std::string text = R"({"schema": "sapper-config/1", "boards": [{"size": 9, "komi": 7.5}]})";
  EXPECT_THAT(schema_errors_of(text), Not(IsEmpty()));
  EXPECT_THAT(schema_errors_of(
                  R"({"schema": "sapper-config/1", "boards": [{"level": "Expert"}], "scoring": "area"})"),
              Not(IsEmpty()));
}

}  // namespace
}  // namespace sapper::experiments::go

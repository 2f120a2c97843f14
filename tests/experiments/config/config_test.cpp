// Configs: defaults, expansion, round trip, and a refusal of every error, with its place.
#include "experiments/config/config.hpp"

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/sample_configs.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using minesweeper::Board;
using minesweeper::Config;

Config config_of(const std::string& text, const std::filesystem::path& folder = {},
                 const ConfigOverrides& overrides = {}) {
  const auto experiment = parse_experiment(text, "c.json", folder, overrides);
  return *experiment->parts().minesweeper;
}

// A config with these boards on its second line, and these further members on its third.
std::string with_boards(const std::string& boards, const std::string& members = R"("games": 10)") {
  return "{\"schema\": \"sapper-config/1\", \"strategies\": [\"random\"],\n\"boards\": " + boards + ",\n" +
         members + "}";
}

std::string with_members(const std::string& members) {
  return with_boards(R"([{"rows": 9, "mines": 10}])", members);
}

std::string refusal_of(const std::string& text, const ConfigOverrides& overrides = {}) {
  return tests::message_of<InputError>([&] { config_of(text, {}, overrides); });
}

std::vector<std::tuple<int, int, std::uint32_t>> sizes_of(const Config& config) {
  std::vector<std::tuple<int, int, std::uint32_t>> sizes;
  for (const Board& board : config.boards) sizes.emplace_back(board.rows, board.cols, board.mines);
  return sizes;
}

TEST(Config, FillsInEveryDefault) {
  const Config config = config_of(R"({"schema": "sapper-config/1", "boards": [{"rows": 9, "mines": 10}]})");
  EXPECT_EQ(config.name, "c");
  EXPECT_EQ(config.seed, 1U);
  EXPECT_EQ(config.games, 10'000U);
  EXPECT_FALSE(config.stop);
  EXPECT_EQ(config.first_clicks[0].rule, sim::FirstClickRule::opening);
  EXPECT_EQ(config.cases[0].first_cell, 4U * 9 + 4);
  EXPECT_EQ(config.reveals[0], sim::Reveal::flood);
  EXPECT_EQ(config.motions[0], sim::MineMotion::fixed);
  EXPECT_EQ(config.boards[0].topology, sim::Topology::square);
  EXPECT_THAT(config.labels(), ElementsAre("min_risk"));
}

TEST(Config, ExpandsLists) {
  const Config config = config_of(with_boards(
      R"([{"rows": [8, 16], "cols": [10, 12], "density": [0.1, 0.2]}, {"rows": [5, 7], "mines": 3}, {"level": "Expert"}])"));
  EXPECT_THAT(
      sizes_of(config),
      ElementsAre(std::tuple(8, 10, 8), std::tuple(8, 10, 16), std::tuple(8, 12, 10), std::tuple(8, 12, 19),
                  std::tuple(16, 10, 16), std::tuple(16, 10, 32), std::tuple(16, 12, 19),
                  std::tuple(16, 12, 38), std::tuple(5, 5, 3), std::tuple(7, 7, 3), std::tuple(16, 30, 99)));
  EXPECT_EQ(config.boards.back().level, "Expert");
}

TEST(Config, PlaysEachBoardOnAllTopologies) {
  using enum sim::Topology;
  const Config config = config_of(with_boards(
      R"([{"level": "Beginner"}, {"rows": [6, 8], "mines": 3}, {"rows": 5, "mines": 3, "topology": "hex"},
          {"rows": 7, "mines": 3, "topology": ["hex", "square"]}])",
      R"("topology": ["torus", "square"])"));
  std::vector<std::tuple<int, sim::Topology>> played;
  for (const Board& board : config.boards) played.emplace_back(board.rows, board.topology);
  EXPECT_THAT(played, ElementsAre(std::tuple(9, torus), std::tuple(9, square), std::tuple(6, torus),
                                  std::tuple(8, torus), std::tuple(6, square), std::tuple(8, square),
                                  std::tuple(5, hex), std::tuple(7, hex), std::tuple(7, square)));
  EXPECT_TRUE(config.varying.topology);
}

TEST(Config, PlacesTheFirstClick) {
  const auto first_cell = [](const std::string& first_click) {
    const Config config =
        config_of(with_boards(R"([{"rows": 4, "cols": 7, "mines": 2}])", "\"first_click\": " + first_click));
    return config.cases[0].first_cell;
  };
  EXPECT_EQ(first_cell(R"({"cell": "corner"})"), 0U);
  EXPECT_EQ(first_cell(R"({"cell": "center"})"), 2U * 7 + 3);
  EXPECT_EQ(first_cell(R"({"cell": [3, 6]})"), 27U);
  EXPECT_EQ(first_cell(R"({"cell": "strategy"})"), sim::kNoCell);
  EXPECT_EQ(first_cell(R"({"rule": "safe_corners"})"), 0U)
      << "the natural first click where corners are free";
}

TEST(Config, TakesSeedsUpToTheLast) {
  EXPECT_EQ(config_of(with_members(R"("seed": 18446744073709551615)")).seed, 18446744073709551615U);
  EXPECT_EQ(config_of(with_members(R"("seed": 9223372036854775808)")).seed, 9223372036854775808U);
}

TEST(Config, CommandLineComesBeforeTheFile) {
  const Config config = config_of(with_members(R"("seed": 3, "games": 7)"), {}, {5, 11});
  EXPECT_EQ(config.seed, 5U);
  EXPECT_EQ(config.games, 11U);
  EXPECT_THAT(refusal_of(with_members(R"("games": 7)"), {std::nullopt, 0}), HasSubstr("--games is 0"));
}

TEST(Config, ReadsBoardFiles) {
  const tests::TemporaryFolder folder;
  folder.write("pair.txt", "0,1\n2,0\n");
  folder.write("map.txt", "*.\n..\n..\n");
  const Config config = config_of(
      with_boards(R"([{"file": "pair.txt", "rows": 3, "cols": 4, "topology": "torus"}, {"file": "map.txt"}])",
                  R"("first_click": {"rule": "unprotected", "cell": [1, 1]})"),
      folder.path());
  EXPECT_THAT(*config.boards[0].fixed_mines, ElementsAre(1, 8));
  EXPECT_EQ(config.boards[0].topology, sim::Topology::torus);
  EXPECT_EQ(sizes_of(config)[1], std::tuple(3, 2, 1));
}

TEST(Config, ExpandedConfigReadsAsTheSamePlan) {
  const tests::TemporaryFolder folder;
  folder.write("pair.txt", "0,1\n2,0\n");
  const std::string text =
      R"({"schema": "sapper-config/1", "name": "Round trip", "seed": 18446744073709551615,
    "boards": [{"level": "Beginner"}, {"rows": [4, 6], "density": [0.1, 0.3], "topology": "hex"},
               {"file": "pair.txt", "rows": 3, "cols": 4}],
    "topology": "torus", "first_click": {"rule": "relocate", "cell": "strategy"}, "reveal": "ring", "motion": "moving",
    "strategies": ["rules", {"name": "random"}], "stop": {"half_width": 0.1}})";
  const auto experiment = parse_experiment(text, "c.json", folder.path());
  const std::string expanded = json::to_text(experiment->config());
  // Without the board file: the expanded config contains its mines.
  const auto again = parse_experiment(expanded, "again.json", "/nowhere");
  EXPECT_EQ(json::to_text(again->config()), expanded);
  const Config first = *experiment->parts().minesweeper;
  const Config second = *again->parts().minesweeper;
  ASSERT_EQ(sizes_of(first), sizes_of(second));
  for (std::size_t i = 0; i < first.boards.size(); ++i)
    EXPECT_EQ(key_of(first.boards[i]), key_of(second.boards[i])) << "the same games";
  EXPECT_THAT(*second.boards.back().fixed_mines, ElementsAre(1, 8));
  EXPECT_EQ(second.stop->min_games, 1000U);
}

TEST(Config, IgnoresTheSchemaOfEditors) {
  for (const tests::SampleConfig& sample : tests::kSampleConfigs) {
    const std::string text = text_of(sample);
    const std::string with_schema =
        R"({"$schema": "https://example.org/config.schema.json", )" + text.substr(1);
    EXPECT_EQ(json::to_text(parse_experiment(with_schema, "c.json", {})->config()),
              json::to_text(parse_experiment(text, "c.json", {})->config()));
  }
}

TEST(BoardKey, TellsBoardsApartAndNothingElse) {
  Board board{16, 30, 99, sim::Topology::square, {}, {}, {}, nullptr};
  const std::uint64_t key = key_of(board);
  Board named = board;
  named.level = "Expert";
  EXPECT_EQ(key_of(named), key);
  std::vector<Board> others(5, board);
  others[0].rows = 30;
  others[0].cols = 16;
  others[1].mines = 98;
  others[2].topology = sim::Topology::torus;
  others[3].fixed_mines = std::make_shared<const std::vector<sim::Cell>>(std::vector<sim::Cell>{1, 2});
  others[4].fixed_mines = std::make_shared<const std::vector<sim::Cell>>(std::vector<sim::Cell>{1, 3});
  std::set<std::uint64_t> keys{key};
  for (const Board& other : others) keys.insert(key_of(other));
  EXPECT_EQ(keys.size(), 6U);
  EXPECT_EQ(key, 5730150778020209960U) << "part of every published result: never to change";
}

struct Bad {
  std::string text;
  std::string place;    // line and column
  std::string message;  // a part of it, from its beginning
};

TEST(Config, RefusesWhatIsWrongAtItsPlace) {
  const std::vector<Bad> all = {
      {"[]", "1:1", "the file is an empty list; expected an object"},
      {R"({"boards": []})", "1:1",
       "the file lacks the key \"schema\"; add the line \"schema\": \"sapper-config/1\","},
      {R"({"schema": "sapper-config/2"})", "1:12", "schema is \"sapper-config/2\"; expected"},
      {R"({"schema": "sapper-config/1"})", "1:1", "the file lacks the key \"boards\""},
      {with_members(R"("game": "mines")"), "3:9", "game is \"mines\"; expected a kind of game; "},
      {with_members(R"("gmaes": 5)"), "3:1", "gmaes is not a known key; did you mean \"games\"?"},
      {with_members(R"("$schema": 1)"), "3:12", "$schema is 1; expected a string"},
      {with_members(R"("stop": {"half_width": 0.1, "$schema": ""})"), "3:29",
       "stop.$schema is not a known key; allowed: half_width"},
      {with_members(R"("games": 0)"), "3:10", "games is 0; expected a whole number from 1 to 1000000000000"},
      {with_members(R"("games": 10.5)"), "3:10", "games is 10.5; expected a whole number"},
      {with_members(R"("games": "10")"), "3:10", "games is \"10\"; expected a whole number"},
      {with_members(R"("seed": -1)"), "3:9",
       "seed is -1; expected a whole number from 0 to 18446744073709551615"},
      {with_members(R"("seed": 18446744073709551616)"), "3:9", "seed is 18446744073709551616; expected"},
      {with_members(R"("seed": 1.5)"), "3:9", "seed is 1.5; expected"},
      {with_members(R"("name": "a/b")"), "3:9",
       "name is \"a/b\"; expected 1 to 100 printable characters that can name a file"},
      {with_members(R"("name": 3)"), "3:9", "name is 3; expected a string"},
      {with_members(R"("reveal": "floods")"), "3:11",
       "reveal is \"floods\"; expected a way to open; did you mean \"flood\"?"},
      {with_members(R"("motion": "movin")"), "3:11",
       "motion is \"movin\"; expected what the mines do; did you mean"},
      {with_members(R"("mines": "moving")"), "3:10",
       "mines has been called \"motion\" since sapper-report/2"},
      {with_members(R"("topology": "hexagon")"), "3:13", "topology is \"hexagon\"; expected a topology; "},
      {with_members(R"("topology": ["hex", "tours"])"), "3:21",
       "topology[1] is \"tours\"; expected a topology; did you mean \"torus\"?"},
      {with_members(R"("topology": ["hex", "hex"])"), "3:21",
       "topology[1] is a duplicate; each may appear only once"},
      {with_members(R"("first_click": "safe")"), "3:16",
       "first_click is \"safe\"; expected an object: {\"rule\": \"safe\"}"},
      {with_members(R"("first_click": {"rule": "open"})"), "3:25",
       "first_click.rule is \"open\"; expected a first-click rule; "},
      {with_members(R"("first_click": {"cell": [1, 2, 3]})"), "3:25",
       "first_click.cell has 3 numbers; on 9 x 9 expected [row, column], from 0"},
      {with_members(R"("first_click": {"cell": [1, -2]})"), "3:29", "first_click.cell[1] is -2; expected"},
      {with_members(R"("first_click": {"cell": [9, 0]})"), "3:25",
       "first_click.cell is [9, 0], outside boards[0], which is 9 x 9"},
      {with_members(R"("stop": {"half_width": 0})"), "3:24",
       "stop.half_width is 0; expected a number between 0 and 0.5"},
      {with_members(R"("stop": {"half_width": 0.1, "interval": "wide"})"), "3:41",
       "stop.interval is \"wide\""},
      {with_members(R"("stop": {"half_width": 0.1, "sprt": {}})"), "3:9",
       "stop has both \"sprt\" and \"half_width\""},
      {with_members(R"("stop": {"sprt": {"strategies": ["rules"], "d0": 0, "d1": 1}})"), "3:33",
       "stop.sprt.strategies is a list; expected the labels of two strategies"},
      {with_members(R"("stop": {"sprt": {"strategies": ["rules", "rules"], "d0": 0, "d1": 1}})"), "3:43",
       "stop.sprt.strategies[1] is \"rules\"; must differ from the first"},
      {with_members(R"("stop": {"sprt": {"strategies": ["rules", "random"], "d0": 0.1, "d1": 0.1}})"), "3:71",
       "stop.sprt.d1 is 0.1; expected a difference above d0"},
      {with_members(R"("stop": {"sprt": {"strategies": ["random", "cps"], "d0": 0, "d1": 0.1}})"), "3:44",
       "stop.sprt.strategies[1] is \"cps\"; expected the label of a strategy"},
      {with_members(R"("stop": {"sprt": {"strategies": ["rules", "random"], "d0": 0, "d1": 0.1,
    "difference": "best"}})"),
       "4:19", "stop.sprt.difference is \"best\""},
      {with_members(R"("stop": {"half_width": 0.5})"), "3:24", "stop.half_width is 0.5; expected"},
      {with_members(R"("stop": {"min_games": 5})"), "3:9", "stop lacks the key \"half_width\""},
      {with_members(R"("stop": {"half_width": 0.1, "min_games": 0})"), "3:42",
       "stop.min_games is 0; expected"},
      {R"({"schema": "sapper-config/1", "boards": [{"rows": 9, "mines": 10}], "strategies": []})", "1:83",
       "strategies is an empty list; expected at least one"},
      {R"({"schema": "sapper-config/1", "boards": [{"rows": 9, "mines": 10}], "strategies": ["rulse"]})",
       "1:84", "strategies[0] is \"rulse\"; expected the name of a strategy; did you mean \"rules\"?"},
      {R"({"schema": "sapper-config/1", "boards": [{"rows": 9, "mines": 10}], "strategies": ["rules", {"name": "rules"}]})",
       "1:93", "strategies[1] has the label \"rules\", which is already in the list"},
      {with_boards("{}"), "2:11", "boards is an object; expected a list"},
      {with_boards("[]"), "2:11", "boards is an empty list; expected at least one"},
      {with_boards("[9]"), "2:12", "boards[0] is 9; expected an object"},
      {with_boards(R"([{"rows": 9, "mines": 10, "mine": 1}])"), "2:37",
       "boards[0].mine is not a known key; did you mean \"mines\"?"},
      {with_boards(R"([{"mines": 10}])"), "2:12",
       "boards[0] lacks the key \"rows\"; give `rows` and `cols`, or a `level`"},
      {with_boards(R"([{"rows": 9}])"), "2:12", "boards[0] lacks the key \"mines\" or \"density\""},
      {with_boards(R"([{"rows": 9, "mines": 1, "density": 0.1}])"), "2:12",
       "boards[0] has both \"mines\" and \"density\""},
      {with_boards(R"([{"rows": 0, "mines": 1}])"), "2:21",
       "boards[0].rows is 0; expected a whole number from 1 to 4096"},
      {with_boards(R"([{"rows": [9, 4097], "mines": 1}])"), "2:25", "boards[0].rows[1] is 4097; expected"},
      {with_boards(R"([{"rows": [], "mines": 1}])"), "2:21", "boards[0].rows is an empty list"},
      {with_boards(R"([{"rows": 9, "mines": -1}])"), "2:33",
       "boards[0].mines is -1; expected a whole number"},
      {with_boards(R"([{"rows": 9, "mines": 1.5}])"), "2:33",
       "boards[0].mines is 1.5; expected a whole number"},
      {with_boards(R"([{"rows": 9, "mines": 82}])"), "2:33", "boards[0].mines is 82; 9 x 9 has 81 cells"},
      {with_boards(R"([{"rows": 9, "density": [0.1, 1.5]}])"), "2:41",
       "boards[0].density[1] is 1.5; expected a number from 0 to 1"},
      {with_boards(R"([{"level": "expert"}])"), "2:22",
       "boards[0].level is \"expert\"; expected the name of a level; did you mean \"Expert\"?"},
      {with_boards(R"([{"level": "Expert", "mines": 98}])"), "2:41",
       "boards[0].mines is 98; level Expert has 99; omit it"},
      {with_boards(R"([{"file": "none.txt", "rows": 9}])"), "2:21",
       "boards[0].file cannot be used: none.txt: "},
      {with_boards(R"([{"rows": 9, "mines": 10}, {"rows": [8, 9], "cols": 9, "mines": 10}])"), "2:38",
       "boards[1] gives the board 9 x 9, 10 mines twice, after boards[0]"},
      {with_boards(R"([{"rows": 9, "mines": [10, 10]}])"), "2:12",
       "boards[0] gives the board 9 x 9, 10 mines twice"},
      {with_boards(R"([{"rows": 2, "layout": [[0, 0], [2, 0]]}])"), "2:44",
       "boards[0].layout[1][0] is 2; expected a whole number from 0 to 1"},
      {with_boards(R"([{"rows": 2, "layout": [[0, 0], [0, 0]]}])"), "2:34",
       "boards[0].layout lists a mine twice"},
  };
  for (const Bad& bad : all)
    EXPECT_THAT(refusal_of(bad.text), StartsWith("c.json:" + bad.place + ": " + bad.message)) << bad.text;
}

TEST(Config, RefusesMinesThatDoNotFit) {
  const auto refusal = [](const std::string& board, const std::string& rule,
                          const std::string& cell = "[3, 3]") {
    return refusal_of(with_boards("[" + board + "]",
                                  R"("first_click": {"rule": ")" + rule + R"(", "cell": )" + cell + "}"));
  };
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": 75})", "opening"),
              HasSubstr("boards[0].mines is 75; at most 72 fit on 9 x 9 under the first-click rule opening "
                        "at 3,3 (row,col from 0)"));
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": [72, 81]})", "safe"),
              HasSubstr("boards[0].mines[1] is 81; at most 80 fit on 9 x 9"));
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": 78})", "safe_corners"), HasSubstr("at most 77 fit on 9 x 9"));
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": 78})", "opening", "\"corner\""),
              HasSubstr("at most 77 fit on 9 x 9"));
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": 75})", "opening", "\"strategy\""), HasSubstr("at most 72 fit"))
      << "the strategy may choose any cell";
  EXPECT_THAT(refusal(R"({"rows": [9, 10], "density": 0.9})", "opening"),
              HasSubstr("boards[0].density is 0.9, which gives 73 mines; at most 72 fit on 9 x 9"));
  for (const auto& [board, rule, cell] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {R"({"rows": 9, "mines": 72})", "opening", "[3, 3]"},
           {R"({"rows": 9, "mines": 77})", "opening", "\"corner\""},
           {R"({"rows": 9, "mines": 80})", "relocate", "[3, 3]"},
           {R"({"rows": 9, "mines": 81})", "unprotected", "\"strategy\""},
           {R"({"rows": 1, "cols": 9, "mines": 7})", "safe_corners", "\"corner\""}})
    EXPECT_EQ(refusal(board, rule, cell), "") << board << " " << rule << " " << cell;
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": 74, "topology": "hex"})", "opening"), IsEmpty())
      << "7 cells are kept free there";
  EXPECT_THAT(refusal(R"({"rows": 9, "mines": 75, "topology": "hex"})", "opening"),
              HasSubstr("at most 74 fit"));
}

TEST(Config, RefusesFixedMinesWhereTheRuleForbidsThem) {
  const auto refusal = [](const std::string& first_click) {
    return refusal_of(
        with_boards(R"([{"rows": 4, "layout": [[1, 1], [3, 3]]}])", "\"first_click\": " + first_click));
  };
  EXPECT_THAT(refusal(R"({"rule": "safe", "cell": [1, 1]})"),
              HasSubstr("boards[0].layout has a mine at 1,1 (row,col from 0); the first-click rule safe"));
  EXPECT_THAT(refusal(R"({"rule": "opening", "cell": [0, 0]})"),
              HasSubstr("has a mine at 1,1 (row,col from 0)"));
  EXPECT_THAT(refusal(R"({"rule": "safe_corners"})"), HasSubstr("has a mine at 3,3 (row,col from 0)"));
  EXPECT_THAT(refusal(R"({"rule": "safe", "cell": "strategy"})"),
              HasSubstr("first_click.cell lets the strategy choose"));
  for (const char* fine :
       {R"({"rule": "safe", "cell": [0, 0]})", R"({"rule": "relocate", "cell": [1, 1]})",
        R"({"rule": "unprotected", "cell": "strategy"})", R"({"rule": "opening", "cell": [0, 3]})"})
    EXPECT_EQ(refusal(fine), "") << fine;
}

std::string strategies(int count) {
  std::string list = R"({"schema": "sapper-config/1", "boards": [{"rows": [5, 6], "cols": )";
  list += "[5, 6, 7, 8, 9, 10, 11, 12, 13, 14], \"mines\": [1, 2, 3, 4]}],\n\"strategies\": [";
  for (int i = 0; i < count; ++i)
    list += (i > 0 ? ", " : "") + (R"({"name": "rules", "label": "r)" + std::to_string(i)) + "\"}";
  return list + "]}";
}

// Each pair of players has a counter in every tally, and a comparison in the report.
TEST(Config, LimitsTheStrategies) {
  EXPECT_EQ(config_of(strategies(500)).strategies.size(), kMaxPlayers);
  for (const int count : {501, 100'000})
    EXPECT_THAT(refusal_of(strategies(count)),
                HasSubstr("c.json:2:15: strategies has " + with_commas(static_cast<std::uint64_t>(count)) +
                          " entries; at most 500 are allowed"));
  EXPECT_THAT(
      refusal_of(
          R"({"schema": "sapper-config/1", "game": "go", "boards": [{"size": 3, "komi": 0.5}], "strategies": [)" +
          strategies(501).substr(strategies(501).find("{\"name"))),
      HasSubstr("strategies has 501 entries"));
  std::string rates = "0";
  for (int i = 1; i <= 500; ++i) rates += ", " + std::to_string(i / 1000.0);
  EXPECT_THAT(
      refusal_of(
          R"({"schema": "sapper-config/1", "game": "tablet", "boards": [{"rows": 3}], "error_rates": [)" +
          rates + "]}"),
      HasSubstr("error_rates has 501 entries; at most 500 are allowed"));
}

TEST(Config, LimitsTheComparisons) {
  std::string text = strategies(500);
  const std::string mines = "\"mines\": [1, 2, 3, 4";
  text.replace(text.find(mines), mines.size(), mines + ", 5");
  EXPECT_THAT(refusal_of(text),
              HasSubstr("c.json:1:41: boards expands to 100 cases, in which 500 players make 12,475,000 "
                        "comparisons of two; at most 10,000,000 are allowed"));
}

// None is compared with all others.
TEST(Config, FindsADuplicateAmongManyFirstClicks) {
  std::string list;
  for (int i = 0; i < 50'000; ++i)
    list += R"({"cell": [)" + std::to_string(i / 200) + ", " + std::to_string(i % 200) + "]}, ";
  EXPECT_THAT(refusal_of(with_members("\"first_click\": [" + list + R"({"cell": [1, 1]}])")),
              HasSubstr("first_click[50000] is a duplicate"));
}

TEST(Config, RefusesAHugeSweepBeforeLayingItOut) {
  std::string sides = "1";
  for (int side = 2; side <= 4096; ++side) sides.append(",").append(std::to_string(side));
  const std::string lists =
      "\"rows\": [" + sides + "], \"cols\": [" + sides + "], \"mines\": [" + sides + "]";
  EXPECT_THAT(refusal_of(with_boards("[{" + lists + "}]")),
              HasSubstr("boards x strategies expands to 68719476736 runs; at most 1000000 are allowed"));
}

}  // namespace
}  // namespace sapper::experiments

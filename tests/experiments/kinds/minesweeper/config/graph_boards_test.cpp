// Boards on lattices and graphs in configs: what they are called, that they are read back equal, and every refusal.
#include <algorithm>
#include <boost/json/parse.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/graph_json.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;

constexpr const char* kTriangleOfThree = R"({"schema": "sapper-graph/1", "sees": [[1, 2], [0, 2], [0, 1]]})";
// Every cell sees the next one, which need not see it.
constexpr const char* kRing =
    R"({"schema": "sapper-graph/1", "sees": [[1], [2], [3], [4], [0]], "places": [[0, 0], [1, 0.1], [2, 1], [1, 2], [0, 1]]})";
constexpr const char* kColumns =
    R"({"schema": "sapper-lattice/1", "name": "columns", "unit": [1, 1], "sees": [[[1, 0, 0], [-1, 0, 0]]]})";

class GraphBoards : public testing::Test {
 protected:
  GraphBoards() {
    folder_.write("three.json", kTriangleOfThree);
    folder_.write("ring.json", kRing);
    folder_.write("columns.json", kColumns);
  }
  std::unique_ptr<Experiment> experiment_of(const std::string& members,
                                            const ConfigOverrides& overrides = {}) const {
    return parse_experiment("{\"schema\": \"sapper-config/1\",\n\"strategies\": [\"csp\"],\n" + members + "}",
                            "c.json", folder_.path(), overrides);
  }
  Config config_of(const std::string& members) const { return *experiment_of(members)->parts().minesweeper; }
  std::string refusal_of(const std::string& members, const ConfigOverrides& overrides = {}) const {
    return tests::message_of<InputError>([&] { experiment_of(members, overrides); });
  }

  tests::TemporaryFolder folder_;
};

std::vector<std::string> case_names(const Experiment& experiment) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < experiment.case_count(); ++i) names.push_back(experiment.case_name(i));
  return names;
}

TEST_F(GraphBoards, HaveNamesAndSizes) {
  const auto experiment = experiment_of(R"("topology": ["triangle", "square", {"file": "columns.json"}],
    "boards": [{"rows": 4, "cols": [4, 6], "density": 0.25}, {"level": "Beginner", "topology": "kagome"},
               {"rows": 2, "cols": 3, "mines": 5, "layers": 4, "topology": "cube6"},
               {"rows": 4, "mines": 1, "topology": "cube26"},
               {"rows": 4, "mines": 1, "topology": {"name": "triangle", "joined": ["rows", "cols"]}},
               {"graph": "ring.json", "density": [0.2, 0.4]}])");
  EXPECT_THAT(case_names(*experiment),
              ElementsAre("triangle 4 x 4, 4 mines", "triangle 4 x 6, 6 mines", "4 x 4, 4 mines",
                          "4 x 6, 6 mines", "columns 4 x 4, 4 mines", "columns 4 x 6, 6 mines",
                          "Beginner (kagome 9 x 9, 10 mines)", "cube6 4 x 2 x 3, 5 mines",
                          "cube26 4 x 4 x 4, 1 mine", "triangle (joined rows, cols) 4 x 4, 1 mine",
                          "ring.json, 5 cells, 1 mine", "ring.json, 5 cells, 2 mines"));
  const Config& config = *experiment->parts().minesweeper;
  for (std::size_t i = 0; i < config.cases.size(); ++i) {
    const Board& board = config.board_of(i);
    if (!board.level.empty()) continue;
    EXPECT_EQ(name_of(board), experiment->case_name(i));
  }
  EXPECT_EQ(config.boards[7].cell_count(), 24U);
  EXPECT_EQ(config.boards[7].rows, 2);
  EXPECT_EQ(config.boards[7].layers(), 4);
  EXPECT_EQ(config.boards[0].layers(), std::nullopt);
  EXPECT_EQ(config.boards[10].cell_count(), 5U);
  EXPECT_EQ(config.boards[10].graph_board, config.boards[11].graph_board) << "a file is read once";
  EXPECT_EQ(config.boards[2].graph_board, nullptr) << "a board of the planes";
}

// Costs are compared by size among boards of one kind.
TEST_F(GraphBoards, AreComparedWithOthersOfTheirKind) {
  const auto experiment = experiment_of(R"("topology": ["triangle", "square"],
    "boards": [{"rows": [4, 6], "density": 0.25}, {"graph": "ring.json", "density": 0.2}])");
  std::vector<std::string> others;
  for (std::size_t i = 0; i < experiment->case_count(); ++i)
    others.push_back(experiment->parts().display->size_of(i)->others);
  EXPECT_THAT(others, ElementsAre("25 % mines, triangle", "25 % mines, triangle", "25 % mines", "25 % mines",
                                  "20 % mines, graphs"));
  EXPECT_EQ(experiment->parts().display->size_of(1)->cells, 36);
}

TEST_F(GraphBoards, BeginAtTheMiddleAndAtCellZero) {
  const auto cells_of = [&](const std::string& first) {
    std::vector<sim::Cell> cells;
    const std::string members = R"("boards": [{"rows": 4, "mines": 1, "topology": "triangle"},
      {"rows": 3, "mines": 1, "topology": "cube6"}])";
    for (const Case& played : config_of(members + first).cases) cells.push_back(played.first_cell);
    return cells;
  };
  EXPECT_THAT(cells_of(""), ElementsAre(10, 13));
  EXPECT_THAT(cells_of(R"(, "first_click": {"rule": "safe", "cell": "corner"})"), ElementsAre(0, 0));
  EXPECT_THAT(cells_of(R"(, "first_click": {"cell": "strategy"})"), ElementsAre(sim::kNoCell, sim::kNoCell));
  const std::string graph = R"("boards": [{"graph": "ring.json", "mines": 1}])";
  EXPECT_EQ(config_of(graph).cases[0].first_cell, 0U);
  EXPECT_EQ(config_of(graph + R"(, "first_click": {"rule": "safe"})").cases[0].first_cell, 0U);
  const auto numbered = experiment_of(graph + R"(, "first_click": [{"cell": 4}, {"cell": "strategy"}])");
  EXPECT_EQ(numbered->parts().minesweeper->cases[0].first_cell, 4U);
  EXPECT_EQ(numbered->case_name(0), "ring.json, 5 cells, 1 mine, opening at cell 4");
  const auto in_layers = experiment_of(R"("boards": [{"rows": 3, "mines": 1, "topology": "cube6"}],
    "first_click": [{"cell": [0, 1, 2]}, {"cell": [2, 0, 0]}])");
  EXPECT_EQ(in_layers->parts().minesweeper->cases[0].first_cell, 5U);
  EXPECT_EQ(in_layers->case_name(1), "cube6 3 x 3 x 3, 1 mine, opening at layer,row,col 2,0,0");
}

// The config of a report, read elsewhere, without the files.
TEST_F(GraphBoards, AreReadBackEqualWithoutTheirFiles) {
  const auto experiment = experiment_of(
      R"("topology": ["triangle", "hex", {"file": "columns.json", "joined": ["cols"]}, {"name": "torus", "joined": []}],
      "boards": [{"rows": 4, "density": [0.1, 0.25]}, {"graph": "ring.json", "mines": 2}, {"graph": "three.json", "mines": 0},
                 {"rows": 2, "layers": 3, "mines": 1, "topology": "cube6"}],
      "first_click": [{"cell": "strategy"}, {"rule": "unprotected", "cell": "board"}], "reveal": ["flood", "ring"])");
  const bj::object config = experiment->config();
  EXPECT_THAT(tests::schema_errors(bj::parse(json::to_text(config)),
                                   std::filesystem::path(SAPPER_DATA_DIR) / "schema/config.schema.json"),
              IsEmpty());
  const auto again = parse_experiment(json::to_text(config), "c.json", "/nonexistent");
  EXPECT_EQ(json::to_text(again->config()), json::to_text(config));
  EXPECT_EQ(case_names(*again), case_names(*experiment));
  const Config& read = *experiment->parts().minesweeper;
  const Config& read_again = *again->parts().minesweeper;
  for (std::size_t i = 0; i < read.boards.size(); ++i)
    EXPECT_EQ(key_of(read.boards[i]), key_of(read_again.boards[i]));
  const auto places = read_again.boards[8].graph_board->graph->places();
  ASSERT_EQ(places.size(), 5U);
  EXPECT_EQ(places[1].y, 0.1);
}

// What a board sees is what it is, whatever its files and lattices are called.
TEST_F(GraphBoards, HaveTheKeyOfWhatTheySee) {
  folder_.write(
      "other.json",
      R"({"schema": "sapper-graph/1", "sees": [[2, 1], [0, 2], [1, 0]], "opens": [[1, 2], [2, 0], [0, 1]],
    "places": [[0, 0], [1, 0], [0, 1]]})");
  folder_.write("less.json",
                R"({"schema": "sapper-graph/1", "sees": [[2, 1], [0, 2], [1, 0]], "opens": [[1], [0], []]})");
  const std::string columns = kColumns;
  folder_.write("renamed.json", std::string(columns).replace(columns.find("columns"), 7, "lines"));
  const Config config =
      config_of(R"("boards": [{"graph": "three.json", "mines": 1}, {"graph": "other.json", "mines": 1},
    {"graph": "less.json", "mines": 1}, {"graph": "three.json", "mines": 0},
    {"rows": 3, "mines": 1, "topology": {"file": "columns.json"}}], "first_click": {"rule": "safe"})");
  EXPECT_EQ(key_of(config.boards[0]), key_of(config.boards[1]));
  EXPECT_NE(key_of(config.boards[0]), key_of(config.boards[2]));
  EXPECT_NE(key_of(config.boards[0]), key_of(config.boards[3]));
  const Config renamed =
      config_of(R"("boards": [{"rows": 3, "mines": 1, "topology": {"file": "renamed.json"}}])");
  EXPECT_EQ(key_of(config.boards[4]), key_of(renamed.boards[0]));
}

// Lattices that see what a topology of the planes sees are that topology, also in larger units.
TEST_F(GraphBoards, AreThePlanesWhereTheySeeTheSame) {
  const std::filesystem::path shipped = std::filesystem::path(SAPPER_DATA_DIR) / "lattices";
  for (const char* const name : {"square", "torus", "hex"}) {
    const std::string members = R"("boards": [{"rows": 4, "mines": 3, "topology": )";
    const bj::object by_name = experiment_of(members + '"' + name + "\"}]")->config();
    const bj::object by_file =
        experiment_of(members + "{\"file\": \"" + (shipped / name).string() + ".json\"}}]")->config();
    EXPECT_EQ(json::to_text(by_file), json::to_text(by_name));
  }
  folder_.write("blocks.json", R"({"schema": "sapper-lattice/1", "name": "blocks", "unit": [1, 2], "sees": [
    [[-1, -1, 1], [-1, 0, 0], [-1, 0, 1], [0, -1, 1], [0, 0, 1], [1, -1, 1], [1, 0, 0], [1, 0, 1]],
    [[-1, 0, 0], [-1, 0, 1], [-1, 1, 0], [0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]]]})");
  const std::string blocks =
      R"("boards": [{"rows": 4, "mines": 3, "topology": {"file": "blocks.json", "joined": )";
  EXPECT_EQ(config_of(blocks + "[]}}]").boards[0].topology, sim::Topology::square);
  EXPECT_EQ(config_of(blocks + R"(["cols", "rows"]}}])").boards[0].topology, sim::Topology::torus);
  EXPECT_NE(config_of(blocks + R"(["cols"]}}])").boards[0].graph_board, nullptr) << "a cylinder is no plane";
  for (const sim::Lattice& lattice : shipped_lattices())
    EXPECT_EQ(topology_of(lattice).has_value(), find_named(sim::kTopologies, lattice.name) != nullptr)
        << lattice.name;
}

TEST_F(GraphBoards, LatticesAndGraphsAreWrittenAsTheyAreRead) {
  for (const sim::Lattice& lattice : shipped_lattices()) {
    const bj::object written = to_json(lattice);
    const json::Document document = json::Document::parse(json::to_text(written), "lattice");
    const sim::Lattice read = parse_lattice(json::Node(document));
    EXPECT_EQ(read.sees, lattice.sees);
    EXPECT_EQ(read.description, lattice.description);
    EXPECT_EQ(json::to_text(to_json(read)), json::to_text(written));
  }
  for (const char* const text :
       {kTriangleOfThree, kRing,
        R"({"schema": "sapper-graph/1", "sees": [[1, 2], [0], [0]], "opens": [[2], [], [0]]})"}) {
    const json::Document document = json::Document::parse(text, "graph");
    const std::string written = json::to_text(to_json(*parse_graph_file(json::Node(document))));
    const json::Document again = json::Document::parse(written, "written");
    EXPECT_EQ(json::to_text(to_json(*parse_graph_file(json::Node(again)))), written);
    EXPECT_EQ(bj::parse(written).at("sees"), bj::parse(text).at("sees"));
    EXPECT_EQ(bj::parse(written).as_object().contains("opens"),
              bj::parse(text).as_object().contains("opens"));
  }
}

// Names of cases are those of files, by which tables and figures tell boards apart.
TEST_F(GraphBoards, RefuseFilesOfOneName) {
  EXPECT_THAT(
      refusal_of(R"("boards": [{"graph": "ring.json", "mines": 1}, {"graph": "./ring.json", "mines": 2}])"),
      HasSubstr("boards[1].graph is called like ring.json; boards are named by their files"));
}

TEST_F(GraphBoards, DoNotDependOnTheOrderInTheirFile) {
  folder_.write("other.json", R"({"schema": "sapper-graph/1", "sees": [[2, 1], [0, 2], [1, 0]]})");
  const auto three = read_graph(folder_.path() / "three.json"),
             other = read_graph(folder_.path() / "other.json");
  for (sim::Cell cell = 0; cell < 3; ++cell)
    EXPECT_TRUE(std::ranges::equal(three->sees(cell), other->sees(cell)));
}

TEST_F(GraphBoards, RefuseWhatTheyLackWithItsPlace) {
  const std::string triangle = R"("boards": [{"rows": 4, "mines": 2, "topology": "triangle"}], )";
  const std::string graph = R"("boards": [{"graph": "ring.json", "mines": 2}], )";
  EXPECT_EQ(
      refusal_of(R"("boards": [{"graph": "ring.json", "rows": 3, "mines": 2}])"),
      "c.json:3:43: boards[0].rows is for boards of rows and columns; a \"graph\" is a board by itself");
  EXPECT_THAT(
      refusal_of(R"("boards": [{"graph": "rang.json", "mines": 2}])"),
      HasSubstr("c.json:3:22: boards[0].graph is \"rang.json\"; expected the name of a file that exists"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "columns.json", "mines": 2}])"),
              HasSubstr("columns.json:1:"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "ring.json", "mines": 6}])"),
              HasSubstr("boards[0].mines is 6; ring.json has 5 cells"));
  EXPECT_THAT(
      refusal_of(R"("boards": [{"graph": "ring.json", "mines": 4}])"),
      HasSubstr(
          "boards[0].mines is 4; at most 3 fit on ring.json under the first-click rule opening at cell 0"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 2, "mines": 6, "topology": "triangle"}])"),
              HasSubstr("boards[0].mines is 6; triangle 2 x 2 has 4 cells"));
  EXPECT_THAT(
      refusal_of(R"("boards": [{"rows": 4, "mines": 2, "layers": 3, "topology": "triangle"}])"),
      HasSubstr("boards[0].layers is for lattices in layers, but boards[0] has the topology triangle"));
  EXPECT_THAT(refusal_of(R"("layers": 3, "boards": [{"rows": 4, "mines": 2}])"),
              HasSubstr("layers belongs to a board"));
  EXPECT_THAT(
      refusal_of(
          R"("boards": [{"rows": 3, "mines": 2, "topology": {"name": "kagome", "joined": ["rows"]}}])"),
      HasSubstr("kagome (joined rows): the board's borders are joined, so the number of rows must be a "
                "multiple of 2"));
  EXPECT_THAT(
      refusal_of(R"("boards": [{"rows": 3, "mines": 2, "topology": "triangel"}])"),
      HasSubstr("boards[0].topology is \"triangel\"; expected a topology; did you mean \"triangle\"?"));
  EXPECT_THAT(refusal_of(R"("boards": [{"level": "Beginner", "topology": "cube6"}])"),
              HasSubstr("a level has no layers"));
  EXPECT_THAT(refusal_of(R"("boards": [{"file": "board.txt", "topology": "triangle"}])"),
              HasSubstr("boards[0].file: board files are of squares and hexagons; expected the mines as a "
                        "list, \"layout\""));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "layout": [[0, 4]], "topology": "triangle"}])"),
              HasSubstr("boards[0].layout[0] is a list; expected [row, col], from 0, of triangle 4 x 4"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "layout": [[0, 0]], "layers": 2}])"),
              HasSubstr("boards[0].layers is for lattices in layers"));
  EXPECT_THAT(refusal_of(R"("boards": [{"file": "board.txt", "layers": 2}])"),
              HasSubstr("boards[0] lacks the key \"rows\""));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "ring.json", "layout": [5]}])"),
              HasSubstr("boards[0].layout[0] is 5; expected a whole number from 0 to 4"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "ring.json", "layout": [3, 1, 3]}])"),
              HasSubstr("boards[0].layout lists a mine twice"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "ring.json", "layout": [3, 1], "mines": 1}])"),
              HasSubstr("boards[0].mines is 1; the layout has 2 mines; omit it"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "ring.json", "layout": [1]}])"),
              HasSubstr("boards[0].layout has a mine at cell 1 (from 0); the first-click rule opening keeps "
                        "that cell free"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "ring.json", "mines": 1, "layout": "no_guess"}],
                            "motion": "moving")"),
              HasSubstr("its layouts need no guess as long as the mines stay"));
  EXPECT_THAT(refusal_of(triangle + R"("first_click": {"rule": "safe_corners"})"),
              HasSubstr("boards[0]: triangle 4 x 4 has no corners to keep free"));
  EXPECT_THAT(refusal_of(triangle + R"("first_click": {"cell": "all"})"),
              HasSubstr("first_click.cell is \"all\"; the symmetries of triangle 4 x 4 are not known"));
  EXPECT_THAT(refusal_of(triangle + R"("first_click": {"cell": [4, 0]})"),
              HasSubstr("is [4, 0], outside boards[0]"));
  EXPECT_THAT(refusal_of(triangle + R"("first_click": {"cell": [0, 1, 1]})"),
              HasSubstr("has 3 numbers; on triangle 4 x 4 expected [row, column], from 0"));
  EXPECT_THAT(refusal_of(triangle + R"("first_click": {"cell": 3})"),
              HasSubstr("is a cell's number, as graphs have them"));
  EXPECT_THAT(
      refusal_of(
          R"("boards": [{"rows": 3, "mines": 1, "topology": "cube6"}], "first_click": {"cell": [1, 1]})"),
      HasSubstr("has 2 numbers; on cube6 3 x 3 x 3 expected [layer, row, column], from 0"));
  EXPECT_THAT(
      refusal_of(
          R"("boards": [{"rows": 3, "mines": 1, "topology": "cube6"}], "first_click": {"cell": [3, 1, 1]})"),
      HasSubstr("has layer 3, outside boards[0]"));
  EXPECT_THAT(refusal_of(graph + R"("first_click": {"cell": "center"})"),
              HasSubstr("first_click.cell needs rows and columns, which ring.json has not"));
  EXPECT_THAT(refusal_of(graph + R"("first_click": {"cell": 5})"),
              HasSubstr("first_click.cell is 5; ring.json has 5 cells; expected a number from 0 to 4"));
  EXPECT_THAT(
      refusal_of(R"("boards": [{"graph": "ring.json", "mines": 1}, {"graph": "ring.json", "density": 0.2}])"),
      HasSubstr("boards[1] gives the board ring.json, 5 cells, 1 mine twice"));
  EXPECT_THAT(refusal_of(graph + R"("files": {"rong.json": {}})"),
              HasSubstr("files.rong.json is the content of a file that no board names"));
  EXPECT_THAT(refusal_of(graph + R"("files": {"ring.json": {"hash": "0123456789abcdef"}})"),
              HasSubstr("is another one than was played: its hash is"));
  EXPECT_THAT(refusal_of(graph + R"("files": {"ring.json": {"hash": "0123456789abcde", "cells": 5}})"),
              HasSubstr("files.ring.json.hash is \"0123456789abcde\"; expected 16 hexadecimal digits"));
  EXPECT_THAT(refusal_of(graph + R"("first_click": {"cell": [1]})"),
              HasSubstr("expected [row, col], in layers [layer, row, col], all from 0; of a graph a cell's "
                        "number"));
  EXPECT_THAT(refusal_of(R"("boards": [{"graph": "columns.json", "mines": 2}])"),
              HasSubstr("expected \"sapper-graph/1\", a graph; a lattice is given as a topology"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 3, "mines": 2, "topology": {"file": "ring.json"}}])"),
              HasSubstr("expected \"sapper-lattice/1\", a lattice; a graph is a board by itself"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 256, "layers": 256, "mines": 2, "topology": "cube26"}])"),
              HasSubstr("cells and neighbours; at most 50000000 are allowed"));
}

// Fixed mines are part of what a board is.
TEST_F(GraphBoards, MayHaveFixedMines) {
  const auto experiment = experiment_of(R"("first_click": {"rule": "relocate"}, "boards": [
    {"rows": 3, "topology": "triangle", "layout": [[2, 1], [0, 0]]},
    {"rows": 3, "topology": "triangle", "layout": [[2, 1], [0, 1]], "first": [1, 2]},
    {"rows": 2, "cols": 3, "layers": 2, "topology": "cube6", "layout": [[1, 0, 2]]},
    {"rows": 3, "topology": {"file": "columns.json"}, "layout": [[1, 1]]},
    {"graph": "ring.json", "layout": [4, 2], "first": 1}, {"graph": "ring.json", "mines": 2}])");
  EXPECT_THAT(case_names(*experiment),
              ElementsAre("layout (triangle 3 x 3, 2 mines)", "layout (triangle 3 x 3, 2 mines)",
                          "layout (cube6 2 x 2 x 3, 1 mine)", "layout (columns 3 x 3, 1 mine)",
                          "layout (ring.json, 5 cells, 2 mines)", "ring.json, 5 cells, 2 mines"));
  const Config& config = *experiment->parts().minesweeper;
  EXPECT_THAT(*config.boards[0].fixed_mines, ElementsAre(0, 7));
  EXPECT_THAT(*config.boards[2].fixed_mines, ElementsAre(8));
  EXPECT_THAT(*config.boards[4].fixed_mines, ElementsAre(2, 4));
  EXPECT_EQ(config.cases[1].first_cell, 5U);
  EXPECT_EQ(config.cases[4].first_cell, 1U);
  std::set<std::uint64_t> keys;
  for (const Board& board : config.boards) keys.insert(key_of(board));
  EXPECT_EQ(keys.size(), config.boards.size());
  const std::string text = json::to_text(experiment->config());
  EXPECT_EQ(json::to_text(parse_experiment(text, "c.json", "/nonexistent")->config()), text);
  EXPECT_THAT(tests::schema_errors(bj::parse(text), SAPPER_DATA_DIR "/schema/config.schema.json"), IsEmpty());
  // Every game has them, but for the one that moves out of the way.
  GraphPlayer player(config, config.cases[4]);
  const auto strategy = config.strategies[0].make(player.game().rules());
  for (std::uint64_t number = 0; number < 5; ++number) {
    player.play(number, *strategy);
    EXPECT_THAT(player.game().layout().mines(), testing::UnorderedElementsAre(2, 4));
  }
  EXPECT_THAT(refusal_to_judge(config), HasSubstr("the mines are fixed"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 3, "topology": "triangle", "layout": [[2, 1]]},
                                       {"rows": 3, "topology": "triangle", "layout": [[2, 1]]}])"),
              HasSubstr("boards[1] gives the board layout (triangle 3 x 3, 1 mine) twice"));
}

// A lattice is known by its name, so that two which see the same may not be drawn otherwise under one.
TEST_F(GraphBoards, KeepTheDrawingsOfTheirFiles) {
  const std::string columns = kColumns;
  const std::string drawn =
      columns.substr(0, columns.size() - 1) + R"(, "outlines": [[[0, 0], [1, 0], [0, 1]]]})";
  folder_.write("drawn.json", drawn);
  folder_.write("copy.json", drawn);
  const std::string first = R"("boards": [{"rows": 3, "mines": 1, "topology": {"file": "drawn.json"}},)";
  EXPECT_THAT(
      refusal_of(first + R"({"rows": 4, "mines": 1, "topology": {"file": "columns.json"}}])"),
      HasSubstr("boards[1].topology has the name \"columns\" of another lattice of this config, which "
                "sees or is drawn otherwise"));
  EXPECT_EQ(refusal_of(first + R"({"rows": 4, "mines": 1, "topology": {"file": "copy.json"}}])"), "");
}

TEST_F(GraphBoards, ArePlayedByStrategiesThatKnowGraphs) {
  const auto refusal = [](const std::string& strategy, const std::string& rows) {
    return tests::message_of<InputError>([&] {
      (void)parse_experiment(R"({"schema": "sapper-config/1", "strategies": [")" + strategy +
                                 R"("], "boards": [{"mines": 2, "topology": "triangle", "rows": )" + rows +
                                 "}]}",
                             "c.json", {});
    });
  };
  for (const char* const strategy : {"random", "min_risk", "progress", "sat", "expert", "optimal", "policy"})
    EXPECT_EQ(refusal(strategy, "4"), "") << strategy;
  // Some refuse games, as on grids.
  EXPECT_EQ(refusal("sat", "32"), "");
  EXPECT_THAT(refusal("sat", "33"),
              HasSubstr("sat cannot play triangle 33 x 33, 2 mines: it has 1089 cells; at most 1024"));
}

// A graph too large for a report is known by its hash, and its file must be there to be played on.
TEST_F(GraphBoards, AreKnownByTheirHashWhereTheyAreLarge) {
  SAPPER_LONG_TEST();
  std::string sees;
  constexpr int kCells = 40'000;
  for (int cell = 0; cell < kCells; ++cell) {
    sees += cell == 0 ? "[" : ", [";
    for (int step = 1; step <= 25; ++step)
      sees += (step == 1 ? "" : ",") + std::to_string((cell + step) % kCells);
    sees += "]";
  }
  folder_.write("large.json", R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}");
  const auto experiment = experiment_of(R"("boards": [{"graph": "large.json", "mines": 2}])");
  const std::string config = json::to_text(experiment->config());
  EXPECT_THAT(config, HasSubstr(R"("files": {"large.json": {"hash": ")"));
  EXPECT_EQ(json::to_text(parse_experiment(config, "c.json", folder_.path())->config()), config);
  const auto elsewhere = parse_experiment(config, "c.json", "/nonexistent");
  EXPECT_EQ(json::to_text(elsewhere->config()), config);
  EXPECT_EQ(case_names(*elsewhere), case_names(*experiment));
  EXPECT_EQ(key_of(elsewhere->parts().minesweeper->boards[0]),
            key_of(experiment->parts().minesweeper->boards[0]));
  std::string refusing = config;  // with a player that refuses some boards
  constexpr std::string_view kName = "\"csp\"";
  for (std::size_t at = 0; (at = refusing.find(kName)) != std::string::npos;)
    refusing.replace(at, kName.size(), "\"sat\"");
  EXPECT_EQ(parse_experiment(refusing, "c.json", "/nonexistent")->labels(), std::vector<std::string>{"sat"});
  EXPECT_EQ(missing_player_of(*experiment), "");
  EXPECT_EQ(
      missing_player_of(*elsewhere),
      "the graph large.json is not in the folder /nonexistent; it is too large to be in a report, so copy "
      "it there");
  folder_.write("large.json", kRing);
  EXPECT_THAT(missing_player_of(*parse_experiment(config, "c.json", folder_.path())),
              HasSubstr("large.json is another one than was played"));
}

// What a checkpoint of games on changed files says, of the same config.
class ChangedFiles : public GraphBoards {
 protected:
  static constexpr const char* kMembers =
      R"("games": 5, "boards": [{"graph": "ring.json", "density": 0.2}, {"rows": 3, "mines": 1, "topology": {"file": "columns.json"}}])";
  ChangedFiles() { write_checkpoint(file_, Report(*played_)); }
  std::string refusal() const {
    const std::shared_ptr<const Experiment> now = experiment_of(kMembers);
    return tests::message_of<InputError>([&] { (void)read_checkpoint(file_, now); });
  }

  std::filesystem::path file_ = folder_.path() / "r.checkpoint";
  std::unique_ptr<Experiment> played_ = experiment_of(kMembers);
};

TEST_F(ChangedFiles, AreNamed) {
  EXPECT_EQ(refusal(), "");
  folder_.write("ring.json", R"({"schema": "sapper-graph/1", "sees": [[2], [3], [4], [0], [1]]})");
  EXPECT_THAT(refusal(),
              HasSubstr("belongs to a different experiment (its files differ (ring.json)); delete it"));
  folder_.write("ring.json",
                R"({"schema": "sapper-graph/1", "sees": [[1], [2], [3], [4], [5], [6], [7], [0]]})");
  EXPECT_THAT(refusal(), HasSubstr("(its boards differ, its files differ (ring.json))"));
}

TEST_F(ChangedFiles, AreTakenWhereGamesAreTheSame) {
  folder_.write("ring.json", R"({"sees": [[1], [2], [3], [4], [0]], "schema": "sapper-graph/1"})");
  folder_.write(
      "columns.json",
      R"({"schema": "sapper-lattice/1", "name": "columns", "description": "up and down", "unit": [1, 1],
      "sees": [[[-1, 0, 0], [1, 0, 0]]], "outlines": [[[0, 0], [1, 0], [0, 1]]]})");
  EXPECT_EQ(refusal(), "");
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

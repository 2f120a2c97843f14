// The lines of sapper-player/1: what is written satisfies the schema, invalid answers are refused with the reason.
#include "experiments/kinds/minesweeper/external/player_protocol.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_error.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

const sim::Grid kGrid(3, 4);
const Board kBoard{.rows = 3, .cols = 4, .mines = 2, .topology = sim::Topology::hex};

constexpr ExpectedTurn kTurn{7, 4};

sim::View small_view() {
  sim::View view(kGrid, 2);
  view.show(0, 1);
  view.show(5, 2);
  return view;
}

std::vector<std::string> errors_in(const std::string& lines) {
  std::vector<std::string> errors;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    for (const std::string& error :
         tests::schema_errors(boost::json::parse(line), SAPPER_DATA_DIR "/schema/player.schema.json"))
      errors.push_back(fmt::format("{}: {}", line, error));
  return errors;
}

std::string refusal_of(std::string_view line) {
  const sim::View view = small_view();
  std::vector<solvers::Move> digs;
  std::vector<solvers::Claim> claims;
  return tests::message_of<WrongAnswer>([&] { read_digs(line, kBoard, view, kTurn, digs, claims); });
}

TEST(PlayerProtocol, WritesWhatTheSchemaSays) {
  const sim::View view = small_view();
  constexpr sim::FirstClickRule kRule = sim::FirstClickRule::unprotected;
  const std::vector<sim::CellBlock> shown{tests::only(view.grid(), 5)};
  std::string lines;
  append_case_line(lines, 3, kBoard, {.first_click = kRule, .first_cell = 5}, {});
  append_case_line(lines, 0, kBoard, {.first_click = kRule}, {{"caution", 0.25}, {"depth", -2}});
  append_game_line(lines, 7, (std::uint64_t{1} << 53) - 1);
  append_turn_line(lines, 1, kBoard, view, std::nullopt);
  append_turn_line(lines, 2, kBoard, view, shown);
  append_turn_line(lines, 3, kBoard, view, std::span<const sim::CellBlock>());
  append_end_line(lines, true, 3);
  EXPECT_THAT(errors_in(lines), IsEmpty());
  EXPECT_THAT(lines, HasSubstr(R"("case":3,"rows":3,"cols":4,"mines":2,"topology":"hex",)"));
  EXPECT_THAT(lines, HasSubstr(R"("first_click":{"rule":"unprotected","cell":[1,1]})"));
  EXPECT_THAT(lines, HasSubstr("\"motion\":\"fixed\"}\n")) << "as before there were settings";
  EXPECT_THAT(lines, HasSubstr(R"("motion":"fixed","settings":{"caution":0.25,"depth":-2}})"));
  EXPECT_THAT(lines, HasSubstr(R"({"type":"turn","turn":1,"shown":[[0,0,1],[1,1,2]]})"));
  EXPECT_THAT(lines, HasSubstr(R"({"type":"turn","turn":2,"shown":[[1,1,2]]})"));
  EXPECT_THAT(lines, HasSubstr(R"({"type":"turn","turn":3,"shown":[]})"));
}

TEST(PlayerProtocol, ReadsDigsWithTheirClaims) {
  const sim::View view = small_view();
  std::vector<solvers::Move> digs;
  std::vector<solvers::Claim> claims;
  const std::string line =
      R"( {"game": 7, "turn": 4, "p_mine": [0, 0.25], "dig": [[2,3],[0,1]], "certain": true} )";
  EXPECT_THAT(errors_in(line), IsEmpty());
  read_digs(line, kBoard, view, kTurn, digs, claims);
  ASSERT_EQ(digs.size(), 2U);
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(digs[0].cell, 11U);
  EXPECT_EQ(digs[1].cell, 1U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(claims[i].is_made && claims[i].is_certain);
    EXPECT_FALSE(digs[i].is_judged);
  }
  EXPECT_EQ(claims[1].p_mine, 0.25);
  digs.clear();
  claims.clear();
  read_digs(R"({"dig":[[0,1]]})", kBoard, view, kTurn, digs, claims);
  EXPECT_FALSE(claims[0].is_certain);
  EXPECT_FALSE(claims[0].p_mine);
}

// The schema says so: JSON has one kind of number.
TEST(PlayerProtocol, TakesWholeNumbersInAnyForm) {
  const sim::View view = small_view();
  for (const char* line : {R"({"dig":[[0.0,1.0]]})", R"({"dig":[[-0.0,1e0]],"turn":4.0,"game":7.0})",
                           R"({"dig":[[0e5,10e-1]],"p_mine":[1.0],"turn":0.4e1})"}) {
    std::vector<solvers::Move> digs;
    std::vector<solvers::Claim> claims;
    read_digs(line, kBoard, view, kTurn, digs, claims);
    ASSERT_EQ(digs.size(), 1U);
    EXPECT_EQ(digs[0].cell, 1U);
  }
}

TEST(PlayerProtocol, RefusesWhatIsNoAnswer) {
  const std::vector<std::pair<std::string_view, std::string_view>> answers = {
      {"", "is not valid JSON"},
      {"dig 3 4", "is not valid JSON"},
      {R"({"dig":[[0,1]]} {})", "is not valid JSON"},
      {"[[0,1]]", "is not a JSON object"},
      {"{}", "has no \"dig\""},
      {R"({"dig":[]})", "has no \"dig\""},
      {R"({"dig":[1]})", "has a dig that is 1; expected [row, col]"},
      {R"({"dig":[0.5]})", "has a dig that is 0.5; expected [row, col]"},
      {R"({"dig":["0,1"]})", "has a dig that is a string, \"0,1\"; expected [row, col]"},
      {R"({"dig":"0,1"})", "has a \"dig\" that is a string, \"0,1\"; expected a list"},
      {R"({"dig":null})", "has a \"dig\" that is null; expected a list"},
      {R"({"dig":[[0,1,2]]})", "has a dig that is not [row, col]"},
      {R"({"dig":[[3,0]]})", "rows are 0 to 2, columns 0 to 3"},
      {R"({"dig":[[0,-1]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,-1.0]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,4.0]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,1e300]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,-1e300]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,99999999999999999999]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,0.5]]})", "has a dig whose column is 0.5; expected a whole number"},
      {R"({"dig":[[1e-5,0]]})", "has a dig whose row is 1e-5; expected a whole number"},
      {R"({"dig":[["0",1]]})", "has a dig whose row is a string, \"0\"; expected a whole number"},
      {R"({"dig":[[0,"\u0031"]]})", "has a dig whose column is a string, \"1\"; expected a whole number"},
      {R"({"dig":[[0,true]]})", "has a dig whose column is true; expected a whole number"},
      {R"({"dig":[[0,null]]})", "has a dig whose column is null; expected a whole number"},
      {R"({"dig":[[0,1,"2"]]})", "has a dig that is not [row, col]"},
      {R"({"dig":[[0,1],[1,1]]})", "digs [1, 1], which is already shown"},
      {R"({"dig":[[0,1]],"certain":1})", "has a \"certain\" that is 1; expected true or false"},
      {R"({"dig":[[0,1]],"certain":"true"})", "has a \"certain\" that is a string, \"true\"; expected true"},
      {R"({"dig":[[0,1]],"p_mine":[]})", "one number for each dig, here 1"},
      {R"({"dig":[[0,1]],"p_mine":[1.5]})", "has a P(mine) that is 1.5; expected a number from 0 to 1"},
      {R"({"dig":[[0,1]],"p_mine":[-1]})", "has a P(mine) that is -1; expected a number from 0 to 1"},
      {R"({"dig":[[0,1]],"p_mine":["0.5"]})", "has a P(mine) that is a string, \"0.5\"; expected a number"},
      {R"({"dig":[[0,1]],"p_mine":[1e400]})", "has a P(mine) that is 1e400; expected a number from 0 to 1"},
      {R"({"dig":[[0,1]],"p_mine":[true]})", "has a P(mine) that is true; expected a number from 0 to 1"},
      {R"({"dig":[[0,1]],"p_mine":0.5})",
       "has a \"p_mine\" that is 0.5; expected a list of one number for each dig"},
      {R"({"p_mine":[0.5,0.5],"dig":[[0,1]]})", "one number for each dig, here 1"},
      {R"({"dig":[[0,1]],"p_mines":[1]})", "did you mean \"p_mine\"?"},
      {R"({"dig":[[0,1]],"dig":[[0,2]]})", "has the key \"dig\" twice"},
      {R"({"dig":{"row":0}})", "has a \"dig\" that is an object; expected a list"},
      {R"({"dig":[{"row":0}]})", "has a dig that is an object; expected [row, col]"},
      {R"({"dig":[[[0,1]]]})", "has a dig whose row is a list; expected a whole number"},
      {R"({"dig":[[0]]})", "has a dig that is not [row, col]"},
      {R"({"dig":[[0,18446744073709551615]]})", "digs a cell outside the board"},
      {R"({"dig":[[0,1]],"turn":3})", "is for turn 3, not for turn 4"},
      {R"({"turn":-4,"dig":[[0,1]]})", "is for turn -4, not for turn 4"},
      {R"({"dig":[[0,1]],"turn":"4"})", "has a \"turn\" that is a string, \"4\"; expected a whole number"},
      {R"({"dig":[[0,1]],"turn":4.5})", "has a \"turn\" that is 4.5; expected a whole number"},
      {R"({"dig":[[0,1]],"turn":3.0})", "is for turn 3.0, not for turn 4"},
      {R"({"dig":[[0,1]],"turn":1e30})", "is for turn 1e30, not for turn 4"},
      {R"({"dig":[[0,1]],"turn":4,"game":8})", "is for game 8, not for game 7"},
      {R"({"dig":[[0,1]],"game":[7]})", "has a \"game\" that is a list; expected a whole number"},
      {R"({"dig":[[0,1],[0,1],[0,1],[0,1],[0,1],[0,1],[0,1],[0,1],[0,1],[0,1],[0,1]]})",
       "digs more than the 10 cells that are hidden"},
      {"{\"dig\":[[0,1]],\"\xFF\":1}", "is not valid JSON"},
  };
  for (const auto& [line, reason] : answers) EXPECT_THAT(refusal_of(line), HasSubstr(reason)) << line;
  EXPECT_THAT(refusal_of(std::string_view("{\"dig\":[[0,1\0]]}", 15)), HasSubstr("is not valid JSON"));
  const auto unready = [](std::string_view line) {
    return tests::message_of<WrongAnswer>([&] { check_ready(line); });
  };
  EXPECT_EQ(unready(R"({"type":"ready","protocol":"sapper-player/1"})"), "");
  EXPECT_THAT(unready(R"({"type":"ready","protocol":"sapper-player/2"})"), HasSubstr("sapper-player/1"));
  EXPECT_THAT(unready("hello"), HasSubstr("is not valid JSON"));
  EXPECT_EQ(unready("\xEF\xBB\xBF"
                    R"({"type":"ready","protocol":"sapper-player/1"})"),
            "");
}

// A triangle3 lattice, one of cubes in two layers, and a graph: 0 -> 1 -> 2 -> 0, whose zeros open nothing.
struct OtherBoards {
  static Board on_lattice(const char* name, sim::LatticeSize size) {
    Board board{.rows = size.rows, .cols = size.cols, .mines = 2};
    board.graph_board = std::make_shared<const GraphBoard>(
        board_on_lattice(std::make_shared<const sim::Lattice>(*find_named(shipped_lattices(), name)), size));
    return board;
  }
  OtherBoards() {
    sim::CellLists sees, opens;
    for (sim::Cell cell = 0; cell < 3; ++cell) {
      sees.add((cell + 1) % 3);
      sees.end_list();
      opens.end_list();
    }
    graph.graph_board = std::make_shared<const GraphBoard>(
        std::make_shared<const sim::Graph>(std::move(sees), std::move(opens)));
    graph.file = "odd \"name\".json";
  }
  Board flat = on_lattice("triangle3", {3, 4, 1});
  Board layered = on_lattice("cube6", {3, 2, 2});
  Board graph{.rows = 1, .cols = 3, .mines = 1};
};

sim::GraphPosition position_on(const Board& board) {
  const auto& graph = board.graph_board->graph;
  return {graph, std::vector(graph->cell_count(), sim::GraphPosition::kHidden), {.count = 1}, {}, {}};
}

TEST(PlayerProtocol, TellsWhatCellsSeeOnLatticesAndGraphs) {
  const OtherBoards boards;
  const auto case_line = [](const Board& board) {
    std::string line;
    append_case_line(line, 1, board, {.first_click = sim::FirstClickRule::safe, .first_cell = 2},
                     {{"depth", 1}});
    EXPECT_THAT(errors_in(line), IsEmpty());
    return line;
  };
  const std::string flat = case_line(boards.flat);
  EXPECT_THAT(flat, AllOf(HasSubstr(R"("rows":3,"cols":4,"mines":2,"topology":"triangle3")"),
                          HasSubstr(R"("first_click":{"rule":"safe","cell":[0,2]})"),
                          HasSubstr(R"("settings":{"depth":1},"cells":12,"sees":[[)"),
                          Not(HasSubstr("layers")), Not(HasSubstr("opens"))));
  const std::string layered = case_line(boards.layered);
  EXPECT_THAT(layered, AllOf(HasSubstr(R"("layers":2)"), HasSubstr(R"("cell":[0,1,0]})"),
                             HasSubstr(R"("topology":"cube6")"), HasSubstr(R"("cells":12)")));
  for (const auto& [line, board] : {std::pair(flat, boards.flat), std::pair(layered, boards.layered)}) {
    const boost::json::value read = boost::json::parse(line);
    for (sim::Cell cell = 0; cell < board.cell_count(); ++cell) {
      std::vector<sim::Cell> seen;
      for (const boost::json::value& other : read.at("sees").at(cell).as_array())
        seen.push_back(other.to_number<sim::Cell>());
      EXPECT_TRUE(std::ranges::equal(seen, board.graph_board->graph->sees(cell))) << cell;
    }
  }
  EXPECT_EQ(case_line(boards.graph),
            R"({"type":"case","protocol":"sapper-player/1","case":1,"graph":"odd \"name\".json","cells":3,)"
            R"("mines":1,"first_click":{"rule":"safe","cell":2},"reveal":"flood","motion":"fixed",)"
            R"("settings":{"depth":1},"sees":[[1],[2],[0]],"opens":[[],[],[]]})"
            "\n");
}

TEST(PlayerProtocol, NamesCellsAsTheBoardDoes) {
  const OtherBoards boards;
  const auto turn_lines = [](const Board& board) {
    sim::GraphPosition view = position_on(board);
    view.shown[0] = 0;
    view.shown[2] = 11;
    std::string lines;
    append_turn_line(lines, 1, board, view, std::nullopt);
    append_turn_line(lines, 2, board, view, std::array<sim::Cell, 1>{2});
    EXPECT_THAT(errors_in(lines), IsEmpty());
    return lines;
  };
  EXPECT_THAT(turn_lines(boards.flat),
              AllOf(HasSubstr(R"("shown":[[0,0,0],[0,2,11]]})"), HasSubstr(R"("shown":[[0,2,11]]})")));
  EXPECT_THAT(turn_lines(boards.layered), HasSubstr(R"("shown":[[0,0,0,0],[0,1,0,11]]})"));
  EXPECT_THAT(turn_lines(boards.graph), HasSubstr(R"("shown":[[0,0],[2,11]]})"));

  const auto digs_of = [](const std::string& dig, const Board& board) {
    std::vector<solvers::Move> digs;
    std::vector<solvers::Claim> claims;
    const std::string line = R"({"dig":)" + dig + R"(,"certain":true})";
    EXPECT_THAT(errors_in(line), IsEmpty());
    read_digs(line, board, position_on(board), kTurn, digs, claims);
    std::vector<sim::Cell> cells;
    cells.reserve(digs.size());
    for (const solvers::Move& move : digs) cells.push_back(move.cell);
    EXPECT_EQ(claims.size(), cells.size());
    return cells;
  };
  EXPECT_THAT(digs_of("[[2,3],[0,0]]", boards.flat), ElementsAre(11, 0));
  EXPECT_THAT(digs_of("[[1,2,1],[0,1,0]]", boards.layered), ElementsAre(11, 2));
  EXPECT_THAT(digs_of("[2,0,1]", boards.graph), ElementsAre(2, 0, 1));
}

TEST(PlayerProtocol, RefusesCellsOfOtherBoards) {
  const OtherBoards boards;
  const std::tuple<const Board&, std::string, std::string> answers[] = {
      {boards.flat, "[[3,0]]", "digs a cell outside the board: rows are 0 to 2, columns 0 to 3"},
      {boards.flat, "[[0,0,0]]", "has a dig that is not [row, col]"},
      {boards.flat, "[5]", "has a dig that is 5; expected [row, col]"},
      {boards.layered, "[[0,0]]", "has a dig that is not [layer, row, col]"},
      {boards.layered, "[[0,0,0,0]]", "has a dig that is not [layer, row, col]"},
      {boards.layered, "[[2,0,0]]",
       "digs a cell outside the board: layers are 0 to 1, rows 0 to 2, columns 0 to 1"},
      {boards.layered, "[[0,0,-1]]", "digs a cell outside the board"},
      {boards.layered, "[[null,0,0]]", "has a dig whose layer is null; expected a whole number"},
      {boards.layered, "[[0,0,true]]", "has a dig whose column is true; expected a whole number"},
      {boards.layered, "[[1,0,0]]", "digs [1, 0, 0], which is already shown"},
      {boards.layered, "[]", "has no \"dig\", a list of at least one [layer, row, col]"},
      {boards.graph, "[3]", "digs a cell outside the board: cells are 0 to 2"},
      {boards.graph, "[-1]", "digs a cell outside the board: cells are 0 to 2"},
      {boards.graph, "[1e300]", "digs a cell outside the board: cells are 0 to 2"},
      {boards.graph, "[[0,0]]", "has a dig that is a list; expected a cell number"},
      {boards.graph, "[0.5]", "has a dig that is 0.5; expected a cell number"},
      {boards.graph, "[\"0\"]", "has a dig that is a string, \"0\"; expected a cell number"},
      {boards.graph, "0", "has a \"dig\" that is 0; expected a list of at least one cell number"},
      {boards.graph, "[]", "has no \"dig\", a list of at least one cell number"},
      {boards.graph, "[1]", "digs 1, which is already shown"},
      {boards.graph, "[0,0,0]", "digs more than the 2 cells that are hidden"},
  };
  for (const auto& [board, dig, reason] : answers) {
    sim::GraphPosition view = position_on(board);
    view.shown[board.cell_count() / 2] = 1;
    std::vector<solvers::Move> digs;
    std::vector<solvers::Claim> claims;
    EXPECT_THAT(tests::message_of<WrongAnswer>([&, &of = board, line = R"({"dig":)" + dig + "}"] {
                  read_digs(line, of, view, kTurn, digs, claims);
                }),
                HasSubstr(reason))
        << dig;
  }
}

// Every cell of the largest boards, with a P(mine) as long as they get, in the spaced style of Python's json.
TEST(PlayerProtocol, HasRoomForTheLongestSoundAnswer) {
  for (const auto& [rows, cols] : {std::pair(1, 1), std::pair(16, 30), std::pair(300, 1000)}) {
    const sim::Grid grid(rows, cols);
    const sim::View view(grid, 1);
    std::string digs, risks;
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) {
        digs += fmt::format("{}[{}, {}]", digs.empty() ? "" : ", ", row, col);
        risks += fmt::format("{}{}", risks.empty() ? "" : ", ", 1.2345678901234567e-105);
      }
    const std::string line =
        fmt::format(R"({{"game": {}, "turn": {}, "dig": [{}], "certain": false, "p_mine": [{}]}})",
                    kTurn.game, kTurn.number, digs, risks);
    EXPECT_LE(line.size(), longest_answer(view.grid().cell_count()));
    std::vector<solvers::Move> read;
    std::vector<solvers::Claim> claims;
    read_digs(line, {.rows = rows, .cols = cols}, view, kTurn, read, claims);
    EXPECT_EQ(read.size(), view.grid().cell_count());
  }
  EXPECT_LE(longest_answer(16 * 30), 64 * 1024U) << "what a player may make a thread gather";
}

// Cells and boards as JSON.

constexpr sim::BoardSize kSize{2, 3};

sim::Cell read(std::string text, int base = 0) {
  const json::Document document = json::Document::parse(std::move(text), "file");
  return read_cell(json::Node(document), kSize, "expected [row, col]", base);
}

TEST(CellJson, IsReadBack) {
  for (sim::Cell cell = 0; cell < 6; ++cell)
    EXPECT_EQ(read(boost::json::serialize(cell_json(kSize, cell))), cell);
  EXPECT_EQ(read("[1, 1]", 1), 0U);
  EXPECT_EQ(read("[2, 3]", 1), 5U);
  constexpr std::array<sim::Cell, 2> kCells{1, 5};
  EXPECT_EQ(boost::json::serialize(cells_json(kSize, kCells)), "[[0,1],[1,2]]");
}

TEST(CellJson, IsOnTheBoard) {
  for (const char* const text : {"[0]", "[0, 0, 0]", "[2, 0]", "[0, 3]", "[-1, 0]", "[0.5, 0]"})
    EXPECT_THROW((void)read(text), sim::InputError) << text;
  EXPECT_THROW((void)read("[0, 1]", 1), sim::InputError);
  EXPECT_EQ(tests::message_of<sim::InputError>([] { (void)read("[1]"); }),
            "file:1:1: the file is a list; expected [row, col]");
}

TEST(CellJson, BoardsAreRowsOfValues) {
  const sim::Grid grid(2, 3);
  EXPECT_EQ(boost::json::serialize(board_json(grid, [](sim::Cell cell) { return boost::json::value(cell); })),
            "[[0,1,2],[3,4,5]]");
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

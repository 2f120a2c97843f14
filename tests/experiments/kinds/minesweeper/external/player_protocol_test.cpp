// The lines of sapper-player/1: what is written satisfies the schema, invalid answers are refused with the reason.
#include "experiments/kinds/minesweeper/external/player_protocol.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "sim/support/input_error.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

const sim::Grid kGrid(3, 4);

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
  return tests::message_of<WrongAnswer>([&] { read_digs(line, view, kTurn, digs, claims); });
}

TEST(PlayerProtocol, WritesWhatTheSchemaSays) {
  const sim::GameRules rules = tests::game_rules({3, 4, sim::Topology::hex}, 2);
  const sim::View view = small_view();
  const std::vector<sim::CellBlock> shown{tests::only(view.grid(), 5)};
  std::string lines;
  append_case_line(lines, 3, rules, 5, {});
  append_case_line(lines, 0, rules, sim::kNoCell, {{"caution", 0.25}, {"depth", -2}});
  append_game_line(lines, 7, (std::uint64_t{1} << 53) - 1);
  append_turn_line(lines, 1, view, std::nullopt);
  append_turn_line(lines, 2, view, shown);
  append_turn_line(lines, 3, view, std::span<const sim::CellBlock>());
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
  read_digs(line, view, kTurn, digs, claims);
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
  read_digs(R"({"dig":[[0,1]]})", view, kTurn, digs, claims);
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
    read_digs(line, view, kTurn, digs, claims);
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
    read_digs(line, view, kTurn, read, claims);
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

// Games on lattices and graphs at the terminal: against the same games on squares, and how they look.
#include <regex>
#include <sstream>

#include "experiments/kinds/minesweeper/boards/graph_json.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/play/minesweeper_play.hpp"
#include "experiments/play/minesweeper_watch.hpp"
#include "experiments/play/play_session.hpp"
#include "experiments/play/played_board.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

std::string typed_on(const MinesweeperSetup& setup, const std::string& typed, PlayEnd end) {
  std::istringstream in(typed);
  std::ostringstream out;
  EXPECT_EQ(play_minesweeper({in, out, EchoMode::no, [] { return std::size_t{0}; }}, setup, {}), end);
  return out.str();
}

std::vector<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> all;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    all.push_back((*match)[1]);
  return all;
}

// A board of squares, and the same as a graph: rounds, risks, and the ends are the same.
TEST(GraphPlay, IsThatOfTheSquares) {
  const tests::TemporaryFolder folder;
  const sim::Grid grid(5, 14);  // more than 64 cells
  const std::string map =
      "..............\n"
      ".*....*....*..\n"
      "...*......*...\n"
      "......*.....*.\n"
      ".*......*.....\n";
  MinesweeperRequest squares, graph;
  squares.file = folder.write("map", map);
  folder.write("g.json", json::to_line(to_json(sim::Graph(grid))));
  std::string mines;
  sim::Cell cell = 0;
  for (const char sign : map) {
    if (sign == '*') mines += (mines.empty() ? "" : ", ") + std::to_string(cell);
    cell += sign == '\n' ? 0 : 1;
  }
  graph.file = folder.write("board.jsonl", R"({"graph": "g.json", "mines": [)" + mines + "]}\n");
  const MinesweeperSetup on_squares = set_up(squares), on_graph = set_up(graph);
  const std::pair<int, int> digs[] = {{0, 13}, {4, 5}, {1, 0}, {2, 7}, {0, 4}};
  std::string typed, typed_on_graph;
  for (const auto& [row, col] : digs) {
    const std::string number = std::to_string(grid.at(row, col)),
                      place = std::to_string(row) + "," + std::to_string(col);
    typed += "hint\nhint " + place + "\nf 4,0\nhint 2,1\nwhy 1,1\nu 4,0\n" + place + "\n";
    typed_on_graph += "hint\nhint " + number + "\nf 56\nhint 29\nwhy 15\nu 56\nd " + number + "\n";
  }
  typed += "2,3\n";
  typed_on_graph += "31\n";
  const std::string one = typed_on(on_squares, typed, PlayEnd::lost);
  const std::string other = typed_on(on_graph, typed_on_graph, PlayEnd::lost);
  for (const char* const pattern :
       {"(Round [^\n]*)", "P\\(mine\\) ([0-9.e-]+)", "Best move: [^ ]*, ([^;]*);", "(o certainly free[^\n]*)",
        "was a mine: ([^\n]*)", "(is not certain|is certainly [a-z ]*)"}) {
    SCOPED_TRACE(pattern);
    EXPECT_EQ(found(one, pattern), found(other, pattern));
    EXPECT_FALSE(found(one, pattern).empty());
  }
  EXPECT_THAT(
      other, HasSubstr("Cells are numbers from 0 to 69: that before the row, plus that above the column.\n"));
}

TEST(GraphPlay, DrawsLayersBelowOneAnother) {
  const tests::TemporaryFolder folder;
  MinesweeperRequest request;
  request.file = folder.write(
      "b.jsonl",
      R"({"topology": "cube6", "layers": 2, "rows": 2, "cols": 3, "mines": [[0, 0, 0], [1, 1, 2]], "first": [0, 0, 2]})"
      "\n");
  const MinesweeperSetup setup = set_up(request);
  const std::string screen = typed_on(setup,
                                      "0,1,9\nsees 0,0,1\n1 0 0\nf 0,0,0\n1,0,1\n0,0,1\n0,1,0\n0,1,1\nhelp\n"
                                      "1,1,0\n1,1,1\n0,1,2\n1,0,2\n",
                                      PlayEnd::won);
  EXPECT_THAT(screen, HasSubstr("cube6 2 x 2 x 3, 2 mines"));
  EXPECT_THAT(screen, HasSubstr("Cells are layer,row,col from 0: 0,1,1 is layer 0, row 1, column 1.\n"));
  EXPECT_THAT(screen, HasSubstr("The first dig, at 0,0,2, is made"));
  EXPECT_THAT(screen, HasSubstr("    0 1 2\n0,0 . 1\n0,1 . . 1\n1,0 . . 1\n1,1 . . .\n")) << screen;
  EXPECT_THAT(screen, HasSubstr("\"0,1,9\" is not a cell; cells are layer,row,col from 0,0,0 to 1,1,2"));
  EXPECT_THAT(screen, HasSubstr("0,0,1 counts the mines of 0,0,0 0,0,2 0,1,1 1,0,1.\n"));
  EXPECT_THAT(screen, HasSubstr("0,0 F 1\n"));
  EXPECT_THAT(screen, HasSubstr("sees 0,1,1 says which cells its number counts.\n"));
  EXPECT_THAT(screen, HasSubstr("1,0 1   1\n1,1   1 F\nCongratulations"));
}

// The last row of the table has fewer cells.
TEST(GraphPlay, DrawsGraphsAsTables) {
  const tests::TemporaryFolder folder;
  std::string sees;
  for (int cell = 0; cell < 23; ++cell) {  // all others: numbers of two digits
    sees += cell == 0 ? "[" : ", [";
    for (int other = 0; other < 23; ++other)
      if (other != cell) sees += (sees.back() == '[' ? "" : ", ") + std::to_string(other);
    sees += "]";
  }
  MinesweeperRequest request;
  request.graph = folder.write("all.json", R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}");
  request.mines = 12;
  request.first_click = "safe";
  const MinesweeperSetup setup = set_up(request);
  const std::string screen = typed_on(setup, "22\n23\nhint\nquit\n", PlayEnd::left);
  EXPECT_THAT(screen, HasSubstr("    0  1  2  3  4  5  6  7  8  9\n"
                                " 0  .  .  .  .  .  .  .  .  .  .\n"
                                "10  .  .  .  .  .  .  .  .  .  .\n"
                                "20  .  . 12\n"))
      << screen;
  EXPECT_THAT(screen, HasSubstr("\"23\" is not a cell; cells are numbers from 0 to 22"));
  EXPECT_THAT(screen, HasSubstr("Best move: "));

  // A strategy plays the game of `sapper run`.
  std::ostringstream watched;
  const MinesweeperSetup lattice = [] {
    MinesweeperRequest cairo;
    cairo.rows = cairo.cols = 6;
    cairo.mines = 4;
    cairo.topology = "cairo";
    return set_up(cairo);
  }();
  watch_minesweeper(watched, lattice, {"min_risk", 0, {}});
  EXPECT_THAT(watched.str(),
              AllOf(HasSubstr("cairo 6 x 6, 4 mines"), HasSubstr("Round 1: 3,3 is dug, the first dig"),
                    HasSubstr("min_risk has ")));
}

// Where some cell is certainly safe after each dig, where mines move before each, and where one that is hit first moves.
TEST(GraphPlay, HasTheLayoutsAndMinesOfThePlanes) {
  MinesweeperRequest request;
  request.rows = request.cols = 6;
  request.mines = 6;
  request.topology = "triangle3";
  request.guessing = Guessing::none;
  const MinesweeperSetup no_guess = set_up(request);
  const auto board = start_game(no_guess);
  board->dig(board->example_cell());
  while (!board->is_over()) board->dig(board->risks().safe.at(0));
  EXPECT_TRUE(board->is_won());

  request.guessing = Guessing::allowed;
  request.moving = true;
  const MinesweeperSetup moving = set_up(request);
  const GraphPlayer player(moving.config, moving.only_case());
  EXPECT_EQ(player.game().rules().motion, sim::MineMotion::moving);
  std::ostringstream watched;
  watch_minesweeper(watched, moving, {"csp", 0, {}});
  EXPECT_THAT(watched.str(), HasSubstr("csp has "));

  const tests::TemporaryFolder folder;
  MinesweeperRequest fixed;
  fixed.file =
      folder.write("b.jsonl", R"({"topology": "triangle3", "rows": 4, "cols": 4, "mines": [[0, 0], [3, 3]]})"
                              "\n");
  fixed.first_click = "relocate";
  const MinesweeperSetup relocating = set_up(fixed);
  const auto relocated = start_game(relocating);
  relocated->dig(0);
  EXPECT_TRUE(relocated->is_shown(0));
  EXPECT_FALSE(relocated->is_over() && !relocated->is_won());
  fixed.first_click.reset();
  const MinesweeperSetup unprotected = set_up(fixed);
  const auto lost = start_game(unprotected);
  lost->dig(15);
  EXPECT_EQ(lost->exploded(), 15U);
  std::ostringstream watched_in_file;
  watch_minesweeper(watched_in_file, unprotected, {"csp", 0, {}});
  EXPECT_THAT(watched_in_file.str(), HasSubstr("csp has "));
}

// Numbers are between commas, or between blanks.
TEST(GraphPlay, ReadsCells) {
  MinesweeperRequest request;
  request.rows = request.cols = 6;
  request.mines = 6;
  request.topology = "cairo";
  const MinesweeperSetup setup = set_up(request);
  const auto board = start_game(setup);
  for (const char* const text : {"2,3", "2 3", "2, 3", " 2  3 "}) {
    const auto cell = board->read_cell(text).cell;
    EXPECT_EQ(board->name_of(cell), "2,3") << text;
  }
  for (const char* const text : {"2,,3", "2,3,", ",2,3", "2,6", "2", "2 3 4", "a,b", ""})
    EXPECT_FALSE(board->read_cell(text).complaint.empty()) << text;
}

TEST(GraphPlay, RefusesWhatItLacks) {
  const auto refusal = [](void (*change)(MinesweeperRequest&)) {
    MinesweeperRequest request;
    request.rows = request.cols = 6;
    request.mines = 4;
    request.topology = "triangle";
    change(request);
    return tests::message_of<InputError>([&] { set_up(request); });
  };
  EXPECT_THAT(refusal([](auto& request) { request = {}, request.course = 1, request.layers = 2; }),
              HasSubstr("--course and --layers are mutually exclusive"));
  EXPECT_THAT(refusal([](auto& request) { request = {}, request.file = "b.jsonl", request.layers = 2; }),
              HasSubstr("--file and --layers are mutually exclusive"));
  EXPECT_THAT(refusal([](auto& request) { request.first_click = "safe_corners"; }),
              HasSubstr("has no corners to keep free"));
  EXPECT_THAT(refusal([](auto& request) { request.layers = 2; }), HasSubstr("boards of triangle have none"));
  EXPECT_THAT(refusal([](auto& request) { request.topology.reset(), request.layers = 2; }),
              HasSubstr("--layers needs --topology"));
  EXPECT_THAT(refusal([](auto& request) { request.topology = "triangel"; }),
              HasSubstr("did you mean \"triangle\""));
  EXPECT_THAT(refusal([](auto& request) { request.mines = 37; }), HasSubstr("triangle 6 x 6 has 36 cells"));
  EXPECT_THAT(refusal([](auto& request) { request.mines = 30; }),
              HasSubstr("30 mines on triangle 6 x 6: with"));
  EXPECT_THAT(refusal([](auto& request) { request.graph = "g.json"; }),
              HasSubstr("a graph is a board by itself"));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

// `sapper boards`: the same boards on any number of threads, files that other commands read, and certificates, checked
// by a verifier that knows nothing but the mines and the geometry.
// Label: threads
#include <functional>
#include <regex>
#include <set>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using Place = std::pair<int, int>;

Place place_of(const bj::value& cell) {
  return {static_cast<int>(cell.at(0).as_int64()), static_cast<int>(cell.at(1).as_int64())};
}

class BoardsCommand : public ProgramTest {
 protected:
  static Words draw(const Words& options) { return joined({"boards", "--quiet"}, options); }
  std::vector<bj::value> lines(const Words& options) const {
    std::vector<bj::value> read;
    for (const std::string& line : lines_of(output_of(draw(options)))) {
      read.push_back(bj::parse(line));
      expect_valid(read.back(), "boards");
    }
    return read;
  }
};

// A board of a line, on a square or a torus.
class Checked {
 public:
  explicit Checked(const bj::value& line)
      : rows_(static_cast<int>(line.at("rows").as_int64())),
        cols_(static_cast<int>(line.at("cols").as_int64())),
        is_torus_(line.at("topology") == "torus") {
    for (const bj::value& mine : line.at("mines").as_array()) mines_.insert(place_of(mine));
  }

  std::set<Place> around(Place cell) const {
    std::set<Place> cells;
    for (int row = cell.first - 1; row <= cell.first + 1; ++row)
      for (int col = cell.second - 1; col <= cell.second + 1; ++col) {
        Place place{row, col};
        if (is_torus_) place = {(row + rows_) % rows_, (col + cols_) % cols_};
        if (place.first < 0 || place.first >= rows_ || place.second < 0 || place.second >= cols_) continue;
        if (place != cell) cells.insert(place);
      }
    return cells;
  }
  int number(Place cell) const {
    int number = 0;
    for (const Place& place : around(cell)) number += static_cast<int>(mines_.count(place));
    return number;
  }
  bool is_mine(Place cell) const { return mines_.contains(cell); }
  bool is_shown(Place cell) const { return shown_.contains(cell); }
  bool is_won() const {
    return shown_.size() + mines_.size() == static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_);
  }

  void dig(Place cell) {
    if (!shown_.insert(cell).second || number(cell) > 0) return;
    for (const Place& place : around(cell)) dig(place);
  }

  // Whether the shown numbers of these cells, and the mine count where it `counts`, leave no layout with a mine there.
  bool is_proved(Place cell, const std::set<Place>& numbers, bool counts) const {
    std::vector<Place> beside;
    for (const Place& shown : numbers)
      for (const Place& place : around(shown))
        if (!is_shown(place) && std::ranges::find(beside, place) == beside.end()) beside.push_back(place);
    const std::size_t hidden = static_cast<std::size_t>(rows_ * cols_) - shown_.size();
    std::map<Place, bool> laid;
    const auto fits_so_far = [&] {
      return std::ranges::all_of(numbers, [&](const Place& shown) {
        int mines = 0;
        int open = 0;
        for (const Place& place : around(shown)) {
          if (is_shown(place)) continue;
          const auto found = laid.find(place);
          if (found == laid.end())
            ++open;
          else
            mines += static_cast<int>(found->second);
        }
        return mines <= number(shown) && number(shown) <= mines + open;
      });
    };
    bool has_counterexample = false;
    std::function<void(std::size_t, std::size_t)> lay = [&](std::size_t at, std::size_t mines) {
      if (has_counterexample || !fits_so_far()) return;
      if (at == beside.size()) {
        const std::size_t elsewhere = hidden - beside.size();
        const bool can_be_completed =
            !counts || (mines <= mines_.size() && mines_.size() - mines <= elsewhere);
        const auto found = laid.find(cell);
        const bool has_mine = found != laid.end() ? found->second : !counts || mines_.size() > mines;
        has_counterexample = can_be_completed && has_mine;
        return;
      }
      for (const bool is_mine_here : {true, false}) {
        laid[beside[at]] = is_mine_here;
        lay(at + 1, mines + (is_mine_here ? 1U : 0U));
      }
      laid.erase(beside[at]);
    };
    lay(0, 0);
    return !has_counterexample;
  }

 private:
  int rows_;
  int cols_;
  bool is_torus_;
  std::set<Place> mines_;
  std::set<Place> shown_;
};

TEST_F(BoardsCommand, CertificatesHold) {
  std::map<std::string, int> reasons;
  const std::vector<Words> kinds{
      {"--level", "Beginner", "--cell", "2,2", "--count", "12"},
      {"--rows", "7", "--cols", "9", "--mines", "12", "--rule", "safe", "--cell", "0,0", "--count", "8"},
      {"--rows", "6", "--mines", "5", "--topology", "torus", "--count", "8"},
      {"--rows", "5", "--mines", "5", "--rule", "safe_corners", "--count", "8"}};
  for (const Words& kind : kinds) {
    for (const bj::value& line : lines(joined(kind, {"--no-guess", "--certificate"}))) {
      Checked board(line);
      bool is_first = true;
      for (const bj::value& step : line.at("certificate").as_array()) {
        const Place cell = place_of(step.at("dig"));
        const std::string reason(step.at("reason").as_string());
        ++reasons[reason];
        std::set<Place> numbers;
        for (const bj::value& shown : step.at("numbers").as_array()) {
          numbers.insert(place_of(shown));
          ASSERT_TRUE(board.is_shown(place_of(shown)));
        }
        ASSERT_FALSE(board.is_shown(cell));
        ASSERT_EQ(reason == "first", is_first);
        is_first = false;
        if (reason == "first") {
          ASSERT_EQ(cell, place_of(line.at("first")));
        } else if (reason == "rule") {
          ASSERT_TRUE(line.at("rule") == "safe_corners");
          ASSERT_TRUE((cell.first == 0 || cell.first == 4) && (cell.second == 0 || cell.second == 4));
        } else {
          ASSERT_TRUE(board.is_proved(cell, numbers, reason == "mine_count" || reason == "all"))
              << bj::serialize(step) << " of " << bj::serialize(line);
        }
        ASSERT_FALSE(board.is_mine(cell));
        board.dig(cell);
      }
      ASSERT_TRUE(board.is_won());
    }
  }
  for (const char* reason : {"rule", "rules", "numbers", "mine_count"})
    EXPECT_GT(reasons[reason], 0) << reason;
}

// Dense boards, of which rejection would find hardly one in thousands of layouts.
TEST_F(BoardsCommand, RepairsDenseBoardsAndSaysThatTheyAreNotUniform) {
  for (const std::string method : {"repair", "walk"}) {
    const Words kind{"--rows",     "8",        "--mines", "19",      "--cell", "3,3",
                     "--no-guess", "--method", method,    "--count", "5"};
    const Words certified = joined(kind, {"--certificate", "--threads"});
    const std::vector<bj::value> boards = lines(joined(certified, {"1"}));
    ASSERT_EQ(boards.size(), 5U);
    EXPECT_EQ(lines(joined(certified, {"3"})), boards);
    for (const bj::value& line : boards) {
      EXPECT_EQ(line.at("method").as_string(), method);
      EXPECT_FALSE(line.at("uniform").as_bool());
      EXPECT_EQ(line.as_object().contains("steps"), method == "walk");
      EXPECT_EQ(line.at("mines").as_array().size(), 19U);
      Checked board(line);
      for (const bj::value& step : line.at("certificate").as_array()) {
        ASSERT_FALSE(board.is_mine(place_of(step.at("dig"))));
        board.dig(place_of(step.at("dig")));
      }
      EXPECT_TRUE(board.is_won());
    }
    EXPECT_THAT(output_of(draw(joined(kind, {"--format", "text"}))),
                HasSubstr("; method " + method + ", not uniform\n"));
  }
  const bj::value drawn = lines({"--rows", "6", "--mines", "5", "--no-guess"}).front();
  EXPECT_EQ(drawn.at("method"), "rejection");
  EXPECT_TRUE(drawn.at("uniform").as_bool());
  EXPECT_FALSE(lines({"--rows", "6", "--mines", "5"}).front().as_object().contains("method"));
}

TEST_F(BoardsCommand, BoardKDependsOnSeedAndKAlone) {
  const Words kind{"--rows", "8", "--mines", "12", "--no-guess"};
  const auto with = [&](const Words& more) { return lines(joined(kind, more)); };
  const std::vector<bj::value> boards = with({"--count", "70", "--threads", "1"});
  ASSERT_EQ(boards.size(), 70U);
  EXPECT_EQ(with({"--count", "70", "--threads", "3"}), boards);
  EXPECT_EQ(with({"--first", "65", "--count", "2"}), std::vector(boards.begin() + 65, boards.begin() + 67));
  EXPECT_EQ(with({"--count", "70", "--seed", "1"}), boards);
  EXPECT_NE(with({"--count", "70", "--seed", "8"}), boards);
  EXPECT_NE(boards[0].at("mines"), boards[1].at("mines"));
}

// 3BV by its definition: the digs that win if every opening takes one and every number beside none of them one.
TEST_F(BoardsCommand, CountsDigsAndOpenings) {
  for (const bj::value& line : lines({"--rows", "9", "--cols", "11", "--mines", "15", "--count", "20"})) {
    ASSERT_EQ(line.at("mines").as_array().size(), 15U);
    EXPECT_EQ(line.at("tries"), 1);
    Checked board(line);
    int openings = 0;
    int isolated = 0;
    for (const bool is_for_numbers : {false, true})
      for (int row = 0; row < 9; ++row)
        for (int col = 0; col < 11; ++col) {
          const Place cell{row, col};
          if (board.is_mine(cell) || board.is_shown(cell) || (board.number(cell) > 0 && !is_for_numbers))
            continue;
          board.dig(cell);
          ++(is_for_numbers ? isolated : openings);
        }
    EXPECT_EQ(line.at("openings"), openings);
    EXPECT_EQ(line.at("isolated"), isolated);
    EXPECT_EQ(line.at("bv3"), openings + isolated);
  }
}

// Sheets show the shapes of cells: each number is that of its cell, each mine one of the line's.
TEST_F(BoardsCommand, DrawsSheetsOfLatticesAndGraphs) {
  write("ring.json", R"({"schema": "sapper-graph/1", "sees": [[1, 2], [2, 3], [3, 4], [4, 0], [0, 1]],
    "places": [[0, 0], [1, 0], [2, 1], [1, 2], [0, 1]]})");
  const std::vector<Words> all = {{"--graph", "ring.json", "--mines", "1", "--rule", "safe", "--cell", "3"},
                                  {"--topology", "triangle3", "--rows", "4", "--mines", "3", "--rule", "safe",
                                   "--cell", "1,1", "--no-guess"},
                                  {"--topology", "cube6", "--rows", "3", "--layers", "2", "--mines", "2",
                                   "--rule", "safe", "--cell", "1,2,0"}};
  for (const Words& words : all) {
    const bj::value line = lines(words).front();
    run_well(draw(joined(words, {"-o", "page-%d.svg", "--force"})));
    std::set<std::string> mines;
    for (const bj::value& mine : line.at("mines").as_array()) {
      std::string name = bj::serialize(mine);
      std::erase_if(name, [](char sign) { return sign == '[' || sign == ']'; });
      mines.insert(name);
    }
    const std::string solution = read("page-2.svg");
    const std::regex cell("<title>([0-9,]+): ([^<]*)</title>");
    std::size_t cells = 0, shown = 0;
    for (std::sregex_iterator at(solution.begin(), solution.end(), cell), end; at != end; ++at) {
      EXPECT_EQ((*at)[2] == "a mine", mines.contains((*at)[1])) << at->str();
      ++cells;
      if (!line.as_object().contains("graph") || mines.contains((*at)[1])) continue;
      const int number = std::stoi((*at)[1]);
      const auto seen = [&](int step) { return mines.contains(std::to_string((number + step) % 5)) ? 1 : 0; };
      EXPECT_EQ(std::stoi((*at)[2]), seen(1) + seen(2));
      ++shown;
    }
    EXPECT_EQ(cells, line.as_object().contains("graph")    ? 5U
                     : line.as_object().contains("layers") ? 18U
                                                           : 16U);
    EXPECT_EQ(shown, line.as_object().contains("graph") ? 4U : 0U);
    const std::string puzzle = read("page-1.svg");
    EXPECT_THAT(puzzle, AllOf(HasSubstr(", shown by the first dig</title>"), HasSubstr(": hidden</title>"),
                              Not(HasSubstr("a mine"))));
  }
}

// Boards of lattices and graphs are laid as their games lay them: board K has the mines of game K.
TEST_F(BoardsCommand, DrawsOnLatticesAndGraphs) {
  write("ring.json", R"({"schema": "sapper-graph/1", "sees": [[1], [2], [3], [4], [0]]})");
  const Words triangles{"--topology", "triangle", "--rows", "6", "--mines", "5"};
  const std::vector<bj::value> boards = lines(joined(triangles, {"--count", "3"}));
  ASSERT_EQ(boards.size(), 3U);
  EXPECT_EQ(boards[0].at("topology"), "triangle");
  EXPECT_EQ(boards[0].at("first"), bj::parse("[3,3]"));
  EXPECT_EQ(boards[0].at("mines").as_array().size(), 5U);
  EXPECT_EQ(lines(joined(triangles, {"--first", "2", "--count", "1"})).front(), boards[2]);
  const Words layers{"--topology", "cube6", "--rows", "3",     "--cols",   "2",
                     "--mines",    "4",     "--cell", "2,0,1", "--layers", "4"};
  const bj::value in_layers = lines(layers).front();
  EXPECT_EQ(in_layers.at("layers"), 4);
  EXPECT_EQ(in_layers.at("first"), bj::parse("[2,0,1]"));
  EXPECT_EQ(in_layers.at("mines").at(0).as_array().size(), 3U);
  const std::string map = output_of(draw(joined(layers, {"--format", "text"})));
  EXPECT_THAT(map, StartsWith("# board 0: first dig at 2,0,1; 3BV "));
  EXPECT_EQ(lines_of(map).size(), 2U + 4 * 3);
  write("map.txt", map);
  EXPECT_THAT(run({"clicks", "map.txt"}).err, HasSubstr("map.txt:2:1: "));
  EXPECT_EQ(std::count(map.begin(), map.end(), '*'), 4);
  const bj::value ring =
      lines({"--graph", "ring.json", "--mines", "2", "--rule", "safe", "--cell", "3"}).front();
  EXPECT_EQ(ring.at("cells"), 5);
  EXPECT_EQ(ring.at("first"), 3);
  EXPECT_EQ(lines({"--topology", "hex", "--rows", "5", "--mines", "6"}),
            lines({"--topology", std::string(SAPPER_DATA_DIR) + "/lattices/hex.json", "--rows", "5",
                   "--mines", "6"}));
  const std::pair<Words, std::string> refusals[] = {
      {{"--topology", "triangel", "--rows", "4", "--mines", "4"}, "did you mean \"triangle\"?"},
      {{"--topology", "triangle", "--rows", "4", "--mines", "4", "--layers", "2"},
       "boards of triangle have none"},
      {{"--topology", "triangle", "--rows", "4", "--mines", "4", "--rule", "safe_corners"},
       "no corners to keep free"},
      {{"--topology", "triangle", "--rows", "4", "--mines", "4", "--format", "mbf", "-o", "a.mbf"},
       "are written as jsonl, text, svg, pdf or png"},
      {{"--graph", "ring.json", "--mines", "1", "-o", "a-%d.svg"}, "are written as jsonl"},
      {{"--topology", "triangle", "--rows", "4", "--mines", "4", "--cell", "4,0"},
       "expected ROW,COL, from 0, of a cell of triangle 4 x 4"},
      {{"--topology", "triangle", "--rows", "4", "--mines", "14"}, "14 mines on triangle 4 x 4"},
      {{"--graph", "ring.json", "--rows", "4", "--mines", "1"}, "a graph is a board by itself"},
      {{"--graph", "ring.json"}, "--graph needs --mines"},
      {{"--graph", "ring.json", "--mines", "1", "--format", "text"}, "are written as jsonl"},
      {{"--rows", "4", "--mines", "4", "--layers", "2"}, "--layers needs --topology"},
      {{"--level", "Beginner", "--topology", "cube6"}, "a level has no layers, as cube6 needs them"},
      {{"--rows", "256", "--mines", "4", "--topology", "cube26"},
       "would have 452984832 cells and neighbours; at most 50000000 are allowed"},
      {{"--rows", "4", "--mines", "4", "--topology", "ring.json"},
       "expected \"sapper-lattice/1\", a lattice; a graph is a board by itself"},
      {{"--graph", std::string(SAPPER_DATA_DIR) + "/lattices/triangle.json", "--mines", "4"},
       "expected \"sapper-graph/1\", a graph; a lattice is given as a topology"},
  };
  for (const auto& [options, message] : refusals) expect_refused(draw(options), message);
}

// A line is a position: what its first dig shows.
TEST_F(BoardsCommand, OfLatticesAndGraphsAreAnalysed) {
  write("ring.json", R"({"schema": "sapper-graph/1", "sees": [[1, 3], [2, 4], [3, 0], [4, 1], [0, 2]]})");
  const auto expect_first_dig = [&](const Words& options, std::size_t shown) {
    write("b.jsonl", output_of(draw(options)));
    const bj::value analysis = json_of({"analyze", "b.jsonl", "--json"});
    expect_valid(analysis, "analysis");
    std::string risks = bj::serialize(analysis.at("p_mine"));
    std::size_t count = 0;
    for (std::size_t at = risks.find("null"); at != std::string::npos; at = risks.find("null", at + 1))
      ++count;
    EXPECT_EQ(count, shown) << risks;
    EXPECT_THAT(output_of({"analyze", "b.jsonl"}), HasSubstr("after the first dig, at "));
  };
  expect_first_dig({"--graph", "ring.json", "--mines", "1", "--rule", "safe", "--cell", "3"}, 1);
  expect_first_dig({"--graph", "ring.json", "--mines", "0", "--rule", "safe", "--cell", "3"}, 5);
  expect_first_dig({"--topology", "triangle", "--rows", "3", "--mines", "8", "--rule", "safe"}, 1);
  expect_first_dig({"--topology", "cube6", "--rows", "3", "--layers", "2", "--mines", "0", "--cell", "1,2,0"},
                   18);
  expect_refused({"analyze", "-"}, "first is a mine, so that nothing is shown",
                 R"({"graph": "ring.json", "cells": 5, "first": 2, "mines": [2]})");
  expect_refused({"analyze", "-"}, "mines[0] is a list; expected [row, col] of the board",
                 R"({"rows": 3, "cols": 3, "topology": "triangle", "first": [0, 0], "mines": [[0, 3]]})");
  write("b.jsonl", output_of(draw({"--topology", "triangle", "--rows", "4", "--mines", "4"})));
  EXPECT_THAT(output_of({"clicks", "b.jsonl"}), StartsWith("b.jsonl#1: triangle 4 x 4, 4 mines\n"));
  write("b.jsonl", output_of(draw({"--graph", "ring.json", "--mines", "1", "--rule", "safe"})));
  EXPECT_THAT(output_of({"clicks", "b.jsonl"}), StartsWith("b.jsonl#1: ring.json, 5 cells, 1 mine\n"));
}

TEST_F(BoardsCommand, WritesFilesThatConfigsRead) {
  const Words same{"--rows", "6", "--cols", "7", "--mines", "8", "--no-guess", "--cell", "1,1"};
  const bj::value line = lines(same).front();
  const auto wins = [&](const std::string& file) {
    write("c.json", R"({"schema": "sapper-config/1", "games": 3, "boards": [{"file": ")" + file +
                        R"(", "rows": 6, "cols": 7}], "strategies": ["csp"],
                    "first_click": {"rule": "opening", "cell": [1, 1]}})");
    run_well({"run", "c.json", "-o", "r.json", "--force", "--quiet"});
    const bj::value report = read_json("r.json");
    EXPECT_EQ(report.at("config").at("boards").at(0).at("layout"), line.at("mines"));
    return report.at("results").at(0).at("wins").as_int64();
  };
  for (const std::string format : {"text", "mbf"}) {
    run_well(draw(joined(same, {"--format", format, "-o", "b." + format})));
    EXPECT_EQ(wins("b." + format), 3) << "needs no guess";
  }
  run_well(draw(joined(same, {"--format", "mbf", "-o", "b.mbf", "--count", "3", "--first", "4"})));
  for (const char* file : {"b-4.mbf", "b-5.mbf", "b-6.mbf"})
    EXPECT_EQ(read(file).size(), 4U + 2 * 8U) << file;
}

// The file as it is written holds several boards; FILE#K names one of them.
TEST_F(BoardsCommand, NumbersTheBoardsOfATextFile) {
  const Words kind{"--rows", "4", "--mines", "3", "--count", "3", "--cell", "0,0"};
  run_well(draw(joined(kind, {"--format", "text", "-o", "three.txt"})));
  const std::vector<bj::value> boards = lines(kind);
  const auto validate = [&](const std::string& file) {
    write("c.json", R"({"schema": "sapper-config/1", "games": 1, "strategies": ["rules"],
        "first_click": {"rule": "unprotected"}, "boards": [{"file": ")" +
                        file + R"("}]})");
    return run({"run", "c.json", "-o", "r.json", "--force", "--quiet"});
  };
  for (std::size_t k = 1; k <= 3; ++k) {
    const std::string file = "three.txt#" + std::to_string(k);
    const ProgramResult result = validate(file);
    ASSERT_EQ(result.status, 0) << result.err;
    const bj::value board = read_json("r.json").at("config").at("boards").at(0);
    EXPECT_EQ(board.at("layout"), boards[k - 1].at("mines"));
    EXPECT_EQ(board.at("file").as_string(), file);
  }
  const ProgramResult whole = validate("three.txt");
  EXPECT_EQ(whole.status, 2);
  EXPECT_THAT(whole.err, HasSubstr("three.txt:8:1: a second board; the first begins in line 2"));
  EXPECT_THAT(validate("three.txt#4").err, HasSubstr("three.txt: holds 3 boards; there is no #4"));
  EXPECT_THAT(output_of({"play", "--file", "three.txt#2", "--bot", "random"}), HasSubstr("4 x 4, 3 mines"));
}

// What a sheet says of each cell of a board, by its titles: `3,4: 2, dig 7`.
std::map<Place, std::string> cells_on_sheet(const std::string& svg, const std::string& board) {
  const std::size_t begin = svg.find("<g aria-label=\"" + board + "\">");
  EXPECT_NE(begin, std::string::npos) << board;
  const std::string part = svg.substr(begin, svg.find("<g aria-label", begin + 1) - begin);
  static const std::regex title("<title>([0-9]+),([0-9]+): ([^<]*)</title>");
  std::map<Place, std::string> cells;
  for (std::sregex_iterator it(part.begin(), part.end(), title); it != std::sregex_iterator(); ++it)
    cells[{std::stoi((*it)[1]), std::stoi((*it)[2])}] = (*it)[3];
  return cells;
}

// Each safe cell follows, by all layouts, from the numbers that the order shows before it; its dig shows what the
// solution says it does; and the puzzle shows what the first dig shows.
TEST_F(BoardsCommand, SheetsHaveTheOrderOfProof) {
  const std::vector<Words> kinds{
      {"--rows", "6", "--cols", "7", "--mines", "8", "--no-guess", "--cell", "2,2"},
      {"--rows", "5", "--mines", "5", "--topology", "torus", "--no-guess"},
      {"--rows", "6", "--mines", "9", "--rule", "safe"}};
  int stuck = 0, digs_in_all = 0;
  for (const Words& kind : kinds) {
    const Words drawn = joined(kind, {"--count", "4"});
    run_well(draw(joined(drawn, {"-o", "s-%d.svg", "--force"})));
    const std::string puzzles = read("s-1.svg"), solutions = read("s-2.svg");
    for (const bj::value& line : lines(drawn)) {
      Checked board(line);
      const std::string name = "board " + std::to_string(line.at("board").as_int64() + 1);
      const auto shown = cells_on_sheet(puzzles, name + ", puzzle");
      const auto cells = cells_on_sheet(solutions, name + ", solution");
      std::map<int, std::vector<Place>> order;
      std::size_t unproved = 0;
      for (const auto& [cell, says] : cells) {
        ASSERT_EQ(says == "a mine", board.is_mine(cell));
        if (board.is_mine(cell)) continue;
        ASSERT_EQ(says.substr(0, says.find(',')), std::to_string(board.number(cell)));
        const std::size_t dig = says.find(", dig ");
        if (says.ends_with(", shown by the first dig"))
          order[0].push_back(cell);
        else if (dig != std::string::npos)
          order[std::stoi(says.substr(dig + 6))].push_back(cell);
        else
          ++unproved;
      }
      for (const auto& dig : order) {
        const int number = dig.first;
        const std::vector<Place>& shown_by = dig.second;
        ++digs_in_all;
        const Place first = place_of(line.at("first"));
        std::set<Place> numbers;
        for (const auto& [cell, says] : cells)
          if (board.is_shown(cell)) numbers.insert(cell);
        const auto proved = std::ranges::find_if(shown_by, [&](const Place& cell) {
          return number == 0 ? cell == first : board.is_proved(cell, numbers, true);
        });
        ASSERT_NE(proved, shown_by.end()) << name << ", dig " << number;
        // Of an empty area, the dig may be of any cell that it shows.
        const Place dug = *std::ranges::find_if(shown_by, [&](const Place& cell) {
          return (number > 0 || cell == first) &&
                 (shown_by.size() == 1 || number == 0 || board.number(cell) == 0);
        });
        for (const Place& cell : shown_by) ASSERT_FALSE(board.is_shown(cell)) << name << ", dig " << number;
        board.dig(dug);
        for (const Place& cell : shown_by) ASSERT_TRUE(board.is_shown(cell)) << name << ", dig " << number;
        if (number > 0) continue;
        for (const auto& [cell, says] : shown) ASSERT_EQ(says != "hidden", board.is_shown(cell));
      }
      EXPECT_EQ(board.is_won(), unproved == 0);
      if (unproved > 0) {
        ++stuck;
        EXPECT_THAT(solutions, HasSubstr(", then a guess is needed"));
        std::set<Place> numbers;
        for (const auto& [cell, says] : cells)
          if (board.is_shown(cell)) numbers.insert(cell);
        for (const auto& [cell, says] : cells) {
          const bool is_open = !board.is_mine(cell) && !board.is_shown(cell);
          EXPECT_FALSE(is_open && board.is_proved(cell, numbers, true)) << "the order goes as far as proof";
        }
      }
    }
  }
  EXPECT_GT(stuck, 0);
  EXPECT_GT(digs_in_all, 60);
}

TEST_F(BoardsCommand, SheetsHavePages) {
  const Words six{"--rows", "5", "--mines", "4", "--no-guess", "--count", "5", "--per-page", "2"};
  run_well(draw(joined(six, {"--format", "svg", "-o", "page-%d.svg"})));
  EXPECT_TRUE(exists("page-6.svg"));
  EXPECT_FALSE(exists("page-7.svg"));
  EXPECT_THAT(read("page-3.svg"),
              AllOf(HasSubstr("puzzles 3 of 3"), HasSubstr("board 5, puzzle"), HasSubstr(">Board 5</tspan>"),
                    Not(HasSubstr("board 4, puzzle")), HasSubstr("3BV: the fewest digs that solve a board")));
  EXPECT_THAT(read("page-4.svg"),
              AllOf(HasSubstr("solutions 1 of 3"), HasSubstr("board 1, solution"), Not(HasSubstr("3BV"))));
  EXPECT_THAT(read("page-1.svg"), AllOf(HasSubstr("width=\"793.70\" height=\"1122.52\""),
                                        HasSubstr("first dig at 2,2"), HasSubstr("No board needs a guess.")));
  // Puzzles are for a person to solve; a title is every page's.
  EXPECT_THAT(read("page-3.svg"), AllOf(HasSubstr(">Name</text>"), HasSubstr(">Date</text>")));
  EXPECT_THAT(read("page-4.svg"), AllOf(Not(HasSubstr(">Name</text>")), Not(HasSubstr(">Date</text>"))));
  run_well(draw(joined(six, {"--title", "Class 7b: <proofs>", "-o", "named-%d.svg"})));
  EXPECT_THAT(read("named-1.svg"), AllOf(HasSubstr(">Class 7b: &lt;proofs&gt;</text>"),
                                         HasSubstr("Minesweeper: 5 x 5, 4 mines, first dig at 2,2. Which")));
  EXPECT_THAT(read("named-6.svg"), HasSubstr(">Class 7b: &lt;proofs&gt;: solutions</text>"));
  expect_refused(draw({"--rows", "5", "--mines", "4", "--title", "A"}),
                 "--title needs --format svg, pdf or png");
  expect_refused(draw(joined(six, {"-o", "page-%d.svg"})), "page-1.svg: exists already");
  run_well(draw({"--level", "Expert", "-o", "wide-%d.svg"}));
  EXPECT_THAT(read("wide-1.svg"), AllOf(HasSubstr("width=\"1122.52\" height=\"793.70\""),
                                        HasSubstr("Some boards may need a guess")));
  if (!is_installed("rsvg-convert")) return;
  run_well(draw(joined(six, {"-o", "all.pdf"})));
  const std::string pdf = read("all.pdf");
  EXPECT_THAT(pdf, StartsWith("%PDF-"));
  static const std::regex page_count("/Count ([0-9]+)");
  std::smatch count;
  ASSERT_TRUE(std::regex_search(pdf, count, page_count));
  EXPECT_EQ(count[1], "6");
  run_well(draw({"--rows", "4", "--mines", "2", "-o", "one-%d.png"}));
  EXPECT_THAT(read("one-2.png"), StartsWith("\x89PNG"));
}

// The file that the command writes by default is read by configs and by `play`, which say which board they took; the
// first dig is known from its line.
TEST_F(BoardsCommand, LinesAreBoardFiles) {
  run_well(draw({"--rows", "6", "--cols", "7", "--mines", "9", "--no-guess", "--cell", "1,5", "--count", "3",
                 "-o", "three.jsonl"}));
  const std::vector<std::string> boards = lines_of(read("three.jsonl"));
  const auto write_config = [&](const std::string& board, const std::string& more = "") {
    write("c.json", R"({"schema": "sapper-config/1", "games": 2, "strategies": ["csp"], "boards": [)" +
                        board + "]" + more + "}");
  };
  write_config(R"({"file": "three.jsonl#2"}, {"file": "three.jsonl#3"}, {"rows": 6, "mines": 5})");
  run_well({"run", "c.json", "-o", "r.json", "--quiet"});
  const bj::value report = read_json("r.json");
  expect_valid(report, "report");
  const bj::value& config = report.at("config");
  EXPECT_EQ(bj::serialize(config.at("first_click")), R"({"rule":"opening","cell":"board"})");
  EXPECT_EQ(config.at("boards").at(0).at("file"), "three.jsonl#2");
  EXPECT_EQ(config.at("boards").at(0).at("layout"), bj::parse(boards[1]).at("mines"));
  EXPECT_EQ(bj::serialize(config.at("boards").at(0).at("first")), "[1,5]");
  for (const std::size_t number : {0U, 1U}) {
    EXPECT_EQ(bj::serialize(report.at("results").at(number).at("first_click").at("cell")), "[1,5]");
    EXPECT_EQ(report.at("results").at(number).at("wins"), 2) << "needs no guess from its first dig on";
  }
  EXPECT_EQ(bj::serialize(report.at("results").at(2).at("first_click").at("cell")), "[3,3]");
  // The report holds the same experiment.
  write("again.json", bj::serialize(config));
  run_well({"run", "again.json", "-o", "again.report.json", "--quiet"});
  EXPECT_EQ(reproducible_part(read("again.report.json")), reproducible_part(read("r.json")));

  write_config(R"({"file": "three.jsonl#2"})", R"(, "first_click": {"rule": "unprotected", "cell": [0, 0]})");
  EXPECT_THAT(output_of({"validate", "c.json"}), HasSubstr("unprotected at 0,0"));
  write_config(R"({"file": "three.jsonl"})");
  expect_refused({"validate", "c.json"}, "three.jsonl:2:1: a second board. A file is read as one; #1 or #2");
  write_config(R"({"file": "three.jsonl#4"})");
  expect_refused({"validate", "c.json"}, "three.jsonl: holds 3 boards; there is no #4");
  run_well(draw({"--rows", "6", "--mines", "5", "--rule", "safe", "-o", "safe.jsonl"}));
  write_config(R"({"file": "three.jsonl#1"}, {"file": "safe.jsonl"})");
  expect_refused({"validate", "c.json"},
                 "boards[1] was drawn under the first-click rule safe, but boards[0] under opening");
  run_well(draw({"--rows", "6", "--mines", "5", "--topology", "torus", "-o", "torus.jsonl"}));
  write_config(R"({"file": "torus.jsonl"})");
  expect_refused({"validate", "c.json"}, R"(expected "topology": "torus")");

  const auto played = [&](const std::string& file) { return run({"play", "--file", file}, "quit\n").out; };
  EXPECT_THAT(played("three.jsonl"),
              AllOf(StartsWith("Minesweeper: three.jsonl#1 (6 x 7, 9 mines)"),
                    HasSubstr("The first dig, at 1,5, is made"), HasSubstr("Round 2. ")));
  EXPECT_THAT(played("three.jsonl#3"), StartsWith("Minesweeper: three.jsonl#3 (6 x 7, 9 mines)"));
  EXPECT_THAT(played("torus.jsonl"), HasSubstr("torus"));
  EXPECT_THAT(output_of({"play", "--file", "three.jsonl#2", "--bot", "csp"}), HasSubstr("csp has won"));
  write("bad.jsonl", "{\"rows\": 2, \"cols\": 2, \"mines\": [[0, 0], [2, 0]]}\n");
  expect_refused({"play", "--file", "bad.jsonl"}, "bad.jsonl:1:43: mines[1][0] is 2");
  write("twice.jsonl", "{\"rows\": 2, \"cols\": 2, \"mines\": [[0, 0], [0, 0]]}\n");
  expect_refused({"play", "--file", "twice.jsonl"}, "mines lists a mine twice");
}

TEST_F(BoardsCommand, DrawsFullBoards) {
  const Words kind{"--rows", "2", "--mines", "4", "--rule", "unprotected"};
  const std::vector<bj::value> full = lines(kind);
  ASSERT_EQ(full.size(), 1U);
  EXPECT_EQ(full.front().at("mines").as_array().size(), 4U);
  EXPECT_EQ(lines({"--rows", "2", "--mines", "3", "--rule", "relocate"}).size(), 1U);
}

// A name without the ending gets it: NAME-K.mbf, K the number of the board.
TEST_F(BoardsCommand, NamesOneFileForEachMbfBoard) {
  const auto names_of = [&](const std::string& name, const std::string& count) {
    run_well(draw({"--rows", "4", "--mines", "3", "--format", "mbf", "--count", count, "--first", "9", "-o",
                   "out/" + name}));
    std::vector<std::string> all = names("out");
    fs::remove_all(path("out"));
    fs::create_directory(path("out"));
    return all;
  };
  fs::create_directory(path("out"));
  EXPECT_THAT(names_of("b", "2"), ElementsAre("b-10.mbf", "b-9.mbf"));
  EXPECT_THAT(names_of("b.mbf", "2"), ElementsAre("b-10.mbf", "b-9.mbf"));
  EXPECT_THAT(names_of("b.MBF", "2"), ElementsAre("b-10.MBF", "b-9.MBF"));
  EXPECT_THAT(names_of("v1.2", "2"), ElementsAre("v1.2-10.mbf", "v1.2-9.mbf"));
  EXPECT_THAT(names_of("b", "1"), ElementsAre("b")) << "one board: the name as it is";
  write("out/b-10.mbf", "mine");
  expect_refused(
      draw({"--rows", "4", "--mines", "3", "--format", "mbf", "--count", "2", "--first", "9", "-o", "out/b"}),
      "b-10.mbf: exists already");
  EXPECT_FALSE(exists("out/b-9.mbf"));
}

TEST_F(BoardsCommand, SaysWhatItCannotDraw) {
  const std::pair<Words, std::string> refusals[] = {
      {{}, "--level, or --rows and --mines"},
      {{"--level", "Expert", "--rows", "4"}, "are mutually exclusive"},
      {{"--level", "Expat"}, "Expert"},
      {{"--rows", "4", "--mines", "9"}, "at most 7"},
      {{"--rows", "4", "--mines", "17", "--rule", "unprotected"}, "at most 16"},
      {{"--rows", "4", "--mines", "16", "--rule", "safe"}, "at most 15"},
      {{"--rows", "4", "--mines", "16", "--rule", "unprotected", "--no-guess"},
       "--no-guess: 16 mines on 4 x 4 leave no cell to dig"},
      {{"--rows", "4", "--mines", "4", "--cell", "4,0"}, "0,0 to 3,3"},
      {{"--rows", "4", "--mines", "4", "--cell", "1"}, "ROW,COL"},
      {{"--rows", "4", "--mines", "4", "--certificate"}, "--no-guess"},
      {{"--rows", "4", "--mines", "4", "--method", "repair"}, "--no-guess"},
      {{"--rows", "4", "--mines", "4", "--no-guess", "--method", "mend"}, "repair"},
      {{"--rows", "4", "--mines", "4", "--no-guess", "--steps", "5"}, "--method walk"},
      {{"--rows", "4", "--mines", "4", "--certificate", "--no-guess", "--format", "text"}, "jsonl"},
      {{"--rows", "4", "--mines", "4", "--format", "mbf", "--count", "2"}, "-o FILE"},
      {{"--rows", "300", "--mines", "4", "--format", "mbf"}, "255"},
      {{"--rows", "4", "--mines", "4", "-o", "nowhere/b.jsonl"}, "nowhere"},
      {{"--rows", "4", "--mines", "4", "--per-page", "2"}, "--per-page needs --format svg, pdf or png"},
      {{"--rows", "4", "--mines", "4", "--per-page", "13", "-o", "s.pdf"}, "from 1 to 12"},
      {{"--rows", "4", "--mines", "4", "-o", "s.svg"},
       "there are 2 pages, of puzzles and then of solutions; expected -o with %d for their numbers, such as "
       "s-%d.svg"},
      {{"--rows", "4", "--mines", "4", "--format", "png"}, "boards-%d.png"},
      {{"--rows", "80", "--mines", "4", "-o", "s.pdf"}, "80 x 80 are too large for a sheet"},
      {{"--level", "Expert", "--per-page", "12", "--count", "12", "-o", "s.pdf"},
       "at most 4 boards of 16 x 30 fit on a page"},
      {{"--rows", "4", "--mines", "4", "--count", "2000", "-o", "s.pdf"}, "sheets hold at most 1,200 boards"},
  };
  for (const auto& [options, message] : refusals) expect_refused(draw(options), message);
  const Words hopeless{"--rows", "2",   "--mines",    "2",           "--rule", "safe",
                       "--cell", "0,0", "--no-guess", "--max-tries", "30"};
  for (const auto& [options, message] :
       {std::pair<Words, std::string>{{}, "each of 30 layouts needs a guess"},
        {{"--method", "repair"}, "each of 30 layouts needs a guess after its repair"}}) {
    const ProgramResult result = run(draw(joined(hopeless, options)));
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, AllOf(StartsWith("sapper: "), HasSubstr(message)));
  }
}

}  // namespace
}  // namespace sapper::tests

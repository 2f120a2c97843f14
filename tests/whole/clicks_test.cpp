// `sapper clicks` from outside: what it reads and what it prints. tests/solvers/minesweeper/clicks holds its numbers to
// oracles.
// Label: threads
#include "tests/support/markup_check.hpp"
#include "tests/support/replay_files.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Clicks : public ProgramTest {
 protected:
  std::vector<bj::value> counted(const std::vector<std::string>& words) {
    std::vector<std::string> command{"clicks", "--json"};
    command.insert(command.end(), words.begin(), words.end());
    std::vector<bj::value> values;
    for (const std::string& line : lines_of(run_well(command).out)) {
      values.push_back(bj::parse(line));
      expect_valid(values.back(), "clicks");
    }
    return values;
  }
};

// The corner is safe: a dig of it opens all but the cell between the mines.
constexpr const char* kMap = "....\n....\n..*.\n.*..\n";

TEST_F(Clicks, AreFoundOnBoardsOfEveryFormat) {
  write("map.txt", kMap);
  write("list.txt", "2,2\n3,1\n");
  const bj::value board = counted({"map.txt"}).at(0);
  EXPECT_EQ(board.at("file"), "map.txt");
  EXPECT_EQ(board.at("lower"), board.at("upper"));
  EXPECT_EQ(board.at("least"), board.at("upper"));
  EXPECT_EQ(board.at("sequence").as_array().size(), board.at("upper").to_number<std::size_t>());
  EXPECT_EQ(board.at("sequence").at(0), bj::parse(R"(["left", 0, 0])"));
  EXPECT_EQ(counted({"list.txt", "--rows", "4"}).at(0).at("sequence"), board.at("sequence"));

  run_well({"boards", "--level", "Beginner", "--count", "3", "--seed", "1", "-o", "three.jsonl", "--quiet"});
  run_well({"boards", "--level", "Beginner", "--count", "1", "--seed", "1", "-o", "one.mbf", "--quiet"});
  const std::vector<bj::value> lines = counted({"three.jsonl", "one.mbf"});
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[1].at("file"), "three.jsonl#2");
  EXPECT_EQ(lines[3].at("sequence"), lines[0].at("sequence"));
  EXPECT_EQ(counted({"three.jsonl#2"}).at(0).at("sequence"), lines[1].at("sequence"));
  EXPECT_EQ(counted({"three.jsonl", "one.mbf", "--threads", "1"}), lines);
}

TEST_F(Clicks, AreFoundOfGames) {
  SampleReplay sample{
      .rows = 4, .cols = 4, .mines = {{2, 2}, {3, 1}}, .steps = {{"lc", 0, 0, 0}, {"lr", 0, 0, 90}}};
  sample.is_won = false;
  sample.bv3 = 5;
  write("lost.avf", arbiter_file(sample));
  write("map.txt", kMap);
  EXPECT_EQ(counted({"lost.avf"}).at(0).at("sequence"), counted({"map.txt"}).at(0).at("sequence"));

  write_config("c.json", R"("name": "c", "games": 3, "seed": 3, "boards": [{"rows": 6, "mines": 7}],
    "strategies": ["csp", "min_risk"])");
  run_well({"run", "c.json", "-o", "c.report.json", "--quiet"});
  const std::vector<bj::value> boards = counted({"c.report.json", "--game", "0:1"});
  ASSERT_EQ(boards.size(), 1U) << "both strategies play on it";
  EXPECT_EQ(boards[0].at("mines"), 7);
}

TEST_F(Clicks, AreToldInWordsAndInATable) {
  write("map.txt", kMap);
  const std::string text = run_well({"clicks", "map.txt", "map.txt", "--csv", "clicks.csv"}).out;
  EXPECT_THAT(text, StartsWith("map.txt: 4 x 4, 2 mines\n  3BV "));
  EXPECT_THAT(text, HasSubstr(", proven\n"));
  EXPECT_THAT(text, HasSubstr("\n  dig 0,0"));
  EXPECT_THAT(text, HasSubstr("\n2 boards, 2 proven; means: 3BV "));
  EXPECT_THAT(
      lines_of(read("clicks.csv")),
      ElementsAre("file,rows,cols,mines,topology,bv3,zini,least,lower,upper,efficiency,digs,flags,chords,"
                  "wasted_digs,wasted_flags,wasted_chords,layers,graph",
                  StartsWith("map.txt,4,4,2,square,"),
                  AllOf(StartsWith("map.txt,4,4,2,square,"), EndsWith(",,,,,,,,"))));
}

TEST_F(Clicks, AreSetBesideThoseOfThePlayer) {
  write("won.avf", arbiter_file(sample_replay()));
  const bj::value game = counted({"won.avf"}).at(0);
  EXPECT_EQ(game.at("player"),
            bj::parse(R"({"digs": {"made": 8, "wasted": 3}, "flags": {"made": 4, "wasted": 2},
    "chords": {"made": 5, "wasted": 2}})"));
  EXPECT_THAT(
      run_well({"clicks", "won.avf", "--csv", "clicks.csv"}).out,
      HasSubstr(
          "\n  the player made 17 clicks (8 digs, 4 flags, 5 chords), 7 of them wasted (3 digs, 2 flags, 2 "
          "chords)\n"));
  EXPECT_THAT(lines_of(read("clicks.csv")).at(1), EndsWith(",8,4,5,3,2,2,,"));
  write("map.txt", kMap);
  EXPECT_FALSE(counted({"map.txt"}).at(0).as_object().contains("player"));
}

// A strip of four zeros: two digs, as the ring of one leaves the last cell, and a chord would need one of them to be shown.
TEST_F(Clicks, AreFoundWhereOpeningsDoNotSpread) {
  write("strip.txt", "....\n");
  const bj::value strip = counted({"strip.txt", "--reveal", "ring"}).at(0);
  EXPECT_EQ(strip.at("lower"), 2);
  EXPECT_EQ(strip.at("upper"), 2);
  EXPECT_EQ(strip.at("reveal"), "ring");
  for (const char* key : {"bv3", "zini", "efficiency"}) EXPECT_TRUE(strip.at(key).is_null()) << key;
  EXPECT_EQ(counted({"strip.txt"}).at(0).at("upper"), 1);
  EXPECT_THAT(run_well({"clicks", "strip.txt", "strip.txt", "--reveal", "ring", "--csv", "ring.csv"}).out,
              AllOf(StartsWith("strip.txt: 1 x 4, 0 mines, ring\n  least clicks 2, proven\n  dig "),
                    HasSubstr("2 boards, 2 proven; means: least clicks 2.00\n")));
  EXPECT_THAT(lines_of(read("ring.csv")).at(1), StartsWith("strip.txt,1,4,0,square,,,2,2,2,,"));

  write_config("ring.json", R"("name": "c", "games": 3, "boards": [{"rows": 6, "mines": 7}], "reveal": "ring",
    "strategies": ["csp"])");
  run_well({"run", "ring.json", "-o", "ring.report.json", "--quiet"});
  EXPECT_EQ(counted({"ring.report.json", "--game", "0:1"}).at(0).at("reveal"), "ring") << "the game says it";
}

TEST_F(Clicks, AreSteppedThroughOnAPage) {
  write("map.txt", kMap);
  write("won.avf", arbiter_file(sample_replay()));
  const auto clicks = counted({"map.txt"}).at(0).at("sequence").as_array();
  run_well({"clicks", "map.txt", "won.avf", "-o", "page.html"});
  const std::string page = read("page.html");
  EXPECT_EQ(markup_error(page), "");
  EXPECT_THAT(page,
              AllOf(HasSubstr("<h1>Least clicks of 2 boards</h1>"), HasSubstr("<p class=\"note\">dig 0,0; "),
                    HasSubstr("; the player made 17 clicks")));
  if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  const std::string count = std::to_string(clicks.size());
  EXPECT_THAT(
      document_in_browser(folder_, "page.html"),
      HasSubstr("<h2>map.txt</h2><p aria-live=\"polite\">Click 1 of " + count + ": dig at 0,0; opens "));
  EXPECT_THAT(document_in_browser(folder_, "page.html#99"),
              AllOf(HasSubstr("all is open after " + count + " clicks."), Not(HasSubstr(": hidden\""))));
  EXPECT_THAT(document_in_browser(folder_, "page.html#1-2"), HasSubstr("<h2>won.avf</h2>"));
}

TEST_F(Clicks, GoesOnAfterAFileThatItCannotRead) {
  write("map.txt", kMap);
  write("x.txt", "hello\n");
  write("lines.jsonl", R"({"rows": 2, "cols": 2, "mines": [[0, 0]]}
{"rows": 2, "cols": 2, "mines": [[0, 2]]}
{"rows": 2, "cols": 2, "mines": [[1, 1]]}
)");
  const ProgramResult result = run({"clicks", "x.txt", "lines.jsonl", "map.txt", "--csv", "clicks.csv"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(lines_of(result.err),
              ElementsAre(StartsWith("sapper: x.txt:1:1: "), StartsWith("sapper: lines.jsonl:2:")));
  EXPECT_THAT(lines_of(read("clicks.csv")),
              ElementsAre(StartsWith("file,"), StartsWith("lines.jsonl#1,"), StartsWith("lines.jsonl#3,"),
                          StartsWith("map.txt,")));
}

TEST_F(Clicks, RefusesWhatHasNone) {
  write("x.txt", "hello\n");
  write("map.txt", kMap);
  expect_refused({"clicks", "x.txt"}, "and as a file of games");
  expect_refused({"clicks", "missing.txt"}, "missing.txt");
  expect_refused({"clicks", "map.txt", "--cols", "4"}, "--cols needs --rows");
  expect_refused({"clicks", "map.txt", "--limit", "0"}, "--limit");
  expect_refused({"clicks", "map.txt", "-o", "page.txt"}, "ends in .html");
  expect_refused({"clicks", "map.txt", "--reveal", "single"}, "where a 0 opens its neighbours");
  write_config("rest.json", R"("name": "c", "games": 3, "boards": [{"rows": 6, "mines": 7}],
    "reveal": ["single", "ring"], "motion": ["fixed", "moving"], "strategies": ["csp"])");
  run_well({"run", "rest.json", "-o", "rest.report.json", "--quiet"});
  expect_refused({"clicks", "rest.report.json", "--game", "0:1"}, "where a 0 opens its neighbours");
  for (const char* game : {"1:1", "3:1"})
    expect_refused({"clicks", "rest.report.json", "--game", game}, "the mines move");
}

}  // namespace
}  // namespace sapper::tests

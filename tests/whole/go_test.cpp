// Go from outside: an experiment through `run`, games through `play`, and the protocol.
// Label: threads
#include "tests/support/gtp_program.hpp"
#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using testing::MatchesRegex;

constexpr const char* kSmallGo = R"({"schema": "sapper-config/1", "name": "small", "game": "go", "games": 40,
  "boards": [{"size": [3, 5], "komi": [0.5, 3]}],
  "strategies": ["random", {"name": "uct", "playouts": 8},
                 {"black": "random", "white": {"name": "uct", "playouts": 8}}]})";
using GoRun = ProgramTest;

TEST_F(GoRun, WritesItsReportAndATable) {
  write("small.json", kSmallGo);
  const ProgramResult result = run_well({"run", "small.json"});
  for (const char* part : {"Black wins", "draws", "3 x 3, komi 0.5", "5 x 5, komi 3",
                           "random vs uct(playouts=8)", "area scoring", "small.report.json"})
    EXPECT_THAT(result.out, HasSubstr(part));
  const bj::value report = read_json("small.report.json");
  expect_valid(report, "report");
  EXPECT_EQ(report.at("results").as_array().size(), 12U);
  EXPECT_EQ(report.at("comparisons").as_array().size(), 12U);
  expect_valid(report.at("config"), "config");
}

class GoPlayFromOutside : public ProgramTest {
 protected:
  ProgramResult play(const Words& options, const std::string& typed) const {
    return run(joined({"play", "go"}, options), typed);
  }
};

TEST_F(GoPlayFromOutside, TwoPeopleByEitherScoring) {
  // Each side builds a wall: column A is Black's territory, column D White's.
  const std::string moves = "B1\nC1\nB2\nC2\nB3\nC3\nB4\nC4\n";
  ProgramResult result = play({"--size", "4"}, moves);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, EndsWith("Black 8, White 15.5 (with komi 7.5): White wins.\n"));
  result = play({"--size", "4", "--scoring", "majority"}, moves);
  EXPECT_THAT(result.out, EndsWith("Black 4, White 4 (with komi 0): a draw.\n"));
  result = play({"--size", "4", "--komi", "-0.5"}, "B2\nresign\n");
  EXPECT_THAT(result.out, EndsWith("White resigns.\nBlack 16, White 0 (with komi -0.5): Black wins.\n"));
}

TEST_F(GoPlayFromOutside, TheMachineRepliesAndPlaysItself) {
  const Words options{"--size", "5", "--white", "uct", "--playouts", "30", "--seed", "3"};
  const ProgramResult result = play(options, "C3\nquit\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("Black (X): a person. White (O): uct(playouts=30)."));
  EXPECT_THAT(result.out, testing::ContainsRegex("White \\(O\\): [A-E][1-5]\n"));
  EXPECT_EQ(play(options, "C3\nquit\n").out, result.out) << "the same seed, the same moves";
  const ProgramResult watched = play({"--size", "5", "--black", "random", "--white", "random"}, "");
  EXPECT_EQ(watched.status, 0);
  EXPECT_THAT(watched.out, testing::ContainsRegex("\\(with komi 7.5\\): (Black|White) wins.\n$"));
}

TEST_F(GoPlayFromOutside, AsksAgainAndEndsWithTheInput) {
  const ProgramResult result =
      play({"--size", "3"}, "Z9\nB2\nB2\n\xff\n" + std::string(5000, 'x') + "\nC3\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("\"Z9\" is not a point of this board. Type a point such as C3"));
  EXPECT_THAT(result.out, HasSubstr("B2 cannot be played: the point is occupied."));
  EXPECT_THAT(result.out, HasSubstr("White (O): C3\n")) << "piped input is echoed";
  EXPECT_THAT(result.out, HasSubstr(" 3  . .(O)3\n")) << "the game went on";
  EXPECT_THAT(result.out, EndsWith("The input has ended, and so has the game.\n"));
}

TEST_F(GoPlayFromOutside, IsPlayedAtATerminal) {
  TerminalProgram program(sapper({"play", "go", "--size", "3"}));
  EXPECT_TRUE(program.wait_for("Black (X): "));
  program.type("B2\n");
  EXPECT_TRUE(program.wait_for("White (O): "));
  program.type("\x04");
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("The input has ended"));
}

TEST_F(GoPlayFromOutside, RefusesWhatItCannotPlay) {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"--size", "26"}, "--size is \"26\"; expected a whole number from 1 to 25"},
      {{"--komi", "0.3"}, "--komi is \"0.3\"; expected a multiple of 0.5"},
      {{"--white", "utc"}, "--white is \"utc\"; did you mean \"uct\"?"},
      {{"--scoring", "japanese"}, "--scoring is \"japanese\"; allowed: area, majority"},
      {{"--playouts", "0"}, "--playouts is \"0\""},
      {{"--level", "Expert"},
       "play go: --level is not an option of play go, but of plot, thresholds, boards, play minesweeper"},
  };
  for (const auto& [options, message] : cases) {
    expect_refused(joined({"play", "go"}, options), message);
  }
}

// `sapper gtp` driven by another program through two pipes.

class Gtp : public testing::Test {
 protected:
  void expect(const std::string& command, const std::string& answer) {
    EXPECT_EQ(engine_.ask(command), answer) << command;
  }

  GtpProgram engine_{{SAPPER_PROGRAM, "gtp", "--playouts", "40", "--seed", "4"}};
};

TEST_F(Gtp, RepliesToEveryCommand) {
  expect("protocol_version", "= 2");
  expect("1 name", "=1 sapper");
  expect("2 version", "=2 " SAPPER_VERSION);
  std::istringstream listed(engine_.ask("list_commands").substr(2));
  const std::set<std::string> commands{std::istream_iterator<std::string>(listed), {}};
  for (const char* command :
       {"protocol_version", "name", "version", "list_commands", "known_command", "boardsize", "clear_board",
        "komi", "play", "genmove", "undo", "showboard", "final_score", "final_status_list", "quit"}) {
    EXPECT_TRUE(commands.contains(command)) << command;
    expect(std::string("known_command ") + command, "= true");
  }
  expect("known_command fly", "= false");
  expect("boardsize 3", "= ");
  expect("clear_board", "= ");
  expect("komi 0.5", "= ");
  expect("play black B2", "= ");
  EXPECT_THAT(engine_.ask("showboard"), HasSubstr("\n 2  .(X). 2\n"));
  expect("final_score", "= B+8.5");
  expect("final_status_list alive", "= B2");
  expect("final_status_list dead", "= ");
  expect("final_status_list black_territory", "= A1 B1 C1 A2 C2 A3 B3 C3");
  EXPECT_THAT(engine_.ask("genmove white"), MatchesRegex("= ([A-C][1-3]|pass)"));
  expect("undo", "= ");
  expect("undo", "= ");
  expect("final_score", "= W+0.5");
  expect("999 quit", "=999 ");
  EXPECT_EQ(engine_.end(), 0);
}

TEST_F(Gtp, GoesOnAfterErrors) {
  expect("fly", "? unknown command");
  expect("7 fly", "?7 unknown command");
  expect("8", "?8 unknown command");
  expect("boardsize 26", "? unacceptable size");
  EXPECT_THAT(engine_.ask("9 boardsize nine"), StartsWith("?9 syntax error"));
  EXPECT_THAT(engine_.ask("play black T20"), StartsWith("? syntax error")) << "not on 19 x 19";
  expect("undo", "? cannot undo");
  expect("play black T19", "= ");
  expect("play white T19", "? illegal move: the point is occupied");
  expect("play white S19", "= ");
  expect("play white T18", "= ");
  EXPECT_THAT(engine_.ask("final_status_list alive"), Not(HasSubstr("T19"))) << "captured";
  expect("play black T19", "? illegal move: the stone would have no liberty");
  expect("\t10\tNAME", "?10 unknown command");
  expect("# a comment\n11 name", "=11 sapper");
  EXPECT_EQ(engine_.end(), 0) << "the end of the input quits";
}

// Two processes, each with its own board, exchange moves.
TEST(GtpMatch, TwoProgramsAgreeOnEveryMoveAndTheScore) {
  for (const char* scoring : {"area", "majority"}) {
    GtpProgram black({SAPPER_PROGRAM, "gtp", "--size", "5", "--playouts", "30", "--scoring", scoring});
    GtpProgram white({SAPPER_PROGRAM, "gtp", "--size", "5", "--player", "random", "--scoring", scoring});
    int passes = 0;
    for (int move = 0; passes < 2; ++move) {
      ASSERT_LT(move, 250) << "the match does not end";
      const bool is_black = move % 2 == 0;
      const std::string color = is_black ? "black " : "white ";
      const std::string answer = (is_black ? black : white).ask("genmove " + color);
      ASSERT_THAT(answer, MatchesRegex("= ([A-E][1-5]|pass)"));
      const std::string vertex = answer.substr(2);
      ASSERT_EQ((is_black ? white : black).ask("play " + color + vertex), "= ");
      passes = vertex == "pass" ? passes + 1 : 0;
    }
    EXPECT_EQ(black.ask("showboard"), white.ask("showboard"));
    EXPECT_EQ(black.ask("final_score"), white.ask("final_score"));
    EXPECT_THAT(black.ask("final_score"), MatchesRegex("= (0|[BW]\\+[0-9]+(\\.5)?)"));
  }
}

TEST(GtpOutput, EndsWhereItsOutputDoes) {
  EXPECT_EQ(run_program(sapper({"gtp"}, "1 name\n2 quit\n3 name\n")).out, "=1 sapper\n\n=2 \n\n");
  EXPECT_EQ(run_program(sapper({"gtp"}, "name")).out, "= sapper\n\n") << "a last line without a line break";
  expect_end_with_output(sapper({"gtp"}, "name\nname\n"));
}

}  // namespace
}  // namespace sapper::tests

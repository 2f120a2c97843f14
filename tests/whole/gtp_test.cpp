// `sapper gtp` driven by another program through two pipes.
#include "tests/support/gtp_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using testing::MatchesRegex;

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

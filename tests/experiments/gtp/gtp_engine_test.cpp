// The reply to each command of the protocol.
#include "experiments/gtp/gtp_engine.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments::go {
namespace {

class GoGtp : public testing::Test {
 protected:
  std::string ask(std::string_view line) { return engine_.reply_to(line); }
  void expect(std::string_view line, std::string_view answer) {
    EXPECT_EQ(ask(line), std::string(answer) + "\n\n") << line;
  }
  GtpEngine engine_{{.size = 9, .player = solvers::go::player_named("uct", 50)}};
};

TEST_F(GoGtp, KeepsTheSyntax) {
  expect("protocol_version", "= 2");
  expect("17 protocol_version", "=17 2");
  expect("0 name # who are you?", "=0 sapper");
  expect("\t version\t", "= " SAPPER_VERSION);
  expect("na\x01me\r", "= sapper");
  expect("3 nonsense", "?3 unknown command");
  expect("4", "?4 unknown command");
  expect("007 protocol_version", "=007 2");
  expect("9x9 name", "? unknown command");  // no id, since not all of it is digits
  expect("boardsize 9 # a comment", "= ");  // only the first word is an id
  expect("NAME", "? unknown command");
  for (const char* line : {"", " \t\r", "# 1 quit", "\x01"}) EXPECT_EQ(ask(line), "");
}

TEST_F(GoGtp, KnowsTheCommandsThatItLists) {
  const std::string answer = ask("list_commands");
  std::istringstream words(answer.substr(2));
  std::set<std::string> listed;
  for (std::string word; words >> word;) {
    listed.insert(word);
    expect("known_command " + word, "= true");
  }
  for (const char* command :
       {"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize",
        "clear_board", "komi", "play", "genmove", "undo", "showboard", "final_score", "final_status_list"})
    EXPECT_TRUE(listed.contains(command)) << command;
  expect("known_command fly", "= false");
}

TEST_F(GoGtp, RefusesWrongArguments) {
  for (const char* line : {"boardsize",
                           "boardsize x",
                           "boardsize 9x",
                           "komi",
                           "komi x",
                           "komi 6.3",
                           "play",
                           "play black",
                           "play green C3",
                           "play blac C3",
                           "play empty C3",
                           "play black I3",
                           "play black K10",
                           "play black resign",
                           "genmove",
                           "genmove x",
                           "final_status_list",
                           "final_status_list lost",
                           "known_command",
                           "sapper-rules x",
                           "sapper-playouts 0",
                           "sapper-playouts -1",
                           "sapper-seed x",
                           "sapper-player x"})
    EXPECT_THAT(ask(line), StartsWith("? syntax error")) << line;
  for (const char* line : {"boardsize 0", "boardsize 26", "boardsize -5"})
    expect(line, "? unacceptable size");
}

TEST_F(GoGtp, PlaysAndTakesBack) {
  expect("undo", "? cannot undo");
  expect("play  b\tc3", "= ");
  expect("play BLACK D4", "= ");  // twice in succession
  expect("play w C3", "? illegal move: the point is occupied");
  expect("play white PASS", "= ");
  expect("undo", "= ");
  expect("undo", "= ");
  expect("play w D4", "= ");
  EXPECT_EQ(engine_.game().moves().size(), 2U);
  expect("clear_board", "= ");
  expect("undo", "? cannot undo");
  for (const char* line : {"play b A2", "play w A1", "play b B1"}) expect(line, "= ");
  expect("play w A1", "? illegal move: the stone would have no liberty");
  expect("play b A2", "? illegal move: the point is occupied");
  EXPECT_EQ(engine_.game().to_move(), sim::go::Color::white) << "a refused move changes nothing";
}

TEST_F(GoGtp, RefusesSuperko) {
  for (const char* line : {"boardsize 4", "play b A2", "play w B1", "play b B2", "play w C2", "play b D4",
                           "play w D1", "play w A1", "play b C1"})
    expect(line, "= ");
  expect("play w B1", "? illegal move: the position has been on the board before (superko)");
}

TEST_F(GoGtp, GoesOnAfterTwoPasses) {
  for (const char* line : {"play b pass", "play w pass", "play b E5"}) expect(line, "= ");
  EXPECT_THAT(ask("genmove w"), StartsWith("= "));
  EXPECT_EQ(engine_.game().moves().size(), 4U);
}

TEST_F(GoGtp, CountsByBothRules) {
  expect("boardsize 3", "= ");
  expect("komi 0", "= ");
  expect("final_score", "= 0");
  // X.O
  // X.O
  // XXO
  for (const char* line :
       {"play b A1", "play b A2", "play b A3", "play b B1", "play w C1", "play w C2", "play w C3"})
    expect(line, "= ");
  expect("final_score", "= B+1");
  expect("komi 1.5", "= ");
  expect("final_score", "= W+0.5");
  expect("sapper-rules majority", "= ");
  expect("sapper-rules", "= majority");
  expect("final_score", "= B+0.5");
  expect("final_status_list dead", "= ");
  expect("final_status_list seki", "= ");
  expect("final_status_list alive", "= A1 B1 A2 A3\nC1 C2 C3");
  expect("play b B2", "= ");
  expect("final_status_list white_territory", "= ");
  expect("play b B3", "= ");  // captures three
  expect("final_status_list black_territory", "= C1 C2 C3");
  expect("komi 0", "= ");
  expect("final_score", "= B+6");
  expect("sapper-rules area", "= ");
  expect("final_score", "= B+9");
}

TEST_F(GoGtp, ListsChainsOnePerLine) {
  for (const char* line : {"boardsize 3", "play b A1", "play b A2", "play w C3"}) expect(line, "= ");
  expect("final_status_list alive", "= A1 A2\nC3");
  EXPECT_THAT(ask("showboard"), HasSubstr("\n 3  . .(O)3\n 2  X . . 2\n 1  X . . 1\n"));
}

TEST_F(GoGtp, GeneratesTheSameMovesForTheSameSeed) {
  const auto moves = [&](const GtpOptions& options) {
    GtpEngine engine(options);
    std::string text;
    for (int i = 0; i < 3; ++i) text += engine.reply_to("genmove b") + engine.reply_to("genmove w");
    return text;
  };
  const GtpOptions options{.size = 7, .player = solvers::go::player_named("uct", 100), .seed = 5};
  EXPECT_EQ(moves(options), moves(options));
  GtpOptions other = options;
  other.seed = 6;
  EXPECT_NE(moves(options), moves(other));
}

TEST_F(GoGtp, ChangesItsPlayer) {
  expect("sapper-player", "= uct(playouts=50)");
  expect("sapper-playouts 80", "= ");
  expect("sapper-playouts", "= 80");
  expect("sapper-player random", "= ");
  expect("sapper-player", "= random");
  expect("sapper-seed 18446744073709551615", "= ");
  expect("sapper-seed", "= 18446744073709551615");
}

TEST(GoGtpStream, EndsWithQuitOrTheInput) {
  std::istringstream in("1 name\n2 quit\n3 name\n");
  std::ostringstream out;
  run_gtp({}, in, out);
  EXPECT_EQ(out.str(), "=1 sapper\n\n=2 \n\n");
  std::istringstream unended("name");
  std::ostringstream answer;
  run_gtp({}, unended, answer);
  EXPECT_EQ(answer.str(), "= sapper\n\n");
}

}  // namespace
}  // namespace sapper::experiments::go

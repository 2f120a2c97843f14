// Games of Go at the terminal, as text in and text out.
#include "experiments/play/go_play.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using sim::go::GameEnd;
using sim::go::Scoring;
using solvers::go::player_named;

std::string transcript(const GoPlayOptions& options, const std::string& input, EchoMode echo = EchoMode::no,
                       std::size_t columns = 0) {
  std::istringstream in(input);
  std::ostringstream out;
  play_go({in, out, echo, [&] { return columns; }}, options);
  return out.str();
}

GoPlayOptions people(Scoring scoring, int komi_halves, int size = 3) {
  GoPlayOptions options;
  options.rules = {.size = size, .komi_halves = komi_halves, .scoring = scoring, .end = GameEnd::settled};
  return options;
}

TEST(GoPlay, BreaksTextBetweenWords) {
  std::istringstream lines(transcript(people(Scoring::area, 1), "Z9\npass\npass\n", EchoMode::yes, 40));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40U) << line;
}

TEST(GoPlay, TwoPeopleToTwoPasses) {
  const std::string text = transcript(people(Scoring::area, 1), "B2\nc3\nA1\npass\npass\n");
  EXPECT_THAT(text, HasSubstr("Go, 3 x 3, area scoring, komi 0.5."));
  EXPECT_THAT(text, HasSubstr("    A B C\n 3  . .(O)3\n 2  . X . 2\n 1  . . . 1\n"));
  EXPECT_THAT(text, HasSubstr("White passes.\nBlack (X): Black passes.\n")) << "after A1 White passes";
  EXPECT_THAT(text, HasSubstr("Both sides have passed.\n"));
  EXPECT_THAT(text, EndsWith("Black 2, White 1.5 (with komi 0.5): Black wins.\n"));
}

TEST(GoPlay, EndsWhenSettledAndCountsTheDocumentsWay) {
  const std::string moves = "B1\nC1\nB2\nC2\nB3\nC3\nB4\nC4\n";
  EXPECT_THAT(
      transcript(people(Scoring::majority, 0, 4), moves),
      EndsWith("No empty region touches both sides' stones.\nBlack 4, White 4 (with komi 0): a draw.\n"));
  EXPECT_THAT(transcript(people(Scoring::area, 1, 4), moves),
              EndsWith("Black 8, White 8.5 (with komi 0.5): White wins.\n"));
}

TEST(GoPlay, AsksAgain) {
  const std::string text =
      transcript(people(Scoring::area, 0), "B2\nB2\nD4\n\nresign now\nhelp\nA0\nC3\nquit\n");
  EXPECT_THAT(text, HasSubstr("B2 cannot be played: the point is occupied."));
  EXPECT_THAT(
      text,
      HasSubstr(
          "\"D4\" is not a point of this board. Type a point such as C3, or pass, resign, help, quit."));
  EXPECT_THAT(text, HasSubstr("A group without an empty point beside it is captured."));
  EXPECT_THAT(text, HasSubstr("\"resign now\" is not a point"));
  EXPECT_THAT(text, HasSubstr("\"A0\" is not a point"));
  EXPECT_THAT(text, HasSubstr(" 3  . .(O)3\n")) << "the game went on";
}

TEST(GoPlay, ReadsEitherCase) {
  EXPECT_THAT(transcript(people(Scoring::area, 0), " b2\r\nPass\nPASS\n"),
              HasSubstr("Both sides have passed"));
  EXPECT_THAT(transcript(people(Scoring::area, 0), "B2\nResign\n"), HasSubstr("White resigns"));
  for (const char* word : {"Quit", "q"})
    EXPECT_THAT(transcript(people(Scoring::area, 0), word), EndsWith("Black (X): ")) << word;
}

TEST(GoPlay, EchoesInputHarmlessly) {
  const GoPlayOptions options = people(Scoring::area, 0);
  EXPECT_THAT(transcript(options, "\x1b[31mred\n" + std::string(5000, 'x') + "\n"),
              AllOf(HasSubstr("\"\\x1B[31mred\" is not a point"), Not(HasSubstr(std::string(50, 'x')))));
  EXPECT_THAT(transcript(options, "B2\n", EchoMode::yes), HasSubstr("Black (X): B2\n\n    A B C\n"));
}

TEST(GoPlay, SaysWhySuicideIsRefused) {
  EXPECT_THAT(transcript(people(Scoring::area, 0), "A2\nC3\nB1\nA1\n"),
              HasSubstr("A1 cannot be played: the stone would have no liberty."));
}

TEST(GoPlay, ResigningLosesAllPoints) {
  EXPECT_THAT(transcript(people(Scoring::area, 0), "B2\nresign\n"),
              EndsWith("White resigns.\nBlack 9, White 0 (with komi 0): Black wins.\n"));
  EXPECT_THAT(transcript(people(Scoring::area, 1), "resign\n"),
              EndsWith("Black resigns.\nBlack 0, White 0.5 (with komi 0.5): White wins.\n"));
}

TEST(GoPlay, StopsAtTheEndOfTheInput) {
  EXPECT_THAT(transcript(people(Scoring::area, 0), "B2\n"),
              EndsWith("White (O): \nThe input has ended, and so has the game.\n"));
  EXPECT_THAT(transcript(people(Scoring::area, 0), "quit\n"), EndsWith("Black (X): "));
}

TEST(GoPlay, TheMachineReplies) {
  GoPlayOptions options = people(Scoring::area, 1);
  options.white = player_named("uct", 50);
  const std::string text = transcript(options, "B2\nquit\n");
  EXPECT_THAT(text, HasSubstr("Black (X): a person. White (O): uct(playouts=50)."));
  EXPECT_THAT(text, testing::ContainsRegex("White \\(O\\): [ABC][123]\n"));
  EXPECT_EQ(text, transcript(options, "B2\nquit\n")) << "the same seed, the same moves";

  options.black = player_named("random");
  const std::string watched = transcript(options, "");
  EXPECT_THAT(watched, HasSubstr(" (with komi 0.5): "));
  EXPECT_THAT(watched, Not(HasSubstr("Type a point")));
}

}  // namespace
}  // namespace sapper::experiments

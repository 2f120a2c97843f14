// The poisoned tablet played by a person, through streams.
#include "experiments/play/tablet_play.hpp"

#include "solvers/tablet/tablet_values.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using sim::tablet::Cut;
using sim::tablet::Tablet;

struct TabletGame {
  PlayEnd end;
  std::string text;
};

TabletGame play(const Tablet& tablet, const std::string& input,
                TabletPlayOptions::FirstPlayer first = TabletPlayOptions::FirstPlayer::person) {
  std::istringstream in(input);
  std::ostringstream out;
  const PlayEnd end = play_tablet({in, out}, {tablet, first});
  return {end, out.str()};
}

TEST(TabletPlay, AWinningCutWinsAndShowsItsValue) {
  const TabletGame game = play({3, 1, 0, 0}, "v 1\n");
  EXPECT_EQ(game.end, PlayEnd::won);
  EXPECT_THAT(game.text, HasSubstr("  0 1 2\n0 X . .\n"));
  EXPECT_THAT(game.text, HasSubstr("You: vertical cut before column 1, value +1 (won in 1 move)\n"));
  EXPECT_THAT(game.text, HasSubstr("you have won"));
}

TEST(TabletPlay, AMistakeLoses) {
  const TabletGame game = play({3, 1, 0, 0}, "v 2\n");
  EXPECT_EQ(game.end, PlayEnd::lost);
  EXPECT_THAT(game.text, HasSubstr("You: vertical cut before column 2, value -2 (lost in 2 moves)\n"));
  EXPECT_THAT(game.text, HasSubstr("The computer: vertical cut before column 1, value +1 (won in 1 move)\n"));
  EXPECT_THAT(game.text, HasSubstr("you have lost"));
}

TEST(TabletPlay, AsksWhereAndReadsEitherCaseWithOrWithoutBlanks) {
  for (const char* input : {"v\n1\n", "V 1\n", "v1\n", "  v \t 1 \r\n"})
    EXPECT_EQ(play({3, 1, 0, 0}, input).end, PlayEnd::won) << input;
  EXPECT_EQ(play({1, 4, 0, 3}, "h\n3\n").end, PlayEnd::won);
  EXPECT_THAT(play({1, 4, 0, 3}, "h\n3\n").text, HasSubstr("Before which row > "));
}

TEST(TabletPlay, AsksAgainAfterBadInput) {
  const std::string bad = "\nx\nv 0\nv 3\nh 1\nv one\nv 1 1\nv -1\nv 99999999999999999999\n3\nh\nvalue\n";
  const TabletGame game = play({3, 1, 0, 0}, bad + "v 1\n");
  EXPECT_EQ(game.end, PlayEnd::won);
  EXPECT_EQ(
      tests::count_of(
          game.text,
          "That is not a cut of this tablet. Expected v and a column from 1 to 2; or values, help, quit.\n"),
      12u);
  EXPECT_THAT(
      play({2, 3, 0, 0}, "x\n").text,
      HasSubstr(
          "Expected v and a column 1 (the only one), or h and a row from 1 to 2; or values, help, quit."));
  const TabletGame helped = play({2, 3, 0, 0}, "help\n?\nquit\n");
  EXPECT_EQ(tests::count_of(helped.text, "The poisoned tablet. A move breaks it"), 3u);
  EXPECT_EQ(tests::count_of(helped.text, "values lists every cut with its value."), 2u);
}

TEST(TabletPlay, ShowsTheValueOfEachCut) {
  const TabletGame game = play({3, 2, 0, 0}, "values\nquit\n");
  EXPECT_THAT(game.text, HasSubstr("  v 1  -2 (lost in 2 moves)\n"
                                   "  v 2  +3 (won in 3 moves)\n"
                                   "  h 1  -2 (lost in 2 moves)\n"));
}

TEST(TabletPlay, EndsWhenAskedToAndAtTheEndOfInput) {
  for (const char* input : {"", "quit\n", "q\n", "v\n", "v\nquit\n", "values", "v 0"}) {
    const TabletGame game = play({5, 5, 2, 1}, input);
    EXPECT_EQ(game.end, PlayEnd::left) << input;
    EXPECT_THAT(game.text, EndsWith("The game ends here.\n")) << input;
  }
}

TEST(TabletPlay, BreaksTextBetweenWords) {
  std::istringstream in("x\n");
  std::ostringstream out;
  play_tablet({in, out, EchoMode::yes, [] { return std::size_t{40}; }}, {.tablet = {5, 4, 2, 2}});
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40U) << line;
  EXPECT_THAT(out.str(), HasSubstr("The poisoned tablet. A move breaks it\nalong a line"));
}

TEST(TabletPlay, TheComputerMayBegin) {
  const TabletGame game = play({3, 1, 0, 0}, "", TabletPlayOptions::FirstPlayer::computer);
  EXPECT_EQ(game.end, PlayEnd::lost);
  EXPECT_THAT(game.text, HasSubstr("The computer: vertical cut before column 1, value +1"));
}

TEST(TabletPlay, OfTheSingleSquareIsLostAtOnce) {
  EXPECT_EQ(play({1, 1, 0, 0}, "").end, PlayEnd::lost);
  EXPECT_EQ(play({1, 1, 0, 0}, "", TabletPlayOptions::FirstPlayer::computer).end, PlayEnd::won);
}

// Playing the best cut that the solver names wins every won tablet and loses every lost one in as many moves
// as the value says: the computer plays perfectly.
TEST(TabletPlay, TheComputerPlaysPerfectly) {
  for (const Tablet& start : solvers::tablet::squares_of(6, 5)) {
    const auto solver = solvers::tablet::make_solver(start, {});
    const int value = solvers::tablet::value_of(start, *solver);
    std::string input;
    Tablet tablet = start;
    for (bool is_person = true; !is_over(tablet); is_person = !is_person) {
      const auto move = solvers::tablet::best_move(tablet, *solver)->move;
      if (is_person) input += (move.cut == Cut::vertical ? "v " : "h ") + std::to_string(move.where) + "\n";
      tablet = after(tablet, move);
    }
    const TabletGame game = play(start, input);
    EXPECT_EQ(game.end, value > 0 ? PlayEnd::won : PlayEnd::lost);
    EXPECT_EQ(tests::count_of(game.text, " cut before "),
              static_cast<std::size_t>(value > 0 ? value : -value));
  }
}

}  // namespace
}  // namespace sapper::experiments

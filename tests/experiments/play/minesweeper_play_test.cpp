// Whole sessions over string streams: what a person types and what the game prints.
#include "experiments/play/minesweeper_play.hpp"

#include "experiments/play/play_session.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/input_line.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

struct Played {
  PlayEnd end;
  std::string screen;
};

Played play(const MinesweeperSetup& setup, const std::string& typed, EchoMode echo = EchoMode::no,
            std::size_t columns = 0) {
  std::istringstream in(typed);
  std::ostringstream out;
  const PlayEnd end = play_minesweeper({in, out, echo, [&] { return columns; }}, setup, {});
  return {end, out.str()};
}

// A board with these mines: * mine, . free.
MinesweeperSetup board(
    const std::string& map, void (*change)(MinesweeperRequest&) = [](MinesweeperRequest&) {}) {
  const tests::TemporaryFolder folder;
  MinesweeperRequest request;
  request.file = folder.write("map", map);
  change(request);
  return set_up(request);
}

constexpr const char* kCorner = "...\n...\n..*\n";  // its only mine is C3

TEST(MinesweeperPlay, IsWonWhenEveryFreeCellIsShown) {
  const Played played = play(board(kCorner), "A1\n");
  EXPECT_EQ(played.end, PlayEnd::won);
  EXPECT_THAT(played.screen, HasSubstr("1 mine was planted."));
  EXPECT_THAT(played.screen, HasSubstr("Round 1. 8 free cells still to find; 1 mine, 0 flagged."));
  EXPECT_THAT(played.screen, HasSubstr("2   1 F\n"));
  EXPECT_THAT(played.screen, EndsWith("Congratulations: you have found every free cell, in 1 round.\n"));
}

TEST(MinesweeperPlay, IsLostAtAMineAndShowsEverything) {
  const Played played = play(board("...*\n...*\n"), "f A1\nd A3\ndig b4\nA3\n");
  EXPECT_EQ(played.end, PlayEnd::lost);
  EXPECT_THAT(played.screen,
              EndsWith("0 !   2 *\n1     2 X\n1,3 was a mine: you have lost, after 2 rounds.\n"));
}

TEST(MinesweeperPlay, FlagsKeepACellFromBeingDug) {
  const Played played = play(board(kCorner), "f C3\nC3\nu C3\nC3\n");
  EXPECT_THAT(played.screen, HasSubstr("2,2 is flagged; u 2,2 removes the flag.\n"));
  EXPECT_THAT(played.screen, HasSubstr("Round 1. 8 free cells still to find; 1 mine, 1 flagged."));
  EXPECT_EQ(played.end, PlayEnd::lost) << "after the flag was removed";
}

TEST(MinesweeperPlay, OpeningsSpreadOverFlags) {
  const Played played = play(board(kCorner), "F B2\nA1\n");
  EXPECT_EQ(played.end, PlayEnd::won);
}

TEST(MinesweeperPlay, RingsDoNotSpread) {
  const Played played =
      play(board("....\n....\n....\n...*\n", [](MinesweeperRequest& request) { request.reveal = "ring"; }),
           "A1\n");
  EXPECT_EQ(played.end, PlayEnd::left);
  EXPECT_THAT(played.screen, HasSubstr("0     . .\n1     . .\n2 . . . .\n"));
}

TEST(MinesweeperPlay, AsksAgainWithWhatIsAllowed) {
  const Played played =
      play(board(kCorner), "zz\nD1\nA4\nd\nf\nu A2\nf A2\nf A2\nb2\nB2\nf B2\n\nsave\nundo\nquit\n");
  for (const char* answer :
       {"\"zz\" is not a cell; cells are row,col from 0,0 to 2,2; help lists the commands.",
        "There is no row \"D\"; rows: A to C; help lists the commands.",
        "There is no column \"4\"; columns: 1 to 3; help lists the commands.",
        "Expected a cell, such as 1,2.", "0,1 has no flag; f 0,1 sets one.",
        "0,1 is already flagged; u 0,1 removes the flag.", "1,1 is already shown; dig a hidden cell.",
        "1,1 is already shown; flags are for hidden cells.", "save needs the name of a file",
        "\"undo\" is not a cell"})
    EXPECT_THAT(played.screen, HasSubstr(answer));
  EXPECT_EQ(tests::count_of(played.screen, "\nRound "), 3U) << "the board is drawn again only after a change";
  EXPECT_EQ(played.end, PlayEnd::left);
  EXPECT_THAT(played.screen, EndsWith("The game ends here, unfinished.\n"));
}

TEST(MinesweeperPlay, ReadsCellsInEveryNotation) {
  const Played played = play(board(kCorner), "f 2,2\nu 2, 2\nf c3\nu 2 2\nf  2  2\nu C 3\n0 0\n");
  EXPECT_EQ(played.end, PlayEnd::won);
  EXPECT_EQ(tests::count_of(played.screen, "1 mine, 1 flagged."), 3U);
  EXPECT_EQ(tests::count_of(played.screen, "Cells are row,col from 0: 1,2 is row 1, column 2.\n"), 1U)
      << "said once";
  MinesweeperRequest course;
  course.course = 0;
  EXPECT_EQ(play(set_up(course), "0,7\n").end, PlayEnd::lost) << "A8, where a row is asked for";
  EXPECT_EQ(play(set_up(course), "0 7\n").end, PlayEnd::lost);
  EXPECT_THAT(play(set_up(course), "").screen, HasSubstr("row,col from 0 as in files: B7 is 1,6.\n"));
}

TEST(MinesweeperPlay, FitsTheTerminal) {
  const Played played = play(board(kCorner), "f A3\nhint A2\nzz\nhelp\nhint\nf A2\n0,0\n", EchoMode::no, 40);
  std::istringstream lines(played.screen);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40U) << line;
  EXPECT_THAT(
      played.screen,
      HasSubstr("> \"zz\" is not a cell; cells are row,col\nfrom 0,0 to 2,2; help lists the\ncommands.\n"))
      << "broken between words";
  EXPECT_THAT(play(board(kCorner), "f A3\n", EchoMode::no, 6).screen, HasSubstr("  012\n0 ...\n"));
  EXPECT_THAT(play(board(kCorner), "f A3\n", EchoMode::no, 4).screen, HasSubstr("  01\n0 ..\n"));
  EXPECT_THAT(play(board(kCorner), "f A3\nA1\n").screen, Not(HasSubstr("\x1b")));
}

TEST(MinesweeperPlay, RefusesALineThatDoesNotEnd) {
  const std::string longest(kLongestInputLine, 'a');
  EXPECT_THAT(play(board(kCorner), longest + "\nquit\n").screen, HasSubstr("is not a cell"));
  try {
    play(board(kCorner), longest + "a");
    FAIL() << "expected an error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "standard input: has a line of more than 65,536 bytes; no command is that long");
  }
}

TEST(MinesweeperPlay, SaysInOneWayWhenTheMinesAreLaid) {
  MinesweeperRequest request;
  request.rows = 5;
  for (const auto& [rule, mines, said] : {std::tuple{"opening", 3U, "\n3 mines are laid at the first dig.\n"},
                                          std::tuple{"safe", 1U, "\n1 mine is laid at the first dig.\n"},
                                          std::tuple{"relocate", 3U, "\n3 mines were planted.\n"},
                                          std::tuple{"unprotected", 1U, "\n1 mine was planted.\n"}}) {
    request.first_click = rule;
    request.mines = mines;
    EXPECT_THAT(play(set_up(request), "").screen, HasSubstr(said)) << rule;
  }
}

TEST(MinesweeperPlay, EndsWithItsInput) {
  for (const char* typed : {"", "A1", "f A1\n", "\x01\xff\n"}) {
    const Played played = play(board("..*\n*..\n"), typed);
    EXPECT_EQ(played.end, PlayEnd::left) << typed;
    EXPECT_THAT(played.screen, EndsWith("The game ends here, unfinished.\n"));
  }
}

TEST(MinesweeperPlay, EchoesInputThatNoTerminalEchoes) {
  EXPECT_THAT(play(board(kCorner), "f A1\n", EchoMode::yes).screen, HasSubstr("> f A1\n\n"));
  EXPECT_THAT(play(board(kCorner), "f A1\n").screen, HasSubstr("> \n"));
}

TEST(MinesweeperPlay, ProtectsTheFirstDigAsTheRuleSays) {
  for (const char* rule : {"safe", "opening", "relocate"}) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      MinesweeperRequest request;
      request.rows = 4;
      request.mines = 7;
      request.first_click = rule;
      request.seed = seed;
      const Played played = play(set_up(request), "hint\nB2\n");
      EXPECT_NE(played.end, PlayEnd::lost) << rule << ", seed " << seed;
      EXPECT_THAT(played.screen, HasSubstr("Whichever cell you dig now is free."));
    }
  }
  EXPECT_EQ(play(board(kCorner), "C3\n").end, PlayEnd::lost) << "unprotected";
}

TEST(MinesweeperPlay, AsksForRowAndColumnInTheCourse) {
  MinesweeperRequest request;
  request.course = 0;
  const Played lost = play(set_up(request), "a\n1\nA\n8\n");
  EXPECT_EQ(lost.end, PlayEnd::lost);
  EXPECT_THAT(lost.screen, HasSubstr("10 mines were planted."));
  EXPECT_THAT(lost.screen, HasSubstr("Round 1. 71 free cells still to find"));
  EXPECT_THAT(lost.screen, HasSubstr("Round 2. 67 free cells still to find")) << "a ring of four cells";
  EXPECT_EQ(tests::count_of(lost.screen, "Row (A to I): "), 2U);
  EXPECT_EQ(tests::count_of(lost.screen, "Column (1 to 9): "), 2U);
  EXPECT_THAT(lost.screen, HasSubstr("A8 was a mine"));

  const Played asked = play(set_up(request), "K\nA\n0\nx\n10\n\nf A8\nA\nquit\n");
  EXPECT_EQ(tests::count_of(asked.screen, "Row (A to I): "), 4U);
  EXPECT_EQ(tests::count_of(asked.screen, "Column (1 to 9): "), 5U);
  EXPECT_THAT(asked.screen, HasSubstr("\"10\" is not a column; expected a number from 1 to 9"));
  EXPECT_THAT(asked.screen, HasSubstr("1 flagged."));
  EXPECT_EQ(asked.end, PlayEnd::left);

  std::string every_free_cell;
  const MinesweeperSetup setup = set_up(request);
  const std::vector<sim::Cell>& mines = *setup.board().fixed_mines;
  for (sim::Cell cell = 0; cell < 81; ++cell)
    if (!std::binary_search(mines.begin(), mines.end(), cell))
      every_free_cell +=
          std::string(1, static_cast<char>('A' + cell / 9)) + "\n" + std::to_string(cell % 9 + 1) + "\n";
  const Played won = play(setup, every_free_cell);
  EXPECT_EQ(won.end, PlayEnd::won);
  EXPECT_THAT(won.screen, HasSubstr("Congratulations"));
}

TEST(MinesweeperPlay, MovesTheMinesOnTheCoursesLastLevel) {
  MinesweeperRequest request;
  request.course = 2;
  request.size = 6;
  bool has_changed = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    request.seed = seed;
    const Played played = play(set_up(request), "A\n1\nF\n6\n");
    EXPECT_EQ(played.end, PlayEnd::left) << "the corners never hold a mine";
    // Row A after the first dig, and after the second, which opened only cells far away.
    const std::size_t second = played.screen.find("\nRound 2.");
    const std::string before = played.screen.substr(played.screen.rfind("\nA ", second), 6);
    const std::string after = played.screen.substr(played.screen.rfind("\nA "), 6);
    has_changed = has_changed || before != after;
  }
  EXPECT_TRUE(has_changed);
}

TEST(MinesweeperPlay, NamesRowsBeyondZ) {
  std::string map;
  for (int row = 0; row < 30; ++row) map += ".*\n";
  const Played played = play(board(map), "ad1\nAE1\nAD2\n");
  EXPECT_THAT(played.screen, HasSubstr("There is no row \"AE\"; rows: A to AD"));
  EXPECT_THAT(played.screen, HasSubstr("29,1 was a mine"));
}

TEST(MinesweeperPlay, HintsShowTheHeatMapAndTheBestMove) {
  // Two mines; A2 shows 1, and of its neighbours A1, B1, A3, B2, B3 one is a mine.
  const Played played = play(board("*..*\n....\n"), "A2\nhint\nhint b4\nhint A2\nhint Z1\nquit\n");
  // Layouts: 5 ways for the mine beside A2, 2 for the one in A4 or B4.
  EXPECT_THAT(played.screen, HasSubstr("    0   1   2   3\n0 20%   1 20% 50%\n1 20% 20% 20% 50%\n"));
  EXPECT_THAT(
      played.screen,
      HasSubstr("o certainly free: 0, * certainly a mine: 0; with % or two digits: P(mine) in percent.\n"));
  EXPECT_THAT(played.screen, HasSubstr("a guess; P(mine) 0.2 ("));
  EXPECT_THAT(played.screen, HasSubstr("1,3: P(mine) 0.5\n"));
  EXPECT_THAT(played.screen,
              HasSubstr("0,1 is already shown; type hint alone, or hint and a hidden cell.\n"));
  EXPECT_THAT(played.screen, HasSubstr("There is no row \"Z\""));
  EXPECT_THAT(play(board("*..*\n....\n"), "A2\nhint\nA1\n").screen,
              HasSubstr("after 2 rounds, with 1 hint."));
}

TEST(MinesweeperPlay, SavesPositionsAndOverwritesNoOthers) {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "a position.txt").string();
  const std::string other = folder.write("other.txt", "mine").string();
  const Played played = play(board("*..*\n....\n"), "A2\nsave " + file + "\nf A1\nsave " + file + "\nsave " +
                                                        other + "\nsave /no/such/x\n");
  EXPECT_EQ(tests::count_of(played.screen, "Saved. To analyse it: sapper analyze '" + file + "'\n"), 2U);
  EXPECT_THAT(played.screen, HasSubstr("already exists; save needs a new name."));
  EXPECT_THAT(played.screen, HasSubstr("/no/such"));
  std::ifstream saved(file);
  const std::string content{std::istreambuf_iterator<char>(saved), {}};
  EXPECT_THAT(content, EndsWith("mines 2\nF1..\n....\n"));
  std::ifstream kept(other);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "mine");
}

TEST(PlayCommand, KnowsEveryWordInEitherCase) {
  using Kind = PlayCommand::Kind;
  const std::pair<const char*, Kind> words[] = {
      {"d B7", Kind::dig},     {"DIG b7", Kind::dig},  {"B7", Kind::dig},           {"f B7", Kind::flag},
      {"Flag B7", Kind::flag}, {"u B7", Kind::unflag}, {"unflag B7", Kind::unflag}, {"hint", Kind::hint},
      {"save x", Kind::save},  {"help", Kind::help},   {"?", Kind::help},           {"quit", Kind::quit},
      {"q", Kind::quit},       {"exit", Kind::quit},   {"", Kind::empty},           {" \t", Kind::empty}};
  for (const auto& [line, kind] : words) EXPECT_EQ(parse_command(line).kind, kind) << line;
  EXPECT_EQ(parse_command("  save  a file.txt \r").argument, "a file.txt");
  EXPECT_EQ(parse_command("B7").argument, "B7");
}

// 1 2 1 1 below four hidden cells.
TEST(MinesweeperPlay, WhyAndHintsNameTheNumbers) {
  const char* const map = "*.*.\n....\n....\n";
  const std::string screen = play(board(map), "2,3\nhint\nwhy 0,0\nwhy 0,1\nwhy 1,1\nwhy\nwhy x\n").screen;
  const std::string safe =
      "1,3 shows 1, and every cell left for it is beside 1,2 too; 1,2 shows 1: so 0,1 is safe.\n";
  EXPECT_THAT(screen,
              HasSubstr("Best move: 0,1, safe in every consistent layout; P(mine) 0 (optimal). " + safe));
  EXPECT_THAT(screen, HasSubstr("0,1 is certainly safe. " + safe));
  EXPECT_THAT(screen, HasSubstr("0,0 is certainly a mine. 1,1 shows 2, but the cells that it shares with 1,2 "
                                "hold at most 1, as 1,2 shows 1: so 0,0 is a mine, and 0,3 is safe.\n"));
  EXPECT_THAT(screen, HasSubstr("1,1 is already shown; type why and a hidden cell"));
  EXPECT_THAT(screen, HasSubstr("why needs a cell; type why and a hidden cell"));
  EXPECT_THAT(screen, HasSubstr("\"x\" is not a cell"));
  const std::string unsure = play(board("*..\n...\n..*\n"), "1,1\nwhy 0,0\n").screen;
  EXPECT_THAT(unsure, HasSubstr("0,0 is not certain: P(mine) 0.25."));
  // The course names cells by letters.
  MinesweeperRequest request;
  request.course = 0;
  EXPECT_THAT(play(set_up(request), "e\n5\nwhy A1\n").screen,
              HasSubstr("A1 is certainly safe. A1 is safe: the first-click rule keeps it free."));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

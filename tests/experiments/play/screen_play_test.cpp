// Whole sessions on a screen: keys that a person presses, and what the screen shows, on screens of several sizes. A
// small terminal emulator determines what is shown.
#include "experiments/play/screen_play.hpp"

#include <fmt/format.h>

#include <regex>

#include "experiments/play/dialogue.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// What a terminal shows for ASCII text and the escape sequences that games write. Lines that are too long are cut and
// counted.
class Terminal {
 public:
  explicit Terminal(ScreenSize size)
      : size_(size),
        lines_(static_cast<std::size_t>(size.lines),
               std::string(static_cast<std::size_t>(size.columns), ' ')) {}

  void write(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\x1b') {
        const std::size_t end = text.find_first_of("ABCDGHJKm", i);
        ASSERT_NE(end, std::string_view::npos);
        control(text[end], std::string(text.substr(i + 2, end - i - 2)));
        i = end;
      } else if (text[i] == '\n') {
        column_ = 0;
        if (++row_ == size_.lines) scroll();
      } else {
        put(text[i]);
      }
    }
  }

  std::string screen() const {
    std::string text;
    for (const std::string& line : lines_) text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    return text;
  }
  const std::string& line(int row) const { return lines_[static_cast<std::size_t>(row)]; }
  int row() const { return row_; }
  int column() const { return column_; }
  int scrolled() const { return scrolled_; }
  int overlong() const { return overlong_; }

 private:
  void control(char kind, const std::string& parameters) {
    std::istringstream numbers(parameters);
    int first = 1, second = 1;
    char semicolon = 0;
    numbers >> first >> semicolon >> second;
    if (kind == 'H') {
      row_ = std::min(std::max(first, 1), size_.lines) - 1;
      column_ = std::min(std::max(second, 1), size_.columns) - 1;
    } else if (kind == 'G') {
      column_ = first - 1;
    } else if (kind == 'K') {
      if (column_ < size_.columns) clear(row_, column_);
    } else if (kind == 'J') {
      if (parameters == "2")
        for (int row = 0; row < size_.lines; ++row) clear(row, 0);
      else
        for (int row = row_; row < size_.lines; ++row) clear(row, row == row_ ? column_ : 0);
    }
  }
  void clear(int row, int column) {
    std::string& line = lines_[static_cast<std::size_t>(row)];
    std::fill(line.begin() + column, line.end(), ' ');
  }
  void put(char letter) {
    if (column_ >= size_.columns) {
      ++overlong_;
      return;
    }
    lines_[static_cast<std::size_t>(row_)][static_cast<std::size_t>(column_++)] = letter;
  }
  void scroll() {
    ++scrolled_;
    lines_.erase(lines_.begin());
    lines_.emplace_back(static_cast<std::size_t>(size_.columns), ' ');
    row_ = size_.lines - 1;
  }

  ScreenSize size_;
  std::vector<std::string> lines_;
  int row_ = 0, column_ = 0;
  int scrolled_ = 0, overlong_ = 0;
};

// Presses keys one by one; the screen is inspected before each.
class Typed final : public KeySource {
 public:
  Typed(std::string bytes, std::function<void()> look) : bytes_(std::move(bytes)), look_(std::move(look)) {}
  KeyPress next() override {
    look_();
    KeyDecoder decoder;
    while (next_ < bytes_.size())
      if (const auto key = decoder.take(bytes_[next_++])) return *key;
    return {KeyPress::Kind::end_of_input};
  }
  bool has_more() override { return false; }

 private:
  std::string bytes_;
  std::size_t next_ = 0;
  std::function<void()> look_;
};

struct ScreenGame {
  PlayEnd end = PlayEnd::left;
  std::vector<std::string> screens;  // before each key, and the last one
  std::vector<std::pair<int, int>> cursors;
  int scrolled = 0, overlong = 0;
};

ScreenGame play_on_screen(const MinesweeperSetup& setup, const std::string& keys, ScreenSize size = {}) {
  std::ostringstream out;
  Terminal terminal(size);
  std::size_t seen = 0;
  ScreenGame played;
  const auto look = [&] {
    terminal.write(out.str().substr(seen));
    seen = out.str().size();
    played.screens.push_back(terminal.screen());
    played.cursors.emplace_back(terminal.row(), terminal.column());
  };
  Typed source(keys, look);
  const ScreenStyle style{{}, [&] { return size; }};
  played.end = play_on_screen(source, out, setup, style);
  look();
  played.scrolled = terminal.scrolled();
  played.overlong = terminal.overlong();
  return played;
}

MinesweeperSetup board_of_map(const std::string& map) {
  const tests::TemporaryFolder folder;
  MinesweeperRequest request;
  request.file = folder.write("map", map);
  return set_up(request);
}

MinesweeperSetup expert() {
  MinesweeperRequest request;
  request.level = "Expert";
  request.seed = 5;
  return set_up(request);
}

constexpr const char* kMineInCorner = "...\n...\n..*\n";  // its only mine is 2,2
constexpr const char* kUp = "\x1b[A";
constexpr const char* kDown = "\x1b[B";
constexpr const char* kRight = "\x1bOC";
constexpr const char* kLeft = "\x1b[D";
constexpr const char* kHomeKey = "\x1b[H";
constexpr const char* kEndKey = "\x1b[F";

TEST(ScreenPlay, ArrowKeysMoveAndEnterDigs) {
  // From the middle, 1,1.
  const ScreenGame played =
      play_on_screen(board_of_map(kMineInCorner), std::string(kUp) + kUp + kLeft + kLeft + "\r");
  EXPECT_EQ(played.end, PlayEnd::won);
  EXPECT_THAT(played.screens.front(), HasSubstr("  0 1 2\n0 . . .\n1 . . .\n2 . . .\nRound 1."));
  const auto [row, column] = played.cursors.front();
  EXPECT_EQ(row, 3) << "title, numbers, row 0";
  EXPECT_EQ(column, 4);
  EXPECT_EQ(played.cursors[4], std::pair(2, 2)) << "no further than the corner";
  EXPECT_THAT(played.screens.back(),
              HasSubstr("2   1 F\nCongratulations: you have found every free cell, in 1 round.\n"));
}

TEST(ScreenPlay, SpaceSetsAndRemovesFlags) {
  const ScreenGame played =
      play_on_screen(board_of_map(kMineInCorner), std::string(kDown) + kRight + " \r  \r");
  EXPECT_THAT(played.screens[3],
              HasSubstr("2 . . F\nRound 1. 8 free cells still to find; 1 mine, 1 flagged."));
  EXPECT_THAT(played.screens[4], HasSubstr("2,2 is flagged; u 2,2 removes the flag.")) << "not dug";
  EXPECT_THAT(played.screens[5], HasSubstr("1 mine, 0 flagged."));
  EXPECT_THAT(played.screens[6], HasSubstr("1 mine, 1 flagged."));
  EXPECT_EQ(played.end, PlayEnd::left);
}

TEST(ScreenPlay, CommandsAreTyped) {
  const ScreenGame played = play_on_screen(board_of_map(kMineInCorner),
                                           "f 2 9\x7f"
                                           "2\rxy\x15"
                                           "zz\rA1\r");
  EXPECT_THAT(played.screens[7], HasSubstr("> f 2 2\n"));
  EXPECT_EQ(played.cursors[7].second, 7) << "behind what is typed";
  EXPECT_THAT(played.screens[8], HasSubstr("2 . . F\n"));
  EXPECT_THAT(played.screens[11], HasSubstr("\n>\n")) << "erased";
  EXPECT_THAT(played.screens[14], HasSubstr("\"zz\" is not a cell; cells are row,col from 0,0 to 2,2"));
  EXPECT_EQ(played.end, PlayEnd::won);
}

TEST(ScreenPlay, EndsWithItsInputOrAtQuit) {
  for (const char* keys : {"", "\x04", "quit\r", "f 0,0\rq\r"}) {
    const ScreenGame played = play_on_screen(board_of_map(kMineInCorner), keys);
    EXPECT_EQ(played.end, PlayEnd::left);
    EXPECT_THAT(played.screens.back(), HasSubstr("\nThe game ends here, unfinished.\n"));
  }
}

TEST(ScreenPlay, AsksForRowAndColumnInTheCourse) {
  MinesweeperRequest request;
  request.course = 0;
  const MinesweeperSetup setup = set_up(request);
  const ScreenGame lost = play_on_screen(setup, "a\r8\r");
  EXPECT_EQ(lost.end, PlayEnd::lost);
  EXPECT_THAT(lost.screens.front(), HasSubstr("  1 2 3 4 5 6 7 8 9\nA . "));
  EXPECT_THAT(lost.screens.front(), HasSubstr("\nRow (A to I):\n"));
  EXPECT_THAT(lost.screens[2], HasSubstr("\nColumn (1 to 9):\n"));
  EXPECT_THAT(lost.screens.back(), HasSubstr("A8 was a mine"));
  EXPECT_THAT(play_on_screen(setup, "a\rx\r\r").screens.back(), HasSubstr("Row (A to I):")) << "another row";
  EXPECT_EQ(play_on_screen(setup, "0,7\r").end, PlayEnd::lost);
  EXPECT_EQ(play_on_screen(setup, "0 7\r").end, PlayEnd::lost);
}

TEST(ScreenPlay, HintsShowRisksUntilTheNextMove) {
  const ScreenGame played = play_on_screen(board_of_map("*..*\n....\n"), "0,1\rhint\r" + std::string(kRight) +
                                                                             "f\x15"
                                                                             "f 0 0\r");
  const std::string& hint = played.screens[9];
  EXPECT_THAT(hint, HasSubstr("0 20%   1 20% 50%\n1 20% 20% 20% 50%\n"));
  EXPECT_THAT(hint, HasSubstr("Best move: "));
  EXPECT_THAT(played.screens.back(), Not(HasSubstr("20%")));
}

// For any keys: nothing scrolls away, no line is longer than the screen, the title and the prompt are there, and
// the cell under the cursor is in view.
TEST(ScreenPlay, FitsSmallScreens) {
  const std::string moves = std::string("8,15\r") + kDown + kDown + kRight + kEndKey + kDown + kDown + kDown +
                            kDown + kDown + kHomeKey + "\x1b[6~\x1b[6~\x1b[5~" + "hint\r" + kUp +
                            "a command that nobody understands and that is longer than the screen is wide\r" +
                            "f 15,29\rf 0 0\rhelp\r     \x1b[5~\x1b[5~";
  for (const ScreenSize size : {ScreenSize{80, 24}, {60, 20}, {40, 15}, {30, 10}, {20, 6}}) {
    SCOPED_TRACE(fmt::format("{} x {}", size.columns, size.lines));
    const ScreenGame played = play_on_screen(expert(), moves, size);
    EXPECT_EQ(played.overlong, 0);
    EXPECT_LE(played.scrolled, 3) << "the farewell takes up to three lines";
    for (std::size_t i = 0; i + 1 < played.screens.size(); ++i) {
      const std::string& screen = played.screens[i];
      if (screen.find("(any key: ") != std::string::npos) continue;
      EXPECT_THAT(screen, StartsWith(size.columns < 50 ? "Expert (16 x 30, 99" : "Minesweeper: ")) << i;
      EXPECT_THAT(screen, HasSubstr("\n>")) << i << '\n' << screen;
    }
  }
  const ScreenGame small = play_on_screen(expert(), moves, {40, 15});
  EXPECT_THAT(small.screens[0],
              HasSubstr("             11111111112222222222\n   012345678901234567890123456789\n"))
      << "cells of one character";
  EXPECT_THAT(small.screens[6], HasSubstr("Rows ")) << "which part of the board is shown";
}

// A long introduction gives way to a board that fits.
TEST(ScreenPlay, ShowsAWholeBoardWhereItFits) {
  std::string map = "*........\n";
  for (int row = 1; row < 9; ++row) map += ".........\n";
  const ScreenGame played = play_on_screen(board_of_map(map), "help\r ", {60, 20});
  EXPECT_THAT(played.screens[0], HasSubstr("\n0 "));
  EXPECT_THAT(played.screens[0], HasSubstr("\n8 "));
  EXPECT_THAT(played.screens[0], HasSubstr("\nArrow keys move"));
  const auto help = std::ranges::find_if(played.screens, [](const std::string& screen) {
    return screen.find("(any key: ") != std::string::npos;
  });
  ASSERT_NE(help, played.screens.end());
  EXPECT_EQ(help->find(" digs, f "), help->rfind(" digs, f ")) << "each command once";
  EXPECT_NE(help->find(" digs, f "), std::string::npos);
}

// All rows of a Beginner board stay in view, whatever is said; Tab shows what is said in parts, of which none is lost.
TEST(ScreenPlay, ShowsLongMessagesInPartsUnderAWholeBoard) {
  std::string map = "*........\n";
  for (int row = 1; row < 9; ++row) map += ".........\n";
  const std::string hint = "0,1\rhint\r";
  for (const int lines : {14, 15, 17}) {
    SCOPED_TRACE(lines);
    const ScreenGame played = play_on_screen(board_of_map(map), hint + "\t\t\t\t\t\t\t\t\t", {40, lines});
    std::string said;
    for (std::size_t i = 0; i + 1 < played.screens.size(); ++i) {
      const std::string& screen = played.screens[i];
      // 14 lines hold the board, two lines about the game, title and prompt.
      if (lines > 14) {
        EXPECT_THAT(screen, AllOf(HasSubstr("\n0 "), HasSubstr("\n8 "), Not(HasSubstr("Rows ")))) << i;
      }
      if (i < hint.size()) continue;
      const std::size_t begin = screen.find("flagged.");
      const std::size_t message = screen.find('\n', begin) + 1;
      said += screen.substr(message, screen.rfind("\n>") + 1 - message);
    }
    EXPECT_THAT(said, HasSubstr(" [Tab]\n"));
    said = std::regex_replace(said, std::regex("(?: \\[Tab\\])?\n"), " ");
    EXPECT_THAT(said, AllOf(HasSubstr("Best move: "), HasSubstr(" o certainly free: "),
                            HasSubstr("* certainly a mine: "), HasSubstr(" P(mine) in percent.")));
  }
}

TEST(ScreenPlay, FollowsTheCursorOverALargeBoard) {
  std::string keys;
  for (int i = 0; i < 15; ++i) keys += kDown;
  for (int i = 0; i < 20; ++i) keys += kRight;
  const ScreenGame played = play_on_screen(expert(), keys, {30, 12});
  EXPECT_THAT(played.screens[8], HasSubstr("\n15 "));
  for (std::size_t i = 0; i + 1 < played.screens.size(); ++i) {
    const auto [row, column] = played.cursors[i];
    std::istringstream lines(played.screens[i]);
    std::string line;
    for (int at = 0; at <= row; ++at) std::getline(lines, line);
    const int expected_row = 8 + std::min(static_cast<int>(i), 7);
    EXPECT_THAT(line, StartsWith(fmt::format("{:>2} ", expected_row))) << i;
    ASSERT_LT(static_cast<std::size_t>(column), line.size());
    EXPECT_EQ(line[static_cast<std::size_t>(column)], '.');
  }
}

TEST(ScreenPlay, LetsALargeBoardBeLookedAtAtTheEnd) {
  std::string map;
  for (int row = 0; row < 30; ++row) map += "*.........\n";
  const ScreenGame played =
      play_on_screen(board_of_map(map), "29,0\r" + std::string(kUp) + "\x1b[5~\x1b[5~\x1b[5~\r", {40, 12});
  EXPECT_EQ(played.end, PlayEnd::lost);
  EXPECT_THAT(played.screens[5], HasSubstr("29 X 2"));
  EXPECT_THAT(played.screens[5], HasSubstr("29,0 was a mine"));
  EXPECT_THAT(played.screens.back(), HasSubstr("\n13 * 3"));
}

TEST(ScreenPlay, IsNotWrittenBeyondItsLines) {
  MinesweeperRequest request;
  request.rows = 1;
  request.cols = 200;
  request.mines = 20;
  const ScreenGame played =
      play_on_screen(set_up(request), std::string(kEndKey) + kRight + kHomeKey, {40, 14});
  EXPECT_EQ(played.overlong, 0);
  EXPECT_THAT(played.screens[2], HasSubstr("Columns "));
  EXPECT_THAT(played.screens[2], HasSubstr("Columns 162 to 199\nof 200."));
}

// The line of keys stays after a key was pressed, except where the board needs its line or a message is shown.
TEST(ScreenPlay, KeysAreNamedWhereThereIsNoMessage) {
  const std::string keys = "\nArrow keys move, Enter digs, Space flags; type hint, why, help, quit.\n>";
  const ScreenGame played =
      play_on_screen(board_of_map(kMineInCorner), std::string(kUp) + "zz\r" + kDown + "quit\r", {80, 24});
  EXPECT_THAT(played.screens[1], HasSubstr(keys));
  EXPECT_THAT(played.screens[4], AllOf(HasSubstr("\"zz\" is not a cell"), Not(HasSubstr("Arrow keys"))));
  EXPECT_THAT(played.screens[5], HasSubstr(keys));
  EXPECT_THAT(played.screens.back(), Not(HasSubstr("Arrow keys")));
  EXPECT_THAT(play_on_screen(expert(), kUp, {80, 24}).screens[1], HasSubstr(keys));
  EXPECT_THAT(play_on_screen(expert(), kUp, {80, 21}).screens[1],
              AllOf(HasSubstr("\n15 "), Not(HasSubstr("Arrow"))));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

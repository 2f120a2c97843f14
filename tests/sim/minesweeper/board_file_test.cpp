// Board files of all three formats: read, written, recognized, and refused with the place of the error.
#include "sim/minesweeper/board_file.hpp"

#include "sim/random/stream.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using namespace std::string_literals;

BoardFile board_of(const std::string& content, std::optional<BoardSize> size = std::nullopt) {
  return parse_board(Input{"board", content}, size);
}

std::string refusal_of_board(const std::string& content, std::optional<BoardSize> size = std::nullopt) {
  return tests::message_of<InputError>([&] { board_of(content, size); });
}

TEST(BoardFile, ReadsListsMapsAndMbfAlike) {
  const std::vector<Cell> expected{1, 5, 8};
  const BoardFile list = board_of("# a board\n2,2\n\n 0 , 1 # first row\r\n1,2\n", BoardSize{3, 3});
  const BoardFile map = board_of("# a board\n\n. * .\n..*\r\n..*  # last\n\n# end\n");
  const BoardFile mbf = board_of("\x03\x03\x00\x03\x02\x02\x01\x00\x02\x01"s);
  for (const BoardFile& board : {list, map, mbf}) {
    EXPECT_EQ(board.rows, 3);
    EXPECT_EQ(board.cols, 3);
    EXPECT_EQ(board.mines, expected);
  }
}

TEST(BoardFile, TellsWidthFromHeight) {
  const BoardFile mbf = board_of("\x04\x02\x00\x01\x03\x01"s);  // 4 wide, 2 high, a mine at x 3, y 1
  EXPECT_EQ(mbf.rows, 2);
  EXPECT_EQ(mbf.cols, 4);
  EXPECT_EQ(mbf.mines, std::vector<Cell>{7});
  const BoardFile map = board_of("....\n...*\n");
  EXPECT_EQ(map.rows, 2);
  EXPECT_EQ(map.mines, std::vector<Cell>{7});
}

TEST(BoardFile, EveryWriterIsReadBack) {
  Stream random({1, 2, 3}, StreamPurpose::layout);
  for (const BoardSize size : {BoardSize{1, 1}, BoardSize{1, 7}, BoardSize{16, 30}, BoardSize{255, 255}}) {
    const Grid grid(size.rows, size.cols);
    std::vector<Cell> mines;
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      if (random.below(3) == 0) mines.push_back(cell);
    if (mines.empty()) mines.push_back(0);
    std::vector<Cell> shuffled = mines;
    random.shuffle(std::span<Cell>(shuffled));
    for (const auto write : {write_map, write_mbf}) {
      std::ostringstream out;
      write(out, grid, shuffled);
      const BoardFile board = board_of(out.str(), size);
      EXPECT_EQ(board.mines, mines) << size.rows << " x " << size.cols;
    }
  }
}

TEST(BoardFile, MbfWritesTheDocumentedBytes) {
  std::ostringstream out;
  write_mbf(out, Grid(2, 4), std::vector<Cell>{7, 0});
  EXPECT_EQ(out.str(), "\x04\x02\x00\x02\x00\x00\x03\x01"s);
  std::ostringstream many;
  std::vector<Cell> mines(300);
  for (Cell cell = 0; cell < mines.size(); ++cell) mines[cell] = cell;
  write_mbf(many, Grid(20, 20), mines);
  EXPECT_EQ(many.str().substr(0, 4), "\x14\x14\x01\x2c"s) << "the mine count's high byte comes first";
  EXPECT_THROW(write_mbf(many, Grid(1, 256), mines), std::invalid_argument);
}

TEST(BoardFile, MapOfAnEmptyBoardHasNoMines) { EXPECT_TRUE(board_of("..\n..\n").mines.empty()); }

TEST(BoardFile, RefusesBadLists) {
  const BoardSize size{9, 8};
  EXPECT_EQ(refusal_of_board("0,7\n9,0\n", size),
            "board:2:1: '9' is not a row of this board; a whole number from 0 to 8 is needed");
  EXPECT_EQ(refusal_of_board("0,8\n", size),
            "board:1:3: '8' is not a column of this board; a whole number from 0 to 7 is needed");
  EXPECT_EQ(refusal_of_board("0,7\n1,1\n 0,7\n", size),
            "board:3:2: the mine at 0,7 is in line 1 already; each mine may be listed only once");
  EXPECT_EQ(refusal_of_board("0,7\n17\n", size),
            "board:2:1: no comma; a line gives one mine as row,col, such as 0,7");
  for (const char* line : {"1,-2", "1,2.0", "1,2,3", "1,", ",1", "1,x", "1,+2", "1,99999999999999999999"})
    EXPECT_NE(refusal_of_board("0,0\n"s + line + "\n", size).find("board:2:"), std::string::npos) << line;
  EXPECT_NE(refusal_of_board("0,7\n").find("does not give the board's size"), std::string::npos);
}

TEST(BoardFile, RefusesBadMaps) {
  EXPECT_EQ(refusal_of_board("..*\n.*\n"), "board:2:1: a row of 2 cells, but the first row (line 1) has 3");
  EXPECT_EQ(refusal_of_board("..*\n.x.\n"), "board:2:2: 'x' is neither * (mine) nor . (free)");
  EXPECT_EQ(refusal_of_board("#.*\n...\n"),
            "board:1:1: # starts a comment and is not a cell; put a space after it if it is a comment");
  EXPECT_EQ(refusal_of_board("..*\n...\n", BoardSize{3, 2}),
            "board:1:1: a map of 2 x 3 (rows x columns), but the board is 3 x 2");
  EXPECT_NE(refusal_of_board(std::string(4097, '.')).find("board:1:4097: a row has at most 4096"),
            std::string::npos);
  std::string tall;
  for (int row = 0; row < 4097; ++row) tall += ".\n";
  EXPECT_NE(refusal_of_board(tall).find("board:4097:1: a board has at most 4096"), std::string::npos);
}

// Many programs draw a free cell as a blank.
TEST(BoardFile, ABlankThatMayBeACellIsRefused) {
  const auto refused_at = [](int line, int column) {
    return "board:" + std::to_string(line) + ":" + std::to_string(column) +
           ": this blank may stand for a free cell; write . if it does. Blanks separate cells only where "
           "exactly "
           "one stands between any two of a row";
  };
  EXPECT_EQ(refusal_of_board("  *\n*  \n"), refused_at(1, 1));
  EXPECT_EQ(refusal_of_board("*  \n  *\n"), refused_at(1, 2));
  EXPECT_EQ(refusal_of_board("* *\n* *\n"), refused_at(1, 2)) << "a map has free cells";
  EXPECT_EQ(refusal_of_board("**\n**\n  \n"), refused_at(3, 1));
  EXPECT_EQ(refusal_of_board("*  *\n.  .\n"), refused_at(1, 3));
  EXPECT_EQ(refusal_of_board("*. .*\n*...*\n"), refused_at(1, 3));
  EXPECT_EQ(refusal_of_board("..*\n *.\n"), refused_at(2, 1));
  for (const char* map : {"* .\n. *\n", " *.\n .* \n", " * .\n . * \n   \n", "*. # x\n.*\n"})
    EXPECT_EQ(board_of(map).mines, (std::vector<Cell>{0, 3})) << map;
}

TEST(BoardFile, NamesBoardsOfOtherPrograms) {
  const auto named = [](char first, const std::string& name) {
    return "board:1:1: '" + std::string(1, first) + "' is neither * (mine) nor . (free): this is " + name +
           "; write * for each mine and . for each free cell";
  };
  const std::string solved = "a solved map, with numbers";
  EXPECT_EQ(refusal_of_board("12*\n*21\n"), named('1', solved));
  EXPECT_EQ(refusal_of_board("1 2 *\n* 2 1\n", BoardSize{2, 3}), named('1', solved));
  EXPECT_THAT(refusal_of_board("*21\n12*\n"),
              testing::HasSubstr("board:1:2: '2' is neither * (mine) nor . (free): this is " + solved));
  EXPECT_THAT(refusal_of_board(".1.\n.1.\n"), testing::EndsWith("'1' is neither * (mine) nor . (free)"));
  for (const char* matrix : {"010\n100\n", "0 1 0\n1 0 0\n", "0,1,0\n1,0,0\n", "0\n1\n"})
    EXPECT_EQ(refusal_of_board(matrix, BoardSize{2, 3}), named('0', "a matrix of 0 and 1")) << matrix;
  for (const char* id : {"3x2n2:0,0,m1c", "9x9n10a", "9x9n10#12345", "30x16n99a:1,2,u00"})
    EXPECT_EQ(refusal_of_board(id, BoardSize{2, 3}), named(id[0], "an id of Simon Tatham's Mines")) << id;
  EXPECT_EQ(board_of("0,1\n1,0\n", BoardSize{2, 2}).mines, (std::vector<Cell>{1, 2})) << "a list of row,col";
}

// A lone carriage return, as old Macs wrote it, ends a line; it is not a blank between two rows.
TEST(BoardFile, EveryLineEndEndsARow) {
  for (const char* map : {".*.\n...\n", ".*.\r...\r", ".*.\r\n...\r\n", ".*.\r...", ".*.\n...\r\n"}) {
    const BoardFile board = board_of(map);
    EXPECT_EQ(board.rows, 2) << map;
    EXPECT_EQ(board.cols, 3) << map;
    EXPECT_EQ(board.mines, std::vector<Cell>{1}) << map;
  }
  EXPECT_EQ(board_of("0,1\r2,2\r\n1,0\r", BoardSize{3, 3}).mines, (std::vector<Cell>{1, 3, 8}));
  EXPECT_EQ(refusal_of_board("..\r..\r\n.x\r"), "board:3:2: 'x' is neither * (mine) nor . (free)");
  EXPECT_EQ(refusal_of_board("0,0\r\n0,1\r0,1", BoardSize{3, 3}),
            "board:3:1: the mine at 0,1 is in line 2 already; each mine may be listed only once");
  EXPECT_EQ(refusal_of_board("..\r.\xff\r").substr(0, 10), "board:2:2:");
}

TEST(BoardFile, GapsBetweenRowsEndABoard) {
  const std::string choose = "A file is read as one; #1 or #2 after its name chooses the first or the second";
  for (const char* gap : {"\n", "# next\n", " \t \n", "\r", "\r\n\r\n", "  # a\n\n# b\n"})
    EXPECT_NE(refusal_of_board("\n*..\n.*.\n" + std::string(gap) + "...\n..*\n")
                  .find(":1: a second board; the first begins in line 2. " + choose),
              std::string::npos)
        << gap;
  EXPECT_EQ(refusal_of_board("..\n\n..\n").substr(0, 10), "board:3:1:");
  const std::string three = "# 0\n*.\n\n# 1\n.*\n.*\n\n# 2\n..\n..\n..\n";
  const auto numbered = [&](std::uint64_t number) { return parse_board(Input{"board", three, number}); };
  EXPECT_EQ(numbered(1).rows, 1);
  EXPECT_EQ(numbered(2).mines, (std::vector<Cell>{1, 3}));
  EXPECT_EQ(numbered(3).rows, 3);
  EXPECT_EQ(tests::message_of<InputError>([&] { numbered(4); }), "board: holds 3 boards; there is no #4");
  // The list's gaps mean nothing, and MBF holds one board.
  EXPECT_EQ(board_of("0,0\n\n# more\n1,1\n", BoardSize{2, 2}).mines, (std::vector<Cell>{0, 3}));
  EXPECT_EQ(tests::message_of<InputError>([&] {
              parse_board({"board", "0,0\n", 2}, BoardSize{2, 2});
            }),
            "board: holds 1 board; there is no #2");
  EXPECT_EQ(tests::message_of<InputError>([&] {
              parse_board({"board", "\x02\x02\x00\x00"s, 2});
            }),
            "board: holds 1 board; there is no #2");
  EXPECT_EQ(parse_board({"board", "\x02\x02\x00\x00"s, 1}).rows, 2);
}

TEST(BoardFile, ChoosesByTheNumberAfterTheName) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(read_board_file(folder.write("one", "0,0\n8,8\n"), BoardSize{9, 9}).mines,
            (std::vector<Cell>{0, 80}));
  const std::string two = folder.write("two.txt", "*.\n\n.*\n").string();
  EXPECT_EQ(read_board_file(two + "#1").mines, std::vector<Cell>{0});
  EXPECT_EQ(read_board_file(two + "#2").mines, std::vector<Cell>{1});
  const auto message = [](const std::string& path) {
    return tests::message_of<InputError>([&] { read_board_file(path); });
  };
  EXPECT_EQ(message(two + "#3"), two + ": holds 2 boards; there is no #3");
  EXPECT_EQ(message(two + "#0"),
            two + "#0: does not exist; the boards and positions of a file are numbered from #1");
  EXPECT_EQ(message(two + "#x"), two + "#x: cannot be read: No such file or directory");
  // A file may be called so.
  folder.write("two.txt#2", "**\n");
  EXPECT_EQ(read_board_file(two + "#2").mines, (std::vector<Cell>{0, 1}));
}

// Control characters are in no text, and MBF has the size that its header says.
TEST(BoardFile, SaysWhatIsNeitherTextNorMbf) {
  const auto neither = [](const std::string& byte, int line, int column) {
    return "board: neither a text map nor MBF: byte " + byte + " at line " + std::to_string(line) +
           ", column " + std::to_string(column);
  };
  EXPECT_EQ(refusal_of_board(".*.\n...\n\x1A"s), neither("0x1A", 3, 1)) << "as DOS ended text files";
  EXPECT_EQ(refusal_of_board("\x0C.*.\n...\n"s), neither("0x0C", 1, 1));
  EXPECT_EQ(refusal_of_board(".*.\r..\0\n"s), neither("0x00", 2, 3));
  EXPECT_EQ(refusal_of_board("\x1B[1m.*.\n"s), neither("0x1B", 1, 1));
  EXPECT_EQ(refusal_of_board("\xEF\xBB\xBF..\x0C\n"s), neither("0x0C", 1, 3))
      << "the byte order mark does not count";
  EXPECT_EQ(refusal_of_board("0,7\n1,\x0B\n"s, BoardSize{9, 9}), neither("0x0B", 2, 3));
  EXPECT_EQ(refusal_of_board("\xFF\xFE*\0.\0\n\0"s),
            neither("0xFF", 1, 1) + "; UTF-16 begins so: save the file as UTF-8 text");
  EXPECT_EQ(refusal_of_board("\0*\0.\0\n\0"s), neither("0x00", 1, 1));
  EXPECT_EQ(refusal_of_board("*rmv\0\0\0\2 and the rest of a replay"s), neither("0x00", 1, 5));
  EXPECT_EQ(refusal_of_board("\x03\x03\x00"s), neither("0x03", 1, 1));
  // A header that may be one: a file that was cut off, or has more than its board.
  EXPECT_EQ(refusal_of_board("\x03\x04\x00\x02\x01\x01"s),
            neither("0x03", 1, 1) +
                "; an MBF board of 4 x 3 (rows x columns) with 2 mines has 8 bytes, but the file has 6");
  EXPECT_EQ(refusal_of_board("\x03\x04\x00\x02\x01\x01\x00\x00\x00"s),
            neither("0x03", 1, 1) +
                "; an MBF board of 4 x 3 (rows x columns) with 2 mines has 8 bytes, but the file has 9");
}

// Without a control character an MBF file must have 2313 mines or more.
TEST(BoardFile, TellsMbfFromTextBySizeAndBeginning) {
  std::string mbf = "\x78\x79\x09\x40"s;  // 120 wide, 121 high, 2368 mines
  for (int y = 33; y < 70; ++y)
    for (int x = 33; x < 97; ++x) mbf += {static_cast<char>(x), static_cast<char>(y)};
  const BoardFile board = board_of(mbf);
  EXPECT_EQ(board.rows, 121);
  EXPECT_EQ(board.mines.size(), 2368U);
  // A map whose first bytes, taken for a header, give its size: `..**` would be 46 x 46 with 10,794 mines.
  std::string map;
  for (int row = 0; row < 4; ++row) map += "..**" + std::string(16, '.') + "\n";
  map += "#" + std::string(4 + 2 * 0x2A2A - map.size() - 2, 'x') + "\n";
  ASSERT_EQ(map.size(), 4U + 2 * 0x2A2A);
  EXPECT_EQ(board_of(map).rows, 4);
}

TEST(BoardFile, RefusesBadMbf) {
  EXPECT_EQ(refusal_of_board("\x03\x02\x00\x01\x01\x02"s),
            "board: byte 4: a mine at x 1, y 2 lies outside the board; x is below 3 and y below 2");
  EXPECT_EQ(refusal_of_board("\x03\x03\x00\x02\x01\x01\x01\x01"s),
            "board: byte 6: the mine at x 1, y 1 is at byte 4 already; each mine may be listed only once");
  EXPECT_EQ(refusal_of_board("\x03\x00\x00\x00"s),
            "board: byte 1: a side of 0 cells; MBF boards have 1 to 255 columns and rows");
  EXPECT_EQ(refusal_of_board("\x03\x02\x00\x01\x01\x01"s, BoardSize{3, 2}),
            "board: byte 0: an MBF board of 2 x 3 (rows x columns), but the board is 3 x 2");
}

TEST(BoardFile, RefusesWhatIsNoBoard) {
  EXPECT_NE(refusal_of_board("").find("board: contains no board"), std::string::npos);
  EXPECT_NE(refusal_of_board("\n# only a comment\n").find("board: contains no board"), std::string::npos);
  EXPECT_NE(refusal_of_board("\nhello\n").find("board:2:1: 'h' does not start a board"), std::string::npos);
  EXPECT_NE(refusal_of_board("..\n.\xff\n").find("board:2:2: the byte 0xFF is not UTF-8"), std::string::npos);
  EXPECT_NE(refusal_of_board("..\n\xe2\x82\xac.\n").find("board:2:1: '\xe2\x82\xac' is neither"),
            std::string::npos);
}

TEST(BoardFile, RefusesFilesThatCannotBeRead) {
  const auto message = [&](const std::filesystem::path& path) {
    return tests::message_of<InputError>([&] { read_board_file(path); });
  };
  EXPECT_EQ(message("/no/such/file"), "/no/such/file: cannot be read: No such file or directory");
  EXPECT_EQ(message("/"), "/: is a folder; expected a file");
}

}  // namespace
}  // namespace sapper::sim

// Positions in the text format: read, written, and refused with the place of the error.
#include "sim/minesweeper/position.hpp"

#include "sim/minesweeper/cell_text.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

Position parse(const std::string& content, FlagMeaning flags = FlagMeaning::mark) {
  return make_position(parse_position_text(Input{"p", content}), flags);
}

std::string refusal(const std::string& content, FlagMeaning flags = FlagMeaning::mark) {
  return tests::message_of<InputError>([&] { parse(content, flags); });
}

TEST(Position, ReadsTheTextForm) {
  const Position position = parse("# a position\nmines 2\n\n. 1 0\r\nF20 # flagged\n.10\n\n# end\n");
  const View& view = position.view;
  EXPECT_EQ(*position.grid, Grid(3, 3));
  EXPECT_EQ(&view.grid(), position.grid.get());
  EXPECT_EQ(view.mine_count(), 2U);
  EXPECT_EQ(view.hidden_count(), 3U);
  EXPECT_EQ(view.number(1), 1);
  EXPECT_EQ(view.number(4), 2);
  EXPECT_TRUE(view.is_hidden(0));
  EXPECT_TRUE(view.is_hidden(3) && view.is_flagged(3));
  EXPECT_TRUE(position.trusted_mines.empty()) << "a flag is a mark unless asked for";
}

TEST(Position, FlagsBecomeEvidenceOnRequest) {
  const Position position = parse("mines 2\nF1\n1F\n", FlagMeaning::evidence);
  EXPECT_EQ(position.trusted_mines, (std::vector<Cell>{0, 3}));
  EXPECT_EQ(refusal("mines 1\nF1\n1F\n", FlagMeaning::evidence),
            "p:1:7: 1 mine, but 2 flags, each trusted to mark a mine");
  EXPECT_EQ(refusal("mines 1\nF1\n1F\n"), "");
  const std::string in_corner = "mines 1\nfirst_click safe_corners\n. F\n1 1\n";
  EXPECT_EQ(refusal(in_corner, FlagMeaning::evidence),
            "p:3:3: a flag, trusted to mark a mine, on a cell that first_click safe_corners keeps free");
  EXPECT_EQ(refusal(in_corner), "");
}

// `square, torus`.
template <class Rows>
std::string names_of(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

TEST(Position, ReadsTopologies) {
  EXPECT_EQ(parse("mines 1\ntopology hex\n..\n..\n").grid->topology(), Topology::hex);
  EXPECT_EQ(parse("topology torus\nmines 1\n..\n..\n").grid->topology(), Topology::torus);
  EXPECT_EQ(refusal("mines 1\ntopology hexagon\n..\n"),
            "p:2:10: 'hexagon' is not a topology; known: " + names_of(kTopologies));
}

TEST(Position, KnowsThatCornersStayFree) {
  const Position position = parse("mines 1\nfirst_click safe_corners\n...\n...\n");
  EXPECT_EQ(std::vector<Cell>(position.view.free_by_rule().begin(), position.view.free_by_rule().end()),
            (std::vector<Cell>{0, 2, 3, 5}));
  EXPECT_TRUE(parse("mines 1\nfirst_click opening\n...\n").view.free_by_rule().empty());
  EXPECT_EQ(refusal("mines 1\nfirst_click corners\n...\n"),
            "p:2:13: 'corners' is not a first-click rule; known: " + names_of(kFirstClickRules));
}

TEST(Position, IsWrittenAndReadBack) {
  for (const char* text : {"mines 3\n.10\nF2.\n", "mines 0\n0\n", "mines 2\ntopology hex\n...\n.2.\n...\n",
                           "mines 1\nfirst_click safe_corners\n...\n...\n"}) {
    std::ostringstream out;
    write_position(out, parse(text).view);
    EXPECT_EQ(out.str(), text);
  }
}

TEST(Position, KnowsWhereACellStands) {
  const PositionText text = parse_position_text(Input{"p", "mines 1\n# x\n  . . 1\n  0 0\t0\n"});
  EXPECT_EQ(place_of_cell(text, 0, 2).line, 3U);
  EXPECT_EQ(place_of_cell(text, 0, 2).column, 7U);
  EXPECT_EQ(place_of_cell(text, 1, 2).line, 4U);
  EXPECT_EQ(place_of_cell(text, 1, 2).column, 7U);
}

TEST(Position, RefusesBadRows) {
  EXPECT_EQ(
      refusal("mines 1\n...\n..\n"),
      "p:3:1: a row of 2 cells, but the first row (line 2) has 3; all rows have the same number of cells");
  const std::string no_cell =
      ": # starts a comment and is not a cell; put a space after it if it is a comment";
  EXPECT_EQ(refusal("mines 1\n.#.\n...\n"), "p:2:2" + no_cell);
  EXPECT_EQ(refusal("mines 1\n#1\n.1.\n"), "p:2:1" + no_cell);
  EXPECT_EQ(refusal("mines 1\n.1.\n##F \n"), "p:3:1" + no_cell);
  EXPECT_EQ(refusal("mines 1\n.1#\n.1#\n"), "p:2:3" + no_cell);
  EXPECT_EQ(refusal("mines 1 # 1 of 2\n####\n#\n... # 3\n...#three\n# 111\n"), "");
  EXPECT_EQ(refusal("mines 1\n.9.\n"),
            "p:2:2: '9' is not a cell; a cell is 0 to 8 (shown), . (hidden) or F (flagged)");
  EXPECT_EQ(refusal("mines 1\n  . x\n"),
            "p:2:5: 'x' is not a cell; a cell is 0 to 8 (shown), . (hidden) or F (flagged)");
  EXPECT_EQ(refusal("mines 1\n...\n4..\n"),
            "p:3:1: a 4 in row 1, column 0 (from 0), where a cell has 3 neighbours; 0 to 3 is possible");
  EXPECT_EQ(refusal("mines 1\n...\n3..\n"), "");
  EXPECT_EQ(refusal("mines 1\ntopology hex\n...\n.7.\n...\n"),
            "p:4:2: a 7 in row 1, column 1 (from 0), where a cell has 6 neighbours; 0 to 6 is possible");
  EXPECT_NE(refusal("mines 1\n.\xe2\x82\xac.\n").find("p:2:2: '\xe2\x82\xac' is not a cell"),
            std::string::npos);
  EXPECT_NE(refusal("mines 1\n.\x01.\n").find("p:2:2: the character 0x01 is not a cell"), std::string::npos);
  EXPECT_NE(refusal("mines 1\n.\xff.\n").find("p:2:2: the byte 0xFF is not UTF-8"), std::string::npos);
  EXPECT_NE(refusal("mines 1\n" + std::string(4097, '.')).find("at most 4096"), std::string::npos);
  std::string tall = "mines 1\n";
  for (int row = 0; row < 4097; ++row) tall += ".\n";
  EXPECT_NE(refusal(tall).find("p:4098:1: 4097 rows; at most 4096"), std::string::npos);
}

// A wrong sign is named, rather than a wrong number of cells.
TEST(Position, CountsCellsInCharacters) {
  const std::string why = " is not a cell; a cell is 0 to 8 (shown), . (hidden) or F (flagged)";
  const std::string flag = "\xE2\x9A\x91";
  EXPECT_EQ(refusal("mines 2\n" + flag + "1.1.\n.1.1.\n"), "p:2:1: '" + flag + "'" + why);
  EXPECT_EQ(refusal("mines 2\n.1.1.\n.1.1" + flag + "\n"), "p:3:5: '" + flag + "'" + why);
  const std::string two_code_points = "\xF0\x9F\x9A\xA9\xEF\xB8\x8F";
  EXPECT_EQ(refusal("mines 2\n.1.1.\n" + two_code_points + "1.1.\n"), "p:3:1: '\xF0\x9F\x9A\xA9'" + why);
  EXPECT_EQ(refusal("mines 2\n.1x\n.1.1.\n"), "p:2:3: 'x'" + why) << "before the number of cells";
  EXPECT_EQ(refusal("mines 2\n.1\x1A\n.1.1.\n"), "p:2:3: the character 0x1A" + why);
}

// Many programs draw a shown 0 as a blank.
TEST(Position, ABlankThatMayBeACellIsRefused) {
  const auto refused_at = [](int line, int column) {
    return "p:" + std::to_string(line) + ":" + std::to_string(column) +
           ": this blank may stand for a shown 0; write 0 if it does. Blanks separate cells only where "
           "exactly "
           "one stands between any two of a row";
  };
  EXPECT_EQ(refusal("mines 2\n.1 1.\n.1 1.\n"), refused_at(2, 3));
  EXPECT_EQ(refusal("mines 2\n. 1   1 .\n. 1   1 .\n"), refused_at(2, 5));
  EXPECT_EQ(refusal("mines 2\n.1.\n 1.\n"), refused_at(3, 1));
  EXPECT_EQ(refusal("mines 2\n 1.\n.1.\n"), refused_at(2, 1));
  EXPECT_EQ(refusal("mines 2\n 1.\n 1.\n"), refused_at(2, 1)) << "a column of zeros";
  EXPECT_EQ(refusal("mines 2\n.1 \n.1 \n"), refused_at(2, 3));
  EXPECT_EQ(refusal("mines 2\n.11\n111\n   \n"), refused_at(4, 1)) << "a row of zeros";
  EXPECT_EQ(refusal("mines 2\n   \n111\n.1.\n"), refused_at(2, 1));
  EXPECT_EQ(refusal("mines 2\n.1 10\n.1010\n"), refused_at(2, 3)) << "one of two signs for a 0 is forgotten";
}

// Where they separate every two cells, or 0 is written, blanks are no cells.
TEST(Position, BlanksMaySeparateIndentAndPad) {
  const Grid two_by_three(2, 3);
  for (const char* text :
       {"mines 2\n. 1 .\n. 1 .\n", "mines 2\n. 1 . \n. 1 .\n", "mines 2\n . 1 .\n . 1 .\n",
        "mines 2\n.\t1\t.\n.1.\n", "  mines 2\n  .1.\n  .1.\n", "mines 2\n  .1.\n  .10\n",
        "mines 2\n.1.  \n.10 \n   \n", "mines 2\n.1. # one\n.1.\n \n", "mines 2\n.1.\n.1.\n\n"})
    EXPECT_EQ(*parse(text).grid, two_by_three) << text;
}

TEST(Position, NamesBoardsOfOtherPrograms) {
  EXPECT_EQ(refusal("12*\n*21\n"),
            "p:1:1: a row before the mine count; this is a solved map, with numbers; a position begins with "
            "`mines N`");
}

TEST(Position, EveryLineEndEndsARow) {
  for (const char* text : {"mines 2\r.1.1.\r.1.1.\r", "mines 2\n.1.1.\r.1.1.\r", "mines 2\r\n.1.1.\r.1.1.",
                           "mines 2\r.1.1.\r\n.1.1.\n"}) {
    EXPECT_EQ(*parse(text).grid, Grid(2, 5)) << text;
  }
  EXPECT_EQ(refusal("mines 2\r# x\r\n.1\r.\r").substr(0, 6), "p:4:1:");
  EXPECT_EQ(refusal("mines 1\r.\xff.\r"), "p:2:2: the byte 0xFF is not UTF-8; save the file as UTF-8 text");
}

TEST(Position, GapsBetweenRowsEndAPosition) {
  const std::string second =
      ":1: a second position; the first begins in line 1. A file is read as one; #1 or #2 after its name "
      "chooses the first or the second";
  EXPECT_EQ(refusal("mines 2\n.1.1.\n.1.1.\n\n.1.1.\n"), "p:5" + second);
  EXPECT_EQ(refusal("mines 2\n.1.1.\n# and\n.1.1.\n"), "p:4" + second);
  EXPECT_EQ(refusal("mines 2\n.1.1.\nmines 2\n.1.1.\n"), "p:3" + second);
  EXPECT_EQ(refusal("mines 2\n.1.1.\n\ntopology hex\n"), "p:4" + second);
  const auto numbered = [](std::uint64_t number) {
    return make_position(
        parse_position_text({"p", "\nmines 1\ntopology hex\n\n..\n..\nmines 2\n...\n\n.1.1.\n", number}),
        FlagMeaning::mark);
  };
  EXPECT_EQ(numbered(1).grid->topology(), Topology::hex);
  EXPECT_EQ(*numbered(2).grid, Grid(1, 3)) << "a header is its own position's";
  EXPECT_EQ(tests::message_of<InputError>([&] { numbered(3); }),
            "p:10:1: a row before the mine count; a position begins with `mines N`");
  EXPECT_EQ(tests::message_of<InputError>([] {
              parse_position_text({"p", "mines 1\n..\n\nmines 1\n..\n", 3});
            }),
            "p: holds 2 positions; there is no #3");
}

TEST(Position, RefusesMineCountsThatCannotBe) {
  EXPECT_EQ(refusal("mines 5\n..\n..\n"), "p:1:7: 5 mines on a board of 4 cells");
  EXPECT_EQ(refusal("mines 4\n..\n3.\n"),
            "p:1:7: 4 mines, but 3 hidden cells; every mine is under a hidden cell");
  EXPECT_EQ(
      refusal("mines 18446744073709551616\n..\n"),
      "p:1:7: '18446744073709551616' is not a mine count; a whole number from 0 is needed, or * for any");
  // Only the analysis takes positions without one, or on lattices.
  EXPECT_EQ(refusal("mines 1\ntopology cairo\na.\n"),
            "p:2:10: 'cairo' is not a topology; known: square, torus, hex");
  for (const char* mines : {"mines *", "density 0.25"})
    EXPECT_NE(refusal(std::string(mines) + "\n..\n").find("a position without a mine count"),
              std::string::npos);
  for (const char* density : {"0", "1", "-0.5", "nan", "half"})
    EXPECT_NE(refusal("density " + std::string(density) + "\n..\n").find("is not a density"),
              std::string::npos);
  for (const char* count : {"", "-1", "1.5", "ten", "1e1", "+1"})
    EXPECT_NE(refusal("mines " + std::string(count) + "\n..\n").find("is not a mine count"),
              std::string::npos)
        << count;
}

TEST(Position, RefusesBadHeaders) {
  EXPECT_EQ(refusal("..\n..\n"), "p:1:1: a row before the mine count; a position begins with `mines N`");
  EXPECT_EQ(refusal(""), "p: is empty; a position begins with `mines N`, then comes one line per row");
  EXPECT_EQ(refusal("# nothing\n"),
            "p: is empty; a position begins with `mines N`, then comes one line per row");
  EXPECT_EQ(refusal("mines 3\n"), "p: contains no rows; after `mines N` comes one line per row");
  EXPECT_EQ(refusal("mines 3\nmines 3\n...\n"),
            "p:2:1: `mines` is in line 1 already; it may be given only once");
  EXPECT_EQ(refusal("mines 3\n...\ntopology hex\n"), "p:3:1: `topology` belongs before the rows");
  EXPECT_EQ(refusal("\ntopology hex\n"),
            "p:2:1: a position without its mine count; a position begins with `mines N`");
  EXPECT_EQ(refusal("mines 3 4\n...\n"), "p:1:9: '4' is an unexpected value after `mines`");
  EXPECT_NE(refusal("Mines 3\n...\n").find("p:1:1: 'Mines' is neither `mines N`"), std::string::npos);
}

// Cells and boards as text.

TEST(CellText, IsReadBack) {
  const BoardSize size{12, 30};
  EXPECT_EQ(cell_text(size, 0), "0,0");
  EXPECT_EQ(cell_text(size, 3 * 30 + 14), "3,14");
  for (Cell cell = 0; cell < 12 * 30; ++cell) EXPECT_EQ(parse_cell(cell_text(size, cell), size), cell);
  EXPECT_EQ(cell_range(size), "0,0 to 11,29");
}

TEST(CellText, NamesOnlyCellsOfTheBoard) {
  const BoardSize size{2, 3};
  for (const char* const text : {"", ",", "1", "1,", ",1", "2,0", "0,3", "-1,0", "0, 1", "0,1,1", "0x0,1",
                                 "99999999999999999999,0", "4294967296,0"})
    EXPECT_EQ(parse_cell(text, size), std::nullopt) << text;
  EXPECT_EQ(parse_cell("1", "2", size), Cell{5});
  EXPECT_EQ(parse_cell("1", "3", size), std::nullopt);
}

TEST(CellText, BoardsHaveASignForEachCell) {
  const Grid grid(2, 3);
  View view(grid, 1);
  view.show(0, 1);
  view.show(5, 0);
  view.set_flag(1, true);
  EXPECT_EQ(board_rows(grid, [&](Cell cell) { return sign_of(view, cell); }),
            (std::vector<std::string>{"1F.", "..0"}));
  const std::vector<std::uint8_t> numbers = cells_of(view);
  EXPECT_EQ(board_rows(grid, [&](Cell cell) { return sign_of(numbers[cell]); }),
            (std::vector<std::string>{"1..", "..0"}));
}

}  // namespace
}  // namespace sapper::sim

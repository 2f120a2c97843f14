// Keys from the bytes that terminals send.
#include "experiments/play/board_table.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/keys.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Kind = KeyPress::Kind;

std::vector<KeyPress> keys_of(std::string_view bytes) {
  KeyDecoder decoder;
  std::vector<KeyPress> keys;
  for (const char byte : bytes)
    if (const auto key = decoder.take(byte)) keys.push_back(*key);
  if (const auto key = decoder.flush()) keys.push_back(*key);
  return keys;
}

std::vector<Kind> kinds_of(std::string_view bytes) {
  std::vector<Kind> kinds;
  for (const KeyPress& key : keys_of(bytes)) kinds.push_back(key.kind);
  return kinds;
}

TEST(KeyDecoder, ReadsCursorKeysOfBothModes) {
  const std::vector<Kind> arrows{Kind::up, Kind::down, Kind::right, Kind::left};
  EXPECT_EQ(kinds_of("\x1b[A\x1b[B\x1b[C\x1b[D"), arrows);
  EXPECT_EQ(kinds_of("\x1bOA\x1bOB\x1bOC\x1bOD"), arrows);
  EXPECT_EQ(
      kinds_of("\x1b[H\x1b[1~\x1b[F\x1b[4~\x1b[5~\x1b[6~"),
      (std::vector<Kind>{Kind::home, Kind::home, Kind::end, Kind::end, Kind::page_up, Kind::page_down}));
}

TEST(KeyDecoder, ReadsCharactersAndControls) {
  EXPECT_EQ(keys_of("a\xC3\xA4 "),
            (std::vector<KeyPress>{{Kind::text, "a"}, {Kind::text, "\xC3\xA4"}, {Kind::text, " "}}));
  EXPECT_EQ(kinds_of("\r\n\x7f\b\x15\x04"),
            (std::vector<Kind>{Kind::enter, Kind::enter, Kind::erase, Kind::erase, Kind::erase_line,
                               Kind::end_of_input}));
}

// An unknown sequence is one unknown key, and no part of it is read as text.
TEST(KeyDecoder, PassesOverOtherKeys) {
  for (const char* bytes : {"\x1b", "\x1b[", "\x1b[15~", "\x1b[1;5A", "\x1bOP", "\x1bx", "\x01", "\xC3"})
    EXPECT_EQ(kinds_of(bytes), std::vector<Kind>{Kind::unknown}) << bytes;
  EXPECT_EQ(kinds_of("\x1b[15~q"), (std::vector<Kind>{Kind::unknown, Kind::text}));
  EXPECT_EQ(kinds_of(std::string(100, '\x1b')).size(), 50U) << "pairs";
  EXPECT_LE(kinds_of("\x1b[" + std::string(1000, '1')).size(), 1000U) << "no sequence goes on for ever";
}

// Lines that players type: read, and quoted in messages.

TEST(TypedLine, IsAskedForUntilTheInputEnds) {
  std::istringstream in("  B2 \t\r\n\nlast");
  std::ostringstream out;
  const Dialogue echoing(in, out, EchoMode::yes);
  EXPECT_EQ(Dialogue(in, out).ask("? "), "B2");
  EXPECT_EQ(echoing.ask("? "), "");
  EXPECT_EQ(echoing.ask("? "), "last") << "a last line without a line break";
  EXPECT_EQ(echoing.ask("? "), std::nullopt);
  EXPECT_EQ(out.str(), "? ? \n? last\n? \n");
}

TEST(TypedLine, IsQuotedHarmlessly) {
  EXPECT_EQ(quoted_input("\x1b[31mred"), "\"\\x1B[31mred\"");
  EXPECT_EQ(quoted_input(std::string(100, 'x')), '"' + std::string(40, 'x') + "...\"");
}

}  // namespace
}  // namespace sapper::experiments

namespace sapper::experiments::minesweeper {
namespace {

// Names of cells in both notations: read back, or refused with the valid names.

TEST(CellNames, GoFromZToAA) {
  EXPECT_EQ(row_label(0, AxisLabels::letters), "A");
  EXPECT_EQ(row_label(25, AxisLabels::letters), "Z");
  EXPECT_EQ(row_label(26, AxisLabels::letters), "AA");
  EXPECT_EQ(row_label(27, AxisLabels::letters), "AB");
  EXPECT_EQ(row_label(51, AxisLabels::letters), "AZ");
  EXPECT_EQ(row_label(52, AxisLabels::letters), "BA");
  EXPECT_EQ(row_label(701, AxisLabels::letters), "ZZ");
  EXPECT_EQ(row_label(702, AxisLabels::letters), "AAA");
  EXPECT_EQ(cell_name(sim::Grid(9, 9), 15, AxisLabels::letters), "B7");
}

TEST(CellNames, AreReadBackForEveryCell) {
  const sim::Grid grid(720, 12);
  std::set<std::string> names;
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    const std::string name = cell_name(grid, cell, AxisLabels::letters);
    EXPECT_EQ(read_cell(grid, name).cell, cell) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), grid.cell_count());
}

TEST(CellNames, AreReadInEitherCase) {
  const sim::Grid grid(30, 9);
  EXPECT_EQ(read_cell(grid, "b7").cell, 15U);
  EXPECT_EQ(read_cell(grid, "aB2").cell, grid.at(27, 1));
  EXPECT_EQ(read_cell(grid, "B07").cell, 15U);
}

TEST(CellNames, AreReadAsFilesWriteThem) {
  const sim::Grid grid(30, 9);
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
    EXPECT_EQ(read_cell(grid, sim::cell_text(grid, cell)).cell, cell);
  EXPECT_EQ(sim::cell_text(grid, 15), "1,6");
  EXPECT_EQ(read_cell(grid, " 1 , 6 ").cell, 15U);
  EXPECT_EQ(read_cell(grid, "01,06").cell, 15U);
  for (const char* text : {",", "1,", ",6", "1,9", "30,0", "-1,0", "1,6,", "1,6,2", "1.0,6", "B,6", "1,+6",
                           "1;6", "99999999999999999999,0"})
    EXPECT_EQ(read_cell(grid, text).cell, sim::kNoCell) << text;
  EXPECT_EQ(read_cell(grid, "30,0").complaint, "\"30,0\" is not a cell; cells are row,col from 0,0 to 29,8");
}

TEST(CellNames, AreReadWithBlanksBetween) {
  const sim::Grid grid(30, 9);
  EXPECT_EQ(read_cell(grid, "4 4").cell, grid.at(4, 4));
  EXPECT_EQ(read_cell(grid, "29\t 8").cell, grid.at(29, 8));
  EXPECT_EQ(read_cell(grid, "B 7").cell, 15U);
  EXPECT_EQ(cell_name(grid, 15, AxisLabels::numbers), "1,6");
  EXPECT_EQ(cell_name(grid, 15, AxisLabels::letters), "B7");
}

TEST(CellNames, SayWhatThereIsInstead) {
  const sim::Grid grid(9, 12);
  for (const char* text : {"", "B", "7", "7B", "B7x", "B-7", "B 7 1", "B7.5", "7 B", "1 2 3", "9 0", "0 12",
                           "\u00C41", "B99999999999999999999"}) {
    const CellReading reading = read_cell(grid, text);
    EXPECT_EQ(reading.cell, sim::kNoCell) << text;
    EXPECT_FALSE(reading.complaint.empty()) << text;
  }
  EXPECT_EQ(read_cell(grid, "zz").complaint, "\"zz\" is not a cell; cells are row,col from 0,0 to 8,11");
  EXPECT_EQ(read_cell(grid, "zz", AxisLabels::letters).complaint,
            "\"zz\" is not a cell; cells are A1 to I12, or row,col from 0,0 to 8,11");
  EXPECT_EQ(read_cell(grid, "J1").complaint, "There is no row \"J\"; rows: A to I");
  EXPECT_EQ(read_cell(grid, "ZZZZZZZZZZZZZZZZZZZZ1").cell, sim::kNoCell) << "more than any number holds";
  EXPECT_EQ(read_cell(grid, "A13").complaint, "There is no column \"13\"; columns: 1 to 12");
  EXPECT_EQ(read_cell(grid, "A0").cell, sim::kNoCell);
  EXPECT_EQ(read_cell(sim::Grid(1, 1), "B").complaint,
            "\"B\" is not a cell; cells are row,col from 0,0 to 0,0");
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

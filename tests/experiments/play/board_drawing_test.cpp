// Drawn boards: signs, alignment, labels, and how they shrink to the terminal.
#include "experiments/play/board_drawing.hpp"

#include <fmt/format.h>

#include "tests/support/every_game.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

const DrawingStyle kPlain{SignStyle::plain, ColourMode::off, 0, AxisLabels::letters};
const DrawingStyle kColoured{SignStyle::plain, ColourMode::on, 0, AxisLabels::letters};
const DrawingStyle kEmoji{SignStyle::emoji, ColourMode::off, 80, AxisLabels::letters};

// 3 x 3 with a mine in the corner C3, a right flag on it and a wrong one at A3.
sim::GameRules corner_rules() {
  sim::GameRules rules = tests::game_rules({3, 3}, 1);
  rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(1, 8);
  rules.reveal = sim::Reveal::ring;
  return rules;
}

// The last column that the escape sequences move the cursor to.
int widest_column(const std::string& text) {
  int widest = 0;
  for (std::size_t at = text.find("\x1b["); at != std::string::npos; at = text.find("\x1b[", at + 1)) {
    std::size_t end = at + 2;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (text[end] == 'G') widest = std::max(widest, std::stoi(text.substr(at + 2, end - at - 2)) - 1);
  }
  return widest;
}

TEST(BoardDrawing, ShowsWhatAPlayerSees) {
  sim::Game game(corner_rules());
  game.start({});
  game.dig(0);
  game.flag(8);
  game.flag(2);
  EXPECT_EQ(draw_text(picture_of(game.view(), sim::kNoCell), kPlain),
            "  1 2 3\n"
            "A     F\n"
            "B   1 .\n"
            "C . . F\n");
}

TEST(BoardDrawing, ShowsEverythingAtTheEnd) {
  sim::Game lost(corner_rules());
  lost.start({});
  lost.flag(2);
  lost.dig(8);
  EXPECT_EQ(draw_text(finished_picture(lost), kPlain),
            "  1 2 3\n"
            "A     !\n"
            "B   1 1\n"
            "C   1 X\n");
  sim::GameRules two = corner_rules();
  two.mine_count = 2;
  two.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(std::vector<sim::Cell>{7, 8});
  sim::Game other(two);
  other.start({});
  other.dig(8);
  EXPECT_THAT(draw_text(finished_picture(other), kPlain), HasSubstr("C 1 * X\n"));
  sim::Game won(corner_rules());
  won.start({});
  for (sim::Cell cell = 0; cell < 8; ++cell) won.dig(cell);
  ASSERT_EQ(won.status(), sim::Game::Status::won);
  EXPECT_THAT(draw_text(finished_picture(won), kPlain), HasSubstr("C   1 F\n"));
}

TEST(BoardDrawing, ShiftsOddRowsOfHexagonalBoards) {
  const sim::Grid grid(3, 2, sim::Topology::hex);
  EXPECT_EQ(draw_text(picture_of(sim::View(grid, 1), sim::kNoCell), kPlain),
            "  1 2\n"
            "A . .\n"
            "B  . .\n"
            "C . .\n");
}

TEST(BoardDrawing, WritesLongColumnNumbersDownwards) {
  const sim::Grid grid(27, 11);
  const std::string drawing = draw_text(picture_of(sim::View(grid, 1), sim::kNoCell), kPlain);
  EXPECT_THAT(drawing, StartsWith("                     1 1\n"
                                  "   1 2 3 4 5 6 7 8 9 0 1\n"
                                  " A . . . . . . . . . . .\n"));
  EXPECT_THAT(drawing, EndsWith("AA . . . . . . . . . . .\n"));
}

TEST(BoardDrawing, PutsTheCursorWhereTheNextEmojiBegins) {
  sim::Game game(corner_rules());
  game.start({});
  game.dig(0);
  game.flag(8);
  EXPECT_EQ(draw_text(picture_of(game.view(), sim::kNoCell), kEmoji),
            "   1  2  3\n"
            "A 🔹\x1b[6G🔹\x1b[9G⬜\x1b[12G\n"
            "B 🔹\x1b[6G1️⃣\x1b[9G⬜\x1b[12G\n"
            "C ⬜\x1b[6G⬜\x1b[9G🚩\x1b[12G\n");
}

TEST(BoardDrawing, FitsTheTerminal) {
  const sim::Grid expert(16, 30);
  const sim::Grid hex(16, 30, sim::Topology::hex);
  for (const sim::Grid* grid : {&expert, &hex}) {
    const sim::View view(*grid, 99);
    EXPECT_GT(widest_column(draw_text(picture_of(view, sim::kNoCell),
                                      {SignStyle::emoji, ColourMode::off, 150, AxisLabels::letters})),
              80);
    EXPECT_LE(widest_column(draw_text(picture_of(view, sim::kNoCell),
                                      {SignStyle::emoji, ColourMode::off, 80, AxisLabels::letters})),
              80);
  }
}

TEST(BoardDrawing, ColoursEndWhereTheyBegan) {
  sim::Game game(corner_rules());
  game.start({});
  game.dig(0);
  game.flag(8);
  const std::string drawing = draw_text(picture_of(game.view(), 0), kColoured);
  EXPECT_THAT(drawing, HasSubstr("\x1b[7m \x1b[0m")) << "the cell that was dug last";
  int open = 0;
  for (std::size_t at = drawing.find("\x1b["); at != std::string::npos; at = drawing.find("\x1b[", at + 1)) {
    open += drawing.compare(at, 4, "\x1b[0m") == 0 ? -1 : 1;
    EXPECT_TRUE(open == 0 || open == 1);
  }
  EXPECT_EQ(open, 0);
  EXPECT_THAT(draw_text(picture_of(game.view(), 0), kPlain), Not(HasSubstr("\x1b")));
}

// 2 x 3: a 1 and a 0 shown, one cell of each kind hidden.
TEST(BoardDrawing, RisksShrinkToTheTerminal) {
  const sim::Grid grid(2, 3);
  sim::View view(grid, 2);
  view.show(0, 1);
  view.show(3, 0);
  const solvers::CellRisks risks{{0, 1, 0.001, 0, 0, 1.0 / 3}, {4}, {1}};
  EXPECT_EQ(draw_text(picture_of(view, risks), kPlain),
            "    1   2   3\n"
            "A   1   * <1%\n"
            "B       o 33%\n");
  EXPECT_EQ(draw_text(picture_of(view, risks), {SignStyle::plain, ColourMode::off, 11, AxisLabels::letters}),
            "   1  2  3\n"
            "A  1  * <1\n"
            "B     o 33\n");
  view.set_flag(5, true);
  EXPECT_EQ(draw_text(picture_of(view, risks), kPlain),
            "    1    2    3\n"
            "A   1    *  <1%\n"
            "B        o  33%F\n")
      << "flags need space";
  EXPECT_EQ(draw_text(picture_of(view, risks), {SignStyle::plain, ColourMode::off, 14, AxisLabels::letters}),
            "   1   2   3\n"
            "A  1   *  <1\n"
            "B      o  33F\n");
  EXPECT_EQ(draw_text(picture_of(view, risks), {SignStyle::plain, ColourMode::off, 12, AxisLabels::letters}),
            "    1    2\n"
            "A   1    *\n"
            "B        o\n"
            "\n"
            "    3\n"
            "A <1%\n"
            "B 33%F\n");
  EXPECT_THAT(draw_text(picture_of(view, risks), {SignStyle::plain, ColourMode::on, 8, AxisLabels::letters}),
              HasSubstr("33%F\x1b[0m"));
}

// The numbers 1 to 8 and the risks 1 % to 8 % look different without colours, at any width.
TEST(BoardDrawing, RisksAreNotTakenForNumbers) {
  const sim::Grid grid(1, 8);
  sim::View view(grid, 1);
  solvers::CellRisks risks;
  for (int percent = 1; percent <= 8; ++percent) risks.p_mine.push_back(percent / 100.0);
  for (int columns = 5; columns < 50; ++columns) {
    std::istringstream drawing(draw_text(picture_of(view, risks),
                                         {SignStyle::plain, ColourMode::off, columns, AxisLabels::letters}));
    int count = 0;
    for (std::string line; std::getline(drawing, line);) {
      EXPECT_LE(static_cast<int>(line.size()), std::max(columns, 6)) << line;
      if (!line.starts_with("A ")) continue;
      std::istringstream cells(line.substr(2));
      for (std::string cell; cells >> cell; ++count) EXPECT_EQ(cell.size(), 2U) << cell;
    }
    EXPECT_EQ(count, 8);
  }
}

// The part of an Expert board that is shown fits the screen, contains the cell and, once drawn, moves as little as
// necessary.
TEST(BoardDrawing, CutsBoardsToTheScreen) {
  for (const sim::TopologyRow& topology : sim::kTopologies) {
    const sim::Grid grid(16, 30, topology.topology);
    const sim::View view(grid, 99);
    for (const SignStyle signs : {SignStyle::plain, SignStyle::emoji})
      for (const auto& [columns, lines] : {std::pair(80, 18), {60, 14}, {40, 9}, {25, 5}, {12, 3}}) {
        BoardWindow window;
        for (const sim::Cell cell : {0U, 479U, 240U, 241U, 29U, 450U}) {
          const DrawingStyle style{signs, ColourMode::off, columns};
          const BoardExcerpt cut = cut_board({&grid}, style, columns, lines, cell, window);
          SCOPED_TRACE(fmt::format("{} {} x {}, cell {}", topology.name, columns, lines, cell));
          EXPECT_GE(grid.row_of(cell), cut.window.first_row);
          EXPECT_LT(grid.row_of(cell), cut.window.last_row);
          EXPECT_GE(grid.col_of(cell), cut.window.first_col);
          EXPECT_LT(grid.col_of(cell), cut.window.last_col);
          const std::string drawing = draw_text(picture_of(view, cell), style, cut);
          EXPECT_LE(std::count(drawing.begin(), drawing.end(), '\n'), std::max(lines, 3));
          EXPECT_LE(widest_column(drawing), columns);
          if (cut.form.signs == SignStyle::plain) {
            std::istringstream text(drawing);
            for (std::string line; std::getline(text, line);)
              EXPECT_LE(line.size(), static_cast<std::size_t>(columns)) << line;
          }
          EXPECT_EQ(cut_board({&grid}, style, columns, lines, cell, cut.window).window, cut.window);
          window = cut.window;
        }
      }
  }
  // Cells of one character, and part of the rows.
  const sim::Grid grid(16, 30);
  const BoardExcerpt cut = cut_board({&grid}, {SignStyle::emoji}, 40, 9, 0, {});
  EXPECT_EQ(cut.window, (BoardWindow{0, 7, 0, 30}));
  EXPECT_EQ(cut.form.pitch, 1);
  EXPECT_EQ(draw_text(picture_of(sim::View(grid, 99), sim::kNoCell), DrawingStyle{}, cut).substr(0, 101),
            "             11111111112222222222\n"
            "   012345678901234567890123456789\n"
            " 0 ..............................");
}

TEST(BoardDrawing, SplitsBoardsThatAreTooWide) {
  const sim::Grid grid(2, 7);
  const sim::View view(grid, 1);
  for (const SignStyle signs : {SignStyle::plain, SignStyle::emoji}) {
    EXPECT_EQ(draw_text(picture_of(view, sim::kNoCell), {signs, ColourMode::off, 11, AxisLabels::letters}),
              "  1234567\n"
              "A .......\n"
              "B .......\n")
        << "cells of one character";
    EXPECT_EQ(draw_text(picture_of(view, sim::kNoCell), {signs, ColourMode::off, 7, AxisLabels::letters}),
              "  1234\n"
              "A ....\n"
              "B ....\n"
              "\n"
              "  567\n"
              "A ...\n"
              "B ...\n")
        << "panels of about the same width";
  }
  EXPECT_LE(widest_column(draw_text(picture_of(view, sim::kNoCell),
                                    {SignStyle::emoji, ColourMode::off, 9, AxisLabels::letters})),
            9);
  const std::string narrowest =
      draw_text(picture_of(view, sim::kNoCell), {SignStyle::plain, ColourMode::off, 1, AxisLabels::letters});
  EXPECT_EQ(std::count(narrowest.begin(), narrowest.end(), 'A'), 7) << "one column at least";
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

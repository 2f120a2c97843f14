// One picture in all its forms.
#include "experiments/drawing/board_picture.hpp"

#include "experiments/drawing/svg_board.hpp"
#include "experiments/drawing/text_board.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// Odd rows are shifted. A 1 and a 0 are shown; one cell is safe, one a mine, one flagged, and one marked.
struct HexExample {
  HexExample() : grid(2, 3, sim::Topology::hex), view(grid, 2) {
    view.show(0, 1);
    view.show(3, 0);
    view.set_flag(5, true);
  }

  sim::Grid grid;
  sim::View view;
  solvers::CellRisks risks{{0, 1, 0.25, 0, 0, 1.0 / 3}, {4}, {1}};
};

TEST(BoardPicture, TextShowsSignsOrRisks) {
  const HexExample example;
  EXPECT_EQ(draw_text(picture_of(example.view, 2), {}),
            "  0 1 2\n"
            "0 1 . .\n"
            "1    . F\n");
  EXPECT_EQ(draw_text(picture_of(example.view, 2), {.label_width = 3, .zero = '0'}),
            "    0 1 2\n"
            "  0 1 . .\n"
            "  1  0 . F\n");
  EXPECT_EQ(draw_text(picture_of(example.view, example.risks), {}),
            "    0    1    2\n"
            "0   1    *  25%\n"
            "1          o  33%F\n");
}

TEST(BoardPicture, LongNumbersKeepCellsAligned) {
  const sim::Grid grid(2, 3);
  const BoardPicture picture{
      .grid = &grid,
      .cell =
          [](sim::Cell cell) {
            return cell == 0 || cell == 4 ? PictureCell{CellSign::number, 127} : PictureCell{};
          },
      .number_digits = 3};
  EXPECT_EQ(draw_text(picture, {}),
            "    0   1   2\n"
            "0 127   .   .\n"
            "1   . 127   .\n");
  EXPECT_THAT(draw_text(picture, {.colours = ColourMode::on}), HasSubstr("\x1b[1;38;5;102m127\x1b[0m"));
}

TEST(BoardPicture, ColoursMarkCells) {
  const HexExample example;
  const std::string signs = draw_text(picture_of(example.view, 2), {.colours = ColourMode::on});
  EXPECT_THAT(signs, HasSubstr("\x1b[7m.\x1b[0m"));
  EXPECT_THAT(signs, HasSubstr("\x1b[1;31mF\x1b[0m"));
  const std::string risks = draw_text(picture_of(example.view, example.risks), {.colours = ColourMode::on});
  EXPECT_THAT(risks, HasSubstr("\x1b[1;38;5;33m  1 \x1b[0m"))
      << "numbers have their colours beside risks too";
}

TEST(BoardPicture, DrawingsPlaceCellsAsTextDoes) {
  const HexExample example;
  BoardPicture picture = picture_of(example.view, example.risks);
  picture.cell = [risks = picture.cell](sim::Cell cell) {
    PictureCell drawn = risks(cell);
    if (cell == 0) drawn.corner = "7";
    if (cell == 4) drawn.note = "safe";
    return drawn;
  };
  const SvgBoard board(picture, {.left = 10, .top = 20, .cell_width = 14, .cell_height = 14});
  EXPECT_EQ(board.width(), 49);
  EXPECT_EQ(board.height(), 28);
  EXPECT_EQ(board.x_of(4), 31) << "half a cell to the right";
  EXPECT_EQ(board.y_of(4), 34);
  const std::string cells = board.cells();
  EXPECT_THAT(cells, HasSubstr("<g><rect x=\"31\" y=\"34\" width=\"14\" height=\"14\" fill=\"#A6DBA0\" "
                               "stroke=\"#9A9A9A\"/><title>1,1: safe</title>"));
  EXPECT_THAT(cells, HasSubstr("font-size=\"7.25\" font-weight=\"bold\" fill=\"#0000FF\">1</text>"))
      << "smaller beside the text in its corner";
  EXPECT_THAT(cells, HasSubstr(">7</text>"));
  EXPECT_THAT(cells, HasSubstr(">33</text><path")) << "a risk and a flag";
  EXPECT_THAT(board.labels(), HasSubstr("text-anchor=\"end\" fill=\"#444444\" font-size=\"11\">1</text>"));
  EXPECT_THAT(board.heat_map(),
              HasSubstr("<image x=\"10\" y=\"20\" width=\"49\" height=\"28\" href=\"data:image/png"));
}

TEST(BoardPicture, FinishedGamesShowTheirMines) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(1, 4);
  rules.mine_count = 2;
  rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(std::vector<sim::Cell>{0, 3});
  sim::Game game(rules);
  game.start({});
  game.flag(1);
  game.dig(0);
  EXPECT_EQ(draw_text(finished_picture(game), {}), "  0 1 2 3\n0 X ! 1 *\n");
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

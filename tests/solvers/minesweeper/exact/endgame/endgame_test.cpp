// The end-game search against published values, and against a search by the definition of the game.
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

TEST(Endgame, WinsAsManyLayoutsAsTheDefinitionAllows) {
  const int cases = tests::case_count(1'500);
  const tests::PositionKind kind{
      .max_rows = 4, .max_cols = 5, .max_layouts = 3000, .may_be_inconsistent = false};
  int solved = 0;
  int more_than_a_word = 0;
  int by_luck = 0;  // not all layouts are won
  for (std::uint64_t number = 0; solved < cases; ++number) {
    const auto made = tests::random_position(kind, 910, number);
    const sim::View& view = made.position.view;
    const tests::Layouts layouts = tests::consistent_layouts(view);
    if (view.hidden_count() > 11 || layouts.size() < 2 || layouts.size() > 330) continue;
    SCOPED_TRACE(tests::text_of(view));
    Posterior posterior(*made.position.grid);
    ASSERT_TRUE(posterior.compute(view));
    if (!posterior.knowledge().safe().empty()) continue;
    Endgame endgame(*made.position.grid);
    ASSERT_TRUE(endgame.solve(posterior, LayoutList::kMostLayouts, 1'000'000));
    tests::BestPlay definition(view.grid());
    const std::uint32_t won = definition.value(view);
    ASSERT_EQ(endgame.layout_count(), layouts.size());
    ASSERT_EQ(endgame.won(), won);
    ASSERT_EQ(definition.value_of_dig(view, endgame.best_cell()), won) << endgame.best_cell();
    if (solved % 15 == 0) {
      const std::vector<Endgame::CellValue> values = endgame.values(10'000'000);
      ASSERT_EQ(values.front().cell, endgame.best_cell());
      std::size_t with_free_layout = 0;
      for (sim::Cell cell = 0; cell < view.grid().cell_count(); ++cell)
        with_free_layout += view.is_hidden(cell) && tests::p_mine(layouts, cell) < 1;
      ASSERT_EQ(values.size(), with_free_layout);
      for (const Endgame::CellValue& value : values) {
        ASSERT_EQ(value.won, definition.value_of_dig(view, value.cell)) << value.cell;
        ASSERT_EQ(value.free, std::ranges::count_if(layouts, [&](std::uint64_t layout) {
                    return !tests::has_mine(layout, value.cell);
                  }));
      }
    }
    ++solved;
    more_than_a_word += layouts.size() > 64;
    by_luck += won < layouts.size();
  }
  EXPECT_GT(more_than_a_word, cases / 50);
  EXPECT_GT(by_luck, cases / 4);
}

// Games start from the empty board, without protection of the first dig.
std::uint32_t won_from_nothing(int side, std::uint32_t mines) {
  const auto position = tests::hidden_position(side, side, sim::Topology::square, mines);
  Posterior posterior(*position.grid);
  EXPECT_TRUE(posterior.compute(position.view));
  Endgame endgame(*position.grid);
  EXPECT_TRUE(endgame.solve(posterior, LayoutList::kMostLayouts, 100'000'000));
  return endgame.won();
}

TEST(Endgame, AgreesWithPublishedValues) {
  SAPPER_LONG_TEST();
  // data/reference/published.json: optimal_win_3x3 (for 1 mine on), optimal_win_4x4_4_unprotected.
  const std::uint32_t of_3x3[] = {8, 24, 33, 27, 16, 6, 2, 1};
  for (std::uint32_t mines = 1; mines <= 8; ++mines)
    EXPECT_EQ(won_from_nothing(3, mines), of_3x3[mines - 1]) << mines;
  EXPECT_EQ(won_from_nothing(4, 4), 961U);
}

TEST(Endgame, GivesUpWhenItsBudgetIsSpent) {
  const auto position = tests::hidden_position(4, 4, sim::Topology::square, 4);
  Posterior posterior(*position.grid);
  ASSERT_TRUE(posterior.compute(position.view));
  Endgame endgame(*position.grid);
  EXPECT_FALSE(endgame.solve(posterior, LayoutList::kMostLayouts, 10));
  EXPECT_FALSE(endgame.solve(posterior, 1819));
  EXPECT_TRUE(endgame.solve(posterior, 1820, 100'000'000));
}

}  // namespace
}  // namespace sapper::solvers

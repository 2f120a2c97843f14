// The end-game search against published values, and against a search by the definition of the game: every
// hidden cell is tried in every state, and a game is won when all free cells of its layout have been dug.
#include "solvers/minesweeper/endgame/endgame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using Layouts = std::vector<std::uint64_t>;  // bit i: a mine in cell i

// Layouts won, by the definition.
class Definition {
 public:
  explicit Definition(const sim::View& view) : grid_(view.grid()) {
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if (view.is_shown(cell)) shown_ |= std::uint64_t{1} << cell;
  }
  std::uint32_t value(const Layouts& layouts) { return value(shown_, layouts); }
  std::uint32_t value_of_dig(Cell cell, const Layouts& layouts) { return dig(cell, shown_, layouts); }

 private:
  std::uint32_t value(std::uint64_t dug, const Layouts& layouts) {
    const std::uint64_t all = (std::uint64_t{1} << grid_.cell_count()) - 1;
    // All layouts have as many mines: the game is won in all that are left, or in none.
    if ((dug | layouts.front()) == all) return static_cast<std::uint32_t>(layouts.size());
    const auto [found, is_new] = values_.try_emplace({dug, layouts}, 0);
    if (!is_new) return found->second;
    std::uint32_t best = 0;
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if ((dug >> cell & 1) == 0) best = std::max(best, dig(cell, dug, layouts));
    return values_[{dug, layouts}] = best;
  }

  std::uint32_t dig(Cell cell, std::uint64_t dug, const Layouts& layouts) {
    std::map<int, Layouts> by_number;
    for (const std::uint64_t layout : layouts) {
      if ((layout >> cell & 1) != 0) continue;
      int number = 0;
      for (const Cell neighbor : grid_.neighbors(cell)) number += static_cast<int>(layout >> neighbor & 1);
      by_number[number].push_back(layout);
    }
    std::uint32_t won = 0;
    for (const auto& [number, part] : by_number) won += value(dug | std::uint64_t{1} << cell, part);
    return won;
  }

  const sim::Grid& grid_;
  std::uint64_t shown_ = 0;
  std::map<std::pair<std::uint64_t, Layouts>, std::uint32_t> values_;
};

TEST(Endgame, WinsAsManyLayoutsAsTheDefinitionAllows) {
  const int cases = tests::case_count(1'500);
  tests::PositionKind kind;
  kind.max_rows = 4;
  kind.max_cols = 5;
  kind.may_be_inconsistent = false;
  kind.max_layouts = 3000;
  int solved = 0;
  int more_than_a_word = 0;
  int by_luck = 0;  // not all layouts are won
  for (std::uint64_t number = 0; solved < cases; ++number) {
    const auto made = tests::random_position(kind, 910, number);
    const sim::View& view = made.position.view;
    const Layouts layouts = tests::consistent_layouts(view);
    // What the definition's search can afford.
    if (view.hidden_count() > 11 || layouts.size() < 2 || layouts.size() > 330) continue;
    SCOPED_TRACE(tests::text_of(view));
    Posterior posterior(*made.position.grid);
    ASSERT_TRUE(posterior.compute(view));
    if (!posterior.knowledge().safe().empty()) continue;
    Endgame endgame(*made.position.grid);
    ASSERT_TRUE(endgame.solve(posterior, LayoutList::kMostLayouts, 1'000'000));
    Definition definition(view);
    const std::uint32_t won = definition.value(layouts);
    ASSERT_EQ(endgame.layout_count(), layouts.size());
    ASSERT_EQ(endgame.won(), won);
    ASSERT_EQ(definition.value_of_dig(endgame.best_cell(), layouts), won) << endgame.best_cell();
    ++solved;
    more_than_a_word += layouts.size() > 64;
    by_luck += won < layouts.size();
  }
  EXPECT_GT(more_than_a_word, cases / 50);
  EXPECT_GT(by_luck, cases / 4);
}

// From the empty board, without protection of the first dig.
std::uint32_t won_from_nothing(int side, std::uint32_t mines) {
  const auto position = tests::hidden_position(side, side, sim::Topology::square, mines);
  Posterior posterior(*position.grid);
  EXPECT_TRUE(posterior.compute(position.view));
  Endgame endgame(*position.grid);
  EXPECT_TRUE(endgame.solve(posterior, LayoutList::kMostLayouts, 100'000'000));
  return endgame.won();
}

TEST(Endgame, AgreesWithPublishedValues) {
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

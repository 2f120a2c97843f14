// Digs played out on the same layouts: against best play where play-outs are exact, and independent of one another.
#include "solvers/minesweeper/choice/dig_playouts.hpp"

#include "tests/support/best_play.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

struct Dig {
  std::vector<Cell> cells;
  double p_free = 0;
  double w = 0;  // by best play
};

// Single cells and pairs of a 3 x 3 board with 2 mines, of which 36 layouts are all ends that play-outs solve.
std::vector<Dig> digs_of(const sim::View& view) {
  const tests::Layouts layouts = tests::consistent_layouts(view);
  const auto count = static_cast<double>(layouts.size());
  tests::BestPlay best(view.grid());
  std::vector<Dig> digs;
  for (Cell first = 0; first < 3; ++first)
    for (Cell second = first; second < 5; ++second) {
      Dig dig{{first}};
      if (second != first) dig.cells.push_back(second);
      std::map<std::pair<int, int>, double> numbers;
      for (const std::uint64_t layout : layouts) {
        if (tests::has_mine(layout, first) || tests::has_mine(layout, second)) continue;
        dig.p_free += 1 / count;
        numbers[{tests::number_in(layout, view.grid(), first),
                 tests::number_in(layout, view.grid(), second)}] = 0;
      }
      for (auto& [shown, won] : numbers) {
        sim::View after = view;
        after.show(first, shown.first);
        if (second != first) after.show(second, shown.second);
        dig.w += best.value(after) / count;
      }
      digs.push_back(dig);
    }
  return digs;
}

// 4,000 layouts have a standard error below 0.008 without any control variate.
TEST(DigPlayouts, EstimateBestPlayWherePlayOutsAreExact) {
  const sim::Grid grid(3, 3);
  const sim::View view(grid, 2);
  Posterior posterior(grid);
  ASSERT_TRUE(posterior.compute(view));
  for (const PlayoutRule rule : {PlayoutRule::progress, PlayoutRule::expert}) {
    DigPlayouts playouts(grid, rule);
    playouts.start(posterior);
    const std::vector<Dig> digs = digs_of(view);
    for (const Dig& dig : digs) playouts.add(dig.cells, dig.p_free);
    sim::Stream random({982, 0, 0}, sim::StreamPurpose::playout);
    playouts.play(4000, random);
    playouts.release();
    for (std::size_t i = 0; i < digs.size(); ++i) {
      EXPECT_NEAR(playouts.mean(i).value, digs[i].w, 5 * playouts.mean(i).error) << i;
      EXPECT_LT(playouts.mean(i).error, 0.008);
      EXPECT_NEAR(playouts.difference(i, 0).value, playouts.mean(i).value - playouts.mean(0).value, 1e-12);
    }
  }
}

// The order of digs, and how their layouts are divided into calls, makes no difference but rounding; dropping one leaves
// the others as they are.
TEST(DigPlayouts, ArePlayedAlikeInAnyOrder) {
  const sim::Grid grid(6, 6);
  const sim::View view(grid, 8);
  Posterior posterior(grid);
  ASSERT_TRUE(posterior.compute(view));
  DigPlayouts playouts(grid);
  std::vector<std::vector<Cell>> cells{{0}, {1, 7}, {14}};
  // [dig] in the order of `cells`; the pair is dropped after ten layouts.
  const auto results_of = [&](std::vector<std::uint32_t> calls) {
    sim::Stream random({982, 1, 0}, sim::StreamPurpose::playout);
    playouts.start(posterior);
    for (const auto& dig : cells) playouts.add(dig, dig.size() == 1 ? 28.0 / 36 : 28.0 / 36 * 27 / 35);
    EXPECT_EQ(playouts.dig_count(), cells.size());
    for (const std::uint32_t layouts : calls) playouts.play(layouts, random);
    playouts.drop(1);
    playouts.play(20, random);
    playouts.release();
    std::vector<std::vector<double>> results;
    for (std::size_t dig = 0; dig < cells.size(); ++dig)
      results.emplace_back(playouts.results(dig).begin(), playouts.results(dig).end());
    return results;
  };
  const auto forwards = results_of({10});
  EXPECT_EQ(results_of({1, 2, 7}), forwards);
  std::ranges::reverse(cells);
  auto backwards = results_of({10});
  std::ranges::reverse(backwards);
  for (std::size_t dig = 0; dig < cells.size(); ++dig) {
    EXPECT_EQ(forwards[dig].size(), dig == 1 ? 10U : 30U);
    EXPECT_THAT(backwards[dig], testing::Pointwise(testing::DoubleNear(1e-12), forwards[dig]));
  }
}

}  // namespace
}  // namespace sapper::solvers

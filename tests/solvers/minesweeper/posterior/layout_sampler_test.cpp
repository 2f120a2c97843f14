// Sampled layouts against all layouts of a position, found by brute force.
#include "solvers/minesweeper/posterior/layout_sampler.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// One chi-square test per position, each with a false-alarm rate of 1e-6 over the choice of seed: a correct
// program fails one of the 200 for one choice of seeds in 5000.
TEST(LayoutSampler, DrawsEachLayoutAsOften) {
  const int cases = tests::case_count(200);
  const tests::PositionKind kind{.may_be_inconsistent = false};
  LayoutSampler sampler;
  std::vector<Cell> mines;
  int tested = 0;
  int with_components = 0;
  for (std::uint64_t number = 0; tested < cases; ++number) {
    const auto made = tests::random_position(kind, 940, number);
    const sim::View& view = made.position.view;
    const auto layouts = tests::consistent_layouts(view);
    if (layouts.size() < 2 || layouts.size() > 300) continue;
    SCOPED_TRACE(tests::text_of(view));
    std::map<std::uint64_t, std::uint64_t> drawn;
    for (const std::uint64_t layout : layouts) drawn[layout] = 0;
    Posterior posterior(view.grid());
    ASSERT_TRUE(posterior.compute(view));
    std::uint64_t known = 0;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (posterior.knowledge().is_mine(cell)) known |= std::uint64_t{1} << cell;
    sampler.start(posterior);
    sim::Stream random({941, 0, number}, sim::Purpose::strategy);
    for (std::size_t i = 0; i < 20 * layouts.size(); ++i) {
      sampler.draw(random, mines);
      std::uint64_t layout = known;
      for (const Cell mine : mines) layout |= std::uint64_t{1} << mine;
      const auto found = drawn.find(layout);
      ASSERT_NE(found, drawn.end()) << "not a layout of the position";
      ++found->second;
    }
    std::vector<std::uint64_t> counts;
    for (const auto& [layout, count] : drawn) counts.push_back(count);
    ASSERT_GT(tests::uniformity_p_value(counts), tests::kFalseAlarmRate);
    ++tested;
    with_components += posterior.components().size() > 1;
  }
  EXPECT_GT(with_components, cases / 30);
}

}  // namespace
}  // namespace sapper::solvers

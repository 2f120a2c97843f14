// The list of layouts against brute force over all ways to lay the mines.
#include "solvers/minesweeper/posterior/layout_list.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using tests::text_of;

// Each listed layout as the oracle gives them: bit i, a mine in cell i; certain mines included.
std::vector<std::uint64_t> listed(const LayoutList& list, const LocalRules& knowledge) {
  std::uint64_t known = 0;
  for (sim::Cell cell = 0; cell < knowledge.grid().cell_count(); ++cell)
    if (knowledge.is_mine(cell)) known |= std::uint64_t{1} << cell;
  std::vector<std::uint64_t> layouts(list.layout_count(), known);
  for (std::size_t place = 0; place < list.cells().size(); ++place)
    for (std::size_t i = 0; i < layouts.size(); ++i)
      if ((list.mines(place)[i / 64] >> i % 64 & 1) != 0)
        layouts[i] |= std::uint64_t{1} << list.cells()[place];
  std::ranges::sort(layouts);
  return layouts;
}

TEST(LayoutList, HoldsEachLayoutOnce) {
  const int cases = tests::case_count(4'000);
  const tests::PositionKind kind{.may_be_inconsistent = false};
  LayoutList list;
  int sizes[3] = {0, 0, 0};
  for (int i = 0; i < cases; ++i) {
    const auto made = tests::random_position(kind, 900, static_cast<std::uint64_t>(i));
    const sim::View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    auto layouts = tests::consistent_layouts(view);
    std::ranges::sort(layouts);
    Posterior posterior(*made.position.grid);
    ASSERT_TRUE(posterior.compute(view));
    const auto count = static_cast<std::uint32_t>(layouts.size());
    for (const std::uint32_t limit : {0U, 1U, 64U, 512U, LayoutList::kMostLayouts}) {
      ASSERT_EQ(list.fill(posterior, limit), count <= limit) << "limit " << limit << ", layouts " << count;
      if (count > limit) continue;
      ASSERT_EQ(listed(list, posterior.knowledge()), layouts);
    }
    ++sizes[count <= 64 ? 0 : count <= LayoutList::kMostLayouts ? 1 : 2];
  }
  for (const int seen : sizes) EXPECT_GT(seen, cases / 100);
}

TEST(LayoutList, PassesOverLargePositions) {
  const auto position = tests::hidden_position(20, 20, sim::Topology::square, 1);
  Posterior posterior(*position.grid);
  ASSERT_TRUE(posterior.compute(position.view));
  LayoutList list;
  EXPECT_FALSE(list.fill(posterior, LayoutList::kMostLayouts));  // 400 layouts, but too many cells
}

}  // namespace
}  // namespace sapper::solvers

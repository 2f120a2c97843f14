// Keys of what is shown: the same whatever the order and the blocks, others for other cells or numbers.
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::ShownKey;

struct Shown {
  sim::View view;
  std::vector<Cell> cells;
};

Shown some_cells(const sim::Grid& grid, const sim::Layout& layout, sim::Stream& random) {
  Shown shown{sim::View(grid, 0), {}};
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (random.below(8) != 0) continue;
    shown.view.show(cell, layout.number(cell));
    shown.cells.push_back(cell);
  }
  return shown;
}

std::uint64_t key_of(const Shown& shown, std::span<const sim::CellBlock> blocks) {
  ShownKey key(shown.view.grid());
  for (const sim::CellBlock& block : blocks) key.add(block, shown.view);
  return key.value();
}

TEST(ShownKey, DependsOnCellsAndNumbersAlone) {
  for (int i = 0; i < case_count(200); ++i) {
    sim::Stream random({45, 0, static_cast<std::uint64_t>(i)}, sim::Purpose::playout);
    const auto side = [&] { return 1 + static_cast<int>(random.below(70)); };
    const int rows = side();
    const sim::Grid grid(rows, side());
    sim::Layout layout(grid);
    for (Cell cell = 0; cell < grid.cell_count(); ++cell)
      if (random.below(3) == 0) layout.add_mine(cell);
    Shown shown = some_cells(grid, layout, random);
    const std::uint64_t key = key_of(shown, together(grid, shown.cells));
    for (std::size_t k = shown.cells.size(); k > 1; --k)
      std::swap(shown.cells[k - 1], shown.cells[random.below(static_cast<std::uint32_t>(k))]);
    ASSERT_EQ(key_of(shown, one_by_one(grid, shown.cells)), key);
    if (shown.cells.empty()) continue;

    const Cell changed = shown.cells.back();
    shown.view.show(changed, (layout.number(changed) + 1 + static_cast<int>(random.below(8))) % 9);
    ASSERT_NE(key_of(shown, together(grid, shown.cells)), key) << "another number";
    shown.view.show(changed, layout.number(changed));
    shown.cells.pop_back();
    ASSERT_NE(key_of(shown, together(grid, shown.cells)), key) << "a cell less";
  }
}

// By chance no two of 229,920 keys are equal, and in their lowest 32 bits about six are equal to another: more than 20 with
// a probability of 10^-6.
TEST(ShownKey, HasEquallyFrequentBits) {
  const sim::Grid grid(16, 30);
  const sim::Layout layout(grid);
  sim::Stream random({46, 0, 0}, sim::Purpose::playout);
  std::vector<std::uint64_t> keys;
  sim::View view(grid, 0);
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) view.show(cell, 0);
  // All pairs of cells, one with a number: sets that differ as little as possible.
  for (Cell a = 0; a < grid.cell_count(); ++a) {
    view.show(a, 1 + static_cast<int>(random.below(8)));
    for (Cell b = 0; b < grid.cell_count(); ++b) {
      if (a == b) continue;
      ShownKey key(grid);
      key.add(only(grid, a), view);
      key.add(only(grid, b), view);
      keys.push_back(key.value());
    }
    view.show(a, 0);
  }
  std::ranges::sort(keys);
  EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end());
  for (std::uint64_t& key : keys) key &= 0xFFFFFFFF;
  std::ranges::sort(keys);
  EXPECT_LE(keys.end() - std::unique(keys.begin(), keys.end()), 20);
}

}  // namespace
}  // namespace sapper::tests

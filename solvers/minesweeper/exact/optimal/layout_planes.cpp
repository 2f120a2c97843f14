#include "solvers/minesweeper/exact/optimal/layout_planes.hpp"

#include <algorithm>
#include <new>
#include <type_traits>

#include "sim/support/contracts.hpp"

namespace sapper::solvers::optimal {
namespace {

// Counts bits of 64 layouts at a time: bit i of the counter's words is the count of layout i.
struct SlicedCounter {
  std::uint64_t ones = 0, twos = 0, fours = 0, eights = 0;

  void add(std::uint64_t bits) {
    std::uint64_t carry = ones & bits;
    ones ^= bits;
    bits = carry;
    carry = twos & bits;
    twos ^= bits;
    bits = carry;
    carry = fours & bits;
    fours ^= bits;
    eights |= carry;
  }
  // The layouts whose count is `number`, at most kLargestNumber.
  std::uint64_t equal_to(unsigned number) const {
    return ((number & 1) != 0 ? ones : ~ones) & ((number & 2) != 0 ? twos : ~twos) &
           ((number & 4) != 0 ? fours : ~fours) & ((number & 8) != 0 ? eights : ~eights);
  }
};

// [cell of the board][words], the layouts with a mine there.
std::uint64_t* mine_planes(std::span<const CellMask> layouts, std::uint32_t words, CellMask& cells,
                           Scratch& scratch) {
  CellMask mines = cells;
  for (const CellMask layout : layouts) mines |= layout;
  cells = mines;
  const auto last = static_cast<std::size_t>(std::bit_width(mines));
  std::uint64_t* const planes = scratch.take(last * words);
  std::fill_n(planes, last * words, 0);
  for (std::size_t i = 0; i < layouts.size(); ++i)
    for (CellMask left = layouts[i]; left != 0; left &= left - 1)
      planes[static_cast<std::size_t>(std::countr_zero(left)) * words + i / 64] |= std::uint64_t{1} << i % 64;
  return planes;
}

}  // namespace

NeighborMasks::NeighborMasks(const sim::Grid& grid) {
  SAPPER_EXPECT(grid.cell_count() <= kMostCells);
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
    for (const sim::Cell neighbor : grid.neighbors(cell)) of[cell] |= mask_of(neighbor);
}

NeighborMasks::NeighborMasks(const sim::Graph& graph) {
  SAPPER_EXPECT(graph.cell_count() <= kMostCells);
  for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell)
    for (const sim::Cell seen : graph.sees(cell)) of[cell] |= mask_of(seen);
}

LayoutPlanes* planes_of(std::span<const CellMask> layouts, CellMask cells, const NeighborMasks& neighbors,
                        Scratch& scratch) {
  static_assert(std::is_trivially_destructible_v<LayoutPlanes>);
  auto* const planes = new (scratch.take((sizeof(LayoutPlanes) + 7) / 8)) LayoutPlanes;
  planes->count = static_cast<std::uint32_t>(layouts.size());
  planes->words = words_for(planes->count);
  planes->layouts = layouts.data();
  const std::uint32_t words = planes->words;
  CellMask placed = cells;  // cells with a plane of mines
  const std::uint64_t* const mines = mine_planes(layouts, words, placed, scratch);
  const auto mines_of = [&](CellMask cell) {
    return mines + static_cast<std::size_t>(std::countr_zero(cell)) * words;
  };
  for (CellMask left = cells; left != 0; left &= left - 1) {
    const auto cell = static_cast<std::size_t>(std::countr_zero(left));
    const CellMask around = neighbors.of[cell] & placed;
    const auto most = std::min(static_cast<std::uint32_t>(std::popcount(around)), kLargestNumber);
    std::uint64_t* const numbers = scratch.take(std::size_t{words} * (most + 1));
    std::uint32_t seen = 0;  // bit v: the cell shows v in some layout
    for (std::uint32_t w = 0; w < words; ++w) {
      SlicedCounter counter;
      for (CellMask near = around; near != 0; near &= near - 1) counter.add(mines_of(near)[w]);
      const std::uint32_t before = std::min(planes->count, w * 64);
      const std::uint32_t here = std::min(planes->count - before, 64U);
      const std::uint64_t free =
          ~mines_of(left)[w] & (here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1);
      for (unsigned number = 0; number <= most; ++number) {
        const std::uint64_t shown = counter.equal_to(number) & free;
        numbers[std::size_t{number} * words + w] = shown;
        seen |= static_cast<std::uint32_t>(shown != 0) << number;
      }
    }
    CellPlanes& of_cell = planes->cells[cell];
    of_cell = {mines_of(left), numbers, 0};
    for (unsigned number = 0; number <= most; ++number)
      if ((seen >> number & 1) != 0) {
        if (of_cell.number_count < number)
          std::copy_n(numbers + std::size_t{number} * words, words,
                      numbers + std::size_t{of_cell.number_count} * words);
        ++of_cell.number_count;
      }
  }
  return planes;
}

}  // namespace sapper::solvers::optimal

#include "sim/minesweeper/cell_planes.hpp"

namespace sapper::sim {

void find_neighborhood(const Grid& grid, const CellPlane& cells, CellPlane& result) {
  const auto rows = static_cast<std::uint32_t>(grid.rows());
  const std::uint32_t last_strip = grid.strip_count() - 1;
  const auto last_bit = static_cast<std::uint32_t>(grid.cols() - 1) % Grid::kWordCells;
  for (std::uint32_t strip = 0; strip <= last_strip; ++strip) {
    // To the left of the first strip and to the right of the last one no cells are set, unless they form a ring.
    const bool is_first_on_ring = grid.wraps_cols() && strip == 0;
    const bool is_last_on_ring = grid.wraps_cols() && strip == last_strip;
    const std::uint32_t first = grid.word_at(0, strip);
    const std::uint32_t left_strip =
        is_first_on_ring ? grid.word_at(0, last_strip) : first - grid.word_stride();
    const std::uint32_t right_strip = is_last_on_ring ? grid.word_at(0, 0) : first + grid.word_stride();
    const std::uint32_t left_bit = is_first_on_ring ? last_bit : Grid::kWordCells - 1;
    const std::uint32_t right_bit = is_last_on_ring ? last_bit : Grid::kWordCells - 1;
    const std::uint32_t* const here = cells.data() + first;
    const std::uint32_t* const left = cells.data() + left_strip;
    const std::uint32_t* const right = cells.data() + right_strip;
    const auto to_right = [&](std::ptrdiff_t row) { return here[row] << 1 | (left[row] >> left_bit & 1); };
    const auto to_left = [&](std::ptrdiff_t row) { return here[row] >> 1 | (right[row] & 1) << right_bit; };
    const auto in_row = [&](std::ptrdiff_t row) { return here[row] | to_right(row) | to_left(row); };
    const std::uint32_t* const all = grid.all_cells().data() + first;
    std::uint32_t* const sums = result.data() + first;
    const auto end = static_cast<std::ptrdiff_t>(rows);
    if (grid.has_shifted_rows()) {
      // Cells of odd rows touch their own column and the next in the adjacent rows, others their own and the one before.
      for (std::ptrdiff_t row = 0; row < end; ++row) {
        const std::uint32_t beside =
            row % 2 == 0 ? to_right(row - 1) | to_right(row + 1) : to_left(row - 1) | to_left(row + 1);
        sums[row] = all[row] & (in_row(row) | here[row - 1] | here[row + 1] | beside);
      }
      continue;
    }
    // The rows before the first and after the last one have no cells.
    for (std::ptrdiff_t row = 0; row < end; ++row)
      sums[row] = all[row] & (in_row(row - 1) | in_row(row) | in_row(row + 1));
    if (!grid.wraps_rows()) continue;
    sums[0] |= all[0] & in_row(end - 1);
    sums[end - 1] |= all[end - 1] & in_row(0);
  }
}

}  // namespace sapper::sim

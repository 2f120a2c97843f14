#include "sim/minesweeper/cell_planes.hpp"

namespace sapper::sim {

// To the left of the first strip and to the right of the last one no cells are set, unless they form a ring.
StripWords::StripWords(const Grid& grid, const std::uint32_t* words, std::uint32_t strip)
    : here_(words + grid.word_at(0, strip)),
      left_(here_ - grid.word_stride()),
      right_(here_ + grid.word_stride()),
      left_bit_(Grid::kWordCells - 1),
      right_bit_(Grid::kWordCells - 1) {
  if (!grid.wraps_cols()) return;
  const std::uint32_t last_strip = grid.strip_count() - 1;
  const auto last_bit = static_cast<std::uint32_t>(grid.cols() - 1) % Grid::kWordCells;
  if (strip == 0) {
    left_ = words + grid.word_at(0, last_strip);
    left_bit_ = last_bit;
  }
  if (strip == last_strip) {
    right_ = words + grid.word_at(0, 0);
    right_bit_ = last_bit;
  }
}

void find_neighborhood(const Grid& grid, const CellPlane& cells, CellPlane& result) {
  const std::ptrdiff_t rows = grid.rows();
  for (std::uint32_t strip = 0; strip < grid.strip_count(); ++strip) {
    const StripWords words(grid, cells.data(), strip);
    const auto in_row = [&](std::ptrdiff_t row) {
      return words[row] | words.from_left(row) | words.from_right(row);
    };
    const std::uint32_t* const all = grid.all_cells().data() + grid.word_at(0, strip);
    std::uint32_t* const found = result.data() + grid.word_at(0, strip);
    if (grid.has_shifted_rows()) {
      // Cells of odd rows touch their own column and the next in the adjacent rows, others their own and the one before.
      for (std::ptrdiff_t row = 0; row < rows; ++row) {
        const std::uint32_t beside = row % 2 == 0 ? words.from_left(row - 1) | words.from_left(row + 1)
                                                  : words.from_right(row - 1) | words.from_right(row + 1);
        found[row] = all[row] & (in_row(row) | words[row - 1] | words[row + 1] | beside);
      }
      continue;
    }
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      found[row] = all[row] & (in_row(row - 1) | in_row(row) | in_row(row + 1));
    if (!grid.wraps_rows()) continue;
    found[0] |= all[0] & in_row(rows - 1);
    found[rows - 1] |= all[rows - 1] & in_row(0);
  }
}

}  // namespace sapper::sim

#include "solvers/minesweeper/deduction/tiles/block_map.hpp"

#include <algorithm>

namespace sapper::solvers {

namespace {

constexpr std::uint32_t kRows = kTileRows;
constexpr std::uint32_t kCols = kTileCols;

}  // namespace

BlockMap::BlockMap(const sim::Grid& grid)
    : rings_(grid.word_count() / kRows), beside_(grid.word_count() / kRows) {
  const auto rows = static_cast<std::uint32_t>(grid.rows());
  const auto cols = static_cast<std::uint32_t>(grid.cols());
  const bool wraps_rows = is_ring(grid.wraps_rows(), grid.rows());
  const bool wraps_cols = is_ring(grid.wraps_cols(), grid.cols());
  const std::uint32_t last_strip = grid.strip_count() - 1;
  const std::uint32_t last_block_row = (rows - 1) / kRows * kRows;
  const auto distance = [](std::uint32_t from, std::uint32_t to) {
    return static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from);
  };
  for (std::uint32_t strip = 0; strip <= last_strip; ++strip)
    for (std::uint32_t row = 0; row < rows; row += kRows) {
      const std::uint32_t first = grid.word_at(row, strip);
      const std::uint32_t block = first / kRows;
      blocks_.push_back(block);
      const bool continues_above = row > 0 || wraps_rows;
      const bool continues_below = row < last_block_row || wraps_rows;
      const bool continues_left = strip > 0 || wraps_cols;
      const bool continues_right = strip < last_strip || wraps_cols;
      const std::uint32_t used_rows = std::min(rows - row, kRows);
      const std::uint32_t used_cols = std::min(cols - strip * kCols, kCols);

      RingPlace& ring = rings_[block];
      const auto stride = static_cast<std::ptrdiff_t>(grid.word_stride());
      ring.above = row > 0 || !wraps_rows ? -1 : distance(first, grid.word_at(rows - 1, strip));
      if (row == last_block_row && wraps_rows) {
        ring.below = distance(first, grid.word_at(0, strip));
      } else {
        // Below rows that are not used any word will do; there might be none after the last.
        ring.below = used_rows == kRows ? std::ptrdiff_t{kRows} : 0;
      }
      ring.left = strip > 0 || !wraps_cols ? -stride : distance(first, grid.word_at(row, last_strip));
      ring.right = strip < last_strip || !wraps_cols ? stride : distance(first, grid.word_at(row, 0));
      ring.left_bit = strip > 0 || !wraps_cols ? kCols - 1 : (cols - 1) % kCols;
      // Without a ring, rows and columns that are not used stand for those beyond the border.
      ring.rows = wraps_rows ? used_rows : kRows;
      ring.cols = wraps_cols ? used_cols : kCols;
      ring.first_col = continues_left ? std::uint32_t{1} : 0;
      ring.last_col = continues_right ? std::uint32_t{1} << (used_cols - 1) : 0;

      AdjacentBlocks& beside = beside_[block];
      const auto blocks_to = [&](std::uint32_t other_row, std::uint32_t other_strip) {
        return static_cast<std::int32_t>(grid.word_at(other_row, other_strip) / kRows) -
               static_cast<std::int32_t>(block);
      };
      beside = {continues_above ? blocks_to(row > 0 ? row - kRows : last_block_row, strip) : 0,
                continues_below ? blocks_to(row < last_block_row ? row + kRows : 0, strip) : 0,
                continues_left ? blocks_to(row, strip > 0 ? strip - 1 : last_strip) : 0,
                continues_right ? blocks_to(row, strip < last_strip ? strip + 1 : 0) : 0,
                continues_above ? std::uint32_t{1} : 0,
                continues_below ? std::uint32_t{1} << (used_rows - 1) : 0};
    }
  wraps_ = wraps_rows || wraps_cols;
  is_single_ = blocks_.size() == 1 && !wraps_;
}

}  // namespace sapper::solvers

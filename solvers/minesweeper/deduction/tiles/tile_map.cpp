#include "solvers/minesweeper/deduction/tiles/tile_map.hpp"

#include <algorithm>
#include <bit>

namespace sapper::solvers {
namespace {

constexpr std::uint32_t kRows = kTileRows;
constexpr std::uint32_t kCols = kTileCols;
constexpr std::uint32_t kOverlap = 4;  // of tiles

// The lowest `end` lines but the lowest `begin`.
std::uint32_t lines_between(std::uint32_t begin, std::uint32_t end) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
}

// One or two rows or columns count as no ring, since wrapping around adds no neighbour.
bool is_ring(bool wraps, int size) { return wraps && size > 2; }

}  // namespace

TileAxis::TileAxis(std::uint32_t size, bool is_ring, std::uint32_t lines) : lines_(lines), bands_of_(size) {
  const std::uint32_t step = lines - kOverlap;
  const auto add_band = [&](std::uint32_t first_coordinate, std::uint32_t used, std::uint32_t constraints,
                            std::uint32_t owned) {
    const auto band = static_cast<std::uint16_t>(used_.size());
    used_.push_back(used);
    for_constraints_.push_back(constraints);
    owned_.push_back(owned);
    const auto last_line = static_cast<std::uint32_t>(std::bit_width(used)) - 1;
    wraps_.push_back(first_coordinate % size + last_line >= size);
    for (std::uint32_t line = 0; line < lines; ++line) {
      const std::uint32_t coordinate = (first_coordinate + line) % size;
      coordinates_.push_back(coordinate);
      if ((used >> line & 1) == 0) continue;
      BandsOfOne& of_one = bands_of_[coordinate];
      if (of_one.count == 0 || of_one.bands[of_one.count - 1U] != band)
        of_one.bands.at(of_one.count++) = band;
    }
  };
  if (is_ring) {
    for (std::uint32_t begin = 0; begin < size; begin += step) {
      const std::uint32_t end = std::min(step, size - begin) + 2;
      // Two lines before the first owned one, without becoming negative.
      add_band(begin + 2 * size - 2, lines_between(0, end + 2), lines_between(1, end + 1),
               lines_between(2, end));
    }
  } else {
    for (std::uint32_t begin = 0;; begin += step) {
      const std::uint32_t end = std::min(lines, size - begin);
      const bool is_first = begin == 0;
      const bool is_last = begin + end == size;
      add_band(begin, lines_between(0, end), lines_between(is_first ? 0 : 1, is_last ? end : end - 1),
               lines_between(is_first ? 0 : 2, is_last ? end : end - 2));
      if (is_last) break;
    }
  }
  stretch_ends_.resize(size);
  for (std::uint32_t coordinate = size; coordinate-- > 0;) {
    const bool continues =
        coordinate + 1 < size && std::ranges::equal(bands_of(coordinate), bands_of(coordinate + 1));
    stretch_ends_[coordinate] =
        continues ? stretch_ends_[coordinate + 1] : static_cast<std::uint16_t>(coordinate + 1);
  }
}

TileMap::TileMap(const sim::Grid& grid)
    : grid_(&grid),
      rows_(static_cast<std::uint32_t>(grid.rows()), is_ring(grid.wraps_rows(), grid.rows()), kTileRows),
      cols_(static_cast<std::uint32_t>(grid.cols()), is_ring(grid.wraps_cols(), grid.cols()), kTileCols),
      bands_of_strip_(grid.strip_count()),
      is_single_(tile_count() == 1 && !is_ring(grid.wraps_rows(), grid.rows()) &&
                 !is_ring(grid.wraps_cols(), grid.cols())) {
  for (std::uint32_t tile = 0; tile < tile_count(); ++tile)
    bands_.push_back({static_cast<std::uint16_t>(tile / cols_.band_count()),
                      static_cast<std::uint16_t>(tile % cols_.band_count())});
  for (std::uint32_t band = 0; band < rows_.band_count(); ++band) {
    TilePlane constraint{};
    TilePlane owned{};
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
      first_cells_.push_back(rows_.coordinates(band)[row] * static_cast<std::uint32_t>(grid.cols()));
      if ((rows_.for_constraints(band) >> row & 1) != 0) constraint.rows[row] = ~std::uint32_t{0};
      if ((rows_.owned(band) >> row & 1) != 0) owned.rows[row] = ~std::uint32_t{0};
    }
    constraint_rows_.push_back(constraint);
    owned_rows_.push_back(owned);
  }
  for (std::uint32_t tile = 0; tile < tile_count(); ++tile)
    origins_.push_back({place(tile, 0, 0), rows_.wraps(row_band(tile)) || cols_.wraps(col_band(tile))});
  for (std::uint32_t col = 0; col < static_cast<std::uint32_t>(grid.cols()); ++col)
    for (const std::uint16_t band : cols_.bands_of(col)) {
      std::vector<PartOfStrip>& parts = bands_of_strip_[col / sim::Grid::kWordCells];
      auto part = std::ranges::find(parts, band, &PartOfStrip::band);
      if (part == parts.end()) part = parts.insert(part, {band, 0});
      part->cols |= std::uint32_t{1} << col % sim::Grid::kWordCells;
    }
}

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

#include "solvers/minesweeper/deduction/tiles/tile_map.hpp"

#include <algorithm>
#include <bit>

#include "solvers/minesweeper/deduction/tiles/block_map.hpp"

namespace sapper::solvers {

namespace {

constexpr std::uint32_t kOverlap = 4;  // of tiles

// The lowest `end` lines but the lowest `begin`.
std::uint32_t lines_between(std::uint32_t begin, std::uint32_t end) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
}

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

}  // namespace sapper::solvers

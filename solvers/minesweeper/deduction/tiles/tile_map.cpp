#include "solvers/minesweeper/deduction/tiles/tile_map.hpp"

#include <algorithm>

namespace sapper::solvers {
namespace {

constexpr std::uint32_t kOverlap = 4;

// The lowest `end` lines but the lowest `begin`.
std::uint32_t lines_between(std::uint32_t begin, std::uint32_t end) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
}

bool is_ring(bool wraps, int size) { return wraps && size > 2; }

}  // namespace

TileAxis::TileAxis(std::uint32_t size, bool is_ring, std::uint32_t lines) : lines_(lines), owners_(size) {
  const std::uint32_t step = lines - kOverlap;
  std::vector<std::vector<Place>> places(size);
  const auto add_band = [&](std::uint32_t first_coordinate, std::uint32_t used, std::uint32_t constraints,
                            std::uint32_t owned) {
    const auto band = static_cast<std::uint16_t>(used_.size());
    used_.push_back(used);
    for_constraints_.push_back(constraints);
    owned_.push_back(owned);
    for (std::uint32_t line = 0; line < lines; ++line) {
      const std::uint32_t coordinate = (first_coordinate + line) % size;
      coordinates_.push_back(coordinate);
      if ((owned >> line & 1) != 0) owners_[coordinate] = {band, static_cast<std::uint8_t>(line), false};
      if ((used >> line & 1) != 0)
        places[coordinate].push_back({band, static_cast<std::uint8_t>(line), (constraints >> line & 1) != 0});
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
  for (std::uint32_t coordinate = 0; coordinate < size; ++coordinate) {
    const std::vector<Place>& of_one = places[coordinate];
    owners_[coordinate].has_copies = of_one.size() > 1;
    first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.insert(places_.end(), of_one.begin(), of_one.end());
    const bool continues =
        coordinate > 0 && std::ranges::equal(of_one, places[coordinate - 1], {}, &Place::band, &Place::band);
    stretches_.push_back(coordinate == 0
                             ? std::uint16_t{0}
                             : static_cast<std::uint16_t>(stretches_.back() + (continues ? 0 : 1)));
  }
  first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
  shared_.assign(band_count(), 0);
  for (std::uint32_t coordinate = 0; coordinate < size; ++coordinate)
    if (owners_[coordinate].has_copies)
      for (const Place& place : places[coordinate]) shared_[place.band] |= std::uint32_t{1} << place.line;
}

TileMap::TileMap(const sim::Grid& grid)
    : board_cols_(static_cast<std::uint32_t>(grid.cols())),
      reciprocal_((std::uint64_t{1} << kReciprocalBits) / board_cols_ + 1),
      rows_(static_cast<std::uint32_t>(grid.rows()), is_ring(grid.wraps_rows(), grid.rows()), kTileRows),
      cols_(board_cols_, is_ring(grid.wraps_cols(), grid.cols()), kTileCols),
      is_single_(tile_count() == 1 && !is_ring(grid.wraps_rows(), grid.rows()) &&
                 !is_ring(grid.wraps_cols(), grid.cols())) {
  for (std::uint32_t band = 0; band < rows_.band_count(); ++band)
    for (std::uint32_t row = 0; row < kTileRows; ++row)
      first_cells_.push_back(rows_.coordinates(band)[row] * board_cols_);
}

}  // namespace sapper::solvers

// Positions of many equal tiles, and their posterior in closed form: an oracle for boards with thousands of
// components.
//
// A tile's ways are found by trying all layouts of its hidden cells next to numbers. The ways of n tiles are
// the coefficients of the tile's polynomial to the n-th power, in big integers, by Euler's recurrence for
// powers of power series (Knuth, TAOCP 2, section 4.7); the cells away from numbers add binomials.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/exact_oracle.hpp"
#include "tests/support/position_text.hpp"

namespace sapper::tests {

// Rows as position_from_rows reads them, of equal length. Numbers must not reach beyond the tile, and at most
// 20 of its hidden cells lie next to one.
using Tile = std::vector<std::string>;

struct TileCounts {
  std::vector<std::uint64_t> ways;                    // [mines next to numbers]
  std::vector<std::vector<std::uint64_t>> with_mine;  // [cell of the tile][mines]: those with a mine there
  std::vector<bool> is_away;                          // [cell of the tile], hidden and not next to a number
  std::uint32_t away_count = 0;
  std::uint32_t fewest_mines = 0;
  std::uint32_t max_mines = 0;
};
TileCounts count_tile(const Tile& tile);

// Tiles side by side, then columns of hidden cells on the right.
struct TiledBoard {
  Tile tile;
  int tile_rows = 1;
  int tile_cols = 1;
  int hidden_cols = 0;

  std::uint32_t tile_count() const { return static_cast<std::uint32_t>(tile_rows * tile_cols); }
  int rows() const { return tile_rows * static_cast<int>(tile.size()); }
  int cols() const { return tile_cols * static_cast<int>(tile.front().size()) + hidden_cols; }
  std::uint32_t away_count() const;
  // The fewest and most mines for which there is a layout.
  std::uint32_t fewest_mines() const;
  std::uint32_t max_mines() const;
};
Position tiled_position(const TiledBoard& board, std::uint32_t mine_count);

struct TiledPosterior {
  BigInt layouts;
  std::vector<double> p_mine;  // [cell of the tile]; of the cells next to numbers
  double p_away = 0;           // of all others
};
// layouts > 0 for this number of mines.
TiledPosterior count_tiled(const TiledBoard& board, std::uint32_t mine_count);

}  // namespace sapper::tests

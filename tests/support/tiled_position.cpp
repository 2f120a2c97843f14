#include "tests/support/tiled_position.hpp"

#include <bit>

namespace sapper::tests {
namespace {

struct TileNumber {
  int number;
  std::uint32_t cells = 0;  // bits of the tile's constrained cells
};

// polynomial^power; the first coefficient is positive.
std::vector<BigInt> power_of(const std::vector<std::uint64_t>& polynomial, std::uint32_t power) {
  const std::size_t degree = polynomial.size() - 1;
  std::vector<BigInt> result(degree * power + 1, 0);
  result[0] = pow(BigInt(polynomial[0]), power);
  for (std::size_t k = 1; k < result.size(); ++k) {
    BigInt sum = 0;
    for (std::size_t j = 1; j <= std::min(k, degree); ++j) {
      const auto factor =
          (std::int64_t{power} + 1) * static_cast<std::int64_t>(j) - static_cast<std::int64_t>(k);
      sum += result[k - j] * polynomial[j] * factor;
    }
    result[k] = sum / (BigInt(k) * polynomial[0]);
  }
  return result;
}

// [mines] for fewest..most: C(cells, mines), 0 if that number of mines is impossible.
std::vector<BigInt> binomials(std::int64_t cells, std::int64_t fewest, std::int64_t most) {
  std::vector<BigInt> result;
  for (std::int64_t mines = fewest; mines <= most; ++mines) {
    if (mines < 0 || mines > cells)
      result.emplace_back(0);
    else if (result.empty() || result.back() == 0)
      result.push_back(binomial(static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(mines)));
    else
      result.push_back(result.back() * (cells - mines + 1) / mines);
  }
  return result;
}

// The sum over e of ways[e] * C(cells, mines - e).
BigInt joined(const std::vector<BigInt>& ways, std::int64_t cells, std::int64_t mines) {
  const auto last = static_cast<std::int64_t>(ways.size()) - 1;
  const std::vector<BigInt> outside = binomials(cells, mines - last, mines);
  BigInt sum = 0;
  for (std::size_t e = 0; e < ways.size(); ++e) sum += ways[e] * outside[ways.size() - 1 - e];
  return sum;
}

}  // namespace

TileCounts count_tile(const Tile& tile) {
  const int rows = static_cast<int>(tile.size());
  const int cols = static_cast<int>(tile.front().size());
  const auto is_hidden = [&](int row, int col) {
    return tile[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] == '.';
  };
  std::vector<int> bit_of(static_cast<std::size_t>(rows * cols), -1);
  std::vector<TileNumber> numbers;
  int constrained = 0;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      if (is_hidden(row, col)) continue;
      TileNumber number{tile[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] - '0'};
      for (int r = std::max(row - 1, 0); r <= std::min(row + 1, rows - 1); ++r)
        for (int c = std::max(col - 1, 0); c <= std::min(col + 1, cols - 1); ++c) {
          if (!is_hidden(r, c)) continue;
          int& bit = bit_of[static_cast<std::size_t>(r * cols + c)];
          if (bit < 0) bit = constrained++;
          number.cells |= 1U << bit;
        }
      numbers.push_back(number);
    }

  TileCounts counts;
  counts.ways.assign(static_cast<std::size_t>(constrained) + 1, 0);
  counts.with_mine.assign(bit_of.size(), counts.ways);
  for (std::uint32_t mines = 0; mines < 1U << constrained; ++mines) {
    bool is_possible = true;
    for (const TileNumber& number : numbers)
      is_possible = is_possible && std::popcount(mines & number.cells) == number.number;
    if (!is_possible) continue;
    const auto count = static_cast<std::size_t>(std::popcount(mines));
    ++counts.ways[count];
    for (std::size_t cell = 0; cell < bit_of.size(); ++cell)
      if (bit_of[cell] >= 0) counts.with_mine[cell][count] += (mines >> bit_of[cell]) & 1;
  }
  while (counts.ways[counts.fewest_mines] == 0) ++counts.fewest_mines;
  counts.max_mines = static_cast<std::uint32_t>(constrained);
  while (counts.ways[counts.max_mines] == 0) --counts.max_mines;
  for (std::size_t cell = 0; cell < bit_of.size(); ++cell) {
    const int index = static_cast<int>(cell);
    counts.is_away.push_back(bit_of[cell] < 0 && is_hidden(index / cols, index % cols));
    counts.away_count += counts.is_away.back();
  }
  return counts;
}

std::uint32_t TiledBoard::away_count() const {
  return tile_count() * count_tile(tile).away_count + static_cast<std::uint32_t>(rows() * hidden_cols);
}
std::uint32_t TiledBoard::fewest_mines() const { return tile_count() * count_tile(tile).fewest_mines; }
std::uint32_t TiledBoard::max_mines() const {
  return tile_count() * count_tile(tile).max_mines + away_count();
}

Position tiled_position(const TiledBoard& board, std::uint32_t mine_count) {
  std::vector<std::string> rows;
  for (int tile_row = 0; tile_row < board.tile_rows; ++tile_row)
    for (const std::string& of_tile : board.tile) {
      std::string& row = rows.emplace_back();
      for (int i = 0; i < board.tile_cols; ++i) row += of_tile;
      row.append(static_cast<std::size_t>(board.hidden_cols), '.');
    }
  return position_from_rows(rows, mine_count);
}

TiledPosterior count_tiled(const TiledBoard& board, std::uint32_t mine_count) {
  const TileCounts tile = count_tile(board.tile);
  const std::vector<std::uint64_t> ways(tile.ways.begin() + tile.fewest_mines,
                                        tile.ways.begin() + tile.max_mines + 1);
  const std::int64_t away = board.away_count();
  const std::int64_t mines = std::int64_t{mine_count} - board.fewest_mines();
  const std::vector<BigInt> all = power_of(ways, board.tile_count());
  TiledPosterior posterior;
  posterior.layouts = joined(all, away, mines);
  if (away > 0) posterior.p_away = ratio(joined(all, away - 1, mines - 1), posterior.layouts);

  // The layouts in which one tile holds so many mines beyond its fewest, for each of its own ways.
  const std::vector<BigInt> others = power_of(ways, board.tile_count() - 1);
  std::vector<BigInt> of_extra;
  for (std::size_t extra = 0; extra < ways.size(); ++extra)
    of_extra.push_back(joined(others, away, mines - static_cast<std::int64_t>(extra)));
  for (const std::vector<std::uint64_t>& with_mine : tile.with_mine) {
    BigInt sum = 0;
    for (std::size_t extra = 0; extra < ways.size(); ++extra)
      sum += of_extra[extra] * with_mine[tile.fewest_mines + extra];
    posterior.p_mine.push_back(ratio(sum, posterior.layouts));
  }
  return posterior;
}

}  // namespace sapper::tests

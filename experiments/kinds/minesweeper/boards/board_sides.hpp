// The shape of a board's cells in arrays, whose order is that of the cells' numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"

namespace sapper::experiments::minesweeper {

// {rows, cols}; in layers {layers, rows, cols}; of a graph {cells}.
inline std::vector<std::uint32_t> sides_of(const Board& board) {
  if (board.is_graph()) return {board.cell_count()};
  std::vector<std::uint32_t> sides;
  if (const auto layers = board.layers()) sides.push_back(static_cast<std::uint32_t>(*layers));
  sides.push_back(static_cast<std::uint32_t>(board.rows));
  sides.push_back(static_cast<std::uint32_t>(board.cols));
  return sides;
}

}  // namespace sapper::experiments::minesweeper

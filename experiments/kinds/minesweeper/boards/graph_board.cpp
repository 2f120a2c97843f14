#include "experiments/kinds/minesweeper/boards/graph_board.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sapper::experiments::minesweeper {

std::vector<sim::Cell> LatticeBoard::coordinates_of(sim::Cell cell) const {
  const auto cols = static_cast<sim::Cell>(size.cols);
  const auto rows = static_cast<sim::Cell>(size.rows);
  const sim::Cell row = cell / cols;
  if (!has_layers()) return {row, cell % cols};
  return {row / rows, row % rows, cell % cols};
}

std::string LatticeBoard::name_of(sim::Cell cell) const {
  return fmt::format("{}", fmt::join(coordinates_of(cell), ","));
}

std::vector<sim::Cell> GraphBoard::coordinates_of(sim::Cell cell) const {
  if (!lattice) return {cell};
  return lattice->coordinates_of(cell);
}

std::string GraphBoard::name_of(sim::Cell cell) const {
  return fmt::format("{}", fmt::join(coordinates_of(cell), ","));
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstddef>
#include <span>
#include <utility>

#include "experiments/drawing/cell_shapes.hpp"
#include "experiments/support/hash.hpp"

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

GraphBoard::GraphBoard(std::shared_ptr<const sim::Graph> board_graph,
                       std::optional<LatticeBoard> lattice_board)
    : graph(std::move(board_graph)),
      lattice(std::move(lattice_board)),
      cell_count(graph->cell_count()),
      hash(hash_of(*graph)) {}

GraphBoard::GraphBoard(std::uint32_t cells, std::uint64_t graph_hash, std::string why)
    : cell_count(cells), hash(graph_hash), why_missing(std::move(why)) {}

std::vector<sim::Cell> GraphBoard::coordinates_of(sim::Cell cell) const {
  if (!lattice) return {cell};
  return lattice->coordinates_of(cell);
}

std::string GraphBoard::name_of(sim::Cell cell) const {
  return fmt::format("{}", fmt::join(coordinates_of(cell), ","));
}

boost::json::value GraphBoard::cell_json(sim::Cell cell) const {
  if (!lattice) return cell;
  const std::vector<sim::Cell> coordinates = lattice->coordinates_of(cell);
  return boost::json::array(coordinates.begin(), coordinates.end());
}

std::optional<sim::Cell> GraphBoard::cell_at(std::span<const std::uint64_t> coordinates) const {
  if (lattice) return lattice->cell_at(coordinates);
  if (coordinates.size() != 1 || coordinates.front() >= cell_count) return std::nullopt;
  return static_cast<sim::Cell>(coordinates.front());
}

std::optional<sim::Cell> LatticeBoard::cell_at(std::span<const std::uint64_t> coordinates) const {
  std::vector<std::uint64_t> sides{static_cast<std::uint64_t>(size.rows),
                                   static_cast<std::uint64_t>(size.cols)};
  if (has_layers()) sides.insert(sides.begin(), static_cast<std::uint64_t>(size.layers));
  if (coordinates.size() != sides.size()) return std::nullopt;
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (coordinates[i] >= sides[i]) return std::nullopt;
    cell = cell * sides[i] + coordinates[i];
  }
  return static_cast<sim::Cell>(cell);
}

boost::json::array in_rows(boost::json::array cells, const std::optional<LatticeBoard>& lattice) {
  if (!lattice) return cells;
  const auto grouped = [](boost::json::array& values, int count) {
    boost::json::array groups;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % static_cast<std::size_t>(count) == 0) groups.emplace_back(boost::json::array());
      groups.back().get_array().push_back(std::move(values[i]));
    }
    return groups;
  };
  boost::json::array rows = grouped(cells, lattice->size.cols);
  return lattice->has_layers() ? grouped(rows, lattice->size.rows) : rows;
}

GraphBoard board_on_lattice(std::shared_ptr<const sim::Lattice> lattice, sim::LatticeSize size) {
  auto graph = std::make_shared<const sim::Graph>(sim::make_graph(*lattice, size));
  return GraphBoard(std::move(graph), LatticeBoard{std::move(lattice), size});
}

bool is_drawn(const GraphBoard& board) {
  return board.graph != nullptr && !board.graph->places().empty() &&
         board.graph->cell_count() <= CellShapes::kMostCells;
}

std::string drawing_of(const GraphBoard& board) {
  return board.lattice ? CellShapes(*board.graph, *board.lattice->lattice, board.lattice->size).svg()
                       : CellShapes(*board.graph).svg();
}

// A cell opens some of those that it sees.
bool opens_less(const sim::Graph& graph) {
  for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell)
    if (graph.opens(cell).size() != graph.sees(cell).size()) return true;
  return false;
}

std::uint64_t hash_of(const sim::Graph& graph) {
  Hash hash;
  std::vector<sim::Cell> ascending;
  const auto add = [&](std::span<const sim::Cell> cells) {
    ascending.assign(cells.begin(), cells.end());
    std::ranges::sort(ascending);
    hash.add(static_cast<std::uint32_t>(ascending.size()));
    for (const sim::Cell cell : ascending) hash.add(cell);
  };
  for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) add(graph.sees(cell));
  if (opens_less(graph))
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) add(graph.opens(cell));
  return hash.value();
}

}  // namespace sapper::experiments::minesweeper

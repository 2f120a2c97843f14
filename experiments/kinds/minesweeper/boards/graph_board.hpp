// Boards that the planes of a sim::Grid do not hold: those of lattices (boards/lattice_file.hpp), and graphs from files
// (boards/graph_file.hpp). Their cells are numbered from 0; a lattice's have coordinates besides.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

// The rows and columns of a board on a lattice.
struct LatticeBoard {
  std::shared_ptr<const sim::Lattice> lattice;
  sim::LatticeSize size;

  bool has_layers() const { return lattice->is_layered; }

  // {row, col}, with layers {layer, row, col}.
  std::vector<sim::Cell> coordinates_of(sim::Cell cell) const;
  // `3,4`, with layers `0,3,4`.
  std::string name_of(sim::Cell cell) const;
  // The cell with these coordinates; nullopt if the board has none such.
  std::optional<sim::Cell> cell_at(std::span<const std::uint64_t> coordinates) const;
};

struct GraphBoard {
  explicit GraphBoard(std::shared_ptr<const sim::Graph> board_graph,
                      std::optional<LatticeBoard> lattice_board = std::nullopt);
  // A graph of which only this is known, and why, as a sentence: reports of its games can be read, but none is played.
  GraphBoard(std::uint32_t cells, std::uint64_t graph_hash, std::string why);

  std::shared_ptr<const sim::Graph> graph;  // null: missing
  std::optional<LatticeBoard> lattice;      // nullopt: a graph without rows and columns
  std::uint32_t cell_count;
  std::uint64_t hash;  // of the graph
  std::string why_missing;

  // Those of the lattice; of a graph the cell's number alone.
  std::vector<sim::Cell> coordinates_of(sim::Cell cell) const;
  std::string name_of(sim::Cell cell) const;
  // The coordinates as a list, a number as itself.
  boost::json::value cell_json(sim::Cell cell) const;
  // The cell with these coordinates; nullopt if the board has none such.
  std::optional<sim::Cell> cell_at(std::span<const std::uint64_t> coordinates) const;
};

// The values of cells, in rows on a lattice: [row][col], with layers [layer][row][col].
boost::json::array in_rows(boost::json::array cells, const std::optional<LatticeBoard>& lattice);

GraphBoard board_on_lattice(std::shared_ptr<const sim::Lattice> lattice, sim::LatticeSize size);

// Whether its cells have shapes: it is there, has places, and is not too large.
bool is_drawn(const GraphBoard& board);
// The shapes of the cells of a board that is drawn, by which pages draw it: CellShapes::svg().
std::string drawing_of(const GraphBoard& board);

// Whether a 0 opens less than it sees.
bool opens_less(const sim::Graph& graph);
// Over what each cell sees, and what it opens if that is less; not over places, nor the order of lists.
std::uint64_t hash_of(const sim::Graph& graph);

}  // namespace sapper::experiments::minesweeper

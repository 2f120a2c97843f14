// Boards that the planes of a sim::Grid do not hold: those of lattices (boards/lattice_file.hpp), and graphs from files
// (boards/graph_file.hpp). Their cells are numbered from 0; a lattice's have coordinates besides.
#pragma once

#include <memory>
#include <optional>
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
};

struct GraphBoard {
  std::shared_ptr<const sim::Graph> graph;
  std::optional<LatticeBoard> lattice;  // nullopt: a graph without rows and columns

  // Those of the lattice; of a graph the cell's number alone.
  std::vector<sim::Cell> coordinates_of(sim::Cell cell) const;
  std::string name_of(sim::Cell cell) const;
};

}  // namespace sapper::experiments::minesweeper

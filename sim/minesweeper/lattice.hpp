// Boards on lattices: a unit of a few cells that repeats along rows and columns, and for each of its cells the cells that
// it sees. Squares, tori and hexagons, which the planes of a Grid are made for, are only the simplest; a lattice is data,
// and its boards are graphs.
//
// The unit is a block of unit_rows x unit_cols cells; the board's cells are numbered row by row, layer after layer. A board
// may end within a unit, except where its borders are joined.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/minesweeper/graph.hpp"

namespace sapper::sim {

struct Lattice {
  // From a cell to one that it sees: so many units down and to the right, the cell there in its unit, so many layers on.
  struct Step {
    int rows = 0;
    int cols = 0;
    std::uint32_t cell = 0;  // of the unit, row by row
    int layers = 0;
    bool operator==(const Step&) const = default;
  };

  std::string name;
  std::string description;  // for lists
  int unit_rows = 1;
  int unit_cols = 1;
  bool is_layered = false;  // boards may have more than one layer
  bool joins_rows = false;  // the last row touches the first
  bool joins_cols = false;
  bool joins_layers = false;
  std::vector<std::vector<Step>> sees;  // [cell of the unit]
  // To the unit below, and to the one on the right.
  std::array<Graph::Point, 2> steps{Graph::Point{0, 1}, Graph::Point{1, 0}};
  std::vector<std::vector<Graph::Point>>
      outlines;  // [cell of the unit] its corners in order; empty if not drawn
};

struct LatticeSize {
  int rows = 0;  // of each layer
  int cols = 0;
  int layers = 1;

  std::uint64_t cell_count() const {
    return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols) *
           static_cast<std::uint64_t>(layers);
  }
};

// The most cells and neighbours of a board together, which take some 500 MB, and at most how many a board of this size has.
inline constexpr std::uint64_t kMaxCellsAndNeighbors = 50'000'000;
std::uint64_t max_cells_and_neighbors(const Lattice& lattice, LatticeSize size);

// Says why no board has this size; empty if one may.
std::string describe_size_error(const Lattice& lattice, LatticeSize size);

// Where a cell of the board is drawn: its corners in order; the lattice has outlines. Layers lie below one another.
std::vector<Graph::Point> outline_of(const Lattice& lattice, LatticeSize size, Cell cell);

// The board; each cell sees another one once, and never itself. Its places are the centres of the outlines. The size is
// right.
Graph make_graph(const Lattice& lattice, LatticeSize size);

}  // namespace sapper::sim

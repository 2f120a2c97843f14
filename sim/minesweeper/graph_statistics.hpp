// How many clicks a board on a graph takes: BoardStatistics (board_statistics.hpp) of a layout there.
//
// A 0 opens other zeros, which need not open it. An opening is a group of zeros that open one another, directly or not, and
// that no zero outside opens: one dig shows it and all that follows from it. Where zeros open one another mutually these
// are the connected groups, as on grids, and 3BV is the minimum number of digs that wins with Reveal::flood on any graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/board_statistics.hpp"
#include "sim/minesweeper/graph.hpp"

namespace sapper::sim {

// Counts one board after another, reusing its memory. Linear in the zeros' edges.
class GraphCounter {
 public:
  // mines: each once; numbers: [cell].
  BoardStatistics count(const Graph& graph, std::span<const Cell> mines,
                        std::span<const std::uint8_t> numbers);

 private:
  // A zero on the path of the search, and the next of the cells that it opens.
  struct Visit {
    Cell zero;
    std::size_t next;
  };
  void search(const Graph& graph, Cell from);

  std::vector<std::uint8_t> state_;  // [cell] of the search
  std::vector<Cell> finished_;       // zeros, in the order in which the search left them
  std::vector<Visit> path_;
  std::vector<Cell> reached_;
};

}  // namespace sapper::sim

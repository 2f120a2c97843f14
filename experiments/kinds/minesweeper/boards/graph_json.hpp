// Boards as graphs, in files (`sapper-graph/1`) and inside positions:
//
//   {"schema": "sapper-graph/1", "sees": [[1, 2], [0], [0]], "opens": [[1], [0], []], "places": [[0, 0], [1, 0], [0, 1]]}
//
// sees: for each cell, numbered from 0, the cells whose mines it counts. opens: what a 0 opens, some of the cells that it
// sees; a cell that opens another one is opened by it. Left out: all that it sees. places: where cells are drawn, y points
// down. InputErrors name the entry that is wrong and its place.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <memory>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/graph.hpp"

namespace sapper::experiments::minesweeper {

// The most entries of all lists together: a million cells with ten neighbours each. A file that holds more is refused when
// it has taken half a gigabyte at most.
inline constexpr std::size_t kMaxGraphEntries = 10'000'000;

// The graph that an object's `sees`, `opens` and `places` describe.
sim::Graph parse_graph(const json::Node& object);
// A file's content, and the same of a graph.
std::shared_ptr<const sim::Graph> parse_graph_file(const json::Node& root);
boost::json::object to_json(const sim::Graph& graph);

}  // namespace sapper::experiments::minesweeper

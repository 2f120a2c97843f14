// The page plays on the planes alone, and holds no lattices.
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"

#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {
namespace {

[[noreturn]] void refuse(const json::Node& shape) {
  shape.fail(" is a lattice or graph, on which the page does not play");
}

}  // namespace

BoardShapes::BoardShapes(const json::Node& root, const std::filesystem::path& folder) : folder_(folder) {
  if (const auto files = root.find("files")) refuse(*files);
}

std::vector<NamedTopology> BoardShapes::topologies(const json::Node& object,
                                                   std::vector<NamedTopology> fallback) {
  const auto node = object.find("topology");
  if (!node) return fallback;
  std::vector<NamedTopology> all;
  for (const json::Node& item : node->items_or_itself()) {
    if (item.is(json::Kind::object)) refuse(item);
    const sim::Topology planes = item.as_row(sim::kTopologies, "a topology").topology;
    for (const NamedTopology& other : all)
      if (other.planes == planes) item.fail(" is a duplicate; each may appear only once");
    all.push_back({.planes = planes, .node = item});
  }
  return all;
}

Board BoardShapes::board(const NamedTopology& topology, sim::LatticeSize size, const json::Node&) {
  return {.rows = size.rows, .cols = size.cols, .topology = topology.planes};
}

Board BoardShapes::board_on_graph(const json::Node& name) { refuse(name); }

void BoardShapes::check_all_used() const {}

boost::json::value topology_json(const Board& board) {
  return boost::json::string(sim::name_of(board.topology));
}

std::string topology_text(const Board& board) { return std::string(sim::name_of(board.topology)); }

boost::json::object files_json(std::span<const Board>) { return {}; }

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/boards/graph_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <span>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

using sim::Cell;
using sim::Graph;

// A list of cells for each cell, none of which has itself or the same one twice.
sim::CellLists parse_lists(const json::Node& lists, std::uint32_t cells) {
  sim::CellLists parsed;
  std::vector<Cell> listed_by(cells, sim::kNoCell);  // [cell] the last cell in whose list it was
  Cell cell = 0;
  std::vector<Cell> sorted;  // so that what is made of a graph does not depend on the order in its file
  for (const json::Node& list : lists.items()) {
    if (list.size() > Graph::kMaxDegree)
      list.fail(fmt::format(" has {}; a cell may see at most {}", count_text(list.size(), "cell"),
                            Graph::kMaxDegree));
    if (parsed.entry_count() + list.size() > kMaxGraphEntries)
      list.fail(fmt::format(" exceeds the limit of {} entries of all lists", with_commas(kMaxGraphEntries)));
    sorted.clear();
    for (const json::Node& entry : list.items()) {
      const auto other = static_cast<Cell>(entry.as_whole(0, cells - 1));
      if (other == cell) entry.fail(fmt::format(" is {}, the cell itself; no cell sees itself", cell));
      if (listed_by[other] == cell) entry.fail(fmt::format(" is {}, which is in this list already", other));
      listed_by[other] = cell;
      sorted.push_back(other);
    }
    std::ranges::sort(sorted);
    for (const Cell other : sorted) parsed.add(other);
    parsed.end_list();
    ++cell;
  }
  return parsed;
}

bool contains(std::span<const Cell> cells, Cell cell) {
  return std::ranges::find(cells, cell) != cells.end();
}

json::Node item(const json::Node& lists, Cell cell) { return lists.items()[cell]; }

sim::CellLists parse_sees(const json::Node& node) {
  const std::size_t cells = node.nonempty_items().size();
  if (cells > Graph::kMaxCells)
    node.fail(fmt::format(" has {}; a graph may have at most {}", count_text(cells, "cell"),
                          with_commas(Graph::kMaxCells)));
  sim::CellLists sees = parse_lists(node, static_cast<std::uint32_t>(cells));
  std::vector<std::uint32_t> seen(cells, 0);
  for (Cell cell = 0; cell < cells; ++cell)
    for (const Cell other : sees[cell])
      if (++seen[other] > Graph::kMaxDegree)
        item(node, cell)
            .fail(fmt::format(" has cell {}, which more than {} cells see; at most {} may", other,
                              Graph::kMaxDegree, Graph::kMaxDegree));
  return sees;
}

sim::CellLists parse_opens(const json::Node& node, const sim::CellLists& sees) {
  if (node.size() != sees.size())
    node.fail(fmt::format(" has {}, but \"sees\" has {}", count_text(node.size(), "list"), sees.size()));
  sim::CellLists opens = parse_lists(node, sees.size());
  for (Cell cell = 0; cell < opens.size(); ++cell)
    for (const Cell other : opens[cell]) {
      if (!contains(sees[cell], other))
        item(node, cell)
            .fail(fmt::format(" has cell {}, which cell {} does not see; a 0 opens only cells that it sees",
                              other, cell));
      if (!contains(opens[other], cell))
        item(node, cell)
            .fail(fmt::format(" has cell {}, but opens[{}] lacks cell {}; opening must be mutual", other,
                              other, cell));
    }
  return opens;
}

std::vector<Graph::Point> parse_places(const json::Node& node, std::uint32_t cells) {
  constexpr double kFarthest = 1e6;
  if (node.size() != cells)
    node.fail(fmt::format(" has {}, but \"sees\" has {}", count_text(node.size(), "place"), cells));
  std::vector<Graph::Point> places;
  for (const json::Node& place : node.items()) {
    const auto values = place.items();
    if (values.size() != 2) place.fail_value("expected [x, y]");
    places.push_back(
        {values[0].as_number(-kFarthest, kFarthest), values[1].as_number(-kFarthest, kFarthest)});
  }
  return places;
}

}  // namespace

sim::Graph parse_graph(const json::Node& object) {
  sim::CellLists sees = parse_sees(object.need("sees"));
  sim::CellLists opens;
  if (const auto node = object.find("opens")) opens = parse_opens(*node, sees);
  std::vector<Graph::Point> places;
  if (const auto node = object.find("places")) places = parse_places(*node, sees.size());
  return Graph(std::move(sees), std::move(opens), std::move(places));
}

std::shared_ptr<const Graph> parse_graph_file(const json::Node& root) {
  expect_schema(root, kGraphSchema, kLatticeSchema,
                "a graph; a lattice is given as a topology, with rows and columns");
  root.expect_object({"schema", "sees", "opens", "places"});
  root.need("schema");
  return std::make_shared<const Graph>(parse_graph(root));
}

bj::object to_json(const Graph& graph) {
  const auto lists_of = [&](auto list_of) {
    bj::array lists;
    lists.reserve(graph.cell_count());
    for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
      const std::span<const Cell> cells = list_of(cell);
      lists.push_back(bj::array(cells.begin(), cells.end()));
    }
    return lists;
  };
  bj::object object{{"schema", kGraphSchema},
                    {"sees", lists_of([&](Cell cell) { return graph.sees(cell); })}};
  if (opens_less(graph)) object["opens"] = lists_of([&](Cell cell) { return graph.opens(cell); });
  if (graph.places().empty()) return object;
  bj::array places;
  for (const Graph::Point& place : graph.places()) places.push_back(bj::array{place.x, place.y});
  object["places"] = std::move(places);
  return object;
}

}  // namespace sapper::experiments::minesweeper

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "experiments/analysis/analysis_members.hpp"
#include "experiments/analysis/graph_analysis_text.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;

// [row][col], on a graph [cell], with layers [layer][row][col].
bj::array risks_json(const PlacedGraphPosition& placed, std::span<const double> p_mine) {
  bj::array cells;
  for (const double value : p_mine) cells.push_back(number_json(value));
  if (!placed.board) return cells;
  const auto grouped = [](const bj::array& values, int count) {
    bj::array groups;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % static_cast<std::size_t>(count) == 0) groups.emplace_back(bj::array());
      groups.back().get_array().push_back(values[i]);
    }
    return groups;
  };
  bj::array rows = grouped(cells, placed.board->size.cols);
  return placed.board->has_layers() ? grouped(rows, placed.board->size.rows) : rows;
}

bj::value place_json(const PlacedGraphPosition& placed, Cell cell) {
  if (!placed.board) return cell;
  const std::vector<Cell> coordinates = placed.board->coordinates_of(cell);
  return bj::array(coordinates.begin(), coordinates.end());
}

}  // namespace

std::string graph_analysis_json(const PlacedGraphPosition& placed, const solvers::Analysis& analysis) {
  bj::object object{{"schema", kAnalysisSchema}};
  if (placed.board) {
    object["rows"] = placed.board->size.rows;
    object["cols"] = placed.board->size.cols;
    if (placed.board->has_layers()) object["layers"] = placed.board->size.layers;
    object["topology"] = minesweeper::topology_json(*placed.board->lattice);
  } else {
    object["cells"] = placed.position.graph->cell_count();
  }
  add_mine_prior(object, placed.position.prior);
  add_analysis(object, analysis, risks_json(placed, analysis.p_mine), [&](std::span<const Cell> cells) {
    bj::array list;
    for (const Cell cell : cells) list.push_back(place_json(placed, cell));
    return list;
  });
  if (placed.board) object["moves"] = bj::object();
  return json::to_line(object);
}

}  // namespace sapper::experiments::minesweeper

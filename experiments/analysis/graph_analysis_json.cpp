#include "experiments/analysis/analysis_members.hpp"
#include "experiments/analysis/graph_analysis_text.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::minesweeper {
namespace bj = boost::json;

std::string graph_analysis_json(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                                const WhatIfDug* what_if, const ExplainedCell* explained) {
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
  add_analysis(object, cells_on(placed.board), analysis, what_if, explained);
  return json::to_line(object);
}

}  // namespace sapper::experiments::minesweeper

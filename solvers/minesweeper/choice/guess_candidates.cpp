#include "solvers/minesweeper/choice/guess_candidates.hpp"

namespace sapper::solvers {

void list_endgame(Endgame& endgame, std::vector<Explanation::Candidate>& candidates) {
  const double layouts = endgame.layout_count();
  candidates.clear();
  for (const Endgame::CellValue& cell : endgame.values()) {
    if (candidates.size() == kMostCandidates) break;
    candidates.push_back({cell.cell, (layouts - cell.free) / layouts, cell.won / layouts});
  }
}

}  // namespace sapper::solvers

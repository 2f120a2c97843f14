#include "solvers/minesweeper/deduction/overlap_rule.hpp"

namespace sapper::solvers {

bool apply_overlap_rule(LocalRules& knowledge) {
  bool has_learned = false;
  TileFindings findings;
  UnrolledTile buffer;
  for (const std::uint32_t tile : knowledge.take_uncompared_tiles()) {
    if (!knowledge.rules().apply_overlap_rule(knowledge.tile(tile, buffer), findings)) continue;
    knowledge.learn(tile, findings.mines, findings.safe);
    has_learned = true;
  }
  return has_learned;
}

}  // namespace sapper::solvers

#include "sim/minesweeper/game_rules.hpp"

namespace sapper::sim {

void lay_among_hidden(Layout& layout, const View& view, Stream& random) {
  const auto mine_count = static_cast<std::uint32_t>(layout.mines().size());
  std::uint32_t allowed_count = view.hidden_count();
  for (const Cell kept : view.free_by_rule()) allowed_count -= view.is_hidden(kept);
  const auto allowed = [&](Cell cell) {
    if (view.is_shown(cell)) return false;
    for (const Cell kept : view.free_by_rule())
      if (kept == cell) return false;
    return true;
  };
  layout.lay_uniformly(mine_count, allowed_count, random, allowed);
}

double first_dig_risk(const GameRules& rules, Cell cell) {
  return row_of(rules.first_click).first_dig_risk(*rules.grid, rules.mine_count, cell);
}

}  // namespace sapper::sim

#include "sim/minesweeper/game_rules.hpp"

namespace sapper::sim {

void lay_among_hidden(Layout& layout, const View& view, Stream& random) {
  const auto mine_count = static_cast<std::uint32_t>(layout.mines().size());
  layout.lay_uniformly(mine_count, random, [&](auto visit) {
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_shown(cell)) visit(cell);
    for (const Cell kept : view.free_by_rule())
      if (view.is_hidden(kept)) visit(kept);
  });
}

double first_dig_risk(const GameRules& rules, Cell cell) {
  return row_of(rules.first_click).first_dig_risk(*rules.grid, rules.mine_count, cell);
}

}  // namespace sapper::sim

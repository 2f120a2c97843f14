// The exact win probability of a strategy on a tiny board, by evaluating every layout and every choice.
//
// The game: mines uniform over all layouts, no protection of the first dig, openings spread. The strategy is
// given by its definition, not by its code: in each position it digs what it knows to be safe, else one
// of its candidates, each with equal probability. Safe digs only reveal more, so their order does not matter. Cost: all
// positions that can arise, for boards of up to about nine cells.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "tests/support/layout_oracle.hpp"

namespace sapper::tests {

// The digs of one turn. `is_certain`: all are made; otherwise one of them is, uniformly at random.
struct Turn {
  std::vector<sim::Cell> cells;
  bool is_certain = false;
};
using Policy = Turn (*)(const sim::View& view, const LayoutCounts& counts);

// The definitions of the strategies `random`, `rules`, `csp` and `min_risk`.
Turn random_policy(const sim::View& view, const LayoutCounts& counts);
Turn rules_policy(const sim::View& view, const LayoutCounts& counts);
Turn csp_policy(const sim::View& view, const LayoutCounts& counts);
Turn min_risk_policy(const sim::View& view, const LayoutCounts& counts);

double exact_win_probability(const sim::Grid& grid, std::uint32_t mine_count, Policy policy);

}  // namespace sapper::tests

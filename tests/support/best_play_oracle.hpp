// Best play by definition: every order of digs, every layout, no shortcut. In each view every hidden cell is
// tried, free or not; the layouts left are split by the view that follows; the best cell counts.
//
// Cost: all views that any play can lead to; boards of up to about twelve cells. best_dig_oracle.hpp reaches 4 x 4.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::tests {

struct BestPlayValue {
  std::uint64_t won = 0;  // of `layouts`, by the best play
  std::uint64_t layouts = 0;

  bool operator==(const BestPlayValue&) const = default;
};

// Whether the rule allows this layout ([cell], a mine there) after a first dig at `first`.
bool is_allowed(const std::vector<bool>& layout, const sim::Grid& grid, sim::FirstClickRule rule,
                sim::Cell first);

// With the first dig at `first`: all layouts that the rule allows count equally.
BestPlayValue best_play(const sim::Grid& grid, std::uint32_t mine_count, sim::FirstClickRule rule,
                        sim::Cell first);

}  // namespace sapper::tests

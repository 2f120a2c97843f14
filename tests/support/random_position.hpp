// Random positions for fuzz tests, by seed and number: the same everywhere.
//
// Positions come from laid boards (some cells shown by digging as in a game, or at random here and there) or
// are made impossible (a number altered, the mine count wrong, random numbers). All topologies, odd
// shapes (one row, one column, 2 x 2 tori), sometimes corners that the rules keep free, sometimes flags,
// which are not evidence.
#pragma once

#include <cstdint>

#include "tests/support/position_text.hpp"

namespace sapper::tests {

enum class Origin : std::uint8_t {
  dug,               // safe cells dug, with openings
  scattered,         // safe cells shown at random, without openings
  altered_number,    // as one of those above, then one number changed
  wrong_mine_count,  // likewise, then the mine count changed
  invented,          // random cells show random numbers
};

struct RandomPosition {
  Position position;
  Origin origin = Origin::dug;
  // Where the mines lay; consistent with the view for `dug` and `scattered`.
  std::vector<sim::Cell> mines;
};

// Shapes to choose from, and what a position may cost an oracle.
struct PositionKind {
  int min_side = 1;
  int max_rows = 5;
  int max_cols = 6;
  double max_layouts = 60'000;  // positions with more ways to lay the mines are skipped
  bool may_be_inconsistent = true;
  bool may_have_flags = true;
};

RandomPosition random_position(const PositionKind& kind, std::uint64_t seed, std::uint64_t number);

}  // namespace sapper::tests

// The score of a position. An empty region is a set of empty points joined along lines; it touches a colour
// when one of its points has a neighbour of that colour.
//
// - `area` (Tromp and Taylor, "The game of Go", rule 9): a side's stones and the empty regions that touch
//   only that side. Stones count as they are: none on the board is dead.
// - `majority` (the course document behind this program): the side with more contacts along an empty region's
//   border (pairs of one of its points and a neighbouring stone) gets all its points, neither side if they are equal;
//   stones captured during the game count for the side that captured them. Stones on the board do not count.
//
// Under both, White also gets the komi. Cost: O(points); nothing is allocated.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/go/board.hpp"

namespace sapper::sim::go {

enum class Scoring : std::uint8_t { area, majority };
std::string_view name_of(Scoring scoring);

// Points are counted in halves, so that komis such as 7.5 are exact.
struct Score {
  int black_halves = 0;
  int white_halves = 0;
  int margin_halves() const { return black_halves - white_halves; }
  bool operator==(const Score&) const = default;
};

// The winner; Color::empty for equal scores.
inline Color winner_of(const Score& score) {
  if (score.margin_halves() == 0) return Color::empty;
  return score.margin_halves() > 0 ? Color::black : Color::white;
}

Score score_of(const Board& board, Scoring scoring, int komi_halves);

// Whether no empty region touches both colours.
bool is_settled(const Board& board);

// [site_count()], the owner of each empty point by area; Color::empty where neither side owns it.
std::array<Color, kMaxSites> area_owners(const Board& board);

}  // namespace sapper::sim::go

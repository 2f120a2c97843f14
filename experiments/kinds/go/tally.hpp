// The counters over games of one case, for each pairing. Integers only, so that the order of summation does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/kinds/paired/paired_tally.hpp"

namespace sapper::experiments::go {

// A game that has not ended after this many moves is scored as it is. Superko ends every game, but random play on small
// boards may first visit most of their positions.
inline constexpr std::uint64_t kMoveCapPerPoint = 10;

enum class GameStop : std::uint8_t { passes, settled, capped };
inline constexpr std::array<std::string_view, 3> kGameStopNames{"passes", "settled", "capped"};

// Game lengths are counted in bins of ceil(points / 8) moves; the last bin also counts longer games.
inline constexpr std::size_t kLengthBins = 32;
constexpr std::uint64_t length_bin_width(int size) {
  return static_cast<std::uint64_t>((size * size + 7) / 8);
}

// The counters of one pairing. Each thread counts into its own tally; the alignment prevents false sharing.
struct alignas(64) PairingCounts {
  std::uint64_t wins = 0;  // Black's
  std::uint64_t draws = 0;
  std::uint64_t moves = 0;  // passes included
  std::uint64_t moves_squared = 0;
  std::uint64_t longest = 0;
  std::array<std::uint64_t, kLengthBins> lengths{};
  std::uint64_t taken_by_black = 0;
  std::uint64_t taken_by_white = 0;
  std::uint64_t black_margin_halves = 0;  // over games in which Black leads at the end, komi included
  std::uint64_t white_margin_halves = 0;
  std::array<std::uint64_t, kGameStopNames.size()> stops{};
  std::uint64_t core_ns = 0;

  std::uint64_t play_ns() const { return core_ns; }
  // An inconsistency in the counts of this many games; empty if there is none.
  std::string contradiction(std::uint64_t games) const {
    std::uint64_t ended = 0, measured = 0;
    for (const std::uint64_t count : stops) ended += count;
    for (const std::uint64_t count : lengths) measured += count;
    if (ended != games) return std::to_string(ended) + " endings of " + std::to_string(games) + " games";
    if (measured != games)
      return std::to_string(measured) + " lengths of " + std::to_string(games) + " games";
    return wins + draws > games ? std::to_string(wins + draws) + " wins and draws" : std::string();
  }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"wins"}, self.wins);
    visit(Counter{"draws", CounterRole::reported}, self.draws);
    visit(Counter{"moves"}, self.moves);
    visit(Counter{"moves_squared"}, self.moves_squared);
    visit(Counter{"length.longest", CounterRole::reported, Aggregation::largest}, self.longest);
    visit(Counter{"length.histogram", CounterRole::reported}, self.lengths);
    visit(Counter{"captures.by_black", CounterRole::reported}, self.taken_by_black);
    visit(Counter{"captures.by_white", CounterRole::reported}, self.taken_by_white);
    visit(Counter{"black_margin_halves"}, self.black_margin_halves);
    visit(Counter{"white_margin_halves"}, self.white_margin_halves);
    visit(Counter{"endings", CounterRole::reported, Aggregation::sum, kGameStopNames}, self.stops);
    visit(Counter{"core_ns", CounterRole::timing}, self.core_ns);
  }
};

using CaseTally = PairedTally<PairingCounts>;

}  // namespace sapper::experiments::go

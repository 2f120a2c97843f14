// What is counted over games of one board. Integers only, so that the order of adding does not show.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace sapper::experiments::go {

// A game that has not ended after so many moves is scored as it stands. Superko ends every game, but on small
// boards played at random possibly only after a walk through most of their positions.
inline constexpr std::uint64_t kMoveCapPerPoint = 10;

enum class GameStop : std::uint8_t { passes, settled, capped };
inline constexpr std::array<std::string_view, 3> kGameStopNames{"passes", "settled", "capped"};

// Game lengths are counted in bins of ceil(points / 8) moves; the last bin also counts longer games.
inline constexpr std::size_t kLengthBins = 32;
constexpr std::uint64_t length_bin_width(int size) {
  return static_cast<std::uint64_t>((size * size + 7) / 8);
}

// Of one pairing. Threads count into tallies of their own; the alignment keeps those out of one cache line.
struct alignas(64) PairingTally {
  std::uint64_t black_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t moves = 0;  // passes included
  std::uint64_t moves_squared = 0;
  std::uint64_t longest = 0;
  std::array<std::uint64_t, kLengthBins> lengths{};
  std::uint64_t taken_by_black = 0;
  std::uint64_t taken_by_white = 0;
  std::uint64_t black_margin_halves = 0;  // over games that Black leads at the end, komi included
  std::uint64_t white_margin_halves = 0;
  std::array<std::uint64_t, kGameStopNames.size()> stops{};
  // Not part of reproducible results.
  std::uint64_t core_ns = 0;

  void add(const PairingTally& other);
  // Calls visit(counter) for every counter, in a fixed order.
  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit);
};

class BoardTally final : public Tally {
 public:
  explicit BoardTally(std::size_t pairing_count);

  std::uint64_t games() const override { return games_; }
  void clear() override;
  void add(const Tally& other) override;
  std::vector<std::uint64_t> counters() const override;
  void set_counters(std::span<const std::uint64_t> counters) override;

  void add_games(std::uint64_t count) { games_ += count; }
  std::size_t pairing_count() const { return pairings_.size(); }
  PairingTally& of(std::size_t pairing) { return pairings_[pairing]; }
  const PairingTally& of(std::size_t pairing) const { return pairings_[pairing]; }
  // Game numbers under which Black won with both pairings; a < b.
  std::uint64_t& both_won(std::size_t a, std::size_t b) { return both_won_[pair_index(a, b)]; }
  std::uint64_t both_won(std::size_t a, std::size_t b) const { return both_won_[pair_index(a, b)]; }

 private:
  // (0,1), (0,2), (1,2), (0,3), ...
  static std::size_t pair_index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  std::uint64_t games_ = 0;
  std::vector<PairingTally> pairings_;
  std::vector<std::uint64_t> both_won_;
};

template <class Self, class Visit>
void PairingTally::each_counter(Self& self, Visit visit) {
  visit(self.black_wins);
  visit(self.draws);
  visit(self.moves);
  visit(self.moves_squared);
  visit(self.longest);
  for (auto& count : self.lengths) visit(count);
  visit(self.taken_by_black);
  visit(self.taken_by_white);
  visit(self.black_margin_halves);
  visit(self.white_margin_halves);
  for (auto& count : self.stops) visit(count);
  visit(self.core_ns);
}

}  // namespace sapper::experiments::go

// The games of a chunk that each player won, one bit per game, to count the games that both players of a pair won.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace sapper::experiments {

class WonGames {
 public:
  // Starts a chunk, with no game won. Reuses its memory.
  void start(std::size_t player_count, std::uint64_t game_count) {
    won_.resize(player_count);
    for (auto& words : won_) words.assign((game_count + 63) / 64, 0);
  }
  void set(std::size_t player, std::uint64_t index) {
    won_[player][index / 64] |= std::uint64_t{1} << index % 64;
  }
  bool has(std::size_t player, std::uint64_t index) const {
    return (won_[player][index / 64] >> index % 64 & 1) != 0;
  }

  // Adds the chunk's pairs to a PairedTally.
  template <class PairedTally>
  void add_pairs(PairedTally& tally) const {
    for (std::size_t b = 1; b < won_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        for (std::size_t word = 0; word < won_[a].size(); ++word)
          tally.both_won(a, b) += static_cast<std::uint64_t>(std::popcount(won_[a][word] & won_[b][word]));
  }

 private:
  std::vector<std::vector<std::uint64_t>> won_;  // [player][word of the chunk]
};

}  // namespace sapper::experiments

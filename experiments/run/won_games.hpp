// Which games of a range each player won: one bit per game and player. The wins of two players who played the same games
// can be paired by them at any time, also when the players are of different reports (report/run_plan.hpp,
// report/report_comparison.hpp).
//
// A report keeps these bits for experiments of at most kMostWonBits games times players, in base64: a byte of text for 6
// games. They are not compressed: the bytes that zlib writes depend on its version, whereas reports are the same
// everywhere, and for win rates between 25 and 75 % the best code saves less than a fifth.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sapper::experiments {

// A report holds at most this many bits over all cases: 11 MB of text.
inline constexpr std::uint64_t kMostWonBits = std::uint64_t{1} << 26;

class WonGames {
 public:
  // Starts a range, with no game won. Reuses its memory.
  void start(std::size_t player_count, std::uint64_t game_count);
  void clear() { start(0, 0); }
  // The games of one player after another.
  static WonGames of_players(std::vector<std::vector<std::uint64_t>> words, std::uint64_t game_count);

  // Whether it is known who won.
  bool is_known() const { return !won_.empty(); }
  std::size_t player_count() const { return won_.size(); }
  std::uint64_t game_count() const { return game_count_; }

  // index: from the start of the range.
  void set(std::size_t player, std::uint64_t index) {
    won_[player][index / 64] |= std::uint64_t{1} << index % 64;
  }
  bool has(std::size_t player, std::uint64_t index) const {
    return (won_[player][index / 64] >> index % 64 & 1) != 0;
  }
  // The player's games in words of 64, from the lowest bit on.
  const std::vector<std::uint64_t>& words(std::size_t player) const { return won_[player]; }

  // Adds the games of the same players that follow. Unknown if those are.
  void append(const WonGames& next);

  // Adds the pairs of players to a PairedTally.
  template <class PairedTally>
  void add_pairs(PairedTally& tally) const {
    for (std::size_t b = 1; b < won_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) tally.both_won(a, b) += both_won(won_[a], won_[b], game_count_);
  }
  // How many of the first games are set in both.
  static std::uint64_t both_won(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                std::uint64_t games);

  // What reports hold: for each player its games in base64, game 8 i + j in bit j of byte i.
  std::vector<std::string> texts() const;
  // nullopt unless they are of this many games.
  static std::optional<WonGames> of_texts(std::span<const std::string> texts, std::uint64_t game_count);

 private:
  std::vector<std::vector<std::uint64_t>> won_;  // [player][word]; bits beyond the last game are 0
  std::uint64_t game_count_ = 0;
};

}  // namespace sapper::experiments

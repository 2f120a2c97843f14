// Counter-based random streams: what a game draws depends only on the game's identity, not on the thread, the machine
// or the order in which games are played.
//
// A stream is the sequence of Philox4x64-10 blocks (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as
// easy as 1, 2, 3", SC 2011) under the key (seed, family) with the counter (block number, game, purpose, 0).
// Bounded draws follow Lemire, "Fast random integer generation in an interval" (2019), section 4, which
// avoids the modulo in most draws; shuffles are Fisher-Yates. No draw depends on the standard library.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

// What a stream is used for. The numbers are part of every published result: append, never renumber.
enum class StreamPurpose : std::uint64_t {
  layout = 1,      // the layout
  relocation = 2,  // the destination of a mine hit by the first dig
  relaying = 3,    // mines laid again during a game
  strategy = 4,    // a strategy's own choices
  playout = 5,     // random playouts
  opponent = 6,    // the other side's choices in a two-player game
  repair = 7,      // how a layout is changed until it needs no guess
  tuning = 8,      // the directions in which settings are changed
};

// Identifies a game: the experiment's seed, the board's key (the same in any experiment) and the game's
// number.
struct GameId {
  std::uint64_t seed = 0;
  std::uint64_t board_key = 0;
  std::uint64_t game = 0;
};

// A hash of one word: the last step of SplitMix64 (Steele, Lea and Flood 2014).
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9U;
  value = (value ^ value >> 27) * 0x94D049BB133111EBU;
  return value ^ value >> 31;
}

class Stream {
 public:
  Stream() = default;
  Stream(const GameId& id, StreamPurpose purpose)
      : key_{id.seed, id.board_key}, game_(id.game), purpose_(static_cast<std::uint64_t>(purpose)) {}

  // Uniform over all 2^32 values.
  std::uint32_t next32() {
    if (position_ == kWordsPerBlock) refill();
    return words_[position_++];
  }

  // Uniform over all 2^64 values: two 32-bit words, the low one first.
  std::uint64_t next64() {
    const std::uint64_t low = next32();
    return low | static_cast<std::uint64_t>(next32()) << 32;
  }

  // Uniform over 0..bound-1; bound >= 1.
  std::uint32_t below(std::uint32_t bound) {
    SAPPER_EXPECT(bound > 0);
    std::uint64_t product = static_cast<std::uint64_t>(next32()) * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold)
        product = static_cast<std::uint64_t>(next32()) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next64() >> 11) * 0x1p-53; }

  // Permutes the values uniformly at random.
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
  }

 private:
  static constexpr unsigned kWordsPerBlock = 8;
  void refill();

  std::array<std::uint64_t, 2> key_{};
  std::uint64_t game_ = 0;
  std::uint64_t purpose_ = 0;
  std::uint64_t block_ = 0;
  std::array<std::uint32_t, kWordsPerBlock> words_{};
  unsigned position_ = kWordsPerBlock;
};

}  // namespace sapper::sim

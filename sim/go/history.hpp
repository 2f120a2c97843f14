// The positions that have occurred on the board, for superko: a set of keys, removed last in, first out.
//
// A position is identified by a 128-bit key, the exclusive or of one random word per stone (A. Zobrist, "A
// new hashing method with application for game playing", 1970). Two different positions share a key with
// probability 2^-128. In a game of m positions in which n moves are checked, a false repetition has
// probability at most m n / 2^128: below 1e-26 for a thousand positions and a billion moves.
//
// Lookup, insertion and removal take O(1); memory is kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/go/board.hpp"

namespace sapper::sim::go {

struct PositionKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const PositionKey&) const = default;
  PositionKey& operator^=(const PositionKey& other) {
    high ^= other.high;
    low ^= other.low;
    return *this;
  }
};

// The words are the same in every build. The empty board's key is 0.
const PositionKey& stone_key(Point point, Color color);

class PositionHistory {
 public:
  PositionHistory();
  void clear();
  std::size_t count() const { return keys_.size(); }
  bool contains(const PositionKey& key) const { return slots_[slot_of(key)] != kFree; }
  // A key may be added again: a pass repeats the position.
  void add(const PositionKey& key);
  void remove_last();

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;
  // The slot of the key, or the one where it belongs.
  std::size_t slot_of(const PositionKey& key) const {
    std::size_t slot = key.low & mask_;
    while (slots_[slot] != kFree && keys_[slots_[slot]] != key) slot = (slot + 1) & mask_;
    return slot;
  }
  void grow();

  std::vector<PositionKey> keys_;  // in the order of insertion
  // An open-addressing table of indices into keys_, at most half full. The last inserted key can be removed directly:
  // no other key's probe sequence passes its slot.
  std::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;
};

}  // namespace sapper::sim::go

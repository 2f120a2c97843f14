// Games of heaps: a move takes at least one object and at most `max_taken` objects from one heap. A player who cannot
// move loses. Without a limit this is Nim; one heap with max_taken 3 is the game of taking 1 to 3.
//
// Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <span>

#include "sim/support/contracts.hpp"

namespace sapper::sim::nim {

inline constexpr std::size_t kMaxHeaps = 8;
inline constexpr int kMaxHeap = 1'000'000;  // the sum of all heaps, and each value, fits an int
inline constexpr int kNoLimit = std::numeric_limits<int>::max();

// The sizes of up to kMaxHeaps heaps, each 0..kMaxHeap; an empty heap keeps its index.
class Heaps {
 public:
  Heaps() = default;
  Heaps(std::initializer_list<int> sizes) : Heaps(std::span(sizes.begin(), sizes.size())) {}
  explicit Heaps(std::span<const int> sizes) {
    SAPPER_EXPECT(sizes.size() <= kMaxHeaps);
    for (const int size : sizes) sizes_[count_++] = size;
  }

  std::size_t count() const { return count_; }
  int& operator[](std::size_t heap) { return sizes_[heap]; }
  int operator[](std::size_t heap) const { return sizes_[heap]; }
  const int* begin() const { return sizes_.data(); }
  const int* end() const { return sizes_.data() + count_; }
  int* begin() { return sizes_.data(); }
  int* end() { return sizes_.data() + count_; }
  int total() const { return std::accumulate(begin(), end(), 0); }
  bool operator==(const Heaps&) const = default;

 private:
  std::array<int, kMaxHeaps> sizes_{};
  std::size_t count_ = 0;
};

struct Move {
  std::size_t heap = 0;
  int left = 0;  // the size of the heap after the move

  bool operator==(const Move&) const = default;
};

inline bool is_legal(const Heaps& heaps, const Move& move, int max_taken = kNoLimit) {
  return move.heap < heaps.count() && move.left >= 0 && move.left < heaps[move.heap] &&
         heaps[move.heap] - move.left <= max_taken;
}
// The heaps after a legal move.
inline Heaps after(Heaps heaps, const Move& move) {
  SAPPER_EXPECT(is_legal(heaps, move));
  heaps[move.heap] = move.left;
  return heaps;
}

// Calls visit(move) for every legal move: heap by heap, taking one first.
template <class Visit>
void for_each_move(const Heaps& heaps, int max_taken, Visit visit) {
  for (std::size_t heap = 0; heap < heaps.count(); ++heap) {
    const int min_left = heaps[heap] > max_taken ? heaps[heap] - max_taken : 0;
    for (int left = heaps[heap] - 1; left >= min_left; --left) visit(Move{heap, left});
  }
}

}  // namespace sapper::sim::nim

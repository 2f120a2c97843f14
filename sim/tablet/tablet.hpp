// The poisoned tablet: m columns by n rows of squares, one of them poisoned. A move breaks the tablet along a line
// between two columns or two rows and keeps the part with the poison. The player to move on the 1x1 tablet loses.
//
// The tablet is Nim on four heaps, the distances from the poison to the four edges: a cut reduces one of the
// distances by any number from one to all of it and leaves the other three as they are, and every move of Nim
// is such a cut. The 1x1 tablet is the four empty heaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/nim/heaps.hpp"

namespace sapper::sim::tablet {

inline constexpr int kMaxSide = 10'000;

struct Tablet {
  int cols = 1;        // m, 1..kMaxSide
  int rows = 1;        // n, 1..kMaxSide
  int poison_col = 0;  // i, 0..cols-1
  int poison_row = 0;  // j, 0..rows-1

  bool operator==(const Tablet&) const = default;
};

enum class Cut : std::uint8_t { vertical, horizontal };

// Breaks between columns where-1 and where (vertical), or between rows where-1 and where (horizontal).
struct Move {
  Cut cut = Cut::vertical;
  int where = 1;  // 1..cols-1, or 1..rows-1

  bool operator==(const Move&) const = default;
};

bool is_over(const Tablet& tablet);
bool is_legal(const Tablet& tablet, const Move& move);
// The part with the poison, its squares renumbered from 0. The move is legal.
Tablet after(const Tablet& tablet, const Move& move);
// All legal moves: vertical ones, then horizontal ones, both ascending.
std::vector<Move> moves_of(const Tablet& tablet);

// The four distances (i, m-1-i, j, n-1-j): squares left of, right of, above and below the poison.
nim::Heaps distances_of(const Tablet& tablet);
// The tablet with these distances.
Tablet tablet_of(const nim::Heaps& distances);
// The move of Nim that corresponds to a cut.
nim::Move as_heap_move(const Tablet& tablet, const Move& move);
// The cut that corresponds to a move of Nim.
Move as_cut(const Tablet& tablet, const nim::Move& move);

}  // namespace sapper::sim::tablet

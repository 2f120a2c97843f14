// The value of a position in a game in which a player who cannot move loses, the winner wants to win fast and the loser
// to lose slowly.
//
// The value of a position, for the player to move: 0 where there is no move; else, if some successor's value
// is <= 0 (the opponent loses there), |largest such value| + 1; else -(largest value of a successor) - 1. A
// position is won where its value is above 0; |value| is the number of moves until the end under best play.
//
// The largest value <= 0 is the loss that comes soonest, the largest value > 0 the win that takes longest.
#pragma once

#include <algorithm>
#include <limits>

namespace sapper::solvers::nim {

// What the value depends on, collected from a position's successors in any order and grouping.
class Successors {
 public:
  void add(int value) {
    largest_ = std::max(largest_, value);
    if (value <= 0) largest_lost_ = std::max(largest_lost_, value);
  }
  void add(const Successors& part) {
    largest_ = std::max(largest_, part.largest_);
    largest_lost_ = std::max(largest_lost_, part.largest_lost_);
  }
  // The successor's value that the player to move should choose; kNone where there is no move.
  int best() const { return largest_lost_ != kNone ? largest_lost_ : largest_; }
  int value() const;

  static constexpr int kNone = std::numeric_limits<int>::min();

 private:
  int largest_ = kNone;
  int largest_lost_ = kNone;
};

// The value of a position whose best move leads to a position of value `next`.
inline int value_before(int next) { return next <= 0 ? 1 - next : -next - 1; }

// Whether a move to a position of value `a` is better than one to a position of value `b`.
inline bool is_better_next(int a, int b) {
  const bool wins = a <= 0;
  return wins == (b <= 0) ? a > b : wins;
}

inline int Successors::value() const { return best() == kNone ? 0 : value_before(best()); }

}  // namespace sapper::solvers::nim

// The theory of games of heaps, without enumerating positions: the player to move wins exactly where the nim-sum is not 0.
//
// The nim-sum is the XOR of the heaps' nim-values. Where at most `max_taken` objects are taken at a time, a heap of n has
// the nim-value n mod (max_taken + 1); without a limit, n.
//
// Sources: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901); R. P.
// Sprague, "Über mathematische Kampfspiele", Tôhoku Mathematical Journal 41 (1935), for the limit.
#pragma once

#include <optional>

#include "sim/nim/heaps.hpp"

namespace sapper::solvers::nim {

inline int nim_value(int heap, int max_taken = sim::nim::kNoLimit) {
  return max_taken == sim::nim::kNoLimit ? heap : heap % (max_taken + 1);
}

inline int nim_sum(const sim::nim::Heaps& heaps, int max_taken = sim::nim::kNoLimit) {
  int sum = 0;
  for (const int heap : heaps) sum ^= nim_value(heap, max_taken);
  return sum;
}

// The move in the first heap that makes the nim-sum 0; nullopt if it is 0 already.
inline std::optional<sim::nim::Move> winning_move(const sim::nim::Heaps& heaps,
                                                  int max_taken = sim::nim::kNoLimit) {
  const int sum = nim_sum(heaps, max_taken);
  for (std::size_t heap = 0; sum != 0 && heap < heaps.count(); ++heap) {
    const int value = nim_value(heaps[heap], max_taken);
    if (const int wanted = value ^ sum; wanted < value)
      return sim::nim::Move{heap, heaps[heap] - (value - wanted)};
  }
  return std::nullopt;
}

}  // namespace sapper::solvers::nim

#include "sim/nim/heaps.hpp"

#include <numeric>

namespace sapper::sim::nim {

int Heaps::total() const { return std::accumulate(begin(), end(), 0); }

bool is_legal(const Heaps& heaps, const Move& move, int max_taken) {
  return move.heap < heaps.count() && move.left >= 0 && move.left < heaps[move.heap] &&
         heaps[move.heap] - move.left <= max_taken;
}

Heaps after(Heaps heaps, const Move& move) {
  SAPPER_EXPECT(is_legal(heaps, move));
  heaps[move.heap] = move.left;
  return heaps;
}

}  // namespace sapper::sim::nim

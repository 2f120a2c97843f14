#include "experiments/figures/end_names.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace sapper::experiments::figures {

// Isotonic regression of the ends, each lowered by its rank times the pitch, by pooling adjacent violators.
std::optional<std::vector<double>> place_end_names(const std::vector<double>& ends, double height_pt,
                                                   double pitch_pt, double distinct_pt) {
  const std::size_t count = ends.size();
  if (count == 0 || static_cast<double>(count - 1) * pitch_pt > height_pt) return std::nullopt;
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ends[a] < ends[b]; });
  struct Pool {
    double sum;
    double size;
    double mean() const { return sum / size; }
  };
  std::vector<Pool> pools;
  for (std::size_t rank = 0; rank < count; ++rank) {
    if (rank > 0 && ends[order[rank]] - ends[order[rank - 1]] < distinct_pt) return std::nullopt;
    pools.push_back({ends[order[rank]] - static_cast<double>(rank) * pitch_pt, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().sum + last.sum, pools.back().size + last.size};
    }
  }
  std::vector<double> places(count);
  std::size_t rank = 0;
  const double highest = height_pt - static_cast<double>(count - 1) * pitch_pt;
  for (const Pool& pool : pools)
    for (double i = 0; i < pool.size; ++i, ++rank)
      places[order[rank]] = std::clamp(pool.mean(), 0.0, highest) + static_cast<double>(rank) * pitch_pt;
  return places;
}

}  // namespace sapper::experiments::figures

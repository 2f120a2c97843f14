#include "experiments/tablet/tally.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper::experiments::tablet {

CountTally::CountTally(std::size_t player_count, std::size_t counters_each)
    : player_count_(player_count),
      counters_each_(counters_each),
      counts_(1 + player_count * counters_each + player_count * (player_count - 1) / 2) {}

void CountTally::clear() { std::fill(counts_.begin(), counts_.end(), 0); }

void CountTally::add(const Tally& tally) {
  const auto& other = dynamic_cast<const CountTally&>(tally);
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

void CountTally::set_counters(std::span<const std::uint64_t> counters) {
  if (counters.size() != counts_.size()) throw std::invalid_argument("another number of counters");
  counts_.assign(counters.begin(), counters.end());
}

std::uint64_t CountTally::total(std::size_t counter) const {
  std::uint64_t sum = 0;
  for (std::size_t player = 0; player < player_count_; ++player) sum += of(player, counter);
  return sum;
}

}  // namespace sapper::experiments::tablet

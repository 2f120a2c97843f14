#include "experiments/go/tally.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper::experiments::go {

void PairingTally::add(const PairingTally& other) {
  const std::uint64_t longest_of_both = std::max(longest, other.longest);
  std::vector<const std::uint64_t*> theirs;
  std::size_t next = 0;
  each_counter(other, [&](const std::uint64_t& counter) { theirs.push_back(&counter); });
  each_counter(*this, [&](std::uint64_t& counter) { counter += *theirs[next++]; });
  longest = longest_of_both;
}

BoardTally::BoardTally(std::size_t pairing_count)
    : pairings_(pairing_count), both_won_(pairing_count * (pairing_count - 1) / 2) {}

void BoardTally::clear() {
  games_ = 0;
  std::fill(pairings_.begin(), pairings_.end(), PairingTally{});
  std::fill(both_won_.begin(), both_won_.end(), 0);
}

void BoardTally::add(const Tally& tally) {
  const auto& other = dynamic_cast<const BoardTally&>(tally);
  games_ += other.games_;
  for (std::size_t i = 0; i < pairings_.size(); ++i) pairings_[i].add(other.pairings_[i]);
  for (std::size_t i = 0; i < both_won_.size(); ++i) both_won_[i] += other.both_won_[i];
}

std::vector<std::uint64_t> BoardTally::counters() const {
  std::vector<std::uint64_t> counters{games_};
  for (const PairingTally& pairing : pairings_)
    PairingTally::each_counter(pairing, [&](std::uint64_t counter) { counters.push_back(counter); });
  counters.insert(counters.end(), both_won_.begin(), both_won_.end());
  return counters;
}

void BoardTally::set_counters(std::span<const std::uint64_t> counters) {
  if (counters.size() != this->counters().size()) throw std::invalid_argument("another number of counters");
  std::size_t next = 0;
  games_ = counters[next++];
  for (PairingTally& pairing : pairings_)
    PairingTally::each_counter(pairing, [&](std::uint64_t& counter) { counter = counters[next++]; });
  for (std::uint64_t& count : both_won_) count = counters[next++];
}

}  // namespace sapper::experiments::go

// What is counted over games of one board: for each player some counters, and for each pair of players one.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/engine/experiment.hpp"

namespace sapper::experiments::tablet {

class CountTally final : public Tally {
 public:
  CountTally(std::size_t player_count, std::size_t counters_each);

  std::uint64_t games() const override { return counts_[0]; }
  void clear() override;
  void add(const Tally& other) override;
  std::vector<std::uint64_t> counters() const override { return counts_; }
  void set_counters(std::span<const std::uint64_t> counters) override;

  void add_games(std::uint64_t count) { counts_[0] += count; }
  std::uint64_t& of(std::size_t player, std::size_t counter) { return counts_[place_of(player, counter)]; }
  std::uint64_t of(std::size_t player, std::size_t counter) const {
    return counts_[place_of(player, counter)];
  }
  std::uint64_t total(std::size_t counter) const;  // over all players
  // Of two players, a < b.
  std::uint64_t& both(std::size_t a, std::size_t b) { return counts_[place_of_pair(a, b)]; }
  std::uint64_t both(std::size_t a, std::size_t b) const { return counts_[place_of_pair(a, b)]; }

 private:
  std::size_t place_of(std::size_t player, std::size_t counter) const {
    return 1 + player * counters_each_ + counter;
  }
  std::size_t place_of_pair(std::size_t a, std::size_t b) const {
    return 1 + player_count_ * counters_each_ + b * (b - 1) / 2 + a;
  }

  std::size_t player_count_;
  std::size_t counters_each_;
  std::vector<std::uint64_t> counts_;  // games, players x counters, pairs (0,1), (0,2), (1,2), (0,3), ...
};

}  // namespace sapper::experiments::tablet

// A shard: the contiguous part of all games of an experiment that one run plays.
//
// It is a range of all games rather than a share of every case: its report holds only the cases in the range, the
// concatenated records of all shards are those of the whole run, and it can start mid-case only in its first case, where
// it defers the stop rule to the merge (merge.hpp).
#pragma once

#include <cstdint>

#include "experiments/run/game_set.hpp"

namespace sapper::experiments {

class Experiment;

// One of the shards 1 to count.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;
  bool is_whole() const { return count == 1; }
  bool operator==(const Shard&) const = default;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("shard", self.number);
    visit("of", self.count);
  }
};
inline constexpr std::uint64_t kMaxShards = 1'000'000;

// The games of a shard: about as costly as those of the others, according to game_cost. Depends only on the experiment.
GameSet games_of(const Experiment& experiment, Shard shard);

}  // namespace sapper::experiments

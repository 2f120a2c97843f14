// The part of an experiment that one run plays: a stretch of the sequence of all games, those of case 0 first,
// then those of case 1, and so on.
//
// A shard is a stretch rather than a share of every case: its report holds only the cases that it met, the
// records of all shards, one after the other, are those of the whole run, and at most its first case begins
// amid the games, where a stop rule has to wait for the games before (merge.hpp).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

// Of the shards 1 to count.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;
  bool is_whole() const { return count == 1; }
  bool operator==(const Shard&) const = default;
};
inline constexpr std::uint64_t kMaxShards = 1'000'000;

// A game of a case.
struct GamePlace {
  std::size_t case_number = 0;
  std::uint64_t game = 0;
  auto operator<=>(const GamePlace&) const = default;
};

// The games from `begin` up to, but not including, `end`. By default all.
struct Slice {
  GamePlace begin;
  GamePlace end{std::numeric_limits<std::size_t>::max(), 0};
  // Of a case of which the config asks for `games`; may be empty.
  GameRange range_of(std::size_t case_number, std::uint64_t games) const;
  bool operator==(const Slice&) const = default;
};

// Shards cost about the same, as far as game_cost tells. Depends on the experiment alone.
Slice slice_of(const Experiment& experiment, Shard shard);

}  // namespace sapper::experiments

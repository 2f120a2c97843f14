// The part of an experiment that one run plays: a contiguous range of all games, those of case 0 first, then those of
// case 1, and so on.
//
// A shard is a contiguous range rather than a share of every case: its report holds only the cases in the range, the
// concatenated records of all shards are those of the whole run, and it can start mid-case only in its first case,
// where it defers the stop rule to the merge (merge.hpp).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

// One of the shards 1 to count.
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
  auto operator<=>(const GamePlace&) const = default;  // NOLINT(modernize-use-nullptr): not a pointer
};

// The games from `begin` up to, but not including, `end`; by default all.
struct Slice {
  GamePlace begin;
  GamePlace end{std::numeric_limits<std::size_t>::max(), 0};
  // The range in a case with `games` games; may be empty.
  GameRange range_of(std::size_t case_number, std::uint64_t games) const;
  bool operator==(const Slice&) const = default;
};

// Shards of about equal cost, according to game_cost. Depends only on the experiment.
Slice slice_of(const Experiment& experiment, Shard shard);

}  // namespace sapper::experiments

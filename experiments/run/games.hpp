// Games of an experiment: a stretch of games of one case with what was counted in them, the unit of threads, ranks,
// reports and merges; and the contiguous part of all games that one run plays.
//
// A shard is a contiguous range of all games rather than a share of every case: its report holds only the cases in the
// range, the concatenated records of all shards are those of the whole run, and it can start mid-case only in its first
// case, where it defers the stop rule to the merge (merge.hpp).
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

// All games, those of case 0 first, from `begin` up to, but not including, `end`.
struct Slice {
  GamePlace begin;
  GamePlace end{std::numeric_limits<std::size_t>::max(), 0};
  // The range in a case with `games` games; may be empty.
  GameRange range_of(std::size_t case_number, std::uint64_t games) const;
  bool operator==(const Slice&) const = default;
};

// Shards of about equal cost, according to game_cost. Depends only on the experiment.
Slice slice_of(const Experiment& experiment, Shard shard);
// The number of its games.
std::uint64_t games_in(const Slice& slice, const Experiment& experiment);

// Games of one case and their tally.
struct Stretch {
  std::size_t case_number = 0;
  GameRange games;
  std::unique_ptr<Tally> tally;
};

// A stretch in play. Written by the thread that plays it, hence in its own cache lines.
struct alignas(64) Chunk : Stretch {
  bool is_complete = false;    // all of `games`, or those before the one that failed
  std::exception_ptr failure;  // of the game after `games`
  double seconds = 0;
  std::string records;
};

// Plays chunks on many threads, with a worker for each.
class ChunkPlayer {
 public:
  ChunkPlayer(const Experiment& experiment, std::size_t threads, std::optional<RecordFilter> records)
      : experiment_(experiment), records_(records), workers_(threads) {}

  // One thread at a time per slot. The chunk stays incomplete if `abandon` becomes true.
  void play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon);

 private:
  const Experiment& experiment_;
  std::optional<RecordFilter> records_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
};

}  // namespace sapper::experiments

#include "experiments/run/games.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sapper::experiments {
namespace {

// Up to 10^6 cases of 10^12 games of 2^24 cells.
__extension__ using Cost = unsigned __int128;

std::uint64_t whole_cost(const Experiment& experiment, std::size_t case_number) {
  return static_cast<std::uint64_t>(std::max(1.0, std::round(experiment.game_cost(case_number))));
}

// The first game at which at least `cost` has been reached.
GamePlace place_at(const Experiment& experiment, Cost cost) {
  const std::uint64_t games = experiment.common().games;
  for (std::size_t number = 0; number < experiment.case_count(); ++number) {
    const Cost of_game = whole_cost(experiment, number);
    const Cost of_case = of_game * games;
    if (cost < of_case) {
      const auto game = static_cast<std::uint64_t>((cost + of_game - 1) / of_game);
      return game < games ? GamePlace{number, game} : GamePlace{number + 1, 0};
    }
    cost -= of_case;
  }
  return {experiment.case_count(), 0};
}

}  // namespace

GameRange Slice::range_of(std::size_t case_number, std::uint64_t games) const {
  if (case_number < begin.case_number || case_number > end.case_number) return {};
  const std::uint64_t first = case_number == begin.case_number ? std::min(begin.game, games) : 0;
  const std::uint64_t last = case_number == end.case_number ? std::min(end.game, games) : games;
  return {first, std::max(first, last)};
}

Slice slice_of(const Experiment& experiment, Shard shard) {
  if (shard.is_whole()) return {};
  Cost total = 0;
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    total += Cost{whole_cost(experiment, number)} * experiment.common().games;
  const auto boundary = [&](std::uint64_t number) {
    // total * number would overflow for the largest experiments.
    const Cost part = total / shard.count * number + total % shard.count * number / shard.count;
    return place_at(experiment, part);
  };
  return {boundary(shard.number - 1), boundary(shard.number)};
}

std::uint64_t games_in(const Slice& slice, const Experiment& experiment) {
  std::uint64_t games = 0;
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    games += slice.range_of(number, experiment.common().games).size();
  return games;
}

void ChunkPlayer::play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon) {
  using Clock = std::chrono::steady_clock;
  chunk.is_complete = false;
  chunk.failure = nullptr;
  if (abandon) return;
  std::unique_ptr<Worker>& worker = workers_[slot];
  if (!worker) worker = experiment_.make_worker(records_);
  const Clock::time_point begin = Clock::now();
  // Each player plays the whole chunk in turn, so the first failure found need not be in the earliest game: replays the
  // games before it until they succeed.
  for (bool has_failed = true; has_failed;) {
    chunk.tally->clear();
    chunk.records.clear();
    try {
      chunk.is_complete = worker->play(chunk.case_number, chunk.games, abandon, *chunk.tally, chunk.records);
      has_failed = false;
    } catch (const GameFailed& failed) {
      chunk.failure = std::current_exception();
      chunk.games.last = failed.game();
    }
  }
  chunk.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace sapper::experiments

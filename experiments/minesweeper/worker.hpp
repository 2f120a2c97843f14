// Plays chunks of games: each strategy in turn over the same games.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "experiments/minesweeper/player.hpp"

namespace sapper::experiments::minesweeper {

// What a game writes lies in the worker, in its strategies and in its tally. The worker and the tallies begin
// cache lines of their own; the rest is made by the thread that plays, in that thread's part of the heap: no
// thread writes into a line that another one uses.
class alignas(64) MinesweeperWorker final : public Worker {
 public:
  // The experiment is `owner` in errors and outlives the worker, as does its config.
  MinesweeperWorker(const Experiment& owner, const Config& config) : owner_(owner), config_(config) {}

  bool play(std::size_t board, std::uint64_t first, std::uint64_t last, const std::atomic<bool>& abandon,
            Tally& tally) override;

 private:
  void sit_down_at(std::size_t board);
  bool play_strategy(std::size_t strategy, std::uint64_t first, std::uint64_t last,
                     const std::atomic<bool>& abandon, StrategyTally& tally);

  const Experiment& owner_;
  const Config& config_;
  std::optional<std::size_t> board_;
  std::optional<Player> player_;
  std::vector<std::unique_ptr<solvers::Strategy>> strategies_;
  std::vector<std::vector<std::uint64_t>> won_;  // [strategy], a bit a game of the chunk
};

}  // namespace sapper::experiments::minesweeper

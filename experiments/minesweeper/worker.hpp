// Plays chunks of games: each strategy in turn over the same games.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "experiments/minesweeper/player.hpp"

namespace sapper::experiments::minesweeper {

class MinesweeperWorker final : public Worker {
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

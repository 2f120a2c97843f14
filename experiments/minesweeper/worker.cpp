#include "experiments/minesweeper/worker.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "experiments/support/thread_time.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

void MinesweeperWorker::sit_down_at(std::size_t board) {
  if (board_ == board) return;
  board_.reset();
  strategies_.clear();
  player_.emplace(config_, config_.boards[board]);
  for (const std::string& name : config_.strategies)
    strategies_.push_back(
        solvers::StrategyChoice(*solvers::find_strategy(name)).make(player_->game().rules()));
  won_.resize(strategies_.size());
  board_ = board;
}

bool MinesweeperWorker::play(std::size_t board, std::uint64_t first, std::uint64_t last,
                             const std::atomic<bool>& abandon, Tally& tally) {
  auto& board_tally = dynamic_cast<BoardTally&>(tally);
  sit_down_at(board);
  for (std::size_t i = 0; i < strategies_.size(); ++i)
    if (!play_strategy(i, first, last, abandon, board_tally.of(i))) return false;
  for (std::size_t b = 1; b < strategies_.size(); ++b)
    for (std::size_t a = 0; a < b; ++a)
      for (std::size_t word = 0; word < won_[a].size(); ++word)
        board_tally.both_won(a, b) +=
            static_cast<std::uint64_t>(std::popcount(won_[a][word] & won_[b][word]));
  board_tally.add_games(last - first);
  return true;
}

bool MinesweeperWorker::play_strategy(std::size_t strategy_number, std::uint64_t first, std::uint64_t last,
                                      const std::atomic<bool>& abandon, StrategyTally& tally) {
  solvers::Strategy& strategy = *strategies_[strategy_number];
  solvers::Telemetry& telemetry = strategy.telemetry();
  telemetry.phases.reset_totals();
  telemetry.frontier = {};
  std::vector<std::uint64_t>& won = won_[strategy_number];
  won.assign((last - first + 63) / 64, 0);
  const std::uint64_t begin_ns = thread_ns();
  for (std::uint64_t game = first; game < last; ++game) {
    if (abandon.load(std::memory_order_relaxed)) return false;
    try {
      if (!player_->play(game, strategy, tally)) continue;
    } catch (const std::exception& error) {
      const std::size_t board = *std::exchange(board_, std::nullopt);  // its game may be in any state now
      game_failed(owner_, board, game,
                  fmt::format("{}: {}", config_.strategies[strategy_number], error.what()));
    }
    ++tally.wins;
    won[(game - first) / 64] |= std::uint64_t{1} << (game - first) % 64;
  }
  tally.core_ns += thread_ns() - begin_ns;
  tally.frontier.add(telemetry.frontier);
  for (std::size_t i = 0; i < solvers::kPhaseCount; ++i) tally.phase_ticks[i] += telemetry.phases.totals()[i];
  return true;
}

}  // namespace sapper::experiments::minesweeper

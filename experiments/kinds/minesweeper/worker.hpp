// Plays chunks of games: each strategy in turn over the same games.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/player.hpp"
#include "experiments/kinds/minesweeper/player_factory.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"
#include "sim/minesweeper/board_statistics.hpp"

namespace sapper::experiments::minesweeper {

// A game writes only to the worker, its strategies and its tally. The worker and the tallies are aligned to cache
// lines; the rest is allocated by the thread that plays, from its own arena: no false sharing between threads.
class alignas(64) MinesweeperWorker final : public PairedWorker<CaseTally> {
 public:
  // The config is the experiment's, which must outlive the worker.
  MinesweeperWorker(const Experiment& owner, const Config& config, std::optional<RecordFilter> records);

 private:
  // The records of a strategy's games of the chunk.
  struct ChunkRecords {
    std::string lines;
    std::vector<std::size_t> ends;  // [game of the chunk] end of its line
    std::vector<char> has_guessed;  // [game of the chunk]
  };

  // Counts the boards as they are laid, if requested.
  struct BoardObserver : NoObserver {
    bool is_wanted = false;
    sim::BoardCounter counter;
    sim::BoardStatistics board;  // of the game last started
    void started(const sim::Game& game) {
      if (is_wanted) board = counter.count(game.layout());
    }
  };

  void start_case(std::size_t case_number) override;
  // Plays all games of the chunk instead of one by one: some at a time are judged together.
  bool play_chunk(std::size_t strategy, GameRange games, const std::atomic<bool>& abandon,
                  CaseTally& tally) override;
  void finish_chunk(GameRange games, CaseTally& tally, std::string& records) override;
  // Judges, counts and records the games that the player has played ahead.
  void settle(std::size_t strategy, std::uint64_t first_game, CaseTally& tally);
  void record(std::size_t strategy, const GameSummary& game, const sim::BoardStatistics& board);
  void add_tested(std::uint64_t games, TestedPair& pair) const;
  bool is_recorded(std::size_t strategy, std::uint64_t index) const;
  void append_records(GameRange games, std::string& records) const;

  const Config& config_;
  std::optional<RecordFilter> record_filter_;
  // The strategies of an adjusted sequential test, if there is one.
  std::optional<std::pair<std::size_t, std::size_t>> tested_;
  std::optional<Player> player_;
  std::vector<PlayerFactory> factories_;                        // [strategy]
  std::vector<std::unique_ptr<solvers::Strategy>> strategies_;  // of the case
  BoardObserver boards_;
  std::vector<sim::BoardStatistics> boards_ahead_;  // of the games that the player has played ahead
  std::vector<ChunkRecords> chunk_records_;         // [strategy]
  // [strategy][game of the chunk] the loss by a guess minus the guesses' risks, for the tested strategies.
  std::vector<std::vector<double>> excess_;
};

}  // namespace sapper::experiments::minesweeper

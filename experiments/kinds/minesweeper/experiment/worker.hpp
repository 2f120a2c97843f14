// Plays chunks of games: each strategy in turn over the same games.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/experiment/case_games.hpp"
#include "experiments/kinds/minesweeper/experiment/record_writer.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
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
    std::vector<char> is_wanted;    // [game of the chunk] by the filter, as far as this game alone tells
  };

  void start_case(std::size_t case_number) override;
  std::unique_ptr<CaseGames> make_games(std::size_t case_number);
  // Plays all games of the chunk instead of one by one: some at a time are judged together.
  bool play_chunk(std::size_t strategy, GameRange games, const std::atomic<bool>& abandon,
                  CaseTally& tally) override;
  void finish_chunk(GameRange games, CaseTally& tally, std::string& records) override;
  // Ticks that are not the strategy's: those of counting boards and of writing records.
  struct OwnTicks {
    std::uint64_t boards = 0;
    std::uint64_t records = 0;
  };
  // Judges, counts and records the games that were played since the last call.
  void settle(std::size_t strategy, std::uint64_t first_game, CaseTally& tally, OwnTicks& own);
  void record(std::size_t strategy, const GameSummary& game, const sim::BoardStatistics& board);
  void add_tested(std::uint64_t games, TestedPair& pair) const;
  bool is_recorded(std::size_t strategy, std::uint64_t index) const;
  void append_records(GameRange games, std::string& records) const;

  const Config& config_;
  std::optional<RecordFilter> record_filter_;
  // The strategies of an adjusted sequential test, if there is one.
  std::optional<std::pair<std::size_t, std::size_t>> tested_;
  std::vector<PlayerFactory> factories_;          // [strategy]
  std::unique_ptr<CaseGames> games_;              // of the case
  bool are_boards_wanted_ = false;                // of the strategy's games of the chunk
  std::vector<sim::BoardStatistics> statistics_;  // of the boards that were counted last
  std::vector<RecordWriter> record_writers_;      // [strategy] of the case, if records are wanted
  std::vector<ChunkRecords> chunk_records_;       // [strategy]
  // Whether all strategies play on the same layouts: the first dig, on which a layout depends, is not theirs. Then the
  // boards are counted for the first strategy alone.
  bool have_same_boards_ = false;
  std::vector<sim::BoardStatistics> chunk_statistics_;  // [game of the chunk] if records are wanted
  // [strategy][game of the chunk] the loss by a guess minus the guesses' risks, for the tested strategies.
  std::vector<std::vector<double>> excess_;
};

}  // namespace sapper::experiments::minesweeper

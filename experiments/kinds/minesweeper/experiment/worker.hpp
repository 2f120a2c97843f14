// Plays chunks of games: each strategy in turn over the same games.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/experiment/record_writer.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"

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

  // Keeps the boards of the games that the player plays ahead, if they are to be counted: afterwards, as this would evict
  // the strategy's tables from the processor's caches and is not the strategy's time.
  struct BoardObserver : NoObserver {
    bool is_wanted = false;
    std::vector<sim::BoardCounter::Board> boards;  // the first `count`; the others are reused
    std::size_t count = 0;
    void started(const sim::Game& game) {
      if (!is_wanted) return;
      if (count == boards.size()) boards.emplace_back(game.view().grid());
      boards[count++].take(game.layout());
    }
  };

  // Judges the digs of a game while it is played, in the referee's time. The game is the player's current one.
  struct JudgingObserver : NoObserver {
    BoardObserver& boards;
    solvers::GameJudge& judge;
    solvers::PhaseTimer& phases;
    sim::GameId id;
    solvers::FirstCellChoice first_cell;
    std::uint64_t ns = 0;

    JudgingObserver(BoardObserver& kept, solvers::GameJudge& judging, solvers::PhaseTimer& timer,
                    const sim::GameId& game, solvers::FirstCellChoice choice)
        : boards(kept), judge(judging), phases(timer), id(game), first_cell(choice) {}
    void started(const sim::Game& game) {
      boards.started(game);
      judge.begin(id, first_cell);
    }
    void will_dig(const sim::Game& game, const solvers::Move& move, const solvers::Claim& claim);
  };

  void start_case(std::size_t case_number) override;
  // Plays some games of the case that do not count.
  void warm_up();
  // Plays all games of the chunk instead of one by one: some at a time are judged together.
  bool play_chunk(std::size_t strategy, GameRange games, const std::atomic<bool>& abandon,
                  CaseTally& tally) override;
  void finish_chunk(GameRange games, CaseTally& tally, std::string& records) override;
  // Plays a game of the sample that is judged; returns the nanoseconds that judging took.
  std::uint64_t play_judged(std::size_t strategy, std::uint64_t game, JudgedGames& judged);
  // Ticks that are not the strategy's: those of counting boards and of writing records.
  struct OwnTicks {
    std::uint64_t boards = 0;
    std::uint64_t records = 0;
  };
  // Judges, counts and records the games that the player has played ahead.
  void settle(std::size_t strategy, std::uint64_t first_game, CaseTally& tally, OwnTicks& own);
  void record(std::size_t strategy, const GameSummary& game, const sim::BoardStatistics& board);
  void add_tested(std::uint64_t games, TestedPair& pair) const;
  bool is_recorded(std::size_t strategy, std::uint64_t index) const;
  void append_records(GameRange games, std::string& records) const;

  const Config& config_;
  std::optional<RecordFilter> record_filter_;
  // The strategies of an adjusted sequential test, if there is one.
  std::optional<std::pair<std::size_t, std::size_t>> tested_;
  std::optional<Player> player_;
  std::optional<solvers::GameJudge> judge_;   // of the case, once one of its games is judged
  std::vector<PlayerFactory> factories_;      // [strategy]
  std::vector<AnyPlayerPointer> strategies_;  // of the case
  BoardObserver boards_;
  sim::BoardCounter board_counter_;
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

// The games of a case on a grid, played by Player.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "experiments/kinds/minesweeper/experiment/case_games.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"

namespace sapper::experiments::minesweeper {

class GridGames final : public CaseGames {
 public:
  // The config must outlive the object.
  GridGames(const Config& config, std::size_t case_number);

  // The first games bring code and memory into the processor's reach, which would count as time of the strategy that is
  // listed first: 0.5 ms, as much as 300 games of 8 x 8. Plays some games that do not count; games are independent of those
  // before them, so that this changes nothing else.
  void warm_up();
  // The next strategy of the config.
  void add_player(PlayerFactory& factory);

  solvers::Telemetry& telemetry(std::size_t strategy) override { return players_[strategy]->telemetry(); }
  void play(std::size_t strategy, std::uint64_t game, bool wants_board) override;
  std::uint64_t play_judged(std::size_t strategy, std::uint64_t game, bool wants_board,
                            JudgedGames& judged) override;
  bool is_far_ahead() const override { return player_.is_far_ahead(); }
  std::span<const GameSummary> settle() override { return player_.settle(); }
  void count_boards(std::vector<sim::BoardStatistics>& statistics) override;
  void start_chunk() override;
  std::uint64_t take_referee_ns() override { return player_.take_referee_ns(); }
  std::uint64_t current_game() const override { return player_.current_game(); }

 private:
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

  const Config& config_;
  std::size_t case_number_;
  Player player_;
  std::vector<AnyPlayerPointer> players_;    // [strategy]
  std::optional<solvers::GameJudge> judge_;  // once one of the games is judged
  BoardObserver boards_;
  sim::BoardCounter board_counter_;
};

}  // namespace sapper::experiments::minesweeper

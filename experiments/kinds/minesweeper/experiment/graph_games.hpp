// The games of a case on a graph, played by GraphPlayer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/experiment/case_games.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "sim/minesweeper/graph_statistics.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"

namespace sapper::experiments::minesweeper {

class GraphGames final : public CaseGames {
 public:
  GraphGames(const Config& config, std::size_t case_number);

  // The next strategy of the config, which has checked that it plays here.
  void add_player(PlayerFactory& factory);

  solvers::Telemetry& telemetry(std::size_t strategy) override { return players_[strategy]->telemetry(); }
  void play(std::size_t strategy, std::uint64_t game, bool wants_board) override;
  std::uint64_t play_judged(std::size_t strategy, std::uint64_t game, bool wants_board,
                            JudgedGames& judged) override;
  bool is_far_ahead() const override { return true; }
  std::span<const GameSummary> settle() override { return {&player_.summary(), 1}; }
  void count_boards(std::vector<sim::BoardStatistics>& statistics) override;
  void start_chunk() override {}
  std::uint64_t take_referee_ns() override { return player_.take_referee_ns(); }
  std::uint64_t current_game() const override { return player_.summary().number; }

 private:
  // Judges the digs of a game while it is played, in the referee's time.
  class JudgingObserver final : public GraphPlayer::Observer {
   public:
    JudgingObserver(solvers::GraphGameJudge& judge, solvers::PhaseTimer& phases)
        : judge_(judge), phases_(phases) {}
    void will_dig(const sim::GraphGame& game, const solvers::Move& move,
                  const solvers::Claim& claim) override;
    void dug(const sim::GraphGame&) override {}
    std::uint64_t ns() const { return ns_; }

   private:
    solvers::GraphGameJudge& judge_;
    solvers::PhaseTimer& phases_;
    std::uint64_t ns_ = 0;
  };

  std::size_t case_number_;
  std::uint64_t seed_, board_key_;
  solvers::FirstCellChoice first_cell_;
  GraphPlayer player_;
  std::vector<AnyGraphPlayerPointer> players_;    // [strategy]
  bool is_board_wanted_ = false;                  // of the last game
  std::optional<solvers::GraphGameJudge> judge_;  // once one of the games is judged
  sim::GraphCounter counter_;
};

}  // namespace sapper::experiments::minesweeper

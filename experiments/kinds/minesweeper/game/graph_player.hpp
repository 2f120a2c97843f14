// Plays games on graphs with any strategy that plays there, or a player from outside: Player's counterpart for boards of any
// shape, and GameSummary means the same. Digs that the player has not judged, or that may be wrong, are judged at once. Where
// the mines move, a turn is one dig.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/kinds/minesweeper/game/dealer.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/kinds/minesweeper/game/outside_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/kinds/minesweeper/game/referee.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/analysis/claim.hpp"
#include "solvers/minesweeper/choice/graph_strategy.hpp"

namespace sapper::experiments::minesweeper {

class GraphPlayer {
 public:
  // Told of each dig of a game.
  class Observer {
   public:
    virtual ~Observer() = default;
    virtual void will_dig(const sim::GraphGame& game, const solvers::Move& move,
                          const solvers::Claim& claim) = 0;
    virtual void dug(const sim::GraphGame& game) = 0;
  };

  // InputError if the case's graph is missing.
  GraphPlayer(const Config& config, const Case& played);
  // first_cell: of every first dig; kNoCell: the strategy chooses. The games are those of this seed and key.
  GraphPlayer(const sim::GraphGameRules& rules, std::uint64_t seed, std::uint64_t board_key,
              sim::Cell first_cell);
  GraphPlayer(const GraphPlayer&) = delete;
  GraphPlayer& operator=(const GraphPlayer&) = delete;

  const sim::GraphGame& game() const { return game_.game(); }
  // Processor time spent on judging digs since the last call.
  std::uint64_t take_referee_ns() { return referee_.take_spent_ns(); }

  // Plays one game. The summary is valid until the next game. std::logic_error if the strategy violates its contract.
  const GameSummary& play(std::uint64_t number, const AnyGraphPlayer& player, Observer* observer = nullptr);
  const GameSummary& summary() const { return summary_; }  // of the last game, or the one being played

 private:
  void choose_first_dig(const AnyGraphPlayer& player);
  // The player's turn.
  void plan(const AnyGraphPlayer& player, std::span<const sim::Cell> shown);
  bool do_mines_move() const { return game().rules().motion == sim::MineMotion::moving; }
  // Tells the referee of the digs whose shown cells begin there in game().shown().
  void see_from(std::size_t begin);
  // Digs in order until the game ends, or only the first if the mines move. Returns whether any dig was made.
  bool make_digs(solvers::PhaseTimer& phases);
  // Returns whether it was made.
  bool make_dig(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases);
  void judge(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases);
  bool dig(const solvers::Move& move, const solvers::Claim& claim);  // returns whether it had an effect
  void count_digs(solvers::MoveKind kind, std::uint32_t digs);
  void finish_summary(const solvers::GraphStrategy& strategy);

  DealerOf<solvers::OnGraphs> dealer_;
  GameInPlayOf<solvers::OnGraphs> game_;
  Observer* observer_ = nullptr;  // null: none
  RefereeOf<solvers::OnGraphs> referee_;
  sim::Stream random_;
  solvers::GraphDigs digs_;
  std::vector<solvers::Claim> claims_;  // [move of digs_] of a player from outside; else empty
  solvers::MoveKind last_kind_ = solvers::MoveKind::first;
  GameSummary summary_;
};

}  // namespace sapper::experiments::minesweeper

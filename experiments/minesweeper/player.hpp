// Plays games of one board with any strategy and counts what happens.
//
// Every strategy meets the same games: game k's mines and a strategy's own random choices come from streams
// named by (seed, board, k) alone. The hot path; it allocates nothing once the buffers have grown.
//
// Kinds of digs: a dig has the kind that its strategy gives it, but for the first dig of a game. That one is
// `first` where the rules keep its cell free of mines; else it is a guess, with the risk of its first-click
// rule (sim::first_dig_risk). So every loss is a guess's or a wrong dig's. For a board whose layout is
// fixed by a file these probabilities, like the strategies' own, are those of a random layout: they are right
// on average over layouts and need not fit the one that is played.
#pragma once

#include <vector>

#include "experiments/minesweeper/config.hpp"
#include "experiments/minesweeper/tally.hpp"
#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::experiments::minesweeper {

// Phases are timed in one game of this many: those whose number it divides.
inline constexpr std::uint64_t kTimedEvery = 16;

// Sees every dig that was made, for replays. The player's usual observer does nothing and costs nothing.
struct NoObserver {
  void started(const sim::Game&) {}
  void dug(const sim::Game&, const solvers::Move&, std::uint32_t /*opened*/) {}
};

class Player {
 public:
  Player(const Config& config, const Board& board);

  const sim::Game& game() const { return game_; }

  // Plays one game and counts it, all but wins; answers whether it was won. std::logic_error if the strategy
  // breaks its promises.
  template <class Observer = NoObserver>
  bool play(std::uint64_t number, solvers::Strategy& strategy, StrategyTally& tally,
            Observer&& observer = {});

 private:
  void choose_first_dig(solvers::Strategy& strategy);
  // Digs in order until the game ends, or after the first if the mines move. Answers whether any was made.
  template <class Observer>
  bool make_digs(StrategyTally& tally, std::uint32_t& guesses, Observer& observer);
  void count_end(const solvers::Strategy& strategy, solvers::MoveKind last, std::uint32_t guesses,
                 StrategyTally& tally) const;
  [[noreturn]] void fail_idle() const;

  std::uint64_t seed_;
  std::uint64_t board_key_;
  sim::Cell first_cell_;
  sim::Game game_;
  sim::Stream random_;
  std::vector<solvers::Move> digs_;
  solvers::MoveKind last_kind_ = solvers::MoveKind::first;
};

template <class Observer>
bool Player::play(std::uint64_t number, solvers::Strategy& strategy, StrategyTally& tally,
                  Observer&& observer) {
  using solvers::Phase;
  solvers::PhaseTimer& phases = strategy.telemetry().phases;
  if (number % kTimedEvery == 0) phases.start(Phase::layout);
  const sim::GameId id{seed_, board_key_, number};
  game_.start(id);
  random_ = sim::Stream(id, sim::Purpose::strategy);
  strategy.begin(game_.view(), random_);
  choose_first_dig(strategy);
  phases.enter(Phase::layout);
  game_.lay(digs_.front().cell);
  observer.started(game_);

  std::uint32_t guesses = 0;
  const bool mines_move = game_.rules().motion == sim::MineMotion::moving;
  for (;;) {
    phases.enter(Phase::reveal);
    if (!make_digs(tally, guesses, observer)) fail_idle();
    if (game_.status() != sim::Game::Status::playing) break;
    if (mines_move) {
      // The shown numbers are new: nothing that was known holds.
      strategy.begin(game_.view(), random_);
      game_.forget_shown();
    }
    digs_.clear();
    strategy.plan(game_.shown(), digs_);
    game_.forget_shown();
  }
  phases.stop();
  count_end(strategy, last_kind_, guesses, tally);
  return game_.status() == sim::Game::Status::won;
}

template <class Observer>
bool Player::make_digs(StrategyTally& tally, std::uint32_t& guesses, Observer& observer) {
  bool any = false;
  for (const solvers::Move& move : digs_) {
    if (!game_.view().is_hidden(move.cell)) continue;
    any = true;
    last_kind_ = move.kind;
    ++tally.moves[static_cast<std::size_t>(move.kind)];
    if (move.kind == solvers::MoveKind::guess) {
      ++guesses;
      tally.guess_risk.add(move.p_mine);
      tally.guess_variance.add(move.p_mine * (1 - move.p_mine));
    }
    const std::uint32_t hidden = game_.view().hidden_count();
    const sim::Game::Status status = game_.dig(move.cell);
    observer.dug(game_, move, hidden - game_.view().hidden_count());
    if (status != sim::Game::Status::playing || game_.rules().motion == sim::MineMotion::moving) break;
  }
  return any;
}

}  // namespace sapper::experiments::minesweeper

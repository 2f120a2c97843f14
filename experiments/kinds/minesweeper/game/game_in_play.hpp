// A game in play whose digs come one at a time: from a person at the terminal or on the page, from a function of Python, or
// from an agent in an environment. Strategies plan several digs at once (player.hpp).
#pragma once

#include <cstdint>

#include "experiments/kinds/minesweeper/game/dealer.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::minesweeper {

class GameInPlay {
 public:
  // A game that the dealer deals, which must outlive it. Games on several threads may share a dealer of layouts that may
  // need a guess, games on one thread any.
  explicit GameInPlay(Dealer& dealer) : dealer_(&dealer), game_(dealer.rules()) {}

  // All cells are hidden, and the mines are not laid yet. Keeps its memory.
  void start(const sim::GameId& id) {
    id_ = id;
    tries_ = 1;
    game_.start(id);
  }
  // Digs a cell, and before the first dig lays the mines for it; no effect on a shown or flagged cell, or once the game is
  // over. What the dig shows is in game().shown() until the next one. std::runtime_error, and nothing has changed, if none of
  // `most_tries` layouts needs no guess.
  sim::Game::Status dig(sim::Cell cell, std::uint64_t most_tries = Dealer::kMostTries) {
    if (!game_.is_laid() && !view().is_flagged(cell)) tries_ = dealer_->lay(game_, id_, cell, most_tries);
    game_.forget_shown();
    return game_.dig(cell);
  }
  void flag(sim::Cell cell) { game_.flag(cell); }
  void unflag(sim::Cell cell) { game_.unflag(cell); }

  const sim::GameId& id() const { return id_; }
  const sim::Game& game() const { return game_; }
  const sim::View& view() const { return game_.view(); }
  bool is_over() const { return game_.status() != sim::Game::Status::playing; }
  std::uint64_t tries() const { return tries_; }  // the layouts that were drawn for the game

 private:
  Dealer* dealer_;
  sim::Game game_;
  sim::GameId id_;
  std::uint64_t tries_ = 1;
};

}  // namespace sapper::experiments::minesweeper

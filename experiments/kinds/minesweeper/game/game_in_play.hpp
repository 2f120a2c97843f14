// A game in play, on a grid or a graph, whoever digs: a strategy, which plans several digs at once (player.hpp), or, one
// dig at a time, a person at the terminal or on the page, a function of Python, or an agent in an environment.
#pragma once

#include <cstdint>
#include <span>

#include "experiments/kinds/minesweeper/game/dealer.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::minesweeper {

// Boards: OnGrids or OnGraphs, where there are no flags.
template <class Boards>
class GameInPlayOf {
 public:
  using Dealer = DealerOf<Boards>;
  using Game = typename Boards::Game;
  using View = typename Boards::View;

  // A game that the dealer deals, which must outlive it. Games on several threads may share a dealer of layouts that may
  // need a guess, games on one thread any.
  explicit GameInPlayOf(Dealer& dealer) : dealer_(&dealer), game_(dealer.rules()) {}

  // All cells are hidden, and the mines are not laid yet. Keeps its memory.
  void start(const sim::GameId& id) {
    id_ = id;
    tries_ = 1;
    game_.start(id);
  }
  // Digs a cell, and before the first dig lays the mines for it; no effect on a shown or flagged cell, or once the game is
  // over. What the dig shows is in game().shown() until the next one. std::runtime_error, and nothing has changed, if none of
  // `most_tries` layouts needs no guess.
  void dig(sim::Cell cell, std::uint64_t most_tries = Dealer::kMostTries) {
    if (!game_.is_laid() && !Boards::is_flagged(view(), cell)) lay(cell, most_tries);
    forget_shown();
    game_.dig(cell);
  }

  // The steps of dig(), for digs that are planned several at a time: the mines are laid once, and game().shown() has what all
  // digs showed since forget_shown().
  void lay(sim::Cell first, std::uint64_t most_tries = Dealer::kMostTries) {
    tries_ = dealer_->lay(game_, id_, first, most_tries);
  }
  void dig_next(sim::Cell cell) { game_.dig(cell); }
  // Returns how many digs had an effect.
  std::uint32_t dig_next(std::span<const typename Boards::Shown> cells) { return game_.dig(cells); }
  void forget_shown() { game_.forget_shown(); }

  void flag(sim::Cell cell) { game_.flag(cell); }
  void unflag(sim::Cell cell) { game_.unflag(cell); }

  const sim::GameId& id() const { return id_; }
  const Game& game() const { return game_; }
  const View& view() const { return game_.view(); }
  bool is_over() const { return game_.is_over(); }
  std::uint64_t tries() const { return tries_; }  // the layouts that were drawn for the game

 private:
  Dealer* dealer_;
  Game game_;
  sim::GameId id_;
  std::uint64_t tries_ = 1;
};
using GameInPlay = GameInPlayOf<solvers::OnGrids>;

}  // namespace sapper::experiments::minesweeper

// The positions in which a strategy guesses, in games by number, and what other strategies would guess there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::bench {

struct Opponent {
  std::string label;  // as given: NAME or NAME:setting=value,...
  std::unique_ptr<solvers::Strategy> strategy;
};

// std::invalid_argument for an unknown strategy or setting, a value out of range, a strategy that refuses these games
// or one that is a program of the user's.
Opponent make_opponent(const std::string& text, const sim::GameRules& rules);

// Calls visit(view, cell of the guess, game number) at each guess of the first strategy after the first dig.
template <class Visit>
void for_each_root(sim::Game& game, solvers::Strategy& strategy, sim::Cell first, const sim::GameId& id,
                   Visit visit) {
  sim::Stream random(id, sim::Purpose::strategy);
  game.start(id);
  strategy.begin(game.view(), random);
  game.dig(first);
  std::vector<solvers::Move> digs;
  while (game.status() == sim::Game::Status::playing) {
    digs.clear();
    strategy.plan(game.shown(), digs);
    game.forget_shown();
    for (const solvers::Move& dig : digs) {
      if (game.view().is_shown(dig.cell)) continue;
      if (dig.kind == solvers::MoveKind::guess) visit(game.view(), dig.cell);
      if (game.dig(dig.cell) != sim::Game::Status::playing) break;
    }
  }
}

}  // namespace sapper::experiments::bench

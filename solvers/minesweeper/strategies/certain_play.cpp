#include "solvers/minesweeper/strategies/certain_play.hpp"

namespace sapper::solvers {

bool CertainPlay::play(sim::Game& game, const Watch& watch) {
  using Status = sim::Game::Status;
  game.forget_shown();
  reasoner_.begin(game.view());
  while (game.status() == Status::playing) {
    digs_.clear();
    if (!reasoner_.plan_by_rules(game.shown(), digs_) && !reasoner_.plan_by_posterior(digs_)) return false;
    game.forget_shown();
    if (!watch) {
      game.dig(digs_.safe);
      continue;
    }
    digs_.for_each([&](const Move& dig) {
      if (game.status() != Status::playing || !game.view().is_hidden(dig.cell)) return;
      watch(game.view(), dig);
      game.dig(dig.cell);
    });
  }
  return game.status() == Status::won;
}

}  // namespace sapper::solvers

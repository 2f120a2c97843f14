// Strategies at work in tests: one turn on a given position, or whole games, without the driver.
#pragma once

#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/position_text.hpp"

namespace sapper::tests {

// The rules that lead to such a view.
inline sim::GameRules rules_of(const Position& position) {
  sim::GameRules rules;
  rules.grid = position.grid;
  rules.mine_count = position.view.mine_count();
  if (!position.view.free_by_rule().empty()) rules.first_click = sim::FirstClickRule::safe_corners;
  return rules;
}

// Other settings than those named are at their defaults.
inline std::unique_ptr<solvers::Strategy> make_player(
    std::string_view name, const sim::GameRules& rules,
    std::initializer_list<std::pair<std::string_view, double>> settings = {}) {
  const solvers::StrategyEntry* entry = solvers::find_strategy(name);
  if (entry == nullptr) throw std::invalid_argument("no strategy " + std::string(name));
  solvers::StrategyChoice choice(*entry);
  for (const auto& [setting, value] : settings) choice.settings.set(setting, value);
  return choice.make(rules);
}

// All digs of a turn, one by one.
inline std::vector<solvers::Move> moves_of(const solvers::Digs& digs) {
  std::vector<solvers::Move> moves;
  digs.for_each([&](const solvers::Move& move) { moves.push_back(move); });
  return moves;
}

// The turn of a strategy that sees the view for the first time.
inline std::vector<solvers::Move> first_turn(solvers::Strategy& player, const sim::View& view,
                                             sim::Stream random) {
  solvers::Digs digs;
  player.begin(view, random);
  player.plan({}, digs);
  return moves_of(digs);
}

// Integers where they can be; the sums over guesses of p and of p (1 - p) give losses and their variance.
struct PlayTally {
  int games = 0;
  int wins = 0;
  int guesses = 0;
  int losses_by_guess = 0;
  int losses_by_proof = 0;  // a dig declared safe
  double predicted_losses = 0;
  double variance = 0;
};

// Plays one game. `first`: dug first, not chosen by the strategy; kNoCell: the strategy begins.
// before_turn(view, digs): called with each turn's digs before they are made.
template <class BeforeTurn>
void play_game(sim::Game& game, solvers::Strategy& player, sim::Cell first, const sim::GameId& id,
               PlayTally& tally, BeforeTurn before_turn) {
  using Status = sim::Game::Status;
  const bool is_moving = game.rules().motion == sim::MineMotion::moving;
  sim::Stream random(id, sim::StreamPurpose::strategy);
  game.start(id);
  ++tally.games;
  if (first != sim::kNoCell) game.dig(first);
  game.forget_shown();
  player.begin(game.view(), random);
  solvers::Digs planned;
  while (game.status() == Status::playing) {
    planned.clear();
    const std::vector<sim::CellBlock> shown(game.shown().begin(), game.shown().end());
    game.forget_shown();
    player.plan(shown, planned);
    const std::vector<solvers::Move> digs = moves_of(planned);
    before_turn(game.view(), digs);
    if (digs.empty()) throw std::logic_error("a turn without a dig");
    for (const solvers::Move& dig : digs) {
      if (game.view().is_shown(dig.cell)) continue;
      const bool is_lost = game.dig(dig.cell) == Status::lost;
      if (dig.kind == solvers::MoveKind::guess) {
        ++tally.guesses;
        tally.predicted_losses += dig.p_mine;
        tally.variance += dig.p_mine * (1 - dig.p_mine);
        tally.losses_by_guess += is_lost;
      } else {
        tally.losses_by_proof += is_lost;
      }
      if (is_moving || game.status() != Status::playing) break;
    }
    if (is_moving) {
      game.forget_shown();
      player.begin(game.view(), random);
    }
  }
  tally.wins += game.status() == Status::won;
}

inline void play_game(sim::Game& game, solvers::Strategy& player, sim::Cell first, const sim::GameId& id,
                      PlayTally& tally) {
  play_game(game, player, first, id, tally, [](const sim::View&, const std::vector<solvers::Move>&) {});
}

}  // namespace sapper::tests

// The first dig of a game with one safe cell, under a rule that keeps that dig safe, wins it.
#include <cstdio>
#include <memory>

#include "sim/minesweeper/game.hpp"

int main() {
  sapper::sim::GameRules rules;
  rules.grid = std::make_shared<const sapper::sim::Grid>(3, 3);
  rules.mine_count = 8;
  rules.first_click = sapper::sim::FirstClickRule::safe;
  sapper::sim::Game game(rules);
  game.start({1, 2, 3});
  std::puts(game.dig(rules.grid->at(1, 1)) == sapper::sim::Game::Status::won ? "won" : "not won");
}

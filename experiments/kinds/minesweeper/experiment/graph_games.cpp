#include "experiments/kinds/minesweeper/experiment/graph_games.hpp"

#include <stdexcept>

namespace sapper::experiments::minesweeper {

GraphGames::GraphGames(const Config& config, std::size_t case_number)
    : player_(config.graph_rules_of(config.cases[case_number]), config.seed,
              key_of(config.board_of(case_number)), config.cases[case_number].first_cell) {
  for (const solvers::StrategyChoice& strategy : config.strategies)
    strategies_.push_back(strategy.make(player_.game().rules()));
}

void GraphGames::play(std::size_t strategy, std::uint64_t game, bool wants_board) {
  is_board_wanted_ = wants_board;
  player_.play(game, *strategies_[strategy]);
}

std::uint64_t GraphGames::play_judged(std::size_t, std::uint64_t, bool, JudgedGames&) {
  throw std::logic_error("games on graphs are not judged");
}

void GraphGames::count_boards(std::vector<sim::BoardStatistics>& statistics) {
  statistics.clear();
  const sim::GraphGame& game = player_.game();
  if (is_board_wanted_)
    statistics.push_back(counter_.count(*game.rules().graph, game.layout().mines(), game.layout().numbers()));
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/experiment/graph_games.hpp"

#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments::minesweeper {

GraphGames::GraphGames(const Config& config, std::size_t case_number)
    : case_number_(case_number),
      seed_(config.seed),
      board_key_(key_of(config.board_of(case_number))),
      first_cell_(config.cases[case_number].first_cell != sim::kNoCell ? solvers::FirstCellChoice::given
                                                                       : solvers::FirstCellChoice::player),
      player_(config, config.cases[case_number]) {}

void GraphGames::add_player(PlayerFactory& factory) {
  players_.push_back(factory.make(case_number_, player_.game().rules()));
}

void GraphGames::play(std::size_t strategy, std::uint64_t game, bool wants_board) {
  is_board_wanted_ = wants_board;
  player_.play(game, *players_[strategy]);
}

void GraphGames::JudgingObserver::will_dig(const sim::GraphGame& game, const solvers::Move& move,
                                           const solvers::Claim& claim) {
  phases_.enter(solvers::Phase::referee);
  const std::uint64_t begin_ns = solvers::thread_ns();
  judge_.will_dig(game.view(), {&move.cell, 1}, claim);
  ns_ += solvers::thread_ns() - begin_ns;
  phases_.enter(solvers::Phase::reveal);
}

std::uint64_t GraphGames::play_judged(std::size_t strategy, std::uint64_t game, bool wants_board,
                                      JudgedGames& judged) {
  is_board_wanted_ = wants_board;
  if (!judge_)
    judge_.emplace(player_.game().rules(), solvers::JudgeSettings{});  // no board here has known first cells
  JudgingObserver observer(*judge_, players_[strategy]->telemetry().phases);
  judge_->begin({seed_, board_key_, game}, first_cell_);
  player_.play(game, *players_[strategy], &observer);
  const std::uint64_t begin_ns = solvers::thread_ns();
  if (!player_.game().is_over()) judge_->will_give_up(player_.game().view());
  judged.add(judge_->finish(player_.game().is_won()));
  return observer.ns() + solvers::thread_ns() - begin_ns;
}

void GraphGames::count_boards(std::vector<sim::BoardStatistics>& statistics) {
  statistics.clear();
  const sim::GraphGame& game = player_.game();
  if (is_board_wanted_)
    statistics.push_back(counter_.count(*game.rules().graph, game.layout().mines(), game.layout().numbers()));
}

}  // namespace sapper::experiments::minesweeper

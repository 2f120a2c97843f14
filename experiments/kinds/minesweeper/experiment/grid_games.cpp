#include "experiments/kinds/minesweeper/experiment/grid_games.hpp"

#include "experiments/kinds/minesweeper/boards/first_cells.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments::minesweeper {

GridGames::GridGames(const Config& config, std::size_t case_number)
    : config_(config), case_number_(case_number), player_(config, config.cases[case_number]) {}

void GridGames::warm_up() {
  constexpr std::size_t kLargestBoard = 64 * 64;
  constexpr std::uint64_t kGames = 8;
  const sim::GameRules& rules = player_.game().rules();
  if (rules.grid->cell_count() > kLargestBoard) return;
  const auto strategy = solvers::StrategyChoice(solvers::default_strategy()).make(rules);
  for (std::uint64_t game = 0; game < kGames; ++game) player_.play(game, *strategy);
}

void GridGames::add_player(PlayerFactory& factory) {
  players_.push_back(factory.make(case_number_, player_.game().rules()));
}

void GridGames::play(std::size_t strategy, std::uint64_t game, bool wants_board) {
  boards_.is_wanted = wants_board;
  player_.play_ahead(game, *players_[strategy], boards_);
}

void GridGames::JudgingObserver::will_dig(const sim::Game& game, const solvers::Move& move,
                                          const solvers::Claim& claim) {
  phases.enter(solvers::Phase::referee);
  const std::uint64_t begin_ns = solvers::thread_ns();
  judge.will_dig(game.view(), {&move.cell, 1}, claim);
  ns += solvers::thread_ns() - begin_ns;
  phases.enter(solvers::Phase::reveal);
}

std::uint64_t GridGames::play_judged(std::size_t strategy, std::uint64_t game, bool wants_board,
                                     JudgedGames& judged) {
  const sim::Game& played = player_.game();
  const bool is_first_given = config_.cases[case_number_].first_cell != sim::kNoCell;
  if (!judge_) judge_.emplace(played.rules(), solvers::JudgeSettings{.first_cells = first_cell_values()});
  boards_.is_wanted = wants_board;
  JudgingObserver observer(
      boards_, *judge_, players_[strategy]->telemetry().phases,
      {config_.seed, key_of(config_.board_of(case_number_)), game},
      is_first_given ? solvers::FirstCellChoice::given : solvers::FirstCellChoice::player);
  player_.play_ahead(game, *players_[strategy], observer);
  const std::uint64_t begin_ns = solvers::thread_ns();
  if (played.status() == sim::Game::Status::playing) judge_->will_give_up(played.view());
  judged.add(judge_->finish(played.status() == sim::Game::Status::won));
  return observer.ns + solvers::thread_ns() - begin_ns;
}

void GridGames::count_boards(std::vector<sim::BoardStatistics>& statistics) {
  statistics.clear();
  for (const sim::BoardCounter::Board& board : std::span(boards_.boards).first(boards_.count))
    statistics.push_back(board_counter_.count(player_.game().view().grid(), board));
  boards_.count = 0;
}

void GridGames::start_chunk() { boards_.count = 0; }

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/experiment/worker.hpp"

#include <algorithm>
#include <chrono>

#include "experiments/kinds/minesweeper/experiment/graph_games.hpp"
#include "experiments/kinds/minesweeper/experiment/grid_games.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/stats/sprt.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments::minesweeper {

namespace {

std::optional<std::pair<std::size_t, std::size_t>> tested_pair(const Config& config) {
  if (!config.stop || !config.stop->sprt || !config.stop->sprt->is_adjusted) return std::nullopt;
  return tested_players(*config.stop->sprt, config.labels());
}

// Decides by the game alone: `differ` depends on the games of all strategies, so that it wants all here.
bool is_wanted(const GameSummary& game, RecordFilter filter) {
  switch (filter) {
    case RecordFilter::all:
    case RecordFilter::differ:
      return true;
    case RecordFilter::lost:
      return !game.is_won;
    case RecordFilter::won:
      return game.is_won;
    case RecordFilter::guessed:
      return !game.guesses.empty();
    case RecordFilter::missed:
      return game.missed_safe > 0;
    case RecordFilter::wrong:
      return game.wrong_claims > 0;
    case RecordFilter::excess:
      return game.has_excess_risk();
  }
  return true;
}

}  // namespace

MinesweeperWorker::MinesweeperWorker(const Experiment& owner, const Config& config,
                                     std::optional<RecordFilter> records)
    : PairedWorker(owner), config_(config), record_filter_(records), tested_(tested_pair(config)) {}

void MinesweeperWorker::start_case(std::size_t case_number) {
  games_.reset();
  games_ = make_games(case_number);
  chunk_records_.resize(config_.strategies.size());
  excess_.resize(config_.strategies.size());
  record_writers_.clear();
  if (record_filter_)
    for (const std::string& label : labels()) record_writers_.emplace_back(case_number, label);
  have_same_boards_ = config_.cases[case_number].first_cell != sim::kNoCell;
}

std::unique_ptr<CaseGames> MinesweeperWorker::make_games(std::size_t case_number) {
  const Board& board = config_.board_of(case_number);
  std::unique_ptr<GridGames> on_grid;
  std::unique_ptr<GraphGames> on_graph;
  if (board.graph_board)
    on_graph = std::make_unique<GraphGames>(config_, case_number);
  else
    on_grid = std::make_unique<GridGames>(config_, case_number);
  if (factories_.empty()) {
    if (on_grid && board.guessing == Guessing::allowed) on_grid->warm_up();
    for (const solvers::StrategyChoice& strategy : config_.strategies)
      factories_.emplace_back(config_, strategy);
  }
  const auto with_players = [&](auto games) {
    for (PlayerFactory& factory : factories_) games->add_player(factory);
    return games;
  };
  if (on_graph) return with_players(std::move(on_graph));
  return with_players(std::move(on_grid));
}

void MinesweeperWorker::finish_chunk(GameRange games, CaseTally& tally, std::string& records) {
  if (tested_) add_tested(games.size(), tally.case_counts().tested);
  if (record_filter_) append_records(games, records);
}

bool MinesweeperWorker::play_chunk(std::size_t strategy_number, GameRange games,
                                   const std::atomic<bool>& abandon, CaseTally& tally) {
  are_boards_wanted_ = strategy_number == 0 || (record_filter_ && !have_same_boards_);
  if (strategy_number == 0 && record_filter_) chunk_statistics_.resize(games.size());
  solvers::Telemetry& telemetry = games_->telemetry(strategy_number);
  telemetry.phases.reset_totals();
  telemetry.frontier = {};
  PlayerFactory& factory = factories_[strategy_number];
  chunk_records_[strategy_number] = {};
  games_->start_chunk();
  OwnTicks own;
  std::uint64_t judge_ns = 0;
  if (tested_) excess_[strategy_number].resize(games.size());
  games_->take_referee_ns();
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::uint64_t begin_ns = solvers::thread_ns();
  const std::uint64_t begin_program_ns = factory.external_ns();
  const std::uint64_t begin_ticks = solvers::PhaseTimer::ticks();
  factory.expect(games);
  for (std::uint64_t game = games.first; game < games.last; ++game) {
    if (abandon.load(std::memory_order_relaxed)) return false;
    try {
      if (game < config_.judged_games)
        judge_ns += games_->play_judged(strategy_number, game, are_boards_wanted_,
                                        tally.player(strategy_number).judged);
      else
        games_->play(strategy_number, game, are_boards_wanted_);
      if (games_->is_far_ahead() || game + 1 == games.last) settle(strategy_number, games.first, tally, own);
    } catch (const PlayerChanged& changed) {
      fail(changed, games_->current_game());
    } catch (const std::exception& error) {
      fail(strategy_number, games_->current_game(), error);
    }
  }
  const std::uint64_t core_ns = solvers::thread_ns() - begin_ns;
  const auto wall_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - begin).count());
  const double ticks_to_ns = static_cast<double>(factory.is_external() ? wall_ns : core_ns) /
                             static_cast<double>(solvers::PhaseTimer::ticks() - begin_ticks);
  const auto ns_of = [&](std::uint64_t ticks) {
    return static_cast<std::uint64_t>(static_cast<double>(ticks) * ticks_to_ns);
  };
  const std::uint64_t boards_ns = ns_of(own.boards);
  StrategyCounts& counts = tally.player(strategy_number);
  const std::uint64_t referee_ns = games_->take_referee_ns() + judge_ns;
  counts.referee_ns += referee_ns;
  counts.boards_ns += boards_ns;
  std::uint64_t batch_ns = core_ns - std::min(referee_ns + boards_ns + ns_of(own.records), core_ns);
  counts.core_ns += batch_ns;
  if (factory.is_external()) {
    counts.waiting_ns += wall_ns - std::min(core_ns, wall_ns);
    // Descendants that have ended since then no longer count.
    const std::uint64_t program_ns = factory.external_ns();
    const std::uint64_t used_ns = program_ns - std::min(begin_program_ns, program_ns);
    counts.program_ns += used_ns;
    batch_ns += used_ns;
  }
  counts.core_batches.add(batch_ns, games.size());
  counts.frontier.add(telemetry.frontier);
  for (std::size_t i = 0; i < solvers::kPhaseCount; ++i)
    counts.phase_ticks[i] += telemetry.phases.totals()[i];
  counts.phase_games += telemetry.phases.games();
  counts.longest_phase_ticks = std::max(counts.longest_phase_ticks, telemetry.phases.longest());
  return true;
}

void MinesweeperWorker::settle(std::size_t strategy, std::uint64_t first_game, CaseTally& tally,
                               OwnTicks& own) {
  const std::span<const GameSummary> games = games_->settle();
  const std::uint64_t begin = solvers::PhaseTimer::ticks();
  games_->count_boards(statistics_);
  own.boards += solvers::PhaseTimer::ticks() - begin;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const GameSummary& game = games[i];
    count(game, tally.player(strategy));
    if (strategy == 0) tally.case_counts().boards.add(statistics_[i]);
    if (game.is_won) won().set(strategy, game.number - first_game);
    if (tested_) excess_[strategy][game.number - first_game] = game.is_lost_by_guess - game.total_risk();
  }
  if (!record_filter_) return;
  const std::uint64_t begin_records = solvers::PhaseTimer::ticks();
  for (std::size_t i = 0; i < games.size(); ++i) {
    sim::BoardStatistics& board = chunk_statistics_[games[i].number - first_game];
    if (are_boards_wanted_) board = statistics_[i];
    record(strategy, games[i], board);
  }
  own.records += solvers::PhaseTimer::ticks() - begin_records;
}

void MinesweeperWorker::add_tested(std::uint64_t games, TestedPair& pair) const {
  const auto [a, b] = *tested_;
  for (std::uint64_t i = 0; i < games; ++i)
    pair.add(won().has(a, i) - won().has(b, i), excess_[a][i], excess_[b][i]);
}

void MinesweeperWorker::record(std::size_t strategy, const GameSummary& game,
                               const sim::BoardStatistics& board) {
  ChunkRecords& records = chunk_records_[strategy];
  record_writers_[strategy].append(game, board, records.lines);
  records.ends.push_back(records.lines.size());
  records.is_wanted.push_back(static_cast<char>(is_wanted(game, *record_filter_)));
}

bool MinesweeperWorker::is_recorded(std::size_t strategy, std::uint64_t index) const {
  if (*record_filter_ != RecordFilter::differ) return chunk_records_[strategy].is_wanted[index] != 0;
  for (std::size_t other = 0; other < labels().size(); ++other)
    if (won().has(other, index) != won().has(strategy, index)) return true;
  return false;
}

// Records are in the order of games, then strategies.
void MinesweeperWorker::append_records(GameRange games, std::string& records) const {
  for (std::uint64_t index = 0; index < games.size(); ++index)
    for (std::size_t strategy = 0; strategy < labels().size(); ++strategy) {
      if (!is_recorded(strategy, index)) continue;
      const ChunkRecords& played = chunk_records_[strategy];
      const std::size_t begin = index == 0 ? 0 : played.ends[index - 1];
      records.append(played.lines, begin, played.ends[index] - begin);
    }
}

}  // namespace sapper::experiments::minesweeper

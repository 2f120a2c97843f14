// Whole games of each strategy, and the floor that their time is divided by: laying a board and digging every safe
// cell, knowing the mines. Games of a strategy and of the floor alternate in small batches, so that both see the same
// load; times are the thread's processor times.
//
// Counters: games_per_s; floors: the strategy's time over the floor's, for the same games.
#include <benchmark/benchmark.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/bench/positions.hpp"
#include "experiments/bench/timing.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::bench {
namespace {

// An opening at (3, 3).
minesweeper::Config config_at_3_3(const minesweeper::Board& board) {
  minesweeper::Config config;
  config.seed = 2026;
  config.boards = {board};
  config.first_clicks = {{sim::FirstClickRule::opening, minesweeper::FirstClick::Cell::given, 3, 3}};
  config.cases = expand_cases(config);
  return config;
}

minesweeper::Board board_of(int rows, int cols, std::uint32_t mines) {
  minesweeper::Board board;
  board.rows = rows;
  board.cols = cols;
  board.mines = mines;
  return board;
}
const minesweeper::Board kExpert = board_of(16, 30, 99);
const minesweeper::Board kIntermediate = board_of(16, 16, 40);
const minesweeper::Board kBeginner = board_of(9, 9, 10);

// Lays a board, then digs every safe cell, row by row, through the game like any player.
class Omniscient {
 public:
  explicit Omniscient(const minesweeper::Config& config)
      : seed_(config.seed),
        key_(key_of(config.boards.front())),
        first_(config.cases.front().first_cell),
        game_(config.rules_of(config.cases.front())) {}

  void play(std::uint64_t number) {
    game_.start({seed_, key_, number});
    game_.dig(first_);
    const sim::Cell cells = game_.rules().grid->cell_count();
    for (sim::Cell cell = 0; cell < cells; ++cell)
      if (game_.view().is_hidden(cell) && !game_.layout().is_mine(cell)) game_.dig(cell);
    if (game_.status() != sim::Game::Status::won)
      throw std::logic_error("all safe cells are dug, but the game is not won");
  }

 private:
  std::uint64_t seed_;
  std::uint64_t key_;
  sim::Cell first_;
  sim::Game game_;
};

void omniscient(benchmark::State& state, const minesweeper::Board& board) {
  Omniscient player(config_at_3_3(board));
  std::uint64_t number = 0;
  for (auto _ : state) player.play(number++);
  state.counters["games_per_s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(omniscient, expert, kExpert)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(omniscient, 16x16x40, kIntermediate)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(omniscient, 9x9x10, kBeginner)->Unit(benchmark::kMicrosecond);

void game(benchmark::State& state, std::string_view name, const minesweeper::Board& board) {
  constexpr std::uint64_t kBatch = 32;
  const minesweeper::Config config = config_at_3_3(board);
  minesweeper::Player player(config, config.cases.front());
  const auto strategy = solvers::StrategyChoice(*solvers::find_strategy(name)).make(player.game().rules());
  minesweeper::StrategyCounts counts;
  Omniscient floor(config);
  std::uint64_t number = 0;
  double strategy_s = 0;
  double floor_s = 0;
  for (auto _ : state) {
    const double begin_s = thread_s();
    for (std::uint64_t i = 0; i < kBatch; ++i) player.play_ahead(number + i, *strategy);
    for (const minesweeper::GameSummary& game : player.settle()) count(game, counts);
    const double referee_s = static_cast<double>(player.take_referee_ns()) * 1e-9;
    const double middle_s = thread_s();
    for (std::uint64_t i = 0; i < kBatch; ++i) floor.play(number + i);
    floor_s += thread_s() - middle_s;
    strategy_s += middle_s - begin_s - referee_s;
    state.SetIterationTime(middle_s - begin_s);
    number += kBatch;
  }
  state.counters["games_per_s"] = static_cast<double>(number) / strategy_s;
  state.counters["floor_games_per_s"] = static_cast<double>(number) / floor_s;
  state.counters["floors"] = strategy_s / floor_s;
}
BENCHMARK_CAPTURE(game, random_expert, "random", kExpert)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, rules_expert, "rules", kExpert)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, csp_expert, "csp", kExpert)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, min_risk_expert, "min_risk", kExpert)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, min_risk_16x16x40, "min_risk", kIntermediate)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, min_risk_9x9x10, "min_risk", kBeginner)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, sat_expert, "sat", kExpert)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(game, pinv_expert, "pinv", kExpert)->UseManualTime()->Unit(benchmark::kMillisecond);

// Games of `rules` on 1024 x 1024 cells at a density in percent, without laying the mines: starting, planning and
// revealing. At 16 % and more many games end early.
void rules_on_large_board(benchmark::State& state) {
  constexpr int kSide = 1024;
  const auto mines = static_cast<std::uint32_t>(kSide * kSide * state.range(0) / 100);
  const minesweeper::Config config = config_at_3_3(board_of(kSide, kSide, mines));
  sim::Game game(config.rules_of(config.cases.front()));
  const auto strategy = solvers::StrategyChoice(*solvers::find_strategy("rules")).make(game.rules());
  const sim::Cell first = config.cases.front().first_cell;
  solvers::Digs digs;
  std::uint64_t number = 0;
  double total_s = 0;
  for (auto _ : state) {
    const sim::GameId id{config.seed, key_of(config.boards.front()), number++};
    sim::Stream random(id, sim::StreamPurpose::strategy);
    double begin_s = thread_s();
    game.start(id);
    double game_s = thread_s() - begin_s;
    game.lay(first);
    begin_s = thread_s();
    strategy->begin(game.view(), random);
    digs.clear();
    digs.moves.push_back({first, solvers::MoveKind::first, 0});
    while (game.status() == sim::Game::Status::playing) {
      game.dig(digs.safe);
      for (const solvers::Move& move : digs.moves) game.dig(move.cell);
      digs.clear();
      if (game.status() == sim::Game::Status::playing) strategy->plan(game.shown(), digs);
      game.forget_shown();
    }
    game_s += thread_s() - begin_s;
    state.SetIterationTime(game_s);
    total_s += game_s;
  }
  state.counters["ns_per_cell"] = total_s * 1e9 / (static_cast<double>(number) * kSide * kSide);
}
BENCHMARK(rules_on_large_board)
    ->Arg(8)
    ->Arg(12)
    ->Arg(16)
    ->Arg(20)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// The distribution of single games' times: no game may dominate a run.
void slowest_game(benchmark::State& state, std::string_view name, const minesweeper::Board& board) {
  const minesweeper::Config config = config_at_3_3(board);
  minesweeper::Player player(config, config.cases.front());
  const auto strategy = solvers::StrategyChoice(*solvers::find_strategy(name)).make(player.game().rules());
  minesweeper::StrategyCounts counts;
  std::vector<double> times_us;
  for (auto _ : state) {
    const auto games = static_cast<std::uint64_t>(state.range(0));
    for (std::uint64_t number = 0; number < games; ++number) {
      const double begin_s = thread_s();
      count(player.play(number, *strategy), counts);
      times_us.push_back((thread_s() - begin_s) * 1e6);
    }
  }
  std::sort(times_us.begin(), times_us.end());
  const auto quantile = [&](double part) {
    return times_us[static_cast<std::size_t>(part * static_cast<double>(times_us.size() - 1))];
  };
  state.counters["mean_us"] = mean_of(times_us);
  state.counters["median_us"] = quantile(0.5);
  state.counters["p99_us"] = quantile(0.99);
  state.counters["p9999_us"] = quantile(0.9999);
  state.counters["worst_us"] = times_us.back();
}
BENCHMARK_CAPTURE(slowest_game, min_risk_expert, "min_risk", kExpert)
    ->Arg(100'000)
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace sapper::experiments::bench

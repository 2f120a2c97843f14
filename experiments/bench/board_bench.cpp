// Laying mines and opening cells; playouts of Go; from a view to the frontier.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>

#include "experiments/bench/positions.hpp"
#include "experiments/bench/timing.hpp"
#include "sim/go/scoring.hpp"
#include "sim/minesweeper/game.hpp"
#include "solvers/go/player.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::experiments::bench {

namespace {

// rows, cols, mines
void layout(benchmark::State& state) {
  const sim::GameRules rules = rules_of(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)),
                                        static_cast<std::uint32_t>(state.range(2)));
  sim::Layout layout(*rules.grid);
  const sim::Cell first = rules.grid->at(3, 3);
  std::uint64_t game = 0;
  for (auto _ : state) {
    sim::lay_mines(layout, rules.first_click, first, rules.mine_count, {1, 1, game++});
    benchmark::DoNotOptimize(layout.mines().data());
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["time_per_mine"] = time_per_one_of(static_cast<double>(rules.mine_count));
}
BENCHMARK(layout)->Args({9, 9, 10})->Args({16, 16, 40})->Args({16, 30, 99})->Args({256, 256, 10'000});

// A board without mines, all of which the first dig opens.
void reveal(benchmark::State& state) {
  const auto side = static_cast<int>(state.range(0));
  sim::Game game(rules_of(side, side, 0));
  std::uint64_t number = 0;
  for (auto _ : state) {
    game.start({1, 1, number++});
    game.dig(0);
    benchmark::DoNotOptimize(game.shown().data());
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["time_per_cell"] = time_per_one_of(static_cast<double>(side) * side);
}
BENCHMARK(reveal)->Arg(16)->Arg(64)->Arg(256)->Arg(1024);

// Scored random playouts of Go from the empty board: items_per_second are playouts per core-second.
void play_out_go(benchmark::State& state) {
  const sim::go::Board empty(static_cast<int>(state.range(0)));
  sim::go::Board board(empty);
  sim::Stream stream({2026, 0, 0}, sim::StreamPurpose::playout);
  std::uint64_t moves = 0;
  for (auto _ : state) {
    board = empty;
    moves += solvers::go::play_out(board, sim::go::Color::black, stream).moves;
    benchmark::DoNotOptimize(score_of(board, sim::go::Scoring::area, 15));
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kAvgIterations);
}
BENCHMARK(play_out_go)->ArgName("size")->Arg(5)->Arg(9)->Arg(13)->Arg(19);

}  // namespace

}  // namespace sapper::experiments::bench

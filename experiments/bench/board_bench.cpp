// Laying mines and opening cells.
#include <benchmark/benchmark.h>

#include <memory>

#include "experiments/bench/timing.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::bench {
namespace {

sim::GameRules rules_of(int rows, int cols, std::uint32_t mines) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols);
  rules.mine_count = mines;
  rules.first_click = sim::FirstClickRule::opening;
  return rules;
}

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

}  // namespace
}  // namespace sapper::experiments::bench

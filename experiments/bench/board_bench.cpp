// Laying mines and opening cells; playouts of Go; from a view to the frontier.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>

#include "experiments/bench/positions.hpp"
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

// What leads from a view to the frontier: the local rules, overlapping constraints, groups and components.

// Starts from scratch with everything that a view shows, and ends at the rules' fixed point.
void local_rules(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)()) {
  const auto& positions = positions_of();
  solvers::LocalRules knowledge(*positions.front().grid);
  measure_cases(state, positions.size(), [&](std::size_t i) {
    return wall_s_of([&] {
      knowledge.reset(positions[i].view);
      benchmark::DoNotOptimize(knowledge.propagate());
    });
  });
}
BENCHMARK_CAPTURE(local_rules, expert, expert_positions)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(local_rules, hard, hard_positions)->Unit(benchmark::kMicrosecond);

void local_rules_on_large_board(benchmark::State& state) {
  const sim::Position& position = played_position(static_cast<std::uint32_t>(state.range(0)));
  solvers::LocalRules knowledge(*position.grid);
  for (auto _ : state) {
    knowledge.reset(position.view);
    benchmark::DoNotOptimize(knowledge.propagate());
  }
  state.counters["cells"] = position.grid->cell_count();
  state.counters["time_per_cell"] = time_per_one_of(position.grid->cell_count());
}
BENCHMARK(local_rules_on_large_board)->Arg(100)->Arg(1000)->Arg(10'000)->Unit(benchmark::kMicrosecond);

// The overlap rule once over all constraints that the local rules leave; its findings are not propagated.
void overlap_rule(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)()) {
  const auto& positions = positions_of();
  solvers::LocalRules knowledge(*positions.front().grid);
  measure_cases(state, positions.size(), [&](std::size_t i) {
    knowledge.reset(positions[i].view);
    if (!knowledge.propagate()) std::abort();  // the positions come from games
    return wall_s_of([&] { benchmark::DoNotOptimize(solvers::apply_overlap_rule(knowledge)); });
  });
}
BENCHMARK_CAPTURE(overlap_rule, expert, expert_positions)->Unit(benchmark::kMicrosecond);

void frontier(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)()) {
  const auto solved = frontiers_of(positions_of());
  solvers::FrontierBuilder builder(solved.front()->knowledge().grid());
  solvers::Frontier frontier;
  measure_cases(state, solved.size(), [&](std::size_t i) {
    return wall_s_of([&] {
      builder.build(solved[i]->knowledge(), frontier);
      benchmark::DoNotOptimize(frontier.cells().data());
    });
  });
}
BENCHMARK_CAPTURE(frontier, expert, expert_positions)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(frontier, hard, hard_positions)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace sapper::experiments::bench

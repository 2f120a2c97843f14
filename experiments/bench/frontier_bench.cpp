// What leads from a view to the frontier: the local rules, overlapping constraints, groups and components.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>

#include "experiments/bench/positions.hpp"
#include "experiments/bench/timing.hpp"
#include "sim/go/scoring.hpp"
#include "sim/minesweeper/game.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"

namespace sapper::experiments::bench {

namespace {

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

// The exact posterior of a position, from its view alone.
#include <benchmark/benchmark.h>

#include "experiments/bench/positions.hpp"
#include "experiments/bench/timing.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::bench {
namespace {

void posterior(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)()) {
  const auto& positions = positions_of();
  solvers::Posterior posterior(*positions.front().grid);
  measure_cases(state, positions.size(), [&](std::size_t i) {
    return wall_s_of([&] { benchmark::DoNotOptimize(posterior.compute(positions[i].view)); });
  });
}
BENCHMARK_CAPTURE(posterior, expert, expert_positions)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(posterior, hard, hard_positions)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sapper::experiments::bench

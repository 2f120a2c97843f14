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
  CaseTimes times(positions.size());
  for (auto _ : state)
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const double begin_s = wall_s();
      benchmark::DoNotOptimize(posterior.compute(positions[i].view));
      times.add(i, wall_s() - begin_s);
    }
  const std::vector<double> medians = times.medians_us();
  state.counters["positions"] = static_cast<double>(medians.size());
  state.counters["mean_us"] = mean_of(medians);
  state.counters["median_us"] = median_of(medians);
  state.counters["worst_us"] = worst_of(medians);
}
BENCHMARK_CAPTURE(posterior, expert, expert_positions)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(posterior, hard, hard_positions)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sapper::experiments::bench

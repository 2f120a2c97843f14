// The counting of components, marginals included, and the posterior.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>

#include "experiments/bench/positions.hpp"
#include "experiments/bench/timing.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::bench {
namespace {

// Components of some positions, which own the memory.
struct Components {
  std::vector<std::unique_ptr<SolvedFrontier>> positions;
  std::vector<solvers::Component> all;
};

Components components_of(const std::vector<sim::Position>& positions) {
  Components components{frontiers_of(positions), {}};
  for (const auto& solved : components.positions)
    for (std::uint32_t i = 0; i < solved->frontier().component_count(); ++i)
      components.all.push_back(solved->frontier().component(i));
  return components;
}

// Counts, then takes all marginals under equal weights.
void count(solvers::Eliminator<double>& counter, const solvers::Component& component,
           std::vector<solvers::GroupMarginal<double>>& marginals, std::vector<double>& weights) {
  counter.count(component);
  weights.assign(counter.counts().counts.size(), 1.0);
  marginals.resize(component.group_count());
  counter.marginals(weights, marginals);
  benchmark::DoNotOptimize(marginals.data());
}

void elimination(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)()) {
  const Components components = components_of(positions_of());
  solvers::Eliminator<double> counter;
  std::vector<solvers::GroupMarginal<double>> marginals;
  std::vector<double> weights;
  measure_cases(state, components.all.size(), [&](std::size_t i) {
    return wall_s_of([&] { count(counter, components.all[i], marginals, weights); });
  });
}
BENCHMARK_CAPTURE(elimination, expert, expert_positions)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(elimination, hard, hard_positions)->Unit(benchmark::kMicrosecond);

// The component of large and dense boards whose size is nearest to the requested one.
void elimination_by_size(benchmark::State& state) {
  static const Components components = components_of(dense_positions());
  const auto wanted = state.range(0);
  const auto distance = [&](const solvers::Component& component) {
    return std::abs(static_cast<std::int64_t>(component.cell_count) - wanted);
  };
  const solvers::Component& chosen = *std::min_element(
      components.all.begin(), components.all.end(),
      [&](const solvers::Component& a, const solvers::Component& b) { return distance(a) < distance(b); });
  state.counters["cells"] = chosen.cell_count;
  solvers::Eliminator<double> counter;
  std::vector<solvers::GroupMarginal<double>> marginals;
  std::vector<double> weights;
  for (auto _ : state) count(counter, chosen, marginals, weights);
}
BENCHMARK(elimination_by_size)->RangeMultiplier(2)->Range(8, 512)->Unit(benchmark::kMicrosecond);

// The exact posterior of a position, from its view alone.
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

// Counting components, by elimination and by enumeration, marginals included.
//
// Enumeration is exponential in the size of a component. Both counters are compared over the components that it can
// count within kMostAssignments; only the eliminator is measured over all.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>

#include "experiments/bench/positions.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/counting/enumerator.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::bench {

namespace {

constexpr std::uint64_t kMostAssignments = 10'000'000;

struct Enumeration : solvers::Enumerator {
  Enumeration() : Enumerator(kMostAssignments) {}
};

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
template <class Counter>
void count(Counter& counter, const solvers::Component& component,
           std::vector<solvers::GroupMarginal<double>>& marginals, std::vector<double>& weights) {
  counter.count(component);
  weights.assign(counter.counts().counts.size(), 1.0);
  marginals.resize(component.group_count());
  counter.marginals(weights, marginals);
  benchmark::DoNotOptimize(marginals.data());
}

bool is_enumerable(const solvers::Component& component) {
  Enumeration enumerator;
  try {
    enumerator.count(component);
    return true;
  } catch (const solvers::ComponentTooWide&) {
    return false;
  }
}

enum class Which { all, enumerable };

template <class Counter>
void counting(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)(), Which which) {
  Components components = components_of(positions_of());
  const std::size_t total = components.all.size();
  if (which == Which::enumerable)
    std::erase_if(components.all,
                  [](const solvers::Component& component) { return !is_enumerable(component); });
  Counter counter;
  std::vector<solvers::GroupMarginal<double>> marginals;
  std::vector<double> weights;
  measure_cases(state, components.all.size(), [&](std::size_t i) {
    return wall_s_of([&] { count(counter, components.all[i], marginals, weights); });
  });
  state.counters["left_out"] = static_cast<double>(total - components.all.size());
}

using Elimination = solvers::Eliminator<double>;

void elimination(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)(), Which which) {
  counting<Elimination>(state, positions_of, which);
}
BENCHMARK_CAPTURE(elimination, expert, expert_positions, Which::all)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(elimination, hard, hard_positions, Which::all)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(elimination, expert_enumerable, expert_positions, Which::enumerable)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(elimination, hard_enumerable, hard_positions, Which::enumerable)
    ->Unit(benchmark::kMicrosecond);

void enumeration(benchmark::State& state, const std::vector<sim::Position>& (*positions_of)()) {
  counting<Enumeration>(state, positions_of, Which::enumerable);
}
BENCHMARK_CAPTURE(enumeration, expert_enumerable, expert_positions)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(enumeration, hard_enumerable, hard_positions)->Unit(benchmark::kMicrosecond);

// The component of large and dense boards whose size is nearest to the requested one: where enumeration becomes
// impossible.
template <class Counter>
void counting_by_size(benchmark::State& state) {
  static const Components components = components_of(dense_positions());
  const auto wanted = state.range(0);
  const auto distance = [&](const solvers::Component& component) {
    return std::abs(static_cast<std::int64_t>(component.cell_count) - wanted);
  };
  const solvers::Component& chosen = *std::min_element(
      components.all.begin(), components.all.end(),
      [&](const solvers::Component& a, const solvers::Component& b) { return distance(a) < distance(b); });
  state.counters["cells"] = chosen.cell_count;
  Counter counter;
  std::vector<solvers::GroupMarginal<double>> marginals;
  std::vector<double> weights;
  try {
    for (auto _ : state) count(counter, chosen, marginals, weights);
  } catch (const solvers::ComponentTooWide& error) {
    state.SkipWithError(error.what());
  }
}
BENCHMARK_TEMPLATE(counting_by_size, Elimination)
    ->RangeMultiplier(2)
    ->Range(8, 512)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(counting_by_size, Enumeration)
    ->RangeMultiplier(2)
    ->Range(8, 512)
    ->Unit(benchmark::kMicrosecond);

}  // namespace

// The exact posterior of a position, from its view alone.

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

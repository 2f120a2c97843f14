// Counting the components of one position on one thread and on several: whether threads pay off within a position, and
// from what size on (kParallelCells in solvers/minesweeper/posterior/posterior.cpp).
//
// `counting_components` with 0 threads is the plain loop; with 1, the cost of distributing the work when no other
// thread helps, as while games keep all threads busy.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "experiments/bench/positions.hpp"
#include "experiments/run/in_order.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::experiments::bench {
namespace {

// frontier cells, threads
void counting_components(benchmark::State& state) {
  const SolvedFrontier solved(played_position(static_cast<std::uint32_t>(state.range(0))));
  std::vector<std::unique_ptr<solvers::CountedComponent>> components;
  solvers::FrontierBuilder builder(solved.knowledge().grid());
  builder.start();
  auto next = std::make_unique<solvers::CountedComponent>();
  for (sim::Cell cell = 0; cell < solved.knowledge().grid().cell_count(); ++cell)
    if (next->find(builder, solved.knowledge(), cell))
      components.push_back(std::exchange(next, std::make_unique<solvers::CountedComponent>()));
  const auto threads = static_cast<int>(state.range(1));
  tbb::task_arena arena(std::max(threads, 1));
  arena.execute([&] {
    for (auto _ : state) {
      if (threads == 0) {
        for (const auto& component : components) component->count();
      } else {
        solvers::for_each_index_in_parallel(components.size(),
                                            [&](std::size_t i) { components[i]->count(); });
      }
    }
  });
  state.counters["cells"] = static_cast<double>(solved.frontier().cells().size());
  state.counters["components"] = static_cast<double>(components.size());
}

void posterior_of_large_frontier(benchmark::State& state) {
  const sim::Position& position = played_position(static_cast<std::uint32_t>(state.range(0)));
  solvers::Posterior posterior(*position.grid);
  tbb::task_arena arena(static_cast<int>(state.range(1)));
  arena.execute([&] {
    for (auto _ : state) benchmark::DoNotOptimize(posterior.compute(position.view));
  });
  std::uint32_t largest = 0;
  for (const solvers::CountedComponent* component : posterior.components())
    largest = std::max(largest, component->component().cell_count);
  state.counters["board_cells"] = position.grid->cell_count();
  state.counters["frontier_cells"] = posterior.frontier_cell_count();
  state.counters["components"] = static_cast<double>(posterior.components().size());
  state.counters["largest"] = largest;
}

const auto kAllThreads = static_cast<std::int64_t>(processor_count());

BENCHMARK(counting_components)
    ->ArgNames({"cells", "threads"})
    ->ArgsProduct({{50, 100, 200, 500, 1000, 2000, 5000, 10'000}, {0, 1, kAllThreads}})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(posterior_of_large_frontier)
    ->ArgNames({"cells", "threads"})
    ->ArgsProduct({{100, 1000, 10'000}, {1, kAllThreads}})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sapper::experiments::bench

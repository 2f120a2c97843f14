// What the driver does for each chunk of games, one at a time, while the threads play: hand out, fold, and between ranks
// the counters packed and unpacked. Times are of the thread's processor; driver_model.py predicts from them where more
// threads no longer help.
#include <benchmark/benchmark.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/bench/positions.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/in_order.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::experiments::bench {

namespace {

std::unique_ptr<Experiment> expert_experiment(std::int64_t strategies) {
  std::string names;
  for (const char* const name : {"rules", "csp", "min_risk", "progress"}) {
    if (strategies-- <= 0) break;
    names += (names.empty() ? "\"" : ", \"") + std::string(name) + '"';
  }
  return parse_experiment(
      R"({"schema": "sapper-config/1", "games": 1000, "boards": [{"level": "Expert"}], "strategies": [)" +
          names + "]}",
      "bench.json", {});
}

std::unique_ptr<Tally> played_tally(const Experiment& experiment, std::uint64_t games,
                                    std::string* records = nullptr) {
  const auto worker =
      experiment.make_worker(records != nullptr ? std::optional(RecordFilter::all) : std::nullopt);
  auto tally = experiment.make_tally();
  std::string lines;
  const std::atomic<bool> abandon = false;
  if (!worker->play(0, {0, games}, abandon, *tally, lines)) throw std::logic_error("games were abandoned");
  if (records != nullptr) *records = lines;
  return tally;
}

// strategies
void fold_tally(benchmark::State& state) {
  const auto experiment = expert_experiment(state.range(0));
  const auto chunk = played_tally(*experiment, 20);
  const auto sum = experiment->make_tally();
  for (auto _ : state) sum->add(*chunk);
  state.counters["counters"] = static_cast<double>(chunk->counters().size());
}
BENCHMARK(fold_tally)->ArgName("strategies")->Arg(1)->Arg(4);

// strategies. As a result travels between ranks.
void pack_and_unpack_tally(benchmark::State& state) {
  const auto experiment = expert_experiment(state.range(0));
  const auto chunk = played_tally(*experiment, 20);
  const auto received = experiment->make_tally();
  for (auto _ : state) received->set_counters(chunk->counters());
}
BENCHMARK(pack_and_unpack_tally)->ArgName("strategies")->Arg(1)->Arg(4);

// threads. The time of a chunk that takes none to play or to fold.
void hand_over(benchmark::State& state) {
  const auto threads = static_cast<std::size_t>(state.range(0));
  constexpr int kChunks = 10'000;
  std::vector<Chunk> chunks(8 * threads);
  for (auto _ : state) {
    int given = 0;
    in_order(
        on_threads(threads), chunks, [&](Chunk&) { return given++ < kChunks; }, [](Chunk&, std::size_t) {},
        [](Chunk&) {});
  }
  state.SetItemsProcessed(state.iterations() * kChunks);
}
BENCHMARK(hand_over)->ArgName("threads")->Arg(1)->Arg(2)->MeasureProcessCPUTime();

// Bytes of a chunk in flight: its tally's counters, and its records.
void bytes_in_flight(benchmark::State& state) {
  const auto experiment = expert_experiment(1);
  std::string records;
  const auto tally = played_tally(*experiment, 20, &records);
  for (auto _ : state) benchmark::DoNotOptimize(tally->games());
  state.counters["record_bytes_per_game"] = static_cast<double>(records.size()) / 20;
  state.counters["tally_bytes"] = static_cast<double>(8 * tally->counters().size());
}
BENCHMARK(bytes_in_flight);

// Counting the components of one position on one thread and on several: whether threads pay off within a position, and
// from what size on (kParallelCells in solvers/minesweeper/posterior/posterior.cpp). With 0 threads it is the plain loop;
// with 1, the cost of distributing the work when no other thread helps, as while games keep all threads busy.
//
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

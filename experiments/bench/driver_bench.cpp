// What the driver does for each chunk of games, one at a time, while the threads play: hand out, fold, and between ranks
// the counters packed and unpacked. Times are of the thread's processor; driver_model.py predicts from them where more
// threads no longer help.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/games.hpp"
#include "experiments/run/in_order.hpp"

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

}  // namespace
}  // namespace sapper::experiments::bench

// Scored random playouts of Go from the empty board: items_per_second are playouts per core-second.
#include <benchmark/benchmark.h>

#include "sim/go/scoring.hpp"
#include "solvers/go/playout.hpp"

namespace sapper {
namespace {

void play_out_go(benchmark::State& state) {
  const sim::go::Board empty(static_cast<int>(state.range(0)));
  sim::go::Board board(empty);
  sim::Stream stream({2026, 0, 0}, sim::Purpose::playout);
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

}  // namespace
}  // namespace sapper

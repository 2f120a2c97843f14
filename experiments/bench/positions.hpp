// The positions that the benchmarks solve: published ones, and large boards opened by play.
#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::experiments::bench {

// The rules of a square-celled board under the first-click rule opening.
sim::GameRules rules_of(int rows, int cols, std::uint32_t mines);

// Those of data/reference/positions.jsonl on 16 x 30 with 99 mines; all of hard_positions.jsonl. Read once.
const std::vector<sim::Position>& expert_positions();
const std::vector<sim::Position>& hard_positions();

// A square board at 20 % mines that is dug by the local rules and, where these are stuck, at a random safe
// cell, until its frontier has at least this many cells. Created once per size; always the same.
const sim::Position& played_position(std::uint32_t frontier_cells);

// Stages of a 100 x 100 board at 26 % mines, dug in the same way: its components grow large and wide.
const std::vector<sim::Position>& dense_positions();

// A position after the local rules, with its frontier. It must outlive this.
class SolvedFrontier {
 public:
  explicit SolvedFrontier(const sim::Position& position);
  const solvers::LocalRules& knowledge() const { return knowledge_; }
  const solvers::Frontier& frontier() const { return frontier_; }

 private:
  solvers::LocalRules knowledge_;
  solvers::Frontier frontier_;
};
std::vector<std::unique_ptr<SolvedFrontier>> frontiers_of(const std::vector<sim::Position>& positions);

// Timing for the benchmarks: on a machine with other load, and over cases that differ by orders of magnitude.

// The processor time of this thread, which excludes the time of others.
inline double thread_s() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Cheaper to read than thread_s(), for what takes microseconds; medians over repeats leave interruptions out.
inline double wall_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

inline double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
inline double worst_of(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

// A counter of the time for one of the things of which an iteration does this many.
inline benchmark::Counter time_per_one_of(double count) {
  return {count, static_cast<benchmark::Counter::Flags>(benchmark::Counter::kIsIterationInvariantRate |
                                                        benchmark::Counter::kInvert)};
}

template <class Work>
double wall_s_of(const Work& work) {
  const double begin_s = wall_s();
  work();
  return wall_s() - begin_s;
}

// Repeats all cases in turn. time_s(i): runs case i and returns what its measured part took. The counters are over the
// cases' medians.
template <class Time>
void measure_cases(benchmark::State& state, std::size_t case_count, const Time& time_s) {
  std::vector<std::vector<double>> samples(case_count);
  for (auto _ : state)
    for (std::size_t i = 0; i < case_count; ++i) samples[i].push_back(time_s(i) * 1e6);
  std::vector<double> medians;
  for (auto& of_case : samples) medians.push_back(median_of(std::move(of_case)));
  state.counters["cases"] = static_cast<double>(case_count);
  state.counters["mean_us"] = mean_of(medians);
  state.counters["median_us"] = median_of(medians);
  state.counters["worst_us"] = worst_of(medians);
}

}  // namespace sapper::experiments::bench

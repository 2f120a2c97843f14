// Timing for the benchmarks: on a machine with other load, and over cases that differ by orders of magnitude.
#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace sapper::experiments::bench {

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

// Timing for the benchmarks: on a machine with other load, and over cases that differ by orders of magnitude.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
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

// Times of several cases, each measured repeatedly.
class CaseTimes {
 public:
  explicit CaseTimes(std::size_t case_count) : samples_(case_count) {}
  void add(std::size_t number, double seconds) { samples_[number].push_back(seconds); }

  // [case], microseconds: the median over its repeats.
  std::vector<double> medians_us() const {
    std::vector<double> medians;
    for (const auto& samples : samples_) medians.push_back(median_of(samples) * 1e6);
    return medians;
  }

 private:
  std::vector<std::vector<double>> samples_;
};

inline double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
inline double worst_of(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

}  // namespace sapper::experiments::bench

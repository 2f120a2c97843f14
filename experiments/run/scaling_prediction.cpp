#include "experiments/run/scaling_prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/run/driver.hpp"

namespace sapper::experiments {
namespace {

// The least of all runs: other programs only lengthen it.
double driver_s_per_chunk(const BoardScaling& board) {
  double least = std::numeric_limits<double>::infinity();
  for (const ThreadScaling& series : board.threads)
    for (const ScalingSample& sample : series.samples)
      if (sample.chunks > 0) least = std::min(least, sample.driver_s / static_cast<double>(sample.chunks));
  return std::isfinite(least) ? least : 0;
}

double driver_efficiency(double s_per_chunk, std::size_t threads) {
  const double chunk_s = chunk_seconds(threads, false);
  const double busy = static_cast<double>(threads) * s_per_chunk / chunk_s;
  return 1 / std::max(1.0, busy) / (1 + s_per_chunk / chunk_s);
}

}  // namespace

std::optional<ScalingPrediction> predict_scaling(const BoardScaling& board, Workload workload,
                                                 std::size_t cores, std::size_t physical_cores,
                                                 std::span<const std::size_t> threads) {
  ScalingPrediction prediction;
  std::optional<MeasuredSpeeds> measured = measured_speeds(board, SpeedClock::wall, cores, physical_cores);
  if (!measured) {
    measured = measured_speeds(board, SpeedClock::processor, cores, physical_cores);
    prediction.is_by_processor_time = true;
  }
  if (!measured || measured->threads.size() < 2) return std::nullopt;
  prediction.fitted_threads = measured->threads.back();
  prediction.thread_counts = measured->threads.size();
  prediction.driver_s_per_chunk = driver_s_per_chunk(board);
  for (const std::size_t count : threads) {
    const double most = driver_efficiency(prediction.driver_s_per_chunk, count);
    ParameterEstimate efficiency =
        predicted_efficiency(measured->threads, measured->speeds, workload, static_cast<double>(count));
    efficiency.value = std::min(efficiency.value, most);
    if (efficiency.interval) {
      efficiency.interval->low = std::min(efficiency.interval->low, most);
      efficiency.interval->high = std::min(efficiency.interval->high, most);
    }
    prediction.speeds.push_back({count, efficiency, most});
  }
  return prediction;
}

}  // namespace sapper::experiments

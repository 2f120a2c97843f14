// The speed on thread counts that were not measured, from those that were: by the law fitted to these, and by what the
// driver alone allows.
//
// The law (fitted_laws.hpp) is Amdahl's, or Gustafson's, where two thread counts were measured, and the universal
// scalability law where three or more were; thread counts up to the physical cores are fitted. Its interval is Student's over
// the fits to each repeat: it holds if the law goes on. What begins beyond the measured threads is not in it: other sockets,
// memory bandwidth, lower clock rates.
//
// The driver hands out chunks and folds them, one at a time (driver.hpp): with s seconds of that per chunk, and chunks of L
// seconds, n threads keep it busy for a share n s / L of the time, and wait for it where that is above 1. s is measured,
// L follows from n. The start and the end of a run are not in it, nor the messages between ranks
// (data/studies/scaling.md).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "experiments/run/scaling.hpp"
#include "experiments/stats/fitted_laws.hpp"

namespace sapper::experiments {

struct PredictedSpeed {
  std::size_t threads = 1;
  ParameterEstimate efficiency;  // by the law, and no more than what the driver allows
  double driver_efficiency = 1;  // of the driver alone
};

struct ScalingPrediction {
  std::size_t fitted_threads = 1;  // the most that the law is fitted to; beyond, it is extrapolated
  std::size_t thread_counts = 0;   // that it is fitted to
  // Fitted to speeds by processor time, as other programs took cores: what threads wait for is not in it.
  bool is_by_processor_time = false;
  double driver_s_per_chunk = 0;
  std::vector<PredictedSpeed> speeds;  // of the threads asked for
};

// nullopt if fewer than two thread counts up to the physical cores were measured.
std::optional<ScalingPrediction> predict_scaling(const BoardScaling& board, Workload workload,
                                                 std::size_t cores, std::size_t physical_cores,
                                                 std::span<const std::size_t> threads);

}  // namespace sapper::experiments

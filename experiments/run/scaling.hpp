// Measures how an experiment's speed scales with the number of threads.
//
// Each board is played separately, at every thread count in turn, and all of that once per repeat, so that other load
// on the machine affects all thread counts alike. Speed-up and efficiency compare runs of one repeat, the fewest
// threads being the base; the median and the extremes over repeats show how reliable they are. Results must not depend
// on the thread count, and are compared each time.
//
// Limits: threads beyond the machine's cores cannot add speed. Processor time covers all threads of the process, so
// that its growth shows what threads cost one another (shared cache lines, locks, memory) even if other programs use
// part of the machine; it does not show threads that wait. Wall times mean nothing where other programs took processors
// that the threads needed, which the kernel's account of the processors' time tells (proc(5), /proc/stat).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/driver.hpp"
#include "experiments/stats/fitted_laws.hpp"

namespace sapper::experiments {

// One board played once at one thread count.
struct ScalingSample {
  double wall_s = 0;
  double processor_s = 0;
  std::uint64_t peak_memory_bytes = 0;   // 0: unknown
  std::optional<double> other_s = {};    // processor time that other programs took; nullopt: unknown
  std::uint64_t games_memory_bytes = 0;  // of the peak, what was not resident before the games
  // Wall time of the driver's own work, which one thread at a time does, on so many chunks.
  double driver_s = 0;
  std::uint64_t chunks = 0;
};

struct ThreadScaling {
  std::size_t threads = 1;
  std::uint64_t games = 0;             // each played by every strategy
  std::vector<ScalingSample> samples;  // [repeat]
};

struct BoardScaling {
  bool has_same_results = true;        // in all runs of the same games
  std::vector<ThreadScaling> threads;  // ascending, the base first
};

struct Scaling {
  Workload workload = Workload::fixed;
  std::vector<std::size_t> threads;  // ascending, each once
  std::size_t repeats = 0;           // completed
  std::vector<BoardScaling> boards;

  bool has_same_results() const;
  // All boards together.
  BoardScaling total() const;
};

struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};
Spread spread_of(std::vector<double> values);  // at least one

// What is shown of one thread count of a board, over the repeats.
struct ScalingFigures {
  Spread games_per_s;       // a game counts once per strategy
  Spread games_per_core_s;  // the same over processor time
  Spread speed_up;          // games per second relative to the fewest threads
  Spread efficiency;        // speed-up divided by the ratio of thread counts: 1 is perfect
  Spread cores_busy;        // on average: processor time over wall time
  // Processor time per game relative to the fewest threads: above 1, threads hinder one another.
  Spread processor_growth;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t games_memory_bytes = 0;  // the most of all repeats, as above
  std::optional<double> other_cores;     // that other programs used, on average; nullopt: unknown
};
ScalingFigures figures_of(const BoardScaling& board, std::size_t index, std::size_t plays_per_game);

// Whether wall times of this thread count say nothing of scaling, because other programs took more than a twentieth of
// the cores that it needs; where their load is unknown, because it was busy on less than nine tenths of them.
bool is_disturbed(const ThreadScaling& series, std::size_t cores);
// The speeds of the thread counts up to the physical cores, by wall time or, as other load does not change them, by
// processor time.
enum class SpeedClock : std::uint8_t { wall, processor };
struct MeasuredSpeeds {
  std::vector<std::size_t> threads;
  std::vector<std::vector<double>> speeds;  // [repeat][thread count]
};
// nullopt if one of them is disturbed, of speeds by wall time.
std::optional<MeasuredSpeeds> measured_speeds(const BoardScaling& board, SpeedClock clock, std::size_t cores,
                                              std::size_t physical_cores);
// The laws of the thread counts up to the physical cores. nullopt if these are fewer than two or one of them is disturbed.
std::optional<SpeedLaws> laws_of(const BoardScaling& board, Workload workload, std::size_t cores,
                                 std::size_t physical_cores);

struct ScalingOptions {
  std::vector<std::size_t> threads{1};  // at least one; ascending, each once
  std::size_t repeats = 5;
  // per_thread: the experiment's games are those of the most threads, and a multiple of them.
  Workload workload = Workload::fixed;
  // Called before each run; may be empty.
  std::function<void(std::size_t repeat, std::size_t threads, std::size_t board)> report_progress;
};

// Returns `interrupted` if `interrupt` became true; the finished repeats are kept.
Outcome measure_scaling(const Experiment& experiment, const ScalingOptions& options,
                        const std::atomic<bool>& interrupt, Scaling& scaling);

}  // namespace sapper::experiments

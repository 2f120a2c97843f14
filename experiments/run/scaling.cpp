#include "experiments/run/scaling.hpp"

#include <time.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "experiments/support/json/writer.hpp"
#include "experiments/support/memory.hpp"

namespace sapper::experiments {
namespace {

// The processor time of all threads of the process.
double processor_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Measurement {
 public:
  Measurement(const Experiment& experiment, const ScalingOptions& options, const std::atomic<bool>& interrupt,
              Scaling& scaling)
      : experiment_(experiment),
        options_(options),
        interrupt_(interrupt),
        scaling_(scaling),
        results_(experiment.case_count()) {
    scaling.threads = options.threads;
    scaling.boards.resize(experiment.case_count());
    for (BoardScaling& board : scaling.boards)
      for (const std::size_t threads : options.threads) board.threads.push_back({threads, {}});
  }

  // Each repeat begins with a different thread count, so that no count is always first or always follows the same one.
  bool run_repeat(std::size_t repeat) {
    for (std::size_t board = 0; board < scaling_.boards.size(); ++board)
      for (std::size_t i = 0; i < options_.threads.size(); ++i)
        if (!run_one(repeat, board, (repeat + i) % options_.threads.size())) return false;
    return true;
  }

 private:
  bool run_one(std::size_t repeat, std::size_t board, std::size_t index) {
    const std::size_t threads = options_.threads[index];
    if (options_.report_progress) options_.report_progress(repeat, threads, board);
    DriverOptions driver;
    driver.threads = threads;
    driver.slice = Slice{{board, 0}, {board + 1, 0}};
    Report played(experiment_);
    restart_peak_memory();
    const double before_s = processor_s();
    if (drive(played, interrupt_, driver) == Outcome::interrupted) return false;
    scaling_.boards[board].threads[index].samples.push_back(
        {played.wall_s, processor_s() - before_s, peak_memory_bytes()});
    compare(board, *played.stretches.front().tally);
    return true;
  }

  void compare(std::size_t board, const Tally& tally) {
    BoardScaling& scaling = scaling_.boards[board];
    std::string text = json::to_text(experiment_.results(board, tally)) +
                       json::to_text(experiment_.comparisons(board, tally));
    if (results_[board].empty()) {
      results_[board] = std::move(text);
      scaling.games = tally.games();
    } else if (text != results_[board]) {
      scaling.has_same_results = false;
    }
  }

  const Experiment& experiment_;
  const ScalingOptions& options_;
  const std::atomic<bool>& interrupt_;
  Scaling& scaling_;
  std::vector<std::string> results_;  // [board], from its first run
};

}  // namespace

bool Scaling::has_same_results() const {
  return std::all_of(boards.begin(), boards.end(),
                     [](const BoardScaling& board) { return board.has_same_results; });
}

BoardScaling Scaling::total() const {
  BoardScaling total;
  total.has_same_results = has_same_results();
  for (std::size_t index = 0; index < threads.size(); ++index) {
    total.threads.push_back({threads[index], std::vector<ScalingSample>(repeats)});
    for (const BoardScaling& board : boards)
      for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        ScalingSample& sum = total.threads[index].samples[repeat];
        const ScalingSample& sample = board.threads[index].samples[repeat];
        sum.wall_s += sample.wall_s;
        sum.processor_s += sample.processor_s;
        sum.peak_memory_bytes = std::max(sum.peak_memory_bytes, sample.peak_memory_bytes);
      }
  }
  for (const BoardScaling& board : boards) total.games += board.games;
  return total;
}

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

ScalingFigures figures_of(const BoardScaling& board, std::size_t index, std::size_t plays_per_game) {
  const ThreadScaling& base = board.threads.front();
  const ThreadScaling& series = board.threads[index];
  const double more_threads = static_cast<double>(series.threads) / static_cast<double>(base.threads);
  const double games = static_cast<double>(board.games) * static_cast<double>(plays_per_game);
  std::vector<double> speeds, speed_ups, efficiencies, cores, growths;
  ScalingFigures figures;
  for (std::size_t repeat = 0; repeat < series.samples.size(); ++repeat) {
    const ScalingSample& sample = series.samples[repeat];
    const ScalingSample& least = base.samples[repeat];
    speeds.push_back(games / sample.wall_s);
    speed_ups.push_back(least.wall_s / sample.wall_s);
    efficiencies.push_back(speed_ups.back() / more_threads);
    cores.push_back(sample.processor_s / sample.wall_s);
    growths.push_back(sample.processor_s / least.processor_s);
    figures.peak_memory_bytes = std::max(figures.peak_memory_bytes, sample.peak_memory_bytes);
  }
  figures.games_per_s = spread_of(std::move(speeds));
  figures.speed_up = spread_of(std::move(speed_ups));
  figures.efficiency = spread_of(std::move(efficiencies));
  figures.cores_busy = spread_of(std::move(cores));
  figures.processor_growth = spread_of(std::move(growths));
  return figures;
}

Outcome measure_scaling(const Experiment& experiment, const ScalingOptions& options,
                        const std::atomic<bool>& interrupt, Scaling& scaling) {
  scaling = {};
  Measurement measurement(experiment, options, interrupt, scaling);
  for (; scaling.repeats < options.repeats; ++scaling.repeats)
    if (!measurement.run_repeat(scaling.repeats)) {
      for (BoardScaling& board : scaling.boards)
        for (ThreadScaling& series : board.threads)
          series.samples.resize(std::min(series.samples.size(), scaling.repeats));
      return Outcome::interrupted;
    }
  return Outcome::finished;
}

}  // namespace sapper::experiments

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

// The spread over the repeats of `value`, applied to a sample and the base's sample of the same repeat.
template <class Value>
Spread spread_over_repeats(const BoardScaling& board, std::size_t index, Value value) {
  std::vector<double> values;
  const auto& base = board.threads.front().samples;
  const auto& samples = board.threads[index].samples;
  for (std::size_t repeat = 0; repeat < samples.size(); ++repeat)
    values.push_back(value(samples[repeat], base[repeat]));
  return spread_of(std::move(values));
}

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

Spread games_per_s(const BoardScaling& board, std::size_t index, std::size_t plays_per_game) {
  const double games = static_cast<double>(board.games) * static_cast<double>(plays_per_game);
  return spread_over_repeats(
      board, index, [&](const ScalingSample& sample, const ScalingSample&) { return games / sample.wall_s; });
}

Spread speed_up(const BoardScaling& board, std::size_t index) {
  return spread_over_repeats(board, index, [](const ScalingSample& sample, const ScalingSample& base) {
    return base.wall_s / sample.wall_s;
  });
}

Spread efficiency(const BoardScaling& board, std::size_t index) {
  const double more_threads =
      static_cast<double>(board.threads[index].threads) / static_cast<double>(board.threads.front().threads);
  Spread spread = speed_up(board, index);
  for (double* value : {&spread.median, &spread.least, &spread.most}) *value /= more_threads;
  return spread;
}

Spread cores_busy(const BoardScaling& board, std::size_t index) {
  return spread_over_repeats(board, index, [](const ScalingSample& sample, const ScalingSample&) {
    return sample.processor_s / sample.wall_s;
  });
}

Spread processor_growth(const BoardScaling& board, std::size_t index) {
  return spread_over_repeats(board, index, [](const ScalingSample& sample, const ScalingSample& base) {
    return sample.processor_s / base.processor_s;
  });
}

std::uint64_t peak_memory_bytes(const BoardScaling& board, std::size_t index) {
  std::uint64_t most = 0;
  for (const ScalingSample& sample : board.threads[index].samples)
    most = std::max(most, sample.peak_memory_bytes);
  return most;
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

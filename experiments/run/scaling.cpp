#include "experiments/run/scaling.hpp"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/peak_memory.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// The processor time of all threads of the process.
double processor_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The processor time of the programs that it ran, external players, as far as they have ended.
double children_s() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// The time that the processors which this process may use were not idle, since the machine started; what a hypervisor
// took counts. nullopt if the kernel does not tell.
std::optional<double> processors_busy_s() {
  const std::vector<std::size_t> allowed = allowed_processors();
  std::ifstream account("/proc/stat");
  std::uint64_t ticks = 0;
  for (std::string line; std::getline(account, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
    words >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft >> stolen;
    const auto number = name.starts_with("cpu") ? parse_number<std::size_t>(name.substr(3)) : std::nullopt;
    if (number && std::find(allowed.begin(), allowed.end(), *number) != allowed.end())
      ticks += user + nice + system + interrupts + soft + stolen;
  }
  if (ticks == 0) return std::nullopt;
  return static_cast<double>(ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::optional<double> added(std::optional<double> a, std::optional<double> b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}

class Measurement {
 public:
  Measurement(const Experiment& experiment, const ScalingOptions& options, const std::atomic<bool>& interrupt,
              Scaling& scaling)
      : experiment_(experiment),
        options_(options),
        interrupt_(interrupt),
        scaling_(scaling),
        results_(experiment.case_count() * options.threads.size()) {
    scaling.workload = options.workload;
    scaling.threads = options.threads;
    scaling.boards.resize(experiment.case_count());
    for (BoardScaling& board : scaling.boards)
      for (const std::size_t threads : options.threads) board.threads.push_back({threads, 0, {}});
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
    std::uint64_t games = experiment_.common().games;
    if (options_.workload == Workload::per_thread) games = games / options_.threads.back() * threads;
    driver.games = GameSet(board, {0, games});
    Report played(experiment_);
    restart_peak_memory();
    const std::uint64_t memory_before = peak_memory_bytes();
    const std::optional<double> busy_before_s = processors_busy_s();
    const double before_s = processor_s();
    const double children_before_s = children_s();
    if (drive(played, interrupt_, driver) == Outcome::interrupted) return false;
    ScalingSample sample{played.wall_s, processor_s() - before_s, peak_memory_bytes()};
    sample.games_memory_bytes = sample.peak_memory_bytes - std::min(memory_before, sample.peak_memory_bytes);
    if (const std::optional<double> busy_s = processors_busy_s(); busy_s && busy_before_s)
      sample.other_s = *busy_s - *busy_before_s - sample.processor_s - (children_s() - children_before_s);
    if (played.thread_time) {
      sample.driver_s = played.thread_time->planning_s + played.thread_time->folding_s;
      sample.chunks = played.thread_time->chunks;
    }
    scaling_.boards[board].threads[index].samples.push_back(sample);
    compare(board, index, *played.tallied.front().tally);
    return true;
  }

  void compare(std::size_t board, std::size_t index, const Tally& tally) {
    scaling_.boards[board].threads[index].games = tally.games();
    std::string text = json::to_text(experiment_.parts().results.results(board, tally)) +
                       json::to_text(experiment_.parts().results.comparisons(board, tally));
    // All thread counts play the same games, or each its own.
    const std::size_t same = options_.workload == Workload::fixed ? 0 : index;
    std::string& first = results_[board * options_.threads.size() + same];
    if (first.empty())
      first = std::move(text);
    else if (text != first)
      scaling_.boards[board].has_same_results = false;
  }

  const Experiment& experiment_;
  const ScalingOptions& options_;
  const std::atomic<bool>& interrupt_;
  Scaling& scaling_;
  std::vector<std::string> results_;  // [board * thread counts + index], from the first run of these games
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
    total.threads.push_back({threads[index], 0, std::vector<ScalingSample>(repeats, {0, 0, 0, 0.0})});
    for (const BoardScaling& board : boards) {
      total.threads[index].games += board.threads[index].games;
      for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        ScalingSample& sum = total.threads[index].samples[repeat];
        const ScalingSample& sample = board.threads[index].samples[repeat];
        sum.wall_s += sample.wall_s;
        sum.processor_s += sample.processor_s;
        sum.peak_memory_bytes = std::max(sum.peak_memory_bytes, sample.peak_memory_bytes);
        sum.games_memory_bytes = std::max(sum.games_memory_bytes, sample.games_memory_bytes);
        sum.other_s = added(sum.other_s, sample.other_s);
        sum.driver_s += sample.driver_s;
        sum.chunks += sample.chunks;
      }
    }
  }
  return total;
}

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

namespace {

// Cores at work on average over the repeats.
struct Load {
  double own_cores = 0;
  std::optional<double> other_cores;  // those of other programs; nullopt: unknown
};

Load load_of(const ThreadScaling& series) {
  double wall_s = 0, own_s = 0;
  std::optional<double> other_s = 0;
  for (const ScalingSample& sample : series.samples) {
    wall_s += sample.wall_s;
    own_s += sample.processor_s;
    other_s = added(other_s, sample.other_s);
  }
  if (other_s) *other_s = std::max(0.0, *other_s / wall_s);
  return {own_s / wall_s, other_s};
}

}  // namespace

ScalingFigures figures_of(const BoardScaling& board, std::size_t index, std::size_t plays_per_game) {
  const ThreadScaling& base = board.threads.front();
  const ThreadScaling& series = board.threads[index];
  const double more_threads = static_cast<double>(series.threads) / static_cast<double>(base.threads);
  const auto plays = static_cast<double>(plays_per_game);
  const auto games = static_cast<double>(series.games);
  const double more_games = games / static_cast<double>(base.games);
  std::vector<double> speeds, core_speeds, speed_ups, efficiencies, cores, growths;
  ScalingFigures figures;
  for (std::size_t repeat = 0; repeat < series.samples.size(); ++repeat) {
    const ScalingSample& sample = series.samples[repeat];
    const ScalingSample& least = base.samples[repeat];
    speeds.push_back(games * plays / sample.wall_s);
    core_speeds.push_back(games * plays / sample.processor_s);
    speed_ups.push_back(least.wall_s / sample.wall_s * more_games);
    efficiencies.push_back(speed_ups.back() / more_threads);
    cores.push_back(sample.processor_s / sample.wall_s);
    growths.push_back(sample.processor_s / least.processor_s / more_games);
    figures.peak_memory_bytes = std::max(figures.peak_memory_bytes, sample.peak_memory_bytes);
    figures.games_memory_bytes = std::max(figures.games_memory_bytes, sample.games_memory_bytes);
  }
  figures.games_per_s = spread_of(std::move(speeds));
  figures.games_per_core_s = spread_of(std::move(core_speeds));
  figures.speed_up = spread_of(std::move(speed_ups));
  figures.efficiency = spread_of(std::move(efficiencies));
  figures.cores_busy = spread_of(std::move(cores));
  figures.processor_growth = spread_of(std::move(growths));
  figures.other_cores = load_of(series).other_cores;
  return figures;
}

bool is_disturbed(const ThreadScaling& series, std::size_t cores) {
  constexpr double kMostTaken = 0.05, kLeastBusy = 0.9;
  const auto needed = static_cast<double>(std::min(series.threads, cores));
  const Load load = load_of(series);
  if (!load.other_cores) return load.own_cores < kLeastBusy * needed;
  return *load.other_cores > static_cast<double>(cores) - needed + kMostTaken * needed;
}

std::optional<MeasuredSpeeds> measured_speeds(const BoardScaling& board, SpeedClock clock, std::size_t cores,
                                              std::size_t physical_cores) {
  MeasuredSpeeds measured;
  measured.speeds.resize(board.threads.front().samples.size());
  for (const ThreadScaling& series : board.threads) {
    if (series.threads > physical_cores) break;
    if (clock == SpeedClock::wall && is_disturbed(series, cores)) return std::nullopt;
    measured.threads.push_back(series.threads);
    for (std::size_t repeat = 0; repeat < measured.speeds.size(); ++repeat) {
      const ScalingSample& sample = series.samples[repeat];
      const double seconds = clock == SpeedClock::wall
                                 ? sample.wall_s
                                 : sample.processor_s / static_cast<double>(series.threads);
      measured.speeds[repeat].push_back(static_cast<double>(series.games) / seconds);
    }
  }
  return measured;
}

std::optional<SpeedLaws> laws_of(const BoardScaling& board, Workload workload, std::size_t cores,
                                 std::size_t physical_cores) {
  const auto measured = measured_speeds(board, SpeedClock::wall, cores, physical_cores);
  return measured ? fit_speed_laws(measured->threads, measured->speeds, workload) : std::nullopt;
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

#include "experiments/report/scaling_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/scaling_prediction.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/peak_memory.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using json::rounded;

bj::object to_json(const Spread& spread) {
  return {
      {"median", rounded(spread.median)}, {"least", rounded(spread.least)}, {"most", rounded(spread.most)}};
}

bj::value to_json(const std::optional<double>& value) {  // null for infinity too
  return value && std::isfinite(*value) ? bj::value(rounded(*value)) : bj::value();
}

bj::value to_json(const std::optional<ParameterEstimate>& fitted) {
  if (!fitted) return nullptr;
  const auto end = [&](double Interval::*member) {
    return fitted->interval ? to_json(std::optional((*fitted->interval).*member)) : bj::value();
  };
  return bj::object{{"value", to_json(std::optional(fitted->value))},
                    {"ci_low", end(&Interval::low)},
                    {"ci_high", end(&Interval::high)}};
}

bj::value to_json(const std::optional<SpeedLaws>& laws) {
  if (!laws) return nullptr;
  return bj::object{{"serial_share", to_json(std::optional(laws->serial_share))},
                    {"sigma", to_json(laws->sigma)},
                    {"kappa", to_json(laws->kappa)},
                    {"peak_threads", to_json(laws->peak_threads)}};
}

bj::value predictions_json(const std::optional<ScalingPrediction>& prediction) {
  if (!prediction) return nullptr;
  bj::array speeds;
  for (const PredictedSpeed& speed : prediction->speeds)
    speeds.push_back(bj::object{{"threads", speed.threads},
                                {"is_extrapolated", speed.threads > prediction->fitted_threads},
                                {"efficiency", to_json(std::optional(speed.efficiency))},
                                {"driver_efficiency", rounded(speed.driver_efficiency)}});
  return bj::object{{"fitted_threads", prediction->fitted_threads},
                    {"thread_counts", prediction->thread_counts},
                    {"by", prediction->is_by_processor_time ? "processor_time" : "wall_time"},
                    {"driver_s_per_chunk", rounded(prediction->driver_s_per_chunk)},
                    {"speeds", std::move(speeds)}};
}

// Whether the wall times of a thread count, or of the base that it is compared with, say nothing.
bool is_withheld(const BoardScaling& board, std::size_t index, const AvailableProcessors& processors) {
  return is_disturbed(board.threads.front(), processors.cores) ||
         is_disturbed(board.threads[index], processors.cores);
}

bj::array threads_to_json(const BoardScaling& board, std::size_t plays_per_game,
                          const AvailableProcessors& processors) {
  bj::array list;
  for (std::size_t index = 0; index < board.threads.size(); ++index) {
    const ThreadScaling& series = board.threads[index];
    const ScalingFigures figures = figures_of(board, index, plays_per_game);
    bj::array samples;
    for (const ScalingSample& sample : series.samples)
      samples.push_back(bj::object{{"wall_s", rounded(sample.wall_s)},
                                   {"processor_s", rounded(sample.processor_s)},
                                   {"other_s", to_json(sample.other_s)},
                                   {"driver_s", rounded(sample.driver_s)},
                                   {"chunks", sample.chunks}});
    list.push_back(bj::object{{"threads", series.threads},
                              {"exceeds_cores", series.threads > processors.cores},
                              {"games", series.games},
                              {"games_per_s", to_json(figures.games_per_s)},
                              {"games_per_core_s", to_json(figures.games_per_core_s)},
                              {"speed_up", to_json(figures.speed_up)},
                              {"efficiency", to_json(figures.efficiency)},
                              {"is_withheld", is_withheld(board, index, processors)},
                              {"cores_busy", to_json(figures.cores_busy)},
                              {"other_cores", to_json(figures.other_cores)},
                              {"processor_growth", to_json(figures.processor_growth)},
                              {"peak_memory_bytes", figures.peak_memory_bytes},
                              {"games_memory_bytes", figures.games_memory_bytes},
                              {"samples", std::move(samples)}});
  }
  return list;
}

bool is_any_withheld(const Scaling& scaling, const AvailableProcessors& processors) {
  for (const BoardScaling& board : scaling.boards)
    for (std::size_t index = 0; index < board.threads.size(); ++index)
      if (is_withheld(board, index, processors)) return true;
  return false;
}

std::string speed_text(const Spread& speed) {
  return with_commas(static_cast<std::uint64_t>(std::llround(speed.median)));
}

void add_rows(ResultsTable& table, const Scaling& scaling, const std::string& name, const BoardScaling& board,
              std::size_t plays_per_game, const AvailableProcessors& processors) {
  table.begin_group(name);
  for (std::size_t index = 0; index < board.threads.size(); ++index) {
    const ScalingFigures figures = figures_of(board, index, plays_per_game);
    const Spread& part = figures.efficiency;
    const bool is_shown = !is_withheld(board, index, processors);
    const double megabytes = static_cast<double>(figures.peak_memory_bytes) * 1e-6;
    table.add_row(
        std::to_string(board.threads[index].threads),
        {speed_text(is_any_withheld(scaling, processors) ? figures.games_per_core_s : figures.games_per_s),
         is_shown ? fmt::format("{:.2f}", figures.speed_up.median) : "-",
         is_shown ? fmt::format("{:.3f} [{:.3f}, {:.3f}]", part.median, part.least, part.most) : "withheld",
         fmt::format("{:.3f}", 1 / figures.processor_growth.median),
         fmt::format("{:.2f}", figures.cores_busy.median),
         figures.other_cores ? fmt::format("{:.2f}", *figures.other_cores) : "?",
         megabytes < 10'000 ? fmt::format("{:.0f} MB", megabytes)
                            : fmt::format("{:.0f} GB", megabytes * 1e-3)});
  }
}

// `0.0123 (0.0110 to 0.0140)`; none: infinity.
std::string fitted_text(const std::optional<ParameterEstimate>& fitted, int digits) {
  if (!fitted) return "-";
  const auto number = [&](double value) {
    return std::isinf(value) ? std::string("none") : fmt::format("{:.{}g}", value, digits);
  };
  return number(fitted->value) + (fitted->interval ? fmt::format(" ({} to {})", number(fitted->interval->low),
                                                                 number(fitted->interval->high))
                                                   : "");
}

// The fitted laws, a line per board; empty if there is none.
std::string laws_table(const Experiment& experiment, const Scaling& scaling,
                       const AvailableProcessors& processors, std::size_t width) {
  constexpr int kDigits = 2;
  ResultsTable table({"board", "", "serial share", "sigma", "kappa", "peak threads"});
  bool has_rows = false;
  const auto add = [&](const std::string& name, const BoardScaling& board) {
    const auto laws = laws_of(board, scaling.workload, processors.cores, processors.physical_cores);
    if (!laws) return;
    table.begin_group(name);
    table.add_row("", {fitted_text(laws->serial_share, kDigits), fitted_text(laws->sigma, kDigits),
                       fitted_text(laws->kappa, kDigits), fitted_text(laws->peak_threads, kDigits)});
    has_rows = true;
  };
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    add(experiment.case_name(board), scaling.boards[board]);
  if (scaling.boards.size() > 1) add("all boards", scaling.total());
  return has_rows ? fmt::format("\n{}", table.text(width)) : "";
}

// The predicted speeds, a line per board and thread count, and what they rest on; empty if none are asked for.
std::string predictions_table(const Experiment& experiment, const Scaling& scaling,
                              const AvailableProcessors& processors, std::span<const std::size_t> threads,
                              std::size_t width) {
  if (threads.empty()) return "";
  ResultsTable table({"board", "threads", "predicted speed-up", "efficiency", "driver alone"});
  std::optional<ScalingPrediction> last;
  const auto add = [&](const std::string& name, const BoardScaling& board) {
    const auto prediction =
        predict_scaling(board, scaling.workload, processors.cores, processors.physical_cores, threads);
    if (!prediction) return;
    table.begin_group(name);
    for (const PredictedSpeed& speed : prediction->speeds) {
      const auto with_interval = [&](double factor, int digits) {
        const std::optional<Interval>& interval = speed.efficiency.interval;
        std::string text = fmt::format("{:.{}f}", factor * speed.efficiency.value, digits);
        if (interval)
          text += fmt::format(" [{:.{}f}, {:.{}f}]", factor * interval->low, digits, factor * interval->high,
                              digits);
        return text;
      };
      table.add_row(std::to_string(speed.threads),
                    {with_interval(static_cast<double>(speed.threads), 1), with_interval(1, 3),
                     fmt::format("{:.3f}", speed.driver_efficiency)},
                    speed.threads > prediction->fitted_threads ? " *" : "");
    }
    last = prediction;
  };
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    add(experiment.case_name(board), scaling.boards[board]);
  if (scaling.boards.size() > 1) add("all boards", scaling.total());
  if (!last)
    return "\n" +
           wrapped("No prediction: it needs two thread counts or more, up to the physical cores.", width) +
           '\n';
  const std::string_view law = last->thread_counts >= 3              ? "the universal scalability law"
                               : scaling.workload == Workload::fixed ? "Amdahl's law"
                                                                     : "Gustafson's law";
  return fmt::format("\n{}\n", table.text(width)) +
         wrapped(
             fmt::format("* extrapolated: beyond {} by {}, fitted to {} up to there{}. The interval, of the "
                         "fits to each repeat, holds if that law goes on: other sockets, memory bandwidth "
                         "and clock rates beyond the measured threads are not in it. Driver alone: what "
                         "its {:.2g} us of work per chunk leave, an upper bound; starts and ends of runs, "
                         "and messages between ranks, are left out.",
                         count_text(last->fitted_threads, "thread"), law,
                         count_text(last->thread_counts, "thread count"),
                         last->is_by_processor_time
                             ? ", by processor time, since other programs took cores; what threads wait "
                               "for is not in it"
                             : "",
                         1e6 * last->driver_s_per_chunk),
             width) +
         '\n';
}

// Says which efficiencies are withheld, and why.
void add_busy_machine(const std::function<void(std::string_view)>& add, const Scaling& scaling,
                      const AvailableProcessors& processors) {
  if (!is_any_withheld(scaling, processors)) return;
  std::optional<double> most = 0;
  for (const BoardScaling& board : scaling.boards)
    for (std::size_t index = 0; index < board.threads.size(); ++index) {
      if (!is_withheld(board, index, processors)) continue;
      const std::optional<double> other = figures_of(board, index, 1).other_cores;
      most = most && other ? std::optional(std::max(*most, *other)) : std::nullopt;
    }
  const std::string cause =
      most ? fmt::format("other load took {:.1f} of {}", *most, count_text(processors.cores, "core"))
           : "the threads did not have the cores that they need, and whether other load took them is unknown";
  add(
      fmt::format("THE MACHINE WAS BUSY: {}. Wall times say nothing of scaling then: efficiency by them is "
                  "withheld. Repeat on a quiet machine, or use that by processor time.",
                  cause));
}

// Notes for the reader of the figures.
std::string notes(const Experiment& experiment, const Scaling& scaling, const AvailableProcessors& processors,
                  bool has_laws, std::size_t width) {
  constexpr double kShortRun_s = 0.2;
  std::string text;
  const auto add = [&](std::string_view note) { text += wrapped(note, width) + '\n'; };
  const std::size_t cores = processors.cores;
  add(fmt::format(
      "Medians of {}, with [least, most]; {}{}. {}CPU: efficiency by processor time per game, "
      "which waiting and other programs do not change. Busy: cores at work on average; load: cores "
      "that other programs used.",
      count_text(scaling.repeats, "repeat"), count_text(cores, "core"),
      processors.physical_cores == cores ? std::string()
                                         : fmt::format(", hardware threads of {}", processors.physical_cores),
      scaling.workload == Workload::fixed ? "" : "Games grow with the threads (--weak). "));
  add_busy_machine(add, scaling, processors);
  if (has_laws)
    add(fmt::format(
        "Serial share: {}. Sigma, kappa: contention and coherence in the universal scalability law "
        "(Gunther 2007), from three thread counts on. 95 % intervals (Student's) of the fits to "
        "each repeat, from three on; threads up to {} are fitted.",
        scaling.workload == Workload::fixed ? "Amdahl's" : "Gustafson's",
        count_text(processors.physical_cores, "physical core")));
  if (experiment.labels().size() > 1)
    add(fmt::format("A game counts {} times, once per strategy.", experiment.labels().size()));
  if (scaling.threads.back() > cores)
    add(fmt::format("Threads beyond the {} cannot add speed: ignore the efficiency in those rows.",
                    count_text(cores, "core")));
  const std::size_t last = scaling.threads.size() - 1;
  for (const BoardScaling& board : scaling.boards)
    if (const double wall_s =
            static_cast<double>(board.threads[last].games) / figures_of(board, last, 1).games_per_s.median;
        wall_s < kShortRun_s) {
      add(fmt::format("Some runs took less than {:.1f} s: use more --games for precise figures.",
                      kShortRun_s));
      break;
    }
  std::vector<std::size_t> different;
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    if (!scaling.boards[board].has_same_results) different.push_back(board);
  add(different.empty() ? scaling.workload == Workload::fixed ? "Results are identical at every thread count."
                                                              : "Results are identical in all repeats."
                        : fmt::format("RESULTS DIFFER between runs: board {}.", fmt::join(different, ", ")));
  return text;
}

}  // namespace

bj::object scaling_to_json(const Experiment& experiment, const Scaling& scaling,
                           const AvailableProcessors& processors, const RunStart& started,
                           std::span<const std::size_t> predicted) {
  const std::size_t plays = experiment.labels().size();
  const auto laws_json = [&](const BoardScaling& board) {
    return to_json(laws_of(board, scaling.workload, processors.cores, processors.physical_cores));
  };
  const auto prediction_of = [&](const BoardScaling& board) {
    return predictions_json(
        predict_scaling(board, scaling.workload, processors.cores, processors.physical_cores, predicted));
  };
  bj::array results;
  for (std::size_t board = 0; board < scaling.boards.size(); ++board) {
    bj::object object{{"board", board},
                      {"name", experiment.case_name(board)},
                      {"games", scaling.boards[board].threads.front().games},
                      {"plays_per_game", plays},
                      {"same_results", scaling.boards[board].has_same_results},
                      {"threads", threads_to_json(scaling.boards[board], plays, processors)},
                      {"laws", laws_json(scaling.boards[board])}};
    if (!predicted.empty()) object["prediction"] = prediction_of(scaling.boards[board]);
    const CaseDisplay* const display = experiment.parts().display;
    if (const auto size = display != nullptr ? display->size_of(board) : std::nullopt) {
      object["cells"] = json::rounded(size->cells);
      object["others"] = size->others;
    }
    results.push_back(std::move(object));
  }
  const BoardScaling total = scaling.total();
  bj::object total_json{{"threads", threads_to_json(total, plays, processors)}, {"laws", laws_json(total)}};
  if (!predicted.empty()) total_json["prediction"] = prediction_of(total);
  return {{"schema", kScaleSchema},
          {"name", experiment.common().name},
          {"config", experiment.config()},
          {"workload", scaling.workload == Workload::fixed ? "constant" : "per_thread"},
          {"cores", processors.cores},
          {"physical_cores", processors.physical_cores},
          {"threads", bj::array(scaling.threads.begin(), scaling.threads.end())},
          {"repeats", scaling.repeats},
          {"same_results", scaling.has_same_results()},
          {"results", std::move(results)},
          {"total", std::move(total_json)},
          {"environment", environment(started)}};
}

std::string scaling_table(const Experiment& experiment, const Scaling& scaling,
                          const AvailableProcessors& processors, std::size_t width,
                          std::span<const std::size_t> predicted) {
  const std::size_t plays = experiment.labels().size();
  ResultsTable table({"board", "threads", is_any_withheld(scaling, processors) ? "games/core-s" : "games/s",
                      "speed-up", "efficiency", "CPU", "busy", "load", "memory"});
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    add_rows(table, scaling, experiment.case_name(board), scaling.boards[board], plays, processors);
  if (scaling.boards.size() > 1) add_rows(table, scaling, "all boards", scaling.total(), plays, processors);
  const std::string laws = laws_table(experiment, scaling, processors, width);
  return table.text(width) + laws + predictions_table(experiment, scaling, processors, predicted, width) +
         "\n" + notes(experiment, scaling, processors, !laws.empty(), width);
}

}  // namespace sapper::experiments

#include "experiments/report/scaling_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "experiments/report/results_table.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using json::rounded;

bj::object to_json(const Spread& spread) {
  return {
      {"median", rounded(spread.median)}, {"least", rounded(spread.least)}, {"most", rounded(spread.most)}};
}

bj::array threads_to_json(const BoardScaling& board, std::size_t plays_per_game, std::size_t cores) {
  bj::array list;
  for (std::size_t index = 0; index < board.threads.size(); ++index) {
    const ThreadScaling& series = board.threads[index];
    const ScalingFigures figures = figures_of(board, index, plays_per_game);
    bj::array samples;
    for (const ScalingSample& sample : series.samples)
      samples.push_back(
          bj::object{{"wall_s", rounded(sample.wall_s)}, {"processor_s", rounded(sample.processor_s)}});
    list.push_back(bj::object{{"threads", series.threads},
                              {"exceeds_cores", series.threads > cores},
                              {"games_per_s", to_json(figures.games_per_s)},
                              {"speed_up", to_json(figures.speed_up)},
                              {"efficiency", to_json(figures.efficiency)},
                              {"cores_busy", to_json(figures.cores_busy)},
                              {"processor_growth", to_json(figures.processor_growth)},
                              {"peak_memory_bytes", figures.peak_memory_bytes},
                              {"samples", std::move(samples)}});
  }
  return list;
}

void add_rows(ResultsTable& table, const std::string& name, const BoardScaling& board,
              std::size_t plays_per_game) {
  table.begin_group(name);
  for (std::size_t index = 0; index < board.threads.size(); ++index) {
    const ScalingFigures figures = figures_of(board, index, plays_per_game);
    const Spread& part = figures.efficiency;
    table.add_row(std::to_string(board.threads[index].threads),
                  {with_commas(static_cast<std::uint64_t>(std::llround(figures.games_per_s.median))),
                   fmt::format("{:.2f}", figures.speed_up.median),
                   fmt::format("{:.3f} [{:.3f}, {:.3f}]", part.median, part.least, part.most),
                   fmt::format("{:.2f}", figures.cores_busy.median),
                   fmt::format("{:.3f}", figures.processor_growth.median),
                   fmt::format("{:.0f} MB", static_cast<double>(figures.peak_memory_bytes) * 1e-6)});
  }
}

// Notes for the reader of the figures.
std::string notes(const Experiment& experiment, const Scaling& scaling, std::size_t cores,
                  std::size_t width) {
  constexpr double kShortRun_s = 0.2;
  std::string text;
  const auto add = [&](std::string_view note) { text += wrapped(note, width) + '\n'; };
  add(
      fmt::format("Medians of {}, with [least, most]; {}. Busy: cores at work on average. CPU time: "
                  "processor time relative to the run with the fewest threads.",
                  counted(scaling.repeats, "repeat"), counted(cores, "core")));
  if (experiment.labels().size() > 1)
    add(fmt::format("A game counts {} times, once per strategy.", experiment.labels().size()));
  if (scaling.threads.back() > cores)
    add(fmt::format("Threads beyond the {} cannot add speed: ignore the efficiency in those rows.",
                    counted(cores, "core")));
  const std::size_t last = scaling.threads.size() - 1;
  for (const BoardScaling& board : scaling.boards)
    if (const double wall_s =
            static_cast<double>(board.games) / figures_of(board, last, 1).games_per_s.median;
        wall_s < kShortRun_s) {
      add(fmt::format("Some runs took less than {:.1f} s: use more --games for precise figures.",
                      kShortRun_s));
      break;
    }
  std::vector<std::size_t> different;
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    if (!scaling.boards[board].has_same_results) different.push_back(board);
  add(different.empty() ? "Results are identical at every thread count."
                        : fmt::format("RESULTS DIFFER between runs: board {}.", fmt::join(different, ", ")));
  return text;
}

}  // namespace

bj::object scaling_to_json(const Experiment& experiment, const Scaling& scaling, std::size_t cores,
                           const std::string& started) {
  const std::size_t plays = experiment.labels().size();
  bj::array results;
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    results.push_back(bj::object{{"board", board},
                                 {"name", experiment.case_name(board)},
                                 {"games", scaling.boards[board].games},
                                 {"plays_per_game", plays},
                                 {"same_results", scaling.boards[board].has_same_results},
                                 {"threads", threads_to_json(scaling.boards[board], plays, cores)}});
  return {{"schema", kScaleSchema},
          {"name", experiment.common().name},
          {"config", experiment.config()},
          {"cores", cores},
          {"threads", bj::array(scaling.threads.begin(), scaling.threads.end())},
          {"repeats", scaling.repeats},
          {"same_results", scaling.has_same_results()},
          {"results", std::move(results)},
          {"total", {{"threads", threads_to_json(scaling.total(), plays, cores)}}},
          {"environment", environment(started)}};
}

std::string scaling_table(const Experiment& experiment, const Scaling& scaling, std::size_t cores,
                          std::size_t width) {
  const std::size_t plays = experiment.labels().size();
  ResultsTable table({"board", "threads", "games/s", "speed-up", "efficiency", "busy", "CPU time", "memory"});
  for (std::size_t board = 0; board < scaling.boards.size(); ++board)
    add_rows(table, experiment.case_name(board), scaling.boards[board], plays);
  if (scaling.boards.size() > 1) add_rows(table, "all boards", scaling.total(), plays);
  return table.text(width) + "\n" + notes(experiment, scaling, cores, width);
}

}  // namespace sapper::experiments

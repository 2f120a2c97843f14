#include "experiments/figures/figure_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "experiments/figures/figure.hpp"
#include "experiments/figures/figure_layout.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

constexpr std::size_t kMaxPartsOfAPage = 4;  // figures of one kind on a page of reports

std::optional<double> percent(const std::optional<double>& rate) {
  return rate ? std::optional(100 * *rate) : std::nullopt;
}

// The first result names the x axis.
void fill_densities(FigureMaker& made, std::span<const DataFile> files) {
  Figure& figure = made.figure;
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    if (!result.win_rate || result.played->axis_name.empty()) continue;
    if (figure.x.name.empty()) figure.x.name = result.played->axis_name;
    Panel& panel =
        made.panel(shown_name(result.played->series), {"win rate (%)", 0, 100}, result.played->facets);
    made.series(panel, shown)
        .points.push_back(
            {result.played->axis, 100 * *result.win_rate, percent(result.low), percent(result.high)});
  }
  figure.caption = fmt::format("Win rate against {}, with 95 % intervals.",
                               figure.x.name.substr(0, figure.x.name.find(" (")));
  for (Panel& panel : figure.panels)
    for (Series& series : panel.series) std::ranges::stable_sort(series.points, {}, &Point::x);
}

void fill_win_rates(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption = "Win rate of each strategy, with 95 % intervals.",
                 .look = Look::intervals,
                 .x = {"win rate (%)", 0, 100}};
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    if (!result.win_rate) continue;
    made.series(made.panel(shown_name(result.played->name)), shown)
        .points.push_back(
            {100 * *result.win_rate, 0, percent(result.low), percent(result.high), shown.label});
  }
}

// A round number not below `value`.
double rounded_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= value) return digit * power;
  return 10 * power;
}

void fill_differences(FigureMaker& made, std::span<const DataFile> files) {
  std::set<std::string> baselines;
  double widest = 0;
  for (const DataFile& file : files) {
    if (file.data.results.empty()) continue;
    const std::string& baseline = file.baseline.empty() ? file.data.results.front().label : file.baseline;
    const std::string source = files.size() > 1 ? " (" + file.report_name() + ")" : "";
    for (const Comparison& pair : file.data.comparisons) {
      const bool is_first = pair.a == baseline;
      if (!is_first && pair.b != baseline) continue;
      baselines.insert(baseline);
      const std::string& other = is_first ? pair.b : pair.a;
      // The differences are those of the other strategy minus the baseline, in percentage points.
      const double low = 100 * (is_first ? -pair.high : pair.low);
      const double high = 100 * (is_first ? -pair.low : pair.high);
      widest = std::max({widest, std::abs(low), std::abs(high)});
      made.series(made.panel(shown_name(pair.played->name)), other + source, other)
          .points.push_back(
              {100 * (is_first ? -pair.difference : pair.difference), 0, low, high, other + source});
    }
  }
  const double most = widest > 0 ? rounded_up(widest) : 1;
  const std::string of = baselines.size() == 1 ? *baselines.begin() : "the baseline";
  made.figure.look = Look::intervals;
  made.figure.x = {"win rate minus that of " + of + " (percentage points)", -most, most};
  made.figure.caption =
      "Win rate minus that of " + of + " on the same games, with 95 % intervals of the paired difference.";
}

// Two players on the same games, in one of the reports.
bool has_pairs(std::span<const DataFile> files) {
  return std::ranges::any_of(files, [](const DataFile& file) { return !file.data.comparisons.empty(); });
}

void fill_phases(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption = "Processor time of a game by phase; the time per game is next to each bar.",
                 .look = Look::stacked,
                 .x = {"share of the time of a game (%)", 0, 100}};
  bool has_unstable = false;
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    double total_s = 0;
    for (const Phase& phase : result.timing.phases) total_s += phase.seconds;
    if (total_s <= 0 || result.games == 0) continue;
    const double us = total_s / static_cast<double>(result.games) * 1e6;
    const bool is_shown = result.timing.has_stable_phases;
    has_unstable = has_unstable || !is_shown;
    const std::string time = !is_shown   ? "unstable"
                             : us < 1000 ? fmt::format("{:.3g} µs", us)
                                         : fmt::format("{:.3g} ms", us / 1000);
    Panel& panel = made.panel(shown_name(result.played->name));
    for (const Phase& phase : result.timing.phases) {
      Series& series = made.series(panel, phase.name);
      series.colour = series.style;  // no two phases alike: they are always the same ones
      const double share = is_shown ? 100 * phase.seconds / total_s : 0;
      series.points.push_back({.x = share, .name = shown.label, .note = time});
    }
  }
  if (has_unstable)
    made.figure.caption +=
        " No bar (unstable): fewer than 20 games were timed, or one game dominates the time.";
}

// One column of panels leaves room for the names of boards at the ends of the lines.
void fill_scaling(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption =
                     "Speed-up and efficiency against threads: medians, and bands from minimum to "
                     "maximum; dashed: ideal.",
                 .x = {"threads", 1},
                 .panels = {{.y = {"speed-up", 0}, .reference = Line{1, 0}},
                            {.y = {"efficiency", 0}, .reference = Line{0, 1}}},
                 .layout = {.columns = 1}};
  for (const DataFile& file : files)
    for (const ScalingSeries& source : file.scaling) {
      if (file.scaling.size() > 1 && source.is_total == file.has_chosen_cases) continue;
      const std::string label =
          shown_name(source.label) + (files.size() > 1 ? " (" + file.file_name() + ")" : "");
      for (const ScalingPoint& point : source.points) {
        const auto add = [&](std::size_t panel, const double(&spread)[3]) {
          made.series(made.figure.panels[panel], label)
              .points.push_back({point.threads, spread[0], spread[1], spread[2]});
        };
        add(0, point.speed_up);
        add(1, point.efficiency);
      }
    }
}

void fill_posterior(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption = "Time against the number of frontier cells.",
                 .x = {.name = "frontier cells", .is_logarithmic = true},
                 .panels = {{.y = {.name = "time (µs)", .is_logarithmic = true}}}};
  for (const DataFile& file : files)
    for (const BenchmarkSeries& source : file.benchmarks)
      for (const auto& [cells, us] : source.points)
        made.series(made.figure.panels[0], source.label).points.push_back({cells, us});
}

bool is_empty(const Figure& figure) {
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      if (!series.points.empty()) return false;
  return true;
}

// Whether there is a series of at least three cases along the axis.
bool has_axis(std::span<const DataFile> files) {
  std::map<std::string, std::set<double>> values;
  for (const DataFile& file : files)
    for (const Result& result : file.data.results)
      if (!result.played->axis_name.empty()) values[result.played->series].insert(result.played->axis);
  return std::any_of(values.begin(), values.end(),
                     [](const auto& entry) { return entry.second.size() >= 3; });
}

constexpr auto kKinds = std::to_array<FigureKind>({
    {"density", "win rate against mine density, by board size and strategy", FileKind::report,
     "a report with mine densities", fill_densities, has_axis},
    {"win_rate", "win rate of each strategy on each board", FileKind::report, "a report with win rates",
     fill_win_rates},
    {"difference", "win rates minus that of a baseline (--baseline) on the same games", FileKind::report,
     "a report with two strategies that play the same games", fill_differences, has_pairs},
    {"phases", "where the time of a game goes", FileKind::report, "a report with the times of phases",
     fill_phases},
    {"guesses", "how many guesses a game takes", FileKind::report, "a report with guesses.histogram",
     fill_guesses},
    {"risks", "how risky guesses are", FileKind::report, "a report with guess_risk.calibration", fill_risks},
    {"calibration", "predicted risk of guesses against actual losses", FileKind::report,
     "a report with guess_risk.calibration", fill_calibration},
    {"first_click", "win rate by the first cell, for a sweep over \"cell\": \"all\"", FileKind::report,
     "a report with a sweep of first clicks over the cells of a board (\"cell\": \"all\")",
     fill_first_clicks},
    {"scaling", "speed-up and efficiency against threads, from sapper scale", FileKind::scaling,
     "a file from sapper scale", fill_scaling},
    {"posterior", "time per posterior against frontier size, from the benchmarks", FileKind::benchmark,
     "the JSON of benchmarks that vary the frontier's size (./dev bench --json)", fill_posterior},
});

Figure figure_of(const FigureKind& kind, std::span<const DataFile> files) {
  FigureMaker made;
  kind.fill(made, files);
  return std::move(made.figure);
}

// The figures on their pages. The names of several end with their numbers: `win_rate-2`.
std::vector<Figure> pages_of(const FigureKind& kind, Figure figure, const Layout& layout) {
  figure.layout.font = layout.font;
  if (layout.width_pt) figure.layout.width_pt = layout.width_pt;
  if (layout.columns) figure.layout.columns = layout.columns;
  arrange_in_grid(figure);
  std::vector<Figure> pages = on_pages(std::move(figure));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].name = kind.name;
    if (pages.size() == 1) continue;
    pages[i].name += fmt::format("-{}", i + 1);
    pages[i].caption += fmt::format(" Part {} of {}.", i + 1, pages.size());
  }
  return pages;
}

}  // namespace

std::span<const FigureKind> figure_kinds() { return kKinds; }

const FigureKind& usual_kind(std::span<const DataFile> files) {
  if (!files.empty() && files.front().kind != FileKind::report)
    return *std::ranges::find(kKinds, files.front().kind, &FigureKind::file_kind);
  const FigureKind& map = *find_named(kKinds, "first_click");
  if (!is_empty(figure_of(map, files))) return map;
  return *find_named(kKinds, has_axis(files) ? "density" : "win_rate");
}

std::vector<Figure> make_figures(const FigureKind& kind, std::span<const DataFile> files,
                                 const Layout& layout) {
  Figure figure = figure_of(kind, files);
  if (is_empty(figure))
    throw InputError(fmt::format("nothing to draw for --kind {}: it needs {}", kind.name, kind.needs));
  for (const DataFile& file : files)
    if (file.kind != kind.file_kind)
      throw InputError::in_file(
          file.name, fmt::format("does not fit the figure --kind {}, which needs {}", kind.name, kind.needs));
  return pages_of(kind, std::move(figure), layout);
}

std::vector<Figure> figures_of(std::span<const DataFile> reports) {
  std::vector<Figure> figures;
  for (const FigureKind& kind : kKinds) {
    if (kind.file_kind != FileKind::report) continue;
    if (kind.is_of_interest != nullptr && !kind.is_of_interest(reports)) continue;
    Figure figure = figure_of(kind, reports);
    if (is_empty(figure)) continue;
    std::vector<Figure> parts = pages_of(kind, std::move(figure), {});
    if (parts.size() > kMaxPartsOfAPage) {
      parts.resize(kMaxPartsOfAPage);
      parts.back().caption +=
          fmt::format(" `sapper plot --kind {} --cases LIST` draws the others.", kind.name);
    }
    std::ranges::move(parts, std::back_inserter(figures));
  }
  return figures;
}

}  // namespace sapper::experiments::figures

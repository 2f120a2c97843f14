#include "experiments/figures/figure_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "experiments/report/rate_series.hpp"
#include "experiments/report/thresholds.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/fitted_laws.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

constexpr std::size_t kMaxPartsOfAPage = 4;  // figures of one kind on a page of reports

std::optional<double> percent(const std::optional<double>& rate) {
  return rate ? std::optional(100 * *rate) : std::nullopt;
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

void sort_points(Figure& figure) {
  for (Panel& panel : figure.panels)
    for (Series& series : panel.series) std::ranges::stable_sort(series.points, {}, &Point::x);
}

void drop_panels_of_one_x(Figure& figure) {
  std::erase_if(figure.panels, [](const Panel& panel) {
    const double x = panel.series.front().points.front().x;
    return std::ranges::all_of(panel.series, [&](const Series& series) {
      return std::ranges::all_of(series.points, [&](const Point& point) { return point.x == x; });
    });
  });
}

// The first result names the x axis.
void fill_densities(FigureMaker& made, std::span<const DataFile> files) {
  if (made.asked.is_arranged()) {
    fill_arranged(made, files);
    return;
  }
  Figure& figure = made.figure;
  for (const LabelledResult& shown : all_results(files)) {
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
  sort_points(figure);
}

void fill_win_rates(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption = "Win rate of each strategy, with 95 % intervals.",
                 .look = PlotStyle::intervals,
                 .x = {"win rate (%)", 0, 100}};
  for (const LabelledResult& shown : all_results(files)) {
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

// The label of the strategy that wins most, in the mean over its cases; the first of several alike.
std::string strongest(const DataFile& file) {
  std::map<std::string, std::pair<double, double>> rates;  // sum and count, by label
  for (const Result& result : file.data.results) {
    auto& [sum, count] = rates[result.label];
    sum += result.win_rate.value_or(0);
    ++count;
  }
  const Result* best = nullptr;
  const auto mean_of = [&](const Result& result) {
    const auto& [sum, count] = rates.at(result.label);
    return sum / count;
  };
  for (const Result& result : file.data.results)
    if (best == nullptr || mean_of(result) > mean_of(*best)) best = &result;
  return best->label;
}

// Draws a sweep as curves, anything else as rows.
void fill_differences(FigureMaker& made, std::span<const DataFile> files) {
  const bool is_by_axis = has_axis(files);
  std::set<std::string> baselines;
  double least = 0, most = 0;
  const std::vector<std::string> sources = sources_of(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const DataFile& file = files[i];
    if (file.data.results.empty()) continue;
    const std::string baseline = file.baseline.empty() ? strongest(file) : file.baseline;
    const std::string source = sources[i].empty() ? "" : " (" + sources[i] + ")";
    for (const Comparison& pair : file.data.comparisons) {
      const bool is_first = pair.a == baseline;
      if (!is_first && pair.b != baseline) continue;
      const CaseLabels& played = *pair.played;
      if (is_by_axis && played.axis_name.empty()) continue;
      baselines.insert(baseline);
      const std::string& other = is_first ? pair.b : pair.a;
      // The differences are those of the other strategy minus the baseline, in percentage points.
      const double value = 100 * (is_first ? -pair.difference : pair.difference);
      const double low = 100 * (is_first ? -pair.high : pair.low);
      const double high = 100 * (is_first ? -pair.low : pair.high);
      least = std::min(least, low);
      most = std::max(most, high);
      Panel& panel = is_by_axis ? made.panel(shown_name(played.series), {}, played.facets)
                                : made.panel(shown_name(played.name));
      if (is_by_axis && made.figure.x.name.empty()) made.figure.x.name = played.axis_name;
      made.series(panel, other + source, other)
          .points.push_back(is_by_axis ? Point{played.axis, value, low, high}
                                       : Point{value, 0, low, high, other + source});
    }
  }
  const std::string of = baselines.size() == 1 ? *baselines.begin() : "the baseline";
  const Axis differences{"win rate minus that of " + of + " (percentage points)",
                         least < 0 ? -rounded_up(-least) : 0, most > 0 ? rounded_up(most) : 0};
  made.figure.caption =
      "Win rate minus that of " + of + " on the same games, with 95 % intervals of the paired difference.";
  if (!is_by_axis) {
    made.figure.look = PlotStyle::intervals;
    made.figure.x = differences;
    if (least == most) made.figure.x.most = 1;
    return;
  }
  for (Panel& panel : made.figure.panels) {
    panel.y = {"minus " + of + " (points)", least, most};
    panel.reference = StraightLine{};
  }
  sort_points(made.figure);
}

// Two players on the same games, in one of the reports.
bool has_pairs(std::span<const DataFile> files) {
  return std::ranges::any_of(files, [](const DataFile& file) { return !file.data.comparisons.empty(); });
}

// The processor time of a game, which its phases add up to; 0: unknown.
double game_us(const Result& result) {
  double total_s = 0;
  for (const PhaseTime& phase : result.timing.phases) total_s += phase.seconds;
  return result.games == 0 ? 0 : total_s / static_cast<double>(result.games) * 1e6;
}
// A phase takes this share of it, in percent.
double share_of(const PhaseTime& phase, const Result& result) {
  return 100 * phase.seconds / static_cast<double>(result.games) * 1e6 / game_us(result);
}

// Whether some boards that differ only in size have at least this many sizes.
bool has_sizes(std::span<const DataFile> files, std::size_t least) {
  std::map<std::string, std::set<double>> sizes;
  for (const DataFile& file : files)
    for (const Result& result : file.data.results)
      if (result.played->size) sizes[result.played->size->others].insert(result.played->size->cells);
  return std::any_of(sizes.begin(), sizes.end(),
                     [&](const auto& entry) { return entry.second.size() >= least; });
}
bool has_three_sizes(std::span<const DataFile> files) { return has_sizes(files, 3); }

// The slope between two points on logarithmic scales.
double slope_of(const Point& from, const Point& to) {
  return std::log(to.y / from.y) / std::log(to.x / from.x);
}

// Fits a power law in the size to the longest stretch of the series that follows one.
void fit_power_laws(Series& series) {
  constexpr double kTolerance = 0.1;  // repeated timings vary by as much
  const std::size_t count = series.points.size();
  if (count < 2 || series.points.front().x == series.points.back().x) return;
  std::vector<std::pair<double, double>> points;
  std::vector<double> tolerances;
  for (const Point& point : series.points) {
    points.emplace_back(point.x, point.y);
    tolerances.push_back(point.high ? std::max(kTolerance, *point.high / point.y - 1) : kTolerance);
  }
  series.end_slopes = {slope_of(series.points[0], series.points[1]),
                       slope_of(series.points[count - 2], series.points.back())};
  std::optional<PowerLawStretch> stretch = fit_longest_power_law(points, tolerances);
  if (count == 2) stretch = PowerLawStretch{fit_power_law(points).value_or(PowerLaw()), 0, 1};
  if (!stretch) return;
  for (const std::size_t end : {stretch->first, stretch->last}) {
    const double cells = points[end].first;
    series.fit.emplace_back(cells,
                            std::exp(stretch->law.log_factor) * std::pow(cells, stretch->law.exponent.value));
  }
  series.exponent = stretch->law.exponent;
}

// Fits power laws in the size, drops what does not vary in size, and ends the caption with the exponents.
void add_power_laws(FigureMaker& made) {
  drop_panels_of_one_x(made.figure);
  sort_points(made.figure);
  made.share_scale();
  constexpr std::size_t kMostExponents = 12;  // in the caption
  std::vector<std::string> exponents;
  for (Panel& panel : made.figure.panels)
    for (Series& series : panel.series) {
      fit_power_laws(series);
      if (series.end_slopes)
        exponents.push_back(fmt::format(
            "{}{} {}", series.label, panel.title.empty() ? "" : " at " + panel.title, growth_text(series)));
    }
  if (!exponents.empty() && exponents.size() <= kMostExponents)
    made.figure.caption +=
        fmt::format("; exponents, with Student's 95 % intervals: {}", fmt::join(exponents, "; "));
  made.figure.caption += '.';
}

// Gives times in microseconds the unit in which their numbers are short.
void choose_time_unit(Figure& figure) {
  double least = 1e300, most = 0;
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        least = std::min(least, point.y);
        most = std::max(most, point.y);
      }
  const double middle_us = std::sqrt(least * most);
  const double factor = middle_us < 1e3 ? 1 : middle_us < 1e6 ? 1e-3 : 1e-6;
  const std::string_view unit = middle_us < 1e3 ? "µs" : middle_us < 1e6 ? "ms" : "s";
  for (Panel& panel : figure.panels) {
    panel.y.name = fmt::format("time per game ({})", unit);
    for (Series& series : panel.series)
      for (Point& point : series.points) {
        series.ns_per_cell = 1e3 * point.y / point.x;
        point.y *= factor;
        if (point.low) *point.low *= factor;
        if (point.high) *point.high *= factor;
      }
  }
}

void fill_times(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {
      .caption =
          "Processor time of a game against the board's cells, with 95 % intervals, and power laws over "
          "the sizes that follow them (thin)",
      .x = {.name = "cells", .is_logarithmic = true}};
  if (!has_sizes(files, 2)) return;
  for (const LabelledResult& shown : all_results(files)) {
    const Result& result = *shown.result;
    if (!result.played->size || game_us(result) <= 0) continue;
    const CaseSize& size = *result.played->size;
    Panel& panel = made.panel(shown_name(size.others), {.is_logarithmic = true});
    Point point{size.cells, game_us(result)};
    if (const auto interval = result.timing.per_game.interval(); interval && interval->low > 0) {
      point.low = point.y * interval->low / result.timing.per_game.seconds;
      point.high = point.y * interval->high / result.timing.per_game.seconds;
    }
    made.series(panel, shown).points.push_back(std::move(point));
  }
  sort_points(made.figure);
  choose_time_unit(made.figure);
  add_power_laws(made);
}

void fill_memory(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {
      .caption =
          "Memory that the games take against the board's cells, and power laws over the sizes that "
          "follow them (thin)",
      .x = {.name = "cells", .is_logarithmic = true}};
  for (const DataFile& file : files)
    for (const ScalingSeries& source : file.scaling)
      for (const ScalingPoint& point : source.points) {
        if (!source.size || point.memory_bytes <= 0) continue;
        Panel& panel =
            made.panel(shown_name(source.size->others), {.name = "memory (MB)", .is_logarithmic = true});
        const std::string label = count_text(static_cast<std::uint64_t>(point.threads), "thread") +
                                  (files.size() > 1 ? " (" + file.file_name() + ")" : "");
        made.series(panel, label).points.push_back({source.size->cells, point.memory_bytes * 1e-6});
      }
  add_power_laws(made);
}

// Draws the shares of a sweep as areas against the density, or else against the size.
void fill_phase_areas(FigureMaker& made, std::span<const DataFile> files, bool is_by_axis) {
  made.figure = {.caption = "Share of each phase in the processor time of a game, which they add up to.",
                 .look = PlotStyle::areas,
                 .x = {.name = "cells", .is_logarithmic = !is_by_axis}};
  bool has_unstable = false;
  for (const LabelledResult& shown : all_results(files)) {
    const Result& result = *shown.result;
    const CaseLabels& played = *result.played;
    if (game_us(result) <= 0 || (is_by_axis ? played.axis_name.empty() : !played.size)) continue;
    if (!result.timing.has_stable_phases) {
      has_unstable = true;
      continue;
    }
    if (is_by_axis) made.figure.x.name = played.axis_name;
    const std::string& others = is_by_axis ? played.series : played.size->others;
    Panel& panel = made.panel(shown.label + (others.empty() ? "" : ", " + shown_name(others)),
                              {"share of the time (%)", 0, 100});
    double top = 0;
    for (const PhaseTime& phase : result.timing.phases) {
      Series& series = made.series(panel, phase.name);
      series.colour = series.style;  // no two phases alike: they are always the same ones
      const double bottom = std::exchange(top, top + share_of(phase, result));
      series.points.push_back({is_by_axis ? played.axis : played.size->cells, top, bottom, top});
    }
  }
  if (has_unstable)
    made.figure.caption += " Left out: cases with fewer than 20 timed games, or one that dominates the time.";
  drop_panels_of_one_x(made.figure);
  sort_points(made.figure);
}

// Bars, one for each strategy on each board.
void fill_phase_bars(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption = "Processor time of a game by phase; the time per game is next to each bar.",
                 .look = PlotStyle::stacked,
                 .x = {"share of the time of a game (%)", 0, 100}};
  bool has_unstable = false;
  for (const LabelledResult& shown : all_results(files)) {
    const Result& result = *shown.result;
    const double us = game_us(result);
    if (us <= 0) continue;
    const bool is_shown = result.timing.has_stable_phases;
    has_unstable = has_unstable || !is_shown;
    const std::string time = !is_shown   ? "unstable"
                             : us < 1000 ? fmt::format("{:.3g} µs", us)
                                         : fmt::format("{:.3g} ms", us / 1000);
    Panel& panel = made.panel(shown_name(result.played->name));
    for (const PhaseTime& phase : result.timing.phases) {
      Series& series = made.series(panel, phase.name);
      series.colour = series.style;  // no two phases alike: they are always the same ones
      const double share = is_shown ? share_of(phase, result) : 0;
      series.points.push_back({.x = share, .name = shown.label, .note = time});
    }
  }
  if (has_unstable)
    made.figure.caption +=
        " No bar (unstable): fewer than 20 games were timed, or one game dominates the time.";
}

void fill_phases(FigureMaker& made, std::span<const DataFile> files) {
  const bool is_by_axis = has_axis(files);
  if (is_by_axis || has_three_sizes(files)) fill_phase_areas(made, files, is_by_axis);
  if (is_empty(made.figure)) {  // also where no phases of the sweep are stable
    made = {};
    fill_phase_bars(made, files);
  }
}

// One column of panels leaves room for the names of boards at the ends of the lines. Where other load disturbed a thread
// count, all is by processor time, which no law is fitted to.
void fill_scaling(FigureMaker& made, std::span<const DataFile> files) {
  bool is_withheld = false;
  for (const DataFile& file : files)
    for (const ScalingSeries& source : file.scaling) is_withheld = is_withheld || source.is_withheld();
  const std::string by = is_withheld ? " (processor time)" : "";
  made.figure = {.caption =
                     "Speed-up and efficiency against threads: medians, and bands from minimum to "
                     "maximum; dashed: ideal.",
                 .x = {"threads", 1},
                 .panels = {{.y = {"speed-up" + by, 0}, .reference = StraightLine{1, 0}},
                            {.y = {"efficiency" + by, 0}, .reference = StraightLine{0, 1}}},
                 .layout = {.columns = 1}};
  if (is_withheld) {
    made.figure.caption +=
        " Both are by processor time per game: other programs took cores meanwhile, so that wall times say "
        "nothing of scaling.";
    made.figure.panels.front().title = "by processor time: the machine was busy";
  }
  bool is_fitted = false;
  for (const DataFile& file : files)
    for (const ScalingSeries& source : file.scaling) {
      if (file.scaling.size() > 1 && source.is_total == file.has_chosen_cases) continue;
      const std::string label =
          shown_name(source.label) + (files.size() > 1 ? " (" + file.file_name() + ")" : "");
      for (const ScalingPoint& point : source.points) {
        const auto add = [&](std::size_t panel, const double(&spread)[3], double factor = 1) {
          made.series(made.figure.panels[panel], label)
              .points.push_back({point.threads, factor * spread[0], factor * spread[1], factor * spread[2]});
        };
        if (is_withheld) {
          add(0, point.processor_efficiency, point.threads / source.points.front().threads);
          add(1, point.processor_efficiency);
        } else {
          add(0, point.speed_up);
          add(1, point.efficiency);
        }
      }
      for (Panel& panel : made.figure.panels)
        if (source.physical_cores)
          panel.grey_beyond = std::max(panel.grey_beyond.value_or(0), *source.physical_cores);
      if (is_withheld || !source.sigma || !source.kappa || source.points.empty()) continue;
      is_fitted = true;
      made.figure.caption +=
          fmt::format(" {}: sigma {:.2g}, kappa {:.2g}.", label, *source.sigma, *source.kappa);
      const double base = source.points.front().threads, most = source.points.back().threads;
      constexpr int kSteps = 50;
      for (int step = 0; step <= kSteps; ++step) {
        const double threads = base + (most - base) * step / kSteps;
        const double speed_up = universal_speed_up(*source.sigma, *source.kappa, threads) /
                                universal_speed_up(*source.sigma, *source.kappa, base);
        made.series(made.figure.panels[0], label).fit.emplace_back(threads, speed_up);
        made.series(made.figure.panels[1], label).fit.emplace_back(threads, speed_up * base / threads);
      }
    }
  if (is_fitted) made.figure.caption += " Thin: this universal scalability law.";
  const std::optional<double> grey = made.figure.panels.front().grey_beyond;
  double most = 0;
  for (const Series& series : made.figure.panels.front().series)
    for (const Point& point : series.points) most = std::max(most, point.x);
  if (grey && *grey < most) made.figure.caption += " Grey: beyond the physical cores.";
}

void fill_tuning(FigureMaker& made, std::span<const DataFile> files) {
  constexpr std::size_t kMostPoints = 60;  // of a series
  made.figure = {.caption = "Settings against the games that they are tuned by.",
                 .x = {"thousand games of each side", 0}};
  for (const DataFile& file : files)
    for (const TuningSeries& source : file.tuning) {
      const std::string label = source.player + (files.size() > 1 ? " (" + file.file_name() + ")" : "");
      Panel& panel = made.panel(source.setting, {"value", source.from, source.to});
      Series& series = made.series(panel, label);
      const std::size_t every = source.points.size() / kMostPoints + 1;
      for (std::size_t i = 0; i < source.points.size(); ++i)
        if (i % every == 0 || i + 1 == source.points.size())
          series.points.push_back({source.points[i].first / 1000, source.points[i].second});
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

// Where each strategy wins a share of its games, a panel for each board.
void fill_thresholds(FigureMaker& made, std::span<const DataFile> files) {
  const std::vector<std::string> sources = sources_of(files);
  made.figure.look = PlotStyle::intervals;
  double least = HUGE_VAL, most = -HUGE_VAL;
  bool is_any_interpolated = false;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (rate_series_of(files[i].data).empty()) continue;
    const Thresholds thresholds = thresholds_of(files[i].data, made.asked.level, RateLink::logistic);
    made.figure.x.name = thresholds.axis_name;
    for (const StrategyThreshold& strategy : thresholds.strategies) {
      least = std::min(least, strategy.rates.points.front().x);
      most = std::max(most, strategy.rates.points.back().x);
      if (!strategy.place) continue;
      is_any_interpolated = is_any_interpolated || strategy.is_interpolated();
      const std::string label = strategy.rates.label + (sources[i].empty() ? "" : " (" + sources[i] + ")");
      made.series(made.panel(shown_name(strategy.rates.series)), label, strategy.rates.label)
          .points.push_back({strategy.place->value, 0, strategy.place->low, strategy.place->high, label});
    }
  }
  made.figure.x.least = least;
  made.figure.x.most = most;
  made.figure.caption = fmt::format(
      "Where {:.4g} % of the games are won, by logistic curves{}, with 95 % intervals.",
      100 * made.asked.level, is_any_interpolated ? " or, where these do not fit, by interpolation" : "");
}

constexpr auto kKinds = std::to_array<FigureKind>({
    {"density", "win rate against mine density, by board size and strategy", FileKind::report,
     "a report with mine densities", fill_densities, has_axis, true},
    {"win_rate", "win rate of each strategy on each board", FileKind::report, "a report with win rates",
     fill_win_rates},
    {"difference", "win rates minus that of a baseline (--baseline) on the same games", FileKind::report,
     "a report with two strategies that play the same games", fill_differences, has_pairs},
    {"threshold", "where along a sweep a share of the games (--level) is won", FileKind::report,
     "a report with win rates at three mine densities, on both sides of the level", fill_thresholds,
     [](std::span<const DataFile> /*files*/) { return false; }},
    {"time", "time of a game against the board's size, with exponents", FileKind::report,
     "a report with boards of several sizes", fill_times, has_three_sizes},
    {"phases", "where the time of a game goes, along a sweep as areas", FileKind::report,
     "a report with the times of phases", fill_phases},
    {"guesses", "how many guesses a game takes", FileKind::report, "a report with guesses.histogram",
     fill_guesses},
    {"risks", "how risky guesses are", FileKind::report, "a report with guess_risk.calibration", fill_risks},
    {"calibration", "predicted risk of guesses against actual losses", FileKind::report,
     "a report with guess_risk.calibration", fill_calibration},
    {"first_click", "win rate by the first cell, for a sweep over \"cell\": \"all\"", FileKind::report,
     "a report with a sweep of first clicks over the cells of a board (\"cell\": \"all\")",
     fill_first_clicks},
    {"phase_transition", "win rates of all sizes against c = p n^(1/6), and limits", FileKind::report,
     "a report with boards and mine densities", fill_phase_transition,
     [](std::span<const DataFile> /*files*/) { return false; }},
    {"scaling", "speed-up and efficiency against threads, from sapper scale", FileKind::scaling,
     "a file from sapper scale", fill_scaling},
    {"memory", "memory against the board's size, from sapper scale", FileKind::scaling,
     "a file from sapper scale with boards of several sizes", fill_memory},
    {"tuning", "settings against the games that sapper tune plays", FileKind::tuning,
     "a file from sapper tune", fill_tuning},
    {"posterior", "time per posterior against frontier size, from the benchmarks", FileKind::benchmark,
     "the JSON of benchmarks that vary the frontier's size (./dev bench --json)", fill_posterior},
});

Figure figure_of(const FigureKind& kind, std::span<const DataFile> files, const FigureRequest& asked = {}) {
  FigureMaker made;
  made.asked = asked;
  kind.fill(made, files);
  return std::move(made.figure);
}

// The figures on their pages. The names of several end with their numbers: `win_rate-2`.
std::vector<Figure> pages_of(const FigureKind& kind, Figure figure, const Layout& layout) {
  figure.layout.font = layout.font;
  if (layout.width_pt) figure.layout.width_pt = layout.width_pt;
  if (layout.columns) figure.layout.columns = layout.columns;
  figure.layout.has_direct_names = layout.has_direct_names;
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

Figure time_figure(std::span<const DataFile> reports) {
  return figure_of(*find_named(kKinds, "time"), reports);
}

const FigureKind& usual_kind(std::span<const DataFile> files, const FigureRequest& request) {
  if (request.is_arranged()) return *std::ranges::find_if(kKinds, &FigureKind::can_be_arranged);
  if (!files.empty() && files.front().kind != FileKind::report)
    return *std::ranges::find(kKinds, files.front().kind, &FigureKind::file_kind);
  const FigureKind& map = *find_named(kKinds, "first_click");
  if (!is_empty(figure_of(map, files))) return map;
  return *find_named(kKinds, has_axis(files) ? "density" : "win_rate");
}

std::vector<Figure> make_figures(const FigureKind& kind, std::span<const DataFile> files,
                                 const Layout& layout, const FigureRequest& request) {
  if (request.is_arranged() && !kind.can_be_arranged)
    throw InputError(fmt::format(
        "--axis, --curves and --panels arrange win rates, as --kind density draws them, not --kind {}",
        kind.name));
  Figure figure = figure_of(kind, files, request);
  if (is_empty(figure))
    throw InputError(fmt::format("nothing to draw for --kind {}: it needs {}", kind.name, kind.needs));
  for (const DataFile& file : files)
    if (file.kind != kind.file_kind)
      throw InputError::in_file(
          file.name, fmt::format("does not fit the figure --kind {}, which needs {}", kind.name, kind.needs));
  return pages_of(kind, std::move(figure), layout);
}

namespace {

const FigureKind& difference_kind() { return *find_named(kKinds, "difference"); }

// A part of the panels, if there are more than fit a page: whole rows and columns of a grid of `across` panels a row, else
// an even sample. Returns the panels of a row of the grid that is left.
std::size_t keep_page(Figure& figure, const FigureKind& kind, std::size_t across) {
  constexpr std::size_t kMostPanels = 16, kMostRows = 40;
  const std::size_t count = figure.panels.size();
  std::size_t most = kMostPanels;
  if (has_rows(figure)) {
    std::size_t rows = 0;
    for (const Panel& panel : figure.panels) rows += row_count(panel);
    most = std::max<std::size_t>(kMostRows * count / std::max<std::size_t>(rows, 1), 1);
  }
  if (count <= most) return across;
  if (across > 0) {
    const std::size_t columns = keep_part_of_grid(figure.panels, across, most);
    figure.caption += fmt::format(
        " {} of {} rows and {} of {} columns of panels, evenly chosen: `sapper plot --kind {}` draws all.",
        figure.panels.size() / columns, count / across, columns, across, kind.name);
    return columns;
  }
  std::vector<Panel> panels;
  for (const std::size_t place : evenly_spread(count, most))
    panels.push_back(std::move(figure.panels[place]));
  figure.panels = std::move(panels);
  figure.caption += fmt::format(" {} of {} panels, evenly chosen: `sapper plot --kind {}` draws all.", most,
                                count, kind.name);
  return 0;
}

// The pages of each of the answer's figures, which are as wide as the page.
std::vector<std::vector<Figure>> answer_pages(std::span<const DataFile> reports) {
  std::vector<std::vector<Figure>> figures;
  for (const FigureKind* const kind : {&usual_kind(reports), &difference_kind()}) {
    Figure figure = figure_of(*kind, reports);
    if (is_empty(figure)) continue;
    const std::size_t across = keep_page(figure, *kind, arrange_in_grid(figure));
    figure.layout.columns.reset();
    const std::size_t count = figure.panels.size();
    Layout layout;
    if (has_rows(figure))
      layout = {.width_pt = kPagePt, .columns = count <= 3 ? 1 : 2};
    else if (figure.look != PlotStyle::heat_map)
      layout = {.width_pt = kPagePt,
                .columns = across > 0   ? across
                           : count <= 4 ? std::min<std::size_t>(count, 2)
                                        : 4,
                .has_direct_names = true};
    figures.push_back(pages_of(*kind, std::move(figure), layout));
  }
  return figures;
}

}  // namespace

std::vector<Figure> answer_figures(std::span<const DataFile> reports) {
  std::vector<Figure> figures;
  for (std::vector<Figure>& pages : answer_pages(reports)) figures.push_back(std::move(pages.front()));
  return figures;
}

std::vector<Figure> further_figures(std::span<const DataFile> reports) {
  std::vector<std::string_view> shown{usual_kind(reports).name, difference_kind().name};
  if (has_axis(reports)) shown.emplace_back("win_rate");  // the curves show it
  std::vector<Figure> figures;
  for (std::vector<Figure>& pages : answer_pages(reports))
    figures.insert(figures.end(), std::make_move_iterator(pages.begin() + 1),
                   std::make_move_iterator(pages.end()));
  std::vector<Figure> others = figures_of(reports);
  std::erase_if(others, [&](const Figure& figure) {
    return std::ranges::any_of(shown, [&](std::string_view kind) {
      return figure.name == kind || figure.name.starts_with(fmt::format("{}-", kind));
    });
  });
  std::ranges::move(others, std::back_inserter(figures));
  return figures;
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

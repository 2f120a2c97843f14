#include "experiments/figures/figure_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "experiments/figures/first_click_map.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

constexpr std::size_t kMostPanels = 12;

// A result with the name under which its series is shown.
struct Shown {
  const Result* result;
  std::string label;
  std::size_t report;   // its number
  std::size_t reports;  // how many there are
};

// Of several reports, labels are followed by the report's name, or by the file's where names are alike.
std::vector<Shown> all_results(std::span<const DataFile> files) {
  std::vector<const Report*> reports;
  std::set<std::string> names;
  for (const DataFile& file : files)
    if (file.kind == FileKind::report) {
      reports.push_back(&file.report);
      names.insert(file.report.name);
    }
  std::vector<Shown> shown;
  std::size_t number = 0;
  for (const Report* const report : reports) {
    std::string source;
    if (reports.size() > 1)
      source = fmt::format(" ({})", names.size() == reports.size()
                                        ? report->name
                                        : printable(std::filesystem::path(report->file).stem().string()));
    for (const Result& result : report->results)
      shown.push_back({&result, result.label + source, number, reports.size()});
    ++number;
  }
  return shown;
}

// Numbers series in the order in which they are met. One report's series differ in colour and mark; of several
// reports a strategy keeps its colour, and the mark tells the report.
class Styles {
 public:
  Series of(const std::string& label, const std::string& strategy, std::size_t report, std::size_t reports) {
    const std::size_t style = styles_.try_emplace(label, styles_.size()).first->second;
    const std::size_t colour = colours_.try_emplace(strategy, colours_.size()).first->second;
    const std::size_t round = colour / kColourCount;
    return {label, style, colour, reports > 1 ? report + round * reports : colour + round, {}};
  }

 private:
  std::map<std::string, std::size_t> styles_, colours_;
};

Series& series_of(Panel& panel, Series made) {
  for (Series& series : panel.series)
    if (series.label == made.label) return series;
  panel.series.push_back(std::move(made));
  return panel.series.back();
}
Series& series_of(Panel& panel, const std::string& label, Styles& styles) {
  return series_of(panel, styles.of(label, label, 0, 1));
}
Series& series_of(Panel& panel, const Shown& shown, Styles& styles) {
  return series_of(panel, styles.of(shown.label, shown.result->label, shown.report, shown.reports));
}

Panel& panel_of(Figure& figure, const std::string& title) {
  for (Panel& panel : figure.panels)
    if (panel.title == title) return panel;
  figure.panels.push_back({});
  figure.panels.back().title = title;
  return figure.panels.back();
}

Axis axis(std::string name, std::optional<double> least = {}, std::optional<double> most = {}) {
  return {std::move(name), false, least, most};
}

Figure density_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "Win rate against mine density, with 95 % intervals.";
  figure.look = Look::lines;
  figure.x = axis("mine density (%)");
  Styles styles;
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    if (!result.win_rate || !result.density) continue;
    Panel& panel = panel_of(figure, result.board_size);
    panel.y = axis("win rate (%)", 0, 100);
    Point point{100 * *result.density, 100 * *result.win_rate, {}, {}, {}};
    if (result.low && result.high) {
      point.low = 100 * *result.low;
      point.high = 100 * *result.high;
    }
    series_of(panel, shown, styles).points.push_back(point);
  }
  for (Panel& panel : figure.panels)
    for (Series& series : panel.series)
      std::stable_sort(series.points.begin(), series.points.end(),
                       [](const Point& a, const Point& b) { return a.x < b.x; });
  return figure;
}

Figure win_rate_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "Win rate of each strategy, with 95 % intervals.";
  figure.look = Look::intervals;
  figure.x = axis("win rate (%)", 0, 100);
  Styles styles;
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    if (!result.win_rate) continue;
    Point point{100 * *result.win_rate, 0, {}, {}, shown.label};
    if (result.low && result.high) {
      point.low = 100 * *result.low;
      point.high = 100 * *result.high;
    }
    series_of(panel_of(figure, result.case_name), shown, styles).points.push_back(point);
  }
  return figure;
}

Figure phases_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "Where the processor time of a game goes; beside each bar the time per game.";
  figure.look = Look::stacked;
  figure.x = axis("share of the time of a game (%)", 0, 100);
  Styles styles;
  bool has_unstable = false;
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    double total_s = 0;
    for (const Phase& phase : result.phases) total_s += phase.seconds;
    if (total_s <= 0 || result.games == 0) continue;
    const double us = total_s / static_cast<double>(result.games) * 1e6;
    const bool is_shown = result.has_stable_phases;
    has_unstable = has_unstable || !is_shown;
    const std::string time = !is_shown   ? "unstable"
                             : us < 1000 ? fmt::format("{:.3g} µs", us)
                                         : fmt::format("{:.3g} ms", us / 1000);
    Panel& panel = panel_of(figure, result.case_name);
    for (const Phase& phase : result.phases) {
      Series& series = series_of(panel, phase.name, styles);
      const double share = is_shown ? 100 * phase.seconds / total_s : 0;
      series.points.push_back({share, us, {}, {}, shown.label + "\t" + time});
    }
  }
  if (has_unstable)
    figure.caption +=
        " No bar (unstable) where fewer than 20 games were timed, or one took much of the time.";
  return figure;
}

Figure guesses_figure(std::span<const DataFile> files) {
  constexpr double kTail = 0.005;
  Figure figure;
  figure.caption = "Guesses per game; the half percent of games with the most is left out.";
  figure.x = axis("guesses in a game", 0);
  Styles styles;
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    const auto& histogram = result.guess_histogram;
    if (histogram.empty() || result.games == 0) continue;
    Panel& panel = panel_of(figure, result.case_name);
    panel.y = axis("share of games (%)", 0);
    Series& series = series_of(panel, shown, styles);
    double left_out = 0;
    std::size_t last = histogram.size();
    while (last > 1 && left_out + histogram[last - 1] <= kTail * static_cast<double>(result.games))
      left_out += histogram[--last];
    for (std::size_t i = 0; i < last; ++i)
      series.points.push_back(
          {static_cast<double>(i), 100 * histogram[i] / static_cast<double>(result.games), {}, {}, {}});
  }
  return figure;
}

// The calibration of a label over all cases, bins of equal bounds added up, in their order.
struct PooledBins {
  Shown shown;
  std::vector<CalibrationBin> bins;
};
std::vector<PooledBins> pooled_bins(std::span<const DataFile> files) {
  std::vector<PooledBins> pooled;
  for (const Shown& shown : all_results(files)) {
    if (shown.result->calibration.empty()) continue;
    auto found = std::find_if(pooled.begin(), pooled.end(),
                              [&](const PooledBins& entry) { return entry.shown.label == shown.label; });
    if (found == pooled.end()) found = pooled.insert(pooled.end(), {shown, {}});
    for (const CalibrationBin& bin : shown.result->calibration) {
      auto same = std::find_if(found->bins.begin(), found->bins.end(), [&](const CalibrationBin& other) {
        return other.low == bin.low && other.high == bin.high;
      });
      if (same == found->bins.end())
        same = found->bins.insert(found->bins.end(), {bin.low, bin.high, 0, 0, 0});
      same->guesses += bin.guesses;
      same->predicted += bin.predicted;
      same->losses += bin.losses;
    }
  }
  for (PooledBins& entry : pooled)
    std::stable_sort(entry.bins.begin(), entry.bins.end(),
                     [](const CalibrationBin& a, const CalibrationBin& b) { return a.low < b.low; });
  return pooled;
}

// Wilson's 95 % interval.
std::pair<double, double> wilson(double successes, double trials) {
  constexpr double kZ = 1.959963984540054;
  const double p = successes / trials;
  const double center = (p + kZ * kZ / (2 * trials)) / (1 + kZ * kZ / trials);
  const double half =
      kZ / (1 + kZ * kZ / trials) * std::sqrt(p * (1 - p) / trials + kZ * kZ / (4 * trials * trials));
  return {std::max(center - half, 0.0), std::min(center + half, 1.0)};
}

Figure calibration_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption =
      "Predicted risk of guesses against the share that lost, with 95 % intervals; on the diagonal both "
      "agree. Where there are several series, they are drawn side by side.";
  figure.look = Look::points;
  figure.x = axis("predicted risk (%)", 0, 100);
  figure.reference_slope = 1;
  figure.panels.push_back({});
  figure.panels[0].y = axis("guesses that lost (%)", 0, 100);
  Styles styles;
  for (const auto& [shown, bins] : pooled_bins(files))
    for (const CalibrationBin& bin : bins) {
      if (bin.guesses <= 0) continue;
      const auto [low, high] = wilson(bin.losses, bin.guesses);
      series_of(figure.panels[0], shown, styles)
          .points.push_back(
              {100 * bin.predicted / bin.guesses, 100 * bin.losses / bin.guesses, 100 * low, 100 * high, {}});
    }
  return figure;
}

// Where bins begin, and their shares; bins that the report leaves out are empty.
std::vector<Point> steps_of(const std::vector<CalibrationBin>& bins, double total) {
  constexpr double kLeastWidth = 0.001;
  std::vector<Point> points;
  double edge = 0;
  const auto fill_to = [&](double next, double width) {
    for (width = std::max(width, kLeastWidth); edge < next - width / 2; edge += width)
      points.push_back({100 * edge, 0, {}, {}, {}});
    edge = next;
  };
  for (const CalibrationBin& bin : bins) {
    fill_to(bin.low, bin.high - bin.low);
    points.push_back({100 * bin.low, 100 * bin.guesses / total, {}, {}, {}});
    edge = bin.high;
  }
  const double last = edge < 1 ? 0 : points.back().y;
  if (!bins.empty()) fill_to(1, bins.back().high - bins.back().low);
  points.push_back({100, last, {}, {}, {}});
  return points;
}

Figure risks_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "How the exact risks of guesses are distributed.";
  figure.look = Look::steps;
  figure.x = axis("P(mine) of the guess (%)", 0, 100);
  figure.panels.push_back({});
  figure.panels[0].y = axis("share of guesses (%)", 0);
  Styles styles;
  for (const auto& [shown, bins] : pooled_bins(files)) {
    double total = 0;
    for (const CalibrationBin& bin : bins) total += bin.guesses;
    if (total > 0) series_of(figure.panels[0], shown, styles).points = steps_of(bins, total);
  }
  return figure;
}

Figure scaling_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption =
      "Speed-up and efficiency against threads: medians, and bands from the least to the most; dashed: "
      "ideal.";
  figure.x = axis("threads", 1);
  figure.reference_slope = 1;
  figure.panels.resize(2);
  figure.panels[0].y = axis("speed-up", 0);
  figure.panels[1].y = axis("efficiency", 0);
  Styles styles;
  for (const DataFile& file : files)
    for (const ScalingSeries& source : file.scaling)
      for (const ScalingPoint& point : source.points) {
        series_of(figure.panels[0], source.label, styles)
            .points.push_back({point.threads, point.speed_up[0], point.speed_up[1], point.speed_up[2], {}});
        series_of(figure.panels[1], source.label, styles)
            .points.push_back(
                {point.threads, point.efficiency[0], point.efficiency[1], point.efficiency[2], {}});
      }
  return figure;
}

Figure posterior_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "Time against the number of frontier cells.";
  figure.x = {"frontier cells", true, {}, {}};
  figure.panels.resize(1);
  figure.panels[0].y = {"time (µs)", true, {}, {}};
  Styles styles;
  for (const DataFile& file : files)
    for (const BenchmarkSeries& source : file.benchmarks)
      for (const auto& [cells, us] : source.points)
        series_of(figure.panels[0], source.label, styles).points.push_back({cells, us, {}, {}, {}});
  return figure;
}

Figure first_click_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "Win rate by the first cell; cells that symmetry takes to each other share theirs.";
  figure.look = Look::heat_map;
  figure.x = axis("win rate (%)");
  std::vector<std::pair<std::string, const Result*>> shown;
  for (const Shown& entry : all_results(files)) shown.emplace_back(entry.label, entry.result);
  figure.panels = first_click_panels(shown);
  std::set<std::string> scales;
  for (const Panel& panel : figure.panels) scales.insert(panel.scale);
  if (scales.size() > 1) figure.caption += " Each board has a scale of colours of its own.";
  return figure;
}

bool is_empty(const Figure& figure) {
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      if (!series.points.empty()) return false;
  return true;
}

std::string_view needs_of(Kind kind) {
  switch (kind) {
    case Kind::scaling:
      return "a file of sapper scale";
    case Kind::posterior:
      return "the JSON of benchmarks that vary the frontier's size (./dev bench --json)";
    case Kind::first_click:
      return "a report whose first clicks sweep over the cells of a board (\"cell\": \"all\")";
    case Kind::calibration:
    case Kind::risks:
      return "a report with guess_risk.calibration";
    case Kind::phases:
      return "a report with the times of phases";
    case Kind::guesses:
      return "a report with guesses.histogram";
    case Kind::density:
      return "a report with mine densities";
    case Kind::win_rate:
      break;
  }
  return "a report with win rates";
}

FileKind file_kind_of(Kind kind) {
  return kind == Kind::scaling     ? FileKind::scaling
         : kind == Kind::posterior ? FileKind::benchmark
                                   : FileKind::report;
}

// Boards of at least three densities.
bool is_density_sweep(std::span<const DataFile> files) {
  std::map<std::string, std::set<double>> densities;
  for (const DataFile& file : files)
    for (const Result& result : file.report.results)
      if (result.density) densities[result.board_size].insert(*result.density);
  return std::any_of(densities.begin(), densities.end(),
                     [](const auto& entry) { return entry.second.size() >= 3; });
}

}  // namespace

std::string_view name_of(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }

Kind usual_kind(std::span<const DataFile> files) {
  if (!files.empty() && files.front().kind == FileKind::scaling) return Kind::scaling;
  if (!files.empty() && files.front().kind == FileKind::benchmark) return Kind::posterior;
  if (!is_empty(first_click_figure(files))) return Kind::first_click;
  return is_density_sweep(files) ? Kind::density : Kind::win_rate;
}

std::vector<Kind> kinds_of(const Report& report) {
  const DataFile file{FileKind::report, report, {}, {}, report.file};
  const std::span files(&file, 1);
  std::vector<Kind> kinds;
  for (const KindRow& row : kKinds) {
    if (row.kind == Kind::scaling || row.kind == Kind::posterior) continue;
    if (row.kind == Kind::density && !is_density_sweep(files)) continue;
    try {
      make_figure(row.kind, files);
      kinds.push_back(row.kind);
    } catch (const InputError&) {
      continue;  // nothing to show
    }
  }
  return kinds;
}

Figure make_figure(Kind kind, std::span<const DataFile> files) {
  Figure figure;
  switch (kind) {
    case Kind::density:
      figure = density_figure(files);
      break;
    case Kind::win_rate:
      figure = win_rate_figure(files);
      break;
    case Kind::phases:
      figure = phases_figure(files);
      break;
    case Kind::guesses:
      figure = guesses_figure(files);
      break;
    case Kind::risks:
      figure = risks_figure(files);
      break;
    case Kind::calibration:
      figure = calibration_figure(files);
      break;
    case Kind::first_click:
      figure = first_click_figure(files);
      break;
    case Kind::scaling:
      figure = scaling_figure(files);
      break;
    case Kind::posterior:
      figure = posterior_figure(files);
      break;
  }
  figure.name = name_of(kind);
  if (is_empty(figure))
    throw InputError(
        fmt::format("nothing to draw for --kind {}: it needs {}", name_of(kind), needs_of(kind)));
  for (const DataFile& file : files)
    if (file.kind != file_kind_of(kind))
      throw InputError::in_file(file.name,
                                fmt::format("is of another kind than the figure, --kind {}, which needs {}",
                                            name_of(kind), needs_of(kind)));
  if (figure.look != Look::intervals && figure.look != Look::stacked && figure.panels.size() > kMostPanels) {
    figure.caption += fmt::format(" The first {} of {} panels.", kMostPanels, figure.panels.size());
    figure.panels.resize(kMostPanels);
  }
  return figure;
}

}  // namespace sapper::experiments::figures

#include "experiments/figures/guess_figures.hpp"

#include <algorithm>
#include <vector>

#include "experiments/figures/figure_parts.hpp"

namespace sapper::experiments::figures {
namespace {

// The calibration of a label over all cases: bins with equal bounds are summed, in order.
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

// Neighbouring bins added up until each holds enough guesses for its interval to mean something; too few at the end go
// to the last one.
std::vector<CalibrationBin> with_enough_guesses(const std::vector<CalibrationBin>& bins) {
  constexpr double kFewestGuesses = 20;
  std::vector<CalibrationBin> joined;
  bool is_open = false;
  for (const CalibrationBin& bin : bins) {
    if (bin.guesses <= 0) continue;
    if (is_open) {
      CalibrationBin& last = joined.back();
      last = {last.low, bin.high, last.guesses + bin.guesses, last.predicted + bin.predicted,
              last.losses + bin.losses};
    } else {
      joined.push_back(bin);
    }
    is_open = joined.back().guesses < kFewestGuesses;
  }
  if (is_open && joined.size() > 1) {
    const CalibrationBin last = joined.back();
    joined.pop_back();
    CalibrationBin& before = joined.back();
    before = {before.low, last.high, before.guesses + last.guesses, before.predicted + last.predicted,
              before.losses + last.losses};
  }
  return joined;
}

// The lower bounds of the bins, and their shares; bins that the report omits are empty.
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

}  // namespace

Figure guesses_figure(std::span<const DataFile> files) {
  constexpr double kTail = 0.005;
  Figure figure;
  figure.caption = "Guesses per game; the half percent of games with the most guesses is omitted.";
  figure.x = axis("guesses in a game", 0);
  Styles styles;
  Panels panels(figure);
  for (const Shown& shown : all_results(files)) {
    const Result& result = *shown.result;
    const auto& histogram = result.guess_histogram;
    if (histogram.empty() || result.games == 0) continue;
    Panel& panel = panels.of(shown_name(result.played->name), result.played->facets);
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
  share_scale(figure);
  return figure;
}

Figure calibration_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption =
      "Share of guesses that lost minus their mean predicted risk, with 95 % intervals; 0 where both agree. "
      "Neighbouring bins of fewer than 20 guesses are joined.";
  figure.look = Look::points;
  figure.x = axis("predicted risk (%)", 0, 100);
  Styles styles;
  Panels panels(figure);
  for (const auto& [shown, bins] : pooled_bins(files))
    for (const CalibrationBin& bin : with_enough_guesses(bins)) {
      const Interval interval =
          wilson_95(static_cast<std::uint64_t>(bin.losses), static_cast<std::uint64_t>(bin.guesses));
      const double predicted = bin.predicted / bin.guesses;
      Panel& panel = panels.of(shown.label);
      panel.y = axis("lost - predicted (%)");
      panel.reference = Line{};
      series_of(panel, shown, styles)
          .points.push_back({100 * predicted,
                             100 * (bin.losses / bin.guesses - predicted),
                             100 * (interval.low - predicted),
                             100 * (interval.high - predicted),
                             {}});
    }
  share_scale(figure);
  return figure;
}

Figure risks_figure(std::span<const DataFile> files) {
  Figure figure;
  figure.caption = "How the exact risks of guesses are distributed.";
  figure.look = Look::steps;
  figure.x = axis("P(mine) of the guess (%)", 0, 100);
  Styles styles;
  Panels panels(figure);  // one for each report
  for (const auto& [shown, bins] : pooled_bins(files)) {
    double total = 0;
    for (const CalibrationBin& bin : bins) total += bin.guesses;
    if (total <= 0) continue;
    Panel& panel = panels.of(shown.source);
    panel.y = axis("share of guesses (%)", 0);
    series_of(panel, shown.result->label, styles).points = steps_of(bins, total);
  }
  if (figure.panels.size() > 1) share_scale(figure);
  return figure;
}

}  // namespace sapper::experiments::figures

#include "experiments/figures/guess_figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "experiments/figures/data_file.hpp"
#include "experiments/figures/figure.hpp"
#include "experiments/stats/statistics.hpp"

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

namespace {

using Entry = std::pair<std::string, const Result*>;

double variance_of(const Result& result) {
  if (!result.low || !result.high) return 0;
  const double error = (*result.high - *result.low) / (2 * kZ95);
  return error * error;
}

// Whether each result may be the best: none is better beyond chance. `better` is the one with the highest win rate, and
// the chance is 5 % that the truly best one is left out (one-sided tests, Bonferroni's correction). Games that share
// boards are positively correlated, which the variance of a difference here does not count: it errs towards too many.
std::vector<bool> may_be_best(const std::vector<Entry>& entries) {
  const Result& best = *std::max_element(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
                          return *a.second->win_rate < *b.second->win_rate;
                        })->second;
  std::vector<bool> is_as_good;
  for (const Entry& entry : entries) {
    const double difference = *best.win_rate - *entry.second->win_rate;
    const double error = std::sqrt(variance_of(best) + variance_of(*entry.second));
    const double p_value = difference <= 0 ? 1 : error > 0 ? two_sided_p_value(difference / error) / 2 : 0;
    is_as_good.push_back(p_value * static_cast<double>(entries.size() - 1) >= 0.05);
  }
  return is_as_good;
}

// The panel has no points if the cells of the results do not cover the board.
Panel map_of(const std::vector<Entry>& entries) {
  const CellMap& board = *entries.front().second->played->map;
  const auto cell_count = static_cast<std::size_t>(board.rows) * static_cast<std::size_t>(board.cols);
  Panel panel;
  std::vector<std::size_t> of_cell(cell_count, entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const std::uint32_t cell : entries[i].second->played->map->cells) of_cell[cell] = i;
  if (entries.size() < 2 || std::find(of_cell.begin(), of_cell.end(), entries.size()) != of_cell.end())
    return panel;
  const std::vector<bool> is_as_good = may_be_best(entries);
  panel.scale = shown_name(entries.front().second->played->board);
  panel.title = entries.front().first + ": " + shown_name(board.label);
  panel.rows = board.rows;
  panel.cols = board.cols;
  panel.has_shifted_rows = board.has_shifted_rows;
  panel.y.name = "row";
  panel.series.emplace_back().label = "win rate";
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const Result& result = *entries[of_cell[cell]].second;
    const auto cols = static_cast<std::size_t>(board.cols);
    panel.series[0].points.push_back({static_cast<double>(cell % cols),
                                      static_cast<double>(cell / cols),
                                      100 * result.low.value_or(*result.win_rate),
                                      100 * result.high.value_or(*result.win_rate),
                                      {},
                                      100 * *result.win_rate,
                                      is_as_good[of_cell[cell]]});
  }
  return panel;
}

}  // namespace

std::vector<Panel> first_click_panels(std::span<const Entry> results) {
  std::map<std::pair<std::string, std::string>, std::size_t> group_of;
  std::vector<std::vector<Entry>> groups;
  for (const Entry& entry : results) {
    if (!entry.second->played->map || !entry.second->win_rate) continue;
    const auto [place, is_new] =
        group_of.try_emplace({entry.first, entry.second->played->map->key}, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(entry);
  }
  std::vector<Panel> panels;
  for (const auto& group : groups)
    if (Panel panel = map_of(group); !panel.series.empty()) panels.push_back(std::move(panel));
  // Maps of one colour scale stand next to each other, with the bar that they share.
  std::vector<std::string> scales;
  for (const Panel& panel : panels)
    if (std::find(scales.begin(), scales.end(), panel.scale) == scales.end()) scales.push_back(panel.scale);
  std::stable_sort(panels.begin(), panels.end(), [&](const Panel& a, const Panel& b) {
    return std::find(scales.begin(), scales.end(), a.scale) <
           std::find(scales.begin(), scales.end(), b.scale);
  });
  return panels;
}

}  // namespace sapper::experiments::figures

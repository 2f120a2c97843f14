// Figures of guesses: how many a game takes, how risky they are, whether as many lose as predicted; and maps of the first
// cell.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "experiments/figures/figure_kinds.hpp"
#include "experiments/run/calibration_bin.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments::figures {

namespace {

void add_to(CalibrationBin& sum, const CalibrationBin& bin) {
  sum.guesses += bin.guesses;
  sum.predicted += bin.predicted;
  sum.losses += bin.losses;
}

// The calibration of a label over all cases: bins with equal bounds are summed, in order.
struct PooledBins {
  LabelledResult shown;
  std::vector<CalibrationBin> bins;
};
std::vector<PooledBins> pooled_bins(std::span<const DataFile> files) {
  std::vector<PooledBins> pooled;
  for (const LabelledResult& shown : all_results(files)) {
    if (shown.result->calibration.empty()) continue;
    auto found = std::ranges::find_if(
        pooled, [&](const PooledBins& entry) { return entry.shown.label == shown.label; });
    if (found == pooled.end()) found = pooled.insert(pooled.end(), {shown, {}});
    for (const CalibrationBin& bin : shown.result->calibration) {
      const auto same = std::ranges::find_if(found->bins, [&](const CalibrationBin& other) {
        return other.low == bin.low && other.high == bin.high;
      });
      if (same == found->bins.end())
        found->bins.push_back(bin);
      else
        add_to(*same, bin);
    }
  }
  for (PooledBins& entry : pooled) std::ranges::stable_sort(entry.bins, {}, &CalibrationBin::low);
  return pooled;
}

// Neighbouring bins added up until each holds enough guesses for its interval to mean something; too few at the end go
// to the last one.
std::vector<CalibrationBin> with_enough_guesses(const std::vector<CalibrationBin>& bins) {
  constexpr std::uint64_t kFewestGuesses = 20;
  std::vector<CalibrationBin> joined;
  const auto is_open = [&] { return !joined.empty() && joined.back().guesses < kFewestGuesses; };
  const auto join = [&](const CalibrationBin& bin) {
    add_to(joined.back(), bin);
    joined.back().high = bin.high;
  };
  for (const CalibrationBin& bin : bins) {
    if (bin.guesses == 0) continue;
    if (is_open())
      join(bin);
    else
      joined.push_back(bin);
  }
  if (is_open() && joined.size() > 1) {
    const CalibrationBin last = joined.back();
    joined.pop_back();
    join(last);
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
      points.push_back({100 * edge, 0});
    edge = next;
  };
  for (const CalibrationBin& bin : bins) {
    fill_to(bin.low, bin.high - bin.low);
    points.push_back({100 * bin.low, 100 * static_cast<double>(bin.guesses) / total});
    edge = bin.high;
  }
  const double last = edge < 1 ? 0 : points.back().y;
  if (!bins.empty()) fill_to(1, bins.back().high - bins.back().low);
  points.push_back({100, last});
  return points;
}

}  // namespace

void fill_guesses(FigureMaker& made, std::span<const DataFile> files) {
  constexpr double kTail = 0.005;
  made.figure = {.caption = "Guesses per game; the half percent of games with the most guesses is omitted.",
                 .x = {"guesses in a game", 0}};
  for (const LabelledResult& shown : all_results(files)) {
    const Result& result = *shown.result;
    const auto& histogram = result.guess_histogram;
    if (histogram.empty() || result.games == 0) continue;
    const auto games = static_cast<double>(result.games);
    Panel& panel =
        made.panel(shown_name(result.played->name), {"share of games (%)", 0}, result.played->facets);
    double left_out = 0;
    std::size_t last = histogram.size();
    while (last > 1 && left_out + histogram[last - 1] <= kTail * games) left_out += histogram[--last];
    for (std::size_t i = 0; i < last; ++i)
      made.series(panel, shown).points.push_back({static_cast<double>(i), 100 * histogram[i] / games});
  }
  made.share_scale();
}

void fill_calibration(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {
      .caption =
          "Share of guesses that lost minus their mean predicted risk, with 95 % intervals; 0 where "
          "both agree. Neighbouring bins of fewer than 20 guesses are joined.",
      .look = PlotStyle::points,
      .x = {"predicted risk (%)", 0, 100}};
  for (const auto& [shown, bins] : pooled_bins(files))
    for (const CalibrationBin& bin : with_enough_guesses(bins)) {
      const Interval interval = wilson_95(bin.losses, bin.guesses);
      const auto guesses = static_cast<double>(bin.guesses);
      const double predicted = bin.predicted / guesses;
      Panel& panel = made.panel(shown.label, {"lost - predicted (%)"});
      panel.reference = StraightLine{};
      made.series(panel, shown)
          .points.push_back({100 * predicted, 100 * (static_cast<double>(bin.losses) / guesses - predicted),
                             100 * (interval.low - predicted), 100 * (interval.high - predicted)});
    }
  made.share_scale();
}

// Each report has a panel.
void fill_risks(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {.caption = "How the exact risks of guesses are distributed.",
                 .look = PlotStyle::steps,
                 .x = {"P(mine) of the guess (%)", 0, 100}};
  for (const auto& [shown, bins] : pooled_bins(files)) {
    double total = 0;
    for (const CalibrationBin& bin : bins) total += static_cast<double>(bin.guesses);
    if (total <= 0) continue;
    Panel& panel = made.panel(shown.source, {"share of guesses (%)", 0});
    made.series(panel, shown.result->label).points = steps_of(bins, total);
  }
  if (made.figure.panels.size() > 1) made.share_scale();
}

namespace {

double variance_of(const Result& result) {
  if (!result.low || !result.high) return 0;
  const double error = (*result.high - *result.low) / (2 * kZ95);
  return error * error;
}

// Whether each result may be the best: the one with the highest win rate is not better beyond chance. The chance is 5 %
// that the truly best one is left out (one-sided tests, Bonferroni's correction). Games that share boards are positively
// correlated, which the variance of a difference here does not count: it errs towards too many.
std::vector<bool> may_be_best(std::span<const LabelledResult> entries) {
  const auto rate_of = [](const LabelledResult& entry) { return *entry.result->win_rate; };
  const Result& best = *std::ranges::max_element(entries, {}, rate_of)->result;
  std::vector<bool> is_as_good;
  for (const LabelledResult& entry : entries) {
    const double difference = *best.win_rate - rate_of(entry);
    const double error = std::sqrt(variance_of(best) + variance_of(*entry.result));
    const double p_value = difference <= 0 ? 1 : error > 0 ? two_sided_p_value(difference / error) / 2 : 0;
    is_as_good.push_back(p_value * static_cast<double>(entries.size() - 1) >= 0.05);
  }
  return is_as_good;
}

// nullopt if the cells of the results do not cover the board.
std::optional<Panel> map_of(std::span<const LabelledResult> entries) {
  const CaseLabels& played = *entries.front().result->played;
  const auto cols = static_cast<std::size_t>(played.map->cols);
  std::vector<std::size_t> of_cell(static_cast<std::size_t>(played.map->rows) * cols, entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const std::uint32_t cell : entries[i].result->played->map->cells) of_cell[cell] = i;
  if (entries.size() < 2 || std::ranges::count(of_cell, entries.size()) > 0) return std::nullopt;
  const std::vector<bool> is_as_good = may_be_best(entries);
  Panel panel{.title = entries.front().label + ": " + shown_name(played.map->label),
              .y = {"row"},
              .rows = played.map->rows,
              .cols = played.map->cols,
              .has_shifted_rows = played.map->has_shifted_rows,
              .scale = shown_name(played.board)};
  Series& rates = panel.series.emplace_back();
  rates.label = "win rate";
  for (std::size_t cell = 0; cell < of_cell.size(); ++cell) {
    const Result& result = *entries[of_cell[cell]].result;
    rates.points.push_back({.x = static_cast<double>(cell % cols),
                            .y = static_cast<double>(cell / cols),
                            .low = 100 * result.low.value_or(*result.win_rate),
                            .high = 100 * result.high.value_or(*result.win_rate),
                            .value = 100 * *result.win_rate,
                            .is_marked = is_as_good[of_cell[cell]]});
  }
  return panel;
}

}  // namespace

std::vector<Panel> first_click_panels(std::span<const LabelledResult> results) {
  std::map<std::pair<std::string, std::string>, std::size_t> group_of;
  std::vector<std::vector<LabelledResult>> groups;
  for (const LabelledResult& entry : results) {
    const auto& map = entry.result->played->map;
    if (!map || !entry.result->win_rate) continue;
    const auto [place, is_new] = group_of.try_emplace({entry.label, map->key}, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(entry);
  }
  std::vector<Panel> panels;
  std::map<std::string, std::size_t> scales;
  for (const auto& group : groups)
    if (auto panel = map_of(group)) {
      scales.try_emplace(panel->scale, scales.size());
      panels.push_back(*std::move(panel));
    }
  // Maps of one colour scale stand next to each other, with the bar that they share.
  std::ranges::stable_sort(panels, {}, [&](const Panel& panel) { return scales.at(panel.scale); });
  return panels;
}

void fill_first_clicks(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {
      .caption =
          "Win rate by the first cell; equivalent cells under the board's symmetries share one result. Dots: "
          "the best cell of a map and those whose win rates do not differ from it beyond chance (95 %, "
          "Bonferroni's correction for the number of cells compared).",
      .look = PlotStyle::heat_map,
      .x = {"win rate (%)"},
      .panels = first_click_panels(all_results(files))};
  std::set<std::string> scales;
  for (const Panel& panel : made.figure.panels) scales.insert(panel.scale);
  if (scales.size() > 1) made.figure.caption += " Each board has its own colour scale.";
}

}  // namespace sapper::experiments::figures

#include "experiments/report/thresholds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "experiments/report/report_comparison.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// The pairs of two labels along the axis, in the order of the first one; empty unless there is one for each point of both.
std::vector<PairedPoint> paired_points(const ReportResults& data, const RateSeries& a, const RateSeries& b) {
  std::map<double, PairedCounts> counts;
  for (const Comparison& pair : data.comparisons) {
    const bool is_in_order = pair.a == a.label && pair.b == b.label;
    if (pair.played->series != a.series || (!is_in_order && (pair.a != b.label || pair.b != a.label)))
      continue;
    const std::uint64_t games = pair.both + pair.only_a + pair.only_b + pair.neither;
    counts[pair.played->axis] = {games, pair.both, is_in_order ? pair.only_a : pair.only_b,
                                 is_in_order ? pair.only_b : pair.only_a};
  }
  std::vector<PairedPoint> points;
  if (a.points.size() != b.points.size()) return points;
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    const auto found = counts.find(a.points[i].x);
    if (found == counts.end() || b.points[i].x != a.points[i].x) return {};
    points.push_back({a.points[i].x, found->second});
  }
  return points;
}

std::string with_interval(double value, const Interval& interval, bool is_signed) {
  return fmt::format("{} ({:.2f} to {:.2f})",
                     is_signed ? fmt::format("{:+.2f}", value) : fmt::format("{:.2f}", value), interval.low,
                     interval.high);
}

std::string place_text(const StrategyThreshold& strategy) {
  const auto &first = strategy.rates.points.front(), &last = strategy.rates.points.back();
  if (!strategy.curve) return "no curve fits";
  if (!strategy.place) return fmt::format("not from {:.4g} to {:.4g}", first.x, last.x);
  const Crossing& place = *strategy.place;
  if (!place.low || !place.high) return fmt::format("{:.2f} (no interval)", place.value);
  return with_interval(place.value, {*place.low, *place.high}, false);
}

}  // namespace

Thresholds thresholds_of(const ReportResults& data, double level, RateLink link) {
  Thresholds all;
  all.level = level;
  all.link = link;
  for (RateSeries& rates : rate_series_of(data)) {
    all.axis_name = rates.results.front()->played->axis_name;
    StrategyThreshold& strategy = all.strategies.emplace_back();
    strategy.rates = std::move(rates);
    strategy.curve = fit_rate_curve(strategy.rates.points, link);
    if (!strategy.curve) continue;
    const Crossing place = place_of_level(*strategy.curve, level);
    if (place.value >= strategy.rates.points.front().x && place.value <= strategy.rates.points.back().x)
      strategy.place = place;
  }
  if (all.strategies.empty())
    throw InputError("thresholds: expected a report with win rates at three densities or more of a board");
  for (std::size_t i = 0; i < all.strategies.size(); ++i)
    for (std::size_t j = i + 1; j < all.strategies.size(); ++j) {
      // The later strategy, which is usually the stronger one, minus the earlier one.
      const StrategyThreshold &a = all.strategies[j], &b = all.strategies[i];
      if (!a.place || !b.place || a.rates.series != b.rates.series) continue;
      const std::vector<PairedPoint> points = paired_points(data, a.rates, b.rates);
      if (points.empty()) continue;
      all.differences.push_back({a.rates.series, a.rates.label, b.rates.label,
                                 difference_of_places(*a.curve, *b.curve, points, level)});
    }
  std::vector<double> p_values;
  for (const ThresholdDifference& pair : all.differences) p_values.push_back(pair.difference.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  for (std::size_t i = 0; i < holm.size(); ++i) all.differences[i].p_value_holm = holm[i];
  return all;
}

std::string thresholds_text(const Thresholds& thresholds, std::size_t width) {
  const bool is_logistic = thresholds.link == RateLink::logistic;
  const std::string axis = thresholds.axis_name;
  std::string text = wrapped(fmt::format("Where {:.4g} % of the games are won: {}, by a {} curve",
                                         100 * thresholds.level, axis, is_logistic ? "logistic" : "probit"),
                             width) +
                     '\n';
  ResultsTable places(
      {"board", "strategy", "place", is_logistic ? "slope, log odds" : "slope, deviations", "p of the fit"});
  const std::string* series = nullptr;
  bool is_any_bad = false;
  for (const StrategyThreshold& strategy : thresholds.strategies) {
    if (series == nullptr || *series != strategy.rates.series) places.begin_group(strategy.rates.series);
    series = &strategy.rates.series;
    std::string slope = "-", fit = "-";
    if (const auto& curve = strategy.curve) {
      slope = with_interval(curve->b, curve->slope_95(), false);
      if (curve->freedom > 0) fit = p_text(curve->lack_of_fit_p);
      is_any_bad = is_any_bad || curve->is_bad();
    }
    places.add_row(strategy.rates.label, {place_text(strategy), slope, fit},
                   strategy.curve && strategy.curve->is_bad() ? " !" : "");
  }
  text += places.text(width);
  if (!thresholds.differences.empty()) {
    text += "\nHow much further one gets than another, on the same games\n";
    ResultsTable differences({"board", "strategies", "A - B", "p", "p (Holm)"});
    series = nullptr;
    for (const ThresholdDifference& pair : thresholds.differences) {
      if (series == nullptr || *series != pair.series) differences.begin_group(pair.series);
      series = &pair.series;
      differences.add_row(pair.a + " / " + pair.b,
                          {with_interval(pair.difference.value, pair.difference.interval, true),
                           p_text(pair.difference.p_value), p_text(pair.p_value_holm)},
                          "");
    }
    text += differences.text(width);
  }
  text += '\n';
  if (is_any_bad)
    text +=
        wrapped(
            "! p of the fit is below 0.05: the win rates do not lie along such a curve. Intervals allow for "
            "scatter about it, not for a bend: cases nearer to the level (--cases) fit better",
            width) +
        '\n';
  return text + wrapped("( to ): 95 % interval; slope per unit of the axis", width) + '\n';
}

}  // namespace sapper::experiments

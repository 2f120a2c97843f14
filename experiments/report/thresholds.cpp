#include "experiments/report/thresholds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <map>
#include <utility>

#include "experiments/report/report_comparison.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/interval_json.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/crossing.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using json::rounded;
namespace bj = boost::json;

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

// `less than half from 12 to 24`
std::string text_without_place(const RateSeries& rates, double level) {
  const auto is_above = [&](const RatePoint& point) {
    return static_cast<double>(point.wins) > level * static_cast<double>(point.games);
  };
  const bool is_first_above = is_above(rates.points.front()), is_last_above = is_above(rates.points.back());
  const std::string share = level == 0.5 ? "half" : fmt::format("{:.4g} %", 100 * level);
  return fmt::format("{} from {:.4g} to {:.4g}",
                     is_first_above != is_last_above ? "not"
                     : is_first_above                ? "more than " + share
                                                     : "less than " + share,
                     rates.points.front().x, rates.points.back().x);
}

// The difference of two independent places, by recovering variances from limits as crossing.hpp does; nullopt if an end is
// unknown.
std::optional<Difference> independent_difference_of(const Crossing& a, const Crossing& b) {
  if (!a.low || !a.high || !b.low || !b.high) return std::nullopt;
  Difference difference{.value = a.value - b.value};
  difference.interval = {difference.value - std::hypot(a.value - *a.low, *b.high - b.value),
                         difference.value + std::hypot(*a.high - a.value, b.value - *b.low)};
  const double towards_0 = difference.value > 0 ? difference.value - difference.interval.low
                                                : difference.interval.high - difference.value;
  if (towards_0 > 0) difference.p_value = two_sided_p_value(kZ95 * difference.value / towards_0);
  return difference;
}

bj::value curve_json(const std::optional<RateCurve>& curve) {
  if (!curve) return nullptr;
  bj::object object{{"slope", rounded(curve->b)}};
  set_interval(object, "slope", curve->slope_95());
  object["chi_squared"] = rounded(curve->chi_squared);
  object["degrees_of_freedom"] = curve->freedom;
  object["p_value"] = curve->freedom > 0 ? bj::value(rounded(curve->lack_of_fit_p)) : bj::value();
  return object;
}

bj::object strategy_json(const StrategyThreshold& strategy) {
  const Crossing place = strategy.place.value_or(Crossing{});
  return {{"board", strategy.rates.series},
          {"strategy", strategy.rates.label},
          {"from", strategy.rates.points.front().x},
          {"to", strategy.rates.points.back().x},
          {"cases", strategy.rates.points.size()},
          {"place", strategy.place ? as_json(place.value) : bj::value()},
          {"place_ci_low", as_json(place.low)},
          {"place_ci_high", as_json(place.high)},
          {"is_interpolated", strategy.is_interpolated()},
          {"curve", curve_json(strategy.curve)}};
}

}  // namespace

std::string place_text(const StrategyThreshold& strategy, double level) {
  const std::vector<RatePoint>& points = strategy.rates.points;
  if (!strategy.place) return text_without_place(strategy.rates, level);
  const Crossing& place = *strategy.place;
  if (place.low && place.high) return with_interval(place.value, {*place.low, *place.high}, false);
  if (!strategy.is_interpolated()) return fmt::format("{:.2f} (no interval)", place.value);
  return fmt::format(
      "{:.2f} ({} to {})", place.value,
      place.low ? fmt::format("{:.2f}", *place.low) : fmt::format("< {:.2f}", points.front().x),
      place.high ? fmt::format("{:.2f}", *place.high) : fmt::format("> {:.2f}", points.back().x));
}

std::string_view mark_of(const StrategyThreshold& strategy) { return strategy.is_interpolated() ? " ~" : ""; }

Thresholds thresholds_of(const ReportResults& data, double level, RateLink link) {
  Thresholds all;
  all.level = level;
  all.link = link;
  for (RateSeries& rates : rate_series_of(data)) {
    all.axis_name = rates.results.front()->played->axis_name;
    StrategyThreshold& strategy = all.strategies.emplace_back();
    strategy.rates = std::move(rates);
    strategy.curve = fit_rate_curve(strategy.rates.points, link);
    if (!strategy.has_fit()) {
      strategy.place = level_crossing(strategy.rates.points, level);
      continue;
    }
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
      const bool is_paired = a.has_fit() && b.has_fit();
      if (is_paired)
        all.differences.push_back({a.rates.series, a.rates.label, b.rates.label,
                                   difference_of_places(*a.curve, *b.curve, points, level), is_paired});
      else if (const auto difference = independent_difference_of(*a.place, *b.place))
        all.differences.push_back({a.rates.series, a.rates.label, b.rates.label, *difference, is_paired});
    }
  std::vector<double> p_values;
  for (const ThresholdDifference& pair : all.differences) p_values.push_back(pair.difference.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  for (std::size_t i = 0; i < holm.size(); ++i) all.differences[i].p_value_holm = holm[i];
  return all;
}

bj::object thresholds_json(const Report& report, const Thresholds& thresholds) {
  bj::array strategies, differences;
  for (const StrategyThreshold& strategy : thresholds.strategies)
    strategies.push_back(strategy_json(strategy));
  for (const ThresholdDifference& pair : thresholds.differences) {
    bj::object object{{"board", pair.series},
                      {"strategy_a", pair.a},
                      {"strategy_b", pair.b},
                      {"paired", pair.is_paired},
                      {"difference", rounded(pair.difference.value)}};
    set_interval(object, "difference", pair.difference.interval);
    object["p_value"] = rounded(pair.difference.p_value);
    object["p_value_holm"] = rounded(pair.p_value_holm);
    differences.push_back(std::move(object));
  }
  return {{"schema", "sapper-thresholds/1"},
          {"report", identity_json(report)},
          {"share", thresholds.level},
          {"link", thresholds.link == RateLink::logistic ? "logistic" : "probit"},
          {"axis", thresholds.axis_name},
          {"strategies", std::move(strategies)},
          {"differences", std::move(differences)}};
}

std::string thresholds_text(const Thresholds& thresholds, std::size_t width) {
  const bool is_logistic = thresholds.link == RateLink::logistic;
  const std::string axis = thresholds.axis_name;
  const bool is_any_fitted = std::ranges::any_of(thresholds.strategies, &StrategyThreshold::has_fit);
  std::string text =
      wrapped(fmt::format("Where {:.4g} % of the games are won: {}, {}", 100 * thresholds.level, axis,
                          !is_any_fitted ? "interpolated"
                          : is_logistic  ? "by a logistic curve"
                                         : "by a probit curve"),
              width) +
      '\n';
  ResultsTable places(
      {"board", "strategy", "place", is_logistic ? "slope, log odds" : "slope, deviations", "p of the fit"});
  const std::string* series = nullptr;
  bool is_any_interpolated = false;
  for (const StrategyThreshold& strategy : thresholds.strategies) {
    if (series == nullptr || *series != strategy.rates.series) places.begin_group(strategy.rates.series);
    series = &strategy.rates.series;
    std::string slope = "-", fit = "-";
    if (const auto& curve = strategy.curve) {
      slope = with_interval(curve->b, curve->slope_95(), false);
      if (curve->freedom > 0) fit = p_text(curve->lack_of_fit_p);
    }
    is_any_interpolated = is_any_interpolated || strategy.is_interpolated();
    places.add_row(strategy.rates.label, {place_text(strategy, thresholds.level), slope, fit},
                   mark_of(strategy));
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
                          pair.is_paired ? "" : " ~");
    }
    text += differences.text(width);
  }
  text += '\n';
  if (is_any_interpolated)
    text +=
        wrapped(
            "~ the win rates do not lie along such a curve (p of the fit below 0.05), or none can be fitted: "
            "the place is interpolated between the two cases next to it, in log odds, and its interval holds "
            "every place that theirs allow. Differences of such places are taken for those of independent "
            "games, so that their intervals are too wide rather than too narrow. Cases nearer to the level "
            "(--cases) may lie along a curve",
            width) +
        '\n';
  return text + wrapped("( to ): 95 % interval; slope per unit of the axis", width) + '\n';
}

}  // namespace sapper::experiments

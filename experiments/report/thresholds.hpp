// Where each strategy of a sweep wins a given share of its games, and how much further one gets than another on the same
// games, by curves fitted to all cases (stats/threshold.hpp). Where the win rates do not lie along such a curve (p of the fit
// below 0.05, as usual of a long sweep of many games), or none can be fitted, the place is interpolated between neighbouring
// cases (stats/crossing.hpp). A curve that does not fit may be far off with a short interval: it bends elsewhere.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/rate_series.hpp"
#include "experiments/run/report.hpp"
#include "experiments/stats/threshold.hpp"

namespace sapper::experiments {

struct StrategyThreshold {
  RateSeries rates;
  std::optional<RateCurve> curve;  // nullopt: the cases determine none
  std::optional<Crossing> place;  // of the curve if it fits, else interpolated; nullopt: outside of the sweep

  bool has_fit() const { return curve && !curve->is_bad(); }
  bool is_interpolated() const { return place && !has_fit(); }
};

struct ThresholdDifference {
  std::string series, a, b;
  Difference difference;  // of the places, a minus b
  // It takes into account that both played the same games, as two curves can. Else the interval is that of independent
  // places, which is too wide rather than too narrow.
  bool is_paired = false;
  double p_value_holm = 1;
};

struct Thresholds {
  double level = 0.5;
  RateLink link = RateLink::logistic;
  std::string axis_name;  // `mine density (%)`
  std::vector<StrategyThreshold> strategies;
  std::vector<ThresholdDifference> differences;  // of those with places, on the same boards
};

// InputError if the report has no win rates at three places along an axis.
Thresholds thresholds_of(const ReportResults& data, double level, RateLink link);

// `17.40 (17.10 to 17.70)`, or on which side of the level the sweep is.
std::string place_text(const StrategyThreshold& strategy, double level);
// " ~" for a place that is interpolated, else nothing.
std::string_view mark_of(const StrategyThreshold& strategy);

// sapper-thresholds/1 (data/schema/thresholds.schema.json)
boost::json::object thresholds_json(const Report& report, const Thresholds& thresholds);
std::string thresholds_text(const Thresholds& thresholds, std::size_t width);

}  // namespace sapper::experiments

// Where each strategy of a sweep wins a given share of its games, and how much further one gets than another on the same
// games, by curves fitted to all cases (stats/threshold.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/rate_series.hpp"
#include "experiments/stats/threshold.hpp"

namespace sapper::experiments {

struct StrategyThreshold {
  RateSeries rates;
  std::optional<RateCurve> curve;  // nullopt: the cases determine none
  std::optional<Crossing> place;   // nullopt also where it is outside of the sweep
};

struct ThresholdDifference {
  std::string series, a, b;
  Difference difference;  // of the places, a minus b
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

std::string thresholds_text(const Thresholds& thresholds, std::size_t width);

}  // namespace sapper::experiments

// The win counts of a strategy along the axis of a sweep, such as its densities, on boards that are alike otherwise.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/report_results.hpp"
#include "experiments/stats/crossing.hpp"

namespace sapper::experiments {

struct RateSeries {
  std::string series, label;           // CaseLabels::series, the strategy's label
  std::vector<RatePoint> points;       // x ascending, no two alike, at least three
  std::vector<const Result*> results;  // of the points
};

// In the order in which they first appear.
std::vector<RateSeries> rate_series_of(const ReportResults& data);

}  // namespace sapper::experiments

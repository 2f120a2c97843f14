// Compares the speed of two machines, or of two runs, by their reports: the processor time of a game, by case and
// strategy, of the same games played by the same build.
//
// Intervals are for the games' own variation and for what disturbed a run within itself (batch_times.hpp); what lies
// between two runs on one machine, which may be some percent, is not in them.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/report/report_comparison.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// A ratio of times, with its 95 % interval; nullopt: unknown.
struct TimeRatio {
  double value = 1;
  std::optional<Interval> interval;
};

struct ComparedSpeed {
  std::string case_name;
  std::string label_a, label_b;
  std::uint64_t games_a = 0, games_b = 0;
  MeanTime a, b;
  TimeRatio ratio;  // B's time over A's
};

struct SpeedComparison {
  std::vector<ComparedSpeed> rows;
  TimeRatio mean;  // the geometric mean of the ratios
  // Why the reports are not alike: builds or games differ. Empty: they are.
  std::string difference;
};

// Whether reports of different builds, or of different games, are compared.
enum class UnlikeReportPolicy : std::uint8_t { refused, compared };

// InputError if nothing can be compared, or the reports are not alike and that is refused.
SpeedComparison compare_speeds(const ComparisonInput& input, UnlikeReportPolicy unlike);

boost::json::object speed_json(const ComparisonInput& input, const SpeedComparison& comparison);
std::string speed_text(const ComparisonInput& input, const SpeedComparison& comparison, std::size_t width);

}  // namespace sapper::experiments

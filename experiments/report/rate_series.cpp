#include "experiments/report/rate_series.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace sapper::experiments {

std::vector<RateSeries> rate_series_of(const ReportResults& data) {
  std::vector<RateSeries> all;
  std::map<std::pair<std::string, std::string>, std::size_t> place;
  std::vector<const Result*> results;
  for (const Result& result : data.results)
    if (result.wins && result.games > 0 && !result.played->axis_name.empty()) results.push_back(&result);
  for (const Result* const result : results)
    if (place.try_emplace({result->played->series, result->label}, all.size()).second)
      all.push_back({result->played->series, result->label, {}, {}});
  std::ranges::stable_sort(results, {}, [](const Result* result) { return result->played->axis; });
  for (const Result* const result : results) {
    RateSeries& series = all[place.at({result->played->series, result->label})];
    const double x = result->played->axis;
    if (!series.points.empty() && series.points.back().x == x) continue;
    series.points.push_back({x, *result->wins, result->games});
    series.results.push_back(result);
  }
  std::erase_if(all, [](const RateSeries& series) { return series.points.size() < 3; });
  return all;
}

}  // namespace sapper::experiments

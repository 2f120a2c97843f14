// Where a win rate passes a level along an axis, such as a density, without a curve (threshold.hpp fits one).
//
// Between neighbouring points the log odds are interpolated linearly. Those of w wins in n games are estimated by
// log((w + 1/2) / (n - w + 1/2)) (J. J. Gart and J. R. Zweifel, "On the bias of various estimators of the logit and its
// variance", Biometrika 54, 1967); their limits are those of Wilson's interval. The limits in between follow from the two
// points' by recovering variances from limits, as the points are independent (G. Y. Zou and A. Donner, "Construction of
// confidence limits about effect measures: a general approach", Statistics in Medicine 27, 2008). The interval runs from
// the first place to the last whose own 95 % interval holds the level.
//
// So it is what chance allows, wherever the log odds are straight between neighbours; how they bend there it does not
// know. No shape of the whole curve is assumed. Coverage: tests/experiments/stats/crossing_test.cpp sums it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sapper::experiments {

struct RatePoint {
  double x = 0;
  std::uint64_t wins = 0;
  std::uint64_t games = 0;
};

struct Crossing {
  double value = 0;
  std::optional<double> low, high;  // nullopt: the interval goes on beyond the first or the last point
};

// points: x ascending, no two alike, each of at least one game. The middle between the first crossing and the last if
// noise makes several; nullopt if there is none. level: between 0 and 1.
std::optional<Crossing> level_crossing(std::span<const RatePoint> points, double level);

}  // namespace sapper::experiments

#include "experiments/stats/crossing.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "experiments/stats/statistics.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using testing::DoubleNear;
using testing::Optional;

TEST(LevelCrossing, IsWhereTheLogOddsOfNeighboursMeetZero) {
  // Symmetric about the middle.
  const auto middle = level_crossing(std::vector<RatePoint>{{10, 900, 1000}, {20, 100, 1000}}, 0.5);
  ASSERT_TRUE(middle.has_value());
  EXPECT_NEAR(middle->value, 15, 1e-12);
  // By hand: the log odds fall from log(700.5 / 300.5) to log(400.5 / 600.5) over 2.
  const auto uneven =
      level_crossing(std::vector<RatePoint>{{12, 990, 1000}, {14, 700, 1000}, {16, 400, 1000}}, 0.5);
  ASSERT_TRUE(uneven.has_value());
  const double before = std::log(700.5 / 300.5), after = std::log(600.5 / 400.5);
  EXPECT_NEAR(uneven->value, 14 + 2 * before / (before + after), 1e-12);
  // A rising rate too.
  const auto rising = level_crossing(std::vector<RatePoint>{{0, 0, 50}, {1, 50, 50}}, 0.5);
  ASSERT_TRUE(rising.has_value());
  EXPECT_NEAR(rising->value, 0.5, 1e-12);
  // Another level is passed where the log odds are its own: here those of the middle of the first two points.
  const double between = (std::log(990.5 / 10.5) + before) / 2;
  const auto other = level_crossing(std::vector<RatePoint>{{12, 990, 1000}, {14, 700, 1000}, {16, 400, 1000}},
                                    1 / (1 + std::exp(-between)));
  ASSERT_TRUE(other.has_value());
  EXPECT_NEAR(other->value, 13, 1e-9);
  EXPECT_LT(other->low.value_or(99), 13);
  EXPECT_GT(other->high.value_or(0), 13);
}

TEST(LevelCrossing, SaysWhatTheGamesDoNot) {
  EXPECT_FALSE(level_crossing({}, 0.5).has_value());
  EXPECT_FALSE(level_crossing(std::vector<RatePoint>{{1, 3, 10}}, 0.5).has_value());
  EXPECT_FALSE(level_crossing(std::vector<RatePoint>{{1, 90, 100}, {2, 70, 100}}, 0.5).has_value())
      << "always above";
  // The last point may be above one half: the interval goes on beyond it.
  const auto open = level_crossing(std::vector<RatePoint>{{1, 900, 1000}, {2, 48, 100}}, 0.5);
  ASSERT_TRUE(open.has_value());
  EXPECT_THAT(open->low, testing::Ne(std::nullopt));
  EXPECT_EQ(open->high, std::nullopt);
  // From all won to all lost in one step: nothing is known of the place between.
  const auto step =
      level_crossing(std::vector<RatePoint>{{0, 50, 50}, {1, 50, 50}, {2, 0, 50}, {3, 0, 50}}, 0.5);
  ASSERT_TRUE(step.has_value());
  EXPECT_NEAR(step->value, 1.5, 1e-12);
  EXPECT_THAT(step->low, Optional(DoubleNear(1, 1e-9)));
  EXPECT_THAT(step->high, Optional(DoubleNear(2, 1e-9)));
  // Noise that crosses three times: the middle, and an interval that holds all.
  const auto noisy =
      level_crossing(std::vector<RatePoint>{{1, 90, 100}, {2, 49, 100}, {3, 51, 100}, {4, 10, 100}}, 0.5);
  ASSERT_TRUE(noisy.has_value());
  EXPECT_NEAR(noisy->value, 2.5, 1e-9);
  EXPECT_LT(noisy->low.value_or(9), 2);
  EXPECT_GT(noisy->high.value_or(0), 3);
}

// The limits once more, by a finer scan with the definition written out.
TEST(LevelCrossing, IntervalHoldsThePlacesThatMayBeHalf) {
  std::mt19937 draw(7);
  for (int round = 0; round < tests::case_count(60); ++round) {
    std::vector<RatePoint> points;
    for (int i = 0; i < 5; ++i) {
      const double rate = 1 / (1 + std::exp(1.3 * (i - 2) + 0.3));
      points.push_back(
          {static_cast<double>(i), std::binomial_distribution<std::uint64_t>(80, rate)(draw), 80});
    }
    const auto crossing = level_crossing(points, 0.5);
    if (!crossing) continue;
    double least = 1e9, most = -1e9;
    const auto logit = [](double p) { return std::log(p) - std::log1p(-p); };
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      for (int step = 0; step <= 2000; ++step) {
        const double b = step / 2000.0, a = 1 - b;
        double value = 0, down = 0, up = 0;
        for (const auto& [weight, point] : {std::pair(a, points[i]), std::pair(b, points[i + 1])}) {
          if (weight == 0) continue;
          const double wins = static_cast<double>(point.wins);
          const double odds = std::log((wins + 0.5) / (80 - wins + 0.5));
          const Interval limits = wilson_95(point.wins, 80);
          value += weight * odds;
          down += std::pow(weight * (odds - logit(limits.low)), 2);
          up += std::pow(weight * (logit(limits.high) - odds), 2);
        }
        if (value - std::sqrt(down) > 0 || value + std::sqrt(up) < 0) continue;
        least = std::min(least, static_cast<double>(i) + b);
        most = std::max(most, static_cast<double>(i) + b);
      }
    EXPECT_NEAR(crossing->low.value_or(0), least, 1e-3);
    EXPECT_NEAR(crossing->high.value_or(4), most, 1e-3);
    EXPECT_GE(crossing->value, least - 1e-3);
    EXPECT_LE(crossing->value, most + 1e-3);
  }
}

}  // namespace
}  // namespace sapper::experiments

// Curves of win rates against published fits, and places of levels.
#include "experiments/stats/threshold.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// Beetles killed by carbon disulphide (C. I. Bliss, Annals of Applied Biology 22, 1935); the fits are those of A. J. Dobson,
// "An Introduction to Generalized Linear Models", 2nd ed., 2002, section 7.3.
const std::vector<RatePoint> kBeetles{{1.6907, 6, 59},  {1.7242, 13, 60}, {1.7552, 18, 62}, {1.7842, 28, 56},
                                      {1.8113, 52, 63}, {1.8369, 53, 59}, {1.8610, 61, 62}, {1.8839, 60, 60}};

TEST(RateCurve, EqualsPublishedFits) {
  const auto logistic = fit_rate_curve(kBeetles, RateLink::logistic);
  ASSERT_TRUE(logistic);
  EXPECT_NEAR(logistic->b, 34.27, 0.01);
  EXPECT_NEAR(logistic->a - logistic->b * logistic->middle, -60.72, 0.01);
  EXPECT_NEAR(std::sqrt(logistic->covariance[2] / logistic->dispersion), 2.912, 0.005);
  EXPECT_NEAR(logistic->chi_squared, 10.03, 0.01);
  EXPECT_EQ(logistic->freedom, 6U);
  EXPECT_NEAR(logistic->lack_of_fit_p, 0.123, 0.001);
  EXPECT_FALSE(logistic->is_bad());
  EXPECT_NEAR(logistic->dispersion, 10.03 / 6, 0.002);
  EXPECT_NEAR(place_of_level(*logistic, 0.5).value, 60.72 / 34.27, 1e-3);
  EXPECT_NEAR(place_of_level(*logistic, 0.9).value, (60.72 + std::log(9)) / 34.27, 1e-3);
  const auto probit = fit_rate_curve(kBeetles, RateLink::probit);
  ASSERT_TRUE(probit);
  EXPECT_NEAR(probit->b, 19.73, 0.01);
  EXPECT_NEAR(probit->a - probit->b * probit->middle, -34.94, 0.01);
  EXPECT_NEAR(place_of_level(*probit, 0.9).value, (34.94 + 1.2816) / 19.73, 1e-3);
}

// The ends of an interval are where the line differs from the level by 1.96 of its standard errors.
TEST(RateCurve, IntervalsEndWhereTheLineDiffers) {
  const auto curve = fit_rate_curve(kBeetles, RateLink::logistic);
  for (const double level : {0.2, 0.5, 0.95}) {
    const Crossing place = place_of_level(*curve, level);
    for (const double end : {*place.low, *place.high}) {
      const double x = end - curve->middle;
      const auto& [aa, ab, bb] = curve->covariance;
      EXPECT_NEAR(std::abs(curve->a + curve->b * x - std::log(level / (1 - level))) /
                      std::sqrt(aa + 2 * x * ab + x * x * bb),
                  kZ95, 1e-6);
    }
    EXPECT_LT(*place.low, place.value);
    EXPECT_GT(*place.high, place.value);
  }
}

TEST(RateCurve, IsNotThereWhereNoneIsDetermined) {
  const auto is_fitted = [](const std::vector<RatePoint>& points) {
    return fit_rate_curve(points, RateLink::logistic).has_value();
  };
  EXPECT_FALSE(is_fitted({}));
  EXPECT_FALSE(is_fitted({{1, 3, 5}}));
  EXPECT_FALSE(is_fitted({{1, 0, 5}, {2, 0, 9}})) << "no game is won";
  EXPECT_FALSE(is_fitted({{1, 5, 5}, {2, 5, 9}, {3, 0, 9}})) << "any steep curve does";
  EXPECT_TRUE(is_fitted({{1, 5, 5}, {2, 5, 9}, {3, 1, 9}}));
  EXPECT_TRUE(is_fitted({{1, 9, 9}, {2, 0, 9}, {3, 9, 9}})) << "overlapping";
  const auto flat =
      fit_rate_curve(std::vector<RatePoint>{{1, 50, 99}, {2, 52, 99}, {3, 48, 99}}, RateLink::logistic);
  ASSERT_TRUE(flat);
  EXPECT_FALSE(place_of_level(*flat, 0.5).low) << "the slope may be 0";
}

// What does not lie along the curve is told, and widens the intervals.
TEST(RateCurve, TellsABadFit) {
  std::vector<RatePoint> bent{{1, 990, 1000}, {2, 700, 1000}, {3, 680, 1000}, {4, 660, 1000}, {5, 20, 1000}};
  const auto curve = fit_rate_curve(bent, RateLink::logistic);
  ASSERT_TRUE(curve);
  EXPECT_LT(curve->lack_of_fit_p, 1e-6);
  EXPECT_NEAR(curve->dispersion, curve->chi_squared / 3, 1e-9);
  EXPECT_NEAR(curve->quantile, 3.18245, 1e-4) << "Student's, three degrees";
}

// The same games: a player's place does not differ from its own, and shared luck narrows the interval.
TEST(RateCurve, DifferencesOnTheSameGamesAreNarrower) {
  const std::vector<RatePoint> a{{1, 90, 100}, {2, 60, 100}, {3, 20, 100}},
      b{{1, 85, 100}, {2, 50, 100}, {3, 15, 100}};
  const auto curve_a = fit_rate_curve(a, RateLink::logistic), curve_b = fit_rate_curve(b, RateLink::logistic);
  const auto difference = [&](const std::vector<PairedPoint>& pairs) {
    return difference_of_places(*curve_a, *curve_b, pairs, 0.5);
  };
  const std::vector<PairedPoint> alike{{1, {100, 85, 5, 0}}, {2, {100, 50, 10, 0}}, {3, {100, 15, 5, 0}}},
      independent{{1, {10000, 7650, 1350, 850}}, {2, {100, 30, 30, 20}}, {3, {100, 3, 17, 12}}};
  const Difference paired = difference(alike), unpaired = difference(independent);
  EXPECT_NEAR(paired.value, place_of_level(*curve_a, 0.5).value - place_of_level(*curve_b, 0.5).value, 1e-12);
  EXPECT_LT(paired.interval.half_width(), unpaired.interval.half_width() / 2);
  EXPECT_EQ(paired.p_value<0.05, paired.interval.low> 0);
  std::vector<PairedPoint> same;
  for (const RatePoint& point : a) same.push_back({point.x, {point.games, point.wins, 0, 0}});
  const Difference none = difference_of_places(*curve_a, *curve_a, same, 0.5);
  EXPECT_NEAR(none.interval.half_width(), 0, 1e-3);
}

}  // namespace
}  // namespace sapper::experiments

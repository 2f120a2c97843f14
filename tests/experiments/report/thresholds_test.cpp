// Thresholds of a played sweep, against its results and comparisons.
#include "experiments/report/thresholds.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

figures::DataFile threshold_sweep() {
  return tests::played_report(
      R"("games": 200, "boards": [{"rows": [5, 6], "cols": 6, "density": [0.1, 0.2, 0.3, 0.4]}],
    "strategies": ["random", "rules", "csp"])");
}

TEST(Thresholds, AreOfEachSeriesAndPair) {
  const figures::DataFile data = threshold_sweep();
  const Thresholds all = thresholds_of(data.data, 0.6, RateLink::logistic);
  ASSERT_EQ(all.strategies.size(), 6U);
  EXPECT_EQ(all.axis_name, "mine density (%)");
  for (const StrategyThreshold& strategy : all.strategies) {
    if (strategy.rates.label == "random") continue;
    ASSERT_TRUE(strategy.place);
    ASSERT_EQ(strategy.rates.points.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(strategy.rates.points[i].x, strategy.rates.results[i]->played->axis);
      EXPECT_EQ(strategy.rates.points[i].wins, strategy.rates.results[i]->wins);
    }
    if (!strategy.place->low || !strategy.place->high) continue;
    EXPECT_LT(*strategy.place->low, strategy.place->value);
    EXPECT_GT(*strategy.place->high, strategy.place->value);
  }
  // Pairs of those with a place: csp minus rules on both boards.
  std::size_t pairs = 0;
  for (const ThresholdDifference& pair : all.differences) {
    if (pair.a != "csp" || pair.b != "rules") continue;
    ++pairs;
    EXPECT_GT(pair.difference.value, 0) << "csp gets further";
    EXPECT_GE(pair.p_value_holm, pair.difference.p_value);
  }
  EXPECT_EQ(pairs, 2U);
  const std::string text = thresholds_text(all, 100);
  for (const char* const part :
       {"Where 60 % of the games are won: mine density (%), by a logistic curve",
        "How much further one gets than another", "csp / rules", "( to ): 95 % interval"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(thresholds_text(thresholds_of(data.data, 0.9, RateLink::logistic), 100),
              HasSubstr("less than 90 % from 10 to 40"))
      << "random";
}

// From all won to all lost in one step no curve has the greatest likelihood; rates that bend lie along none. There the place
// is between two cases, and said to be; other boards are as they were.
TEST(Thresholds, InterpolateWhereNoCurveFits) {
  using Shares = std::array<double, 4>;
  for (const Shares& shares : {Shares{1, 1, 0, 0}, Shares{0.9, 0.89, 0.11, 0.1}}) {
    figures::DataFile data = threshold_sweep();
    const Thresholds before = thresholds_of(data.data, 0.5, RateLink::logistic);
    for (Result& result : data.data.results)
      if (result.label == "csp" && result.played->number < 4) {
        result.games = 10000;
        result.wins = static_cast<std::uint64_t>(10000 * shares[result.played->number]);
      }
    const Thresholds all = thresholds_of(data.data, 0.5, RateLink::logistic);
    const std::string text = thresholds_text(all, 100);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < all.strategies.size(); ++i) {
      const StrategyThreshold& strategy = all.strategies[i];
      if (strategy.rates.label != "csp" || strategy.rates.series != all.strategies.front().rates.series) {
        EXPECT_EQ(place_text(strategy, 0.5), place_text(before.strategies[i], 0.5));
        continue;
      }
      ++changed;
      ASSERT_TRUE(strategy.is_interpolated());
      const auto& points = strategy.rates.points;
      EXPECT_NEAR(strategy.place->value, (points[1].x + points[2].x) / 2, 1e-9);
      EXPECT_THAT(text, HasSubstr(place_text(strategy, 0.5)));
      EXPECT_EQ(mark_of(strategy), " ~");
    }
    EXPECT_EQ(changed, 1U);
    EXPECT_THAT(text, HasSubstr("~ the win rates do not lie along such a curve"));
    for (const ThresholdDifference& pair : all.differences) {
      if (pair.is_paired) continue;
      EXPECT_LT(pair.difference.interval.low, pair.difference.value);
      EXPECT_GT(pair.difference.interval.high, pair.difference.value);
      EXPECT_EQ(pair.difference.p_value<0.05, pair.difference.interval.low> 0 ||
                pair.difference.interval.high < 0);
    }
    const bool has_unpaired =
        std::ranges::any_of(all.differences, [](const auto& pair) { return !pair.is_paired; });
    EXPECT_TRUE(has_unpaired);
    const std::string json = boost::json::serialize(thresholds_json(*data.report, all));
    EXPECT_EQ(
        tests::schema_errors(boost::json::parse(json), SAPPER_DATA_DIR "/schema/thresholds.schema.json"),
        std::vector<std::string>{});
  }
}

TEST(Thresholds, NeedThreePlaces) {
  const figures::DataFile data = tests::played_report(
      R"("games": 2, "boards": [{"rows": 5, "density": [0.1, 0.2]}], "strategies": ["rules"])");
  EXPECT_THAT(tests::message_of<InputError>([&] { thresholds_of(data.data, 0.5, RateLink::logistic); }),
              HasSubstr("at three densities or more"));
}

}  // namespace
}  // namespace sapper::experiments

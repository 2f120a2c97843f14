// Thresholds of a played sweep, against its results and comparisons.
#include "experiments/report/thresholds.hpp"

#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
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
    if (!strategy.place->low || !strategy.place->high) continue;  // of a bad fit of few cases
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
  EXPECT_THAT(thresholds_text(thresholds_of(data.data, 0.999, RateLink::probit), 100),
              HasSubstr("not from "));
}

TEST(Thresholds, NeedThreePlaces) {
  const figures::DataFile data = tests::played_report(
      R"("games": 2, "boards": [{"rows": 5, "density": [0.1, 0.2]}], "strategies": ["rules"])");
  EXPECT_THAT(tests::message_of<InputError>([&] { thresholds_of(data.data, 0.5, RateLink::logistic); }),
              HasSubstr("at three densities or more"));
}

}  // namespace
}  // namespace sapper::experiments

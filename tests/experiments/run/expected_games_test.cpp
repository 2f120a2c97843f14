// How many games a stop rule will need, against runs that play them, and against the width of a normal interval.
// Label: threads
#include "experiments/run/expected_games.hpp"

#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/tally.hpp"
#include "tests/support/played_report.hpp"

namespace sapper::experiments {
namespace {

std::unique_ptr<Experiment> experiment_of(const std::string& games, const std::string& stop) {
  return tests::experiment_of(
      R"("boards": [{"rows": 5, "mines": 6}], "strategies": ["rules", "min_risk"], "games": )" + games +
      stop);
}

std::unique_ptr<Tally> played(const Experiment& experiment) {
  return std::move(tests::play_all(experiment).tallied.front().tally);
}

TEST(ExpectedGames, RepeatedGamesAddUp) {
  const auto experiment = experiment_of("30", "");
  const auto tally = played(*experiment);
  for (const std::uint64_t times : {1U, 2U, 3U, 7U, 64U, 1000U}) {
    const auto sum = repeat_tally(*experiment, *tally, times);
    EXPECT_EQ(sum->games(), 30 * times);
    const auto one = experiment->parts().results.paired(*tally, 0, 1);
    const auto all = experiment->parts().results.paired(*sum, 0, 1);
    EXPECT_EQ(all->both, one->both * times);
    EXPECT_EQ(all->only_b, one->only_b * times);
  }
  EXPECT_EQ(tally->games(), 30U);
}

TEST(ExpectedGames, AreAllWithoutAStopRuleOrGames) {
  const auto without = experiment_of("30", "");
  EXPECT_EQ(expected_games(*without, *played(*without), 77), 77U);
  const auto with = experiment_of("500", R"(, "stop": {"half_width": 0.001, "min_games": 100})");
  EXPECT_EQ(expected_games(*with, *with->make_tally(), 500), 500U);
  EXPECT_EQ(expected_games(*with, *played(*with), 1000), 1000U) << "the rule would need far more";
}

// The games that the intervals' width asks for: 1.96^2 p (1 - p) / w^2, whose p is the one nearest to a half. Looks are a
// twentieth apart, and copies of the pilot are steps of as much.
TEST(ExpectedGames, FollowFromTheWidthOfIntervals) {
  const auto pilot = experiment_of("2000", "");
  const auto tally = played(*pilot);
  double widest = 0;
  for (const std::size_t player : {0U, 1U}) {
    const double p = static_cast<double>(pilot->parts().results.paired(*tally, player, player)->both) / 2000;
    widest = std::max(widest, p * (1 - p));
  }
  for (const double width : {0.01, 0.004, 0.001}) {
    const auto experiment = experiment_of(
        "100000000", R"(, "stop": {"min_games": 1000, "half_width": )" + std::to_string(width) + "}");
    const double needed = 1.96 * 1.96 * widest / (width * width);
    const auto expected = static_cast<double>(expected_games(*experiment, *tally, 100'000'000));
    EXPECT_GT(expected, 0.95 * needed) << width;
    EXPECT_LT(expected, 1.2 * needed + 2000) << width;
  }
}

// A pilot of 500 games tells where the run will end to within a factor of 2.5, for these seeds.
TEST(ExpectedGames, AreThoseThatTheRunPlays) {
  for (const std::string stop : {R"({"min_games": 500, "half_width": 0.01})",
                                 R"({"min_games": 500, "sprt": {"strategies": ["rules", "min_risk"],
                                     "d0": -0.30, "d1": -0.22}})"}) {
    const auto run = experiment_of("1000000", ", \"stop\": " + stop);
    const auto end = static_cast<double>(played(*run)->games());
    ASSERT_LT(end, 1'000'000);
    const auto pilot = played(*experiment_of("500", ""));
    const auto expected = static_cast<double>(expected_games(*run, *pilot, 1'000'000));
    EXPECT_GT(expected, 0.4 * end) << stop;
    EXPECT_LT(expected, 2.5 * end) << stop;
  }
  // Report to its end, a case needs no more.
  const auto run = experiment_of("1000000", R"(, "stop": {"min_games": 500, "half_width": 0.01})");
  const auto tally = played(*run);
  EXPECT_EQ(expected_games(*run, *tally, 1'000'000), tally->games());
}

}  // namespace
}  // namespace sapper::experiments

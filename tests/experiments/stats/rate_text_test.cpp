// Win rates and their differences in tables: intervals inside 0 to 100 %.
#include "experiments/stats/differences.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

TEST(RateText, GivesBothEndsOfALopsidedInterval) {
  // Wilson's intervals, computed independently: 5 of 5 is 5 / (5 + 1.96^2) to 1.
  EXPECT_EQ(rate_text(5, 5), "100.00 % (56.55 to 100.00)");
  EXPECT_EQ(rate_text(8, 20000), "0.04 % (0.02 to 0.08)");
  EXPECT_EQ(rate_text(3, 10), "30.00 % (10.78 to 60.32)");
  EXPECT_EQ(rate_text(0, 20000), "0.00 % (0.00 to 0.02)");
  EXPECT_EQ(rate_text(0, 0), "0.00 % (0.00 to 100.00)");
}

TEST(RateText, GivesHalfTheWidthOfOthers) {
  EXPECT_THAT(rate_text(10036, 20000), testing::MatchesRegex("50\\.18 % (±|\\+-) 0\\.69"));
  EXPECT_THAT(rate_text(304, 20000), testing::MatchesRegex("1\\.52 % (±|\\+-) 0\\.17"));
}

// The number after +- never leads outside 0 to 100 %.
TEST(RateText, NeverReachesBeyond0Or100) {
  for (std::uint64_t games = 1; games <= 200; ++games)
    for (const std::uint64_t wins : {std::uint64_t{0}, games / 20, games / 2, games - games / 20, games}) {
      const std::string text = rate_text(wins, games);
      if (text.find('(') != std::string::npos) continue;
      const double rate = 100.0 * static_cast<double>(wins) / static_cast<double>(games);
      const double half_width = std::stod(text.substr(text.rfind(' ')));
      EXPECT_GE(rate - half_width, 0) << text;
      EXPECT_LE(rate + half_width, 100) << text;
    }
}

TEST(DifferenceText, GivesBothEndsOfALopsidedInterval) {
  EXPECT_EQ(difference_text({-0.95, {-0.99, -0.7122}, 0}), "-95.00 (-99.00 to -71.22)");
  EXPECT_THAT(difference_text({0.012, {0.0089, 0.0151}, 0.001}),
              testing::MatchesRegex("\\+1\\.20 (±|\\+-) 0\\.31"));
}

// The number after +- never leads outside -100 to 100 points.
TEST(DifferenceText, NeverReachesBeyond100Points) {
  int lopsided = 0;
  for (const std::uint64_t games : {1, 2, 5, 16, 40})
    for (std::uint64_t only_a = 0; only_a <= games; ++only_a)
      for (std::uint64_t only_b = 0; only_a + only_b <= games; ++only_b) {
        const Difference difference = paired_difference(games, only_a, only_b);
        const std::string text = difference_text(difference);
        if (text.find('(') != std::string::npos) {
          ++lopsided;
          continue;
        }
        const double half_width = std::stod(text.substr(text.rfind(' ')));
        EXPECT_LE(100 * std::abs(difference.value) + half_width, 100) << text;
      }
  EXPECT_GT(lopsided, 100);
}

}  // namespace
}  // namespace sapper::experiments

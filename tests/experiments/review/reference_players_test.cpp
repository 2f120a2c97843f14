// Ratings: places among reference players, ranges against exact tail probabilities, and the level of the ranges.
#include "experiments/review/reference_players.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "experiments/stats/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// Players who give away everything in a share of their decisions and nothing in the others.
ReferenceLevel level_of(const std::vector<double>& shares) {
  ReferenceLevel level;
  level.name = "test";
  for (const double share : shares)
    level.players.push_back(
        {"p", 100, 100, {{1 - share, 0}, {share, 1}}, {{0.25, -0.5}, {0.25, 0.1}, {0.25, 0.1}, {0.25, 0.3}}});
  return level;
}

double binomial(int n, int k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) +
                  (n - k) * std::log1p(-p));
}

TEST(ReferencePlayers, SkillIsThePlaceOfWhatIsGivenAwayPerDecision) {
  const ReferenceLevel level = level_of({0.4, 0.2, 0.1, 0.05});
  const auto skill = [&](double rate) { return level.skill(1000, 1000 * rate)->value; };
  EXPECT_NEAR(skill(0.4), 12.5, 1e-9);
  EXPECT_NEAR(skill(0.2), 37.5, 1e-9);
  EXPECT_NEAR(skill(0.15), 50, 1e-9);
  EXPECT_NEAR(skill(0.05), 87.5, 1e-9);
  EXPECT_NEAR(skill(0.025), 93.75, 1e-9);
  EXPECT_EQ(skill(0), 100);
  EXPECT_EQ(skill(-0.01), 100);
  EXPECT_NEAR(skill(0.6), 6.25, 1e-9);
  EXPECT_EQ(skill(0.8), 0);
  EXPECT_EQ(skill(0.9), 0);
  EXPECT_FALSE(level.skill(0, 0));
}

// A player is in the range exactly if as much, and as little, given away has a probability of 0.5 % with it.
TEST(ReferencePlayers, RangesAreThePlayersThatExplainTheGames) {
  const std::vector<double> shares{0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02};
  const ReferenceLevel level = level_of(shares);
  constexpr double kUnsure = 0.008;  // simulated probabilities
  int inside = 0, outside = 0;
  for (const int decisions : {1, 4, 12, 60, 400})
    for (const double rate : {0.0, 0.01, 0.06, 0.15, 0.25, 0.45, 0.6}) {
      const int lost = static_cast<int>(std::lround(rate * decisions));
      const RangedPercentile skill = level.skill(static_cast<std::uint64_t>(decisions), lost).value();
      EXPECT_LE(skill.low, skill.value);
      EXPECT_GE(skill.high, skill.value);
      for (std::size_t i = 0; i < shares.size(); ++i) {
        double as_much = 0, as_little = 0;
        for (int k = 0; k <= decisions; ++k) {
          as_much += k >= lost ? binomial(decisions, k, shares[i]) : 0;
          as_little += k <= lost ? binomial(decisions, k, shares[i]) : 0;
        }
        const double tail = std::min(as_much, as_little);
        if (std::abs(tail - 0.005) < (tail < 0.005 ? 0.0045 : kUnsure)) continue;
        // The range reaches the value of the games themselves, and the player nearest to them where none explains them.
        if (std::abs(level.place_of(i) - skill.value) < 1e-9) continue;
        if (tail < 0.005 && (i == 0 ? as_much < 0.005 : i + 1 == shares.size() && as_little < 0.005))
          continue;
        const bool is_inside = skill.low <= level.place_of(i) && level.place_of(i) <= skill.high;
        EXPECT_EQ(is_inside, tail > 0.005) << decisions << " decisions, " << lost << ", player " << i;
        (is_inside ? inside : outside) += 1;
      }
    }
  EXPECT_GT(inside, 40);
  EXPECT_GT(outside, 40);
}

TEST(ReferencePlayers, LuckCountsLuckierGames) {
  const ReferenceLevel level = level_of({0.4, 0.2});
  const RangedPercentile same = level.luck(1, 0.1, 0, level.w_start);
  EXPECT_NEAR(same.low, 25, 1e-9);
  EXPECT_NEAR(same.high, 75, 1e-9);
  EXPECT_NEAR(same.value, 50, 1e-9);
  EXPECT_NEAR(level.luck(1, 0.2, 0, level.w_start).value, 75, 1e-9);
  EXPECT_NEAR(level.luck(1, 0.2, 0.1, level.w_start).low, 25, 1e-9);
  EXPECT_NEAR(level.luck(1, 0.2, 0.1, level.w_start).high, 100, 1e-9);
  // Of 100 games the sum is normal, with mean 0 and a standard deviation of 3.
  EXPECT_NEAR(level.luck(100, 0, 0, level.w_start).value, 50, 6);
  EXPECT_NEAR(level.luck(100, 3, 0, level.w_start).value, 84, 6);
}

// Games that are won by chance alone.
TEST(ReferencePlayers, LuckIsThatOfTheChanceAtTheStart) {
  ReferenceLevel level = level_of({0.4, 0.2});
  level.w_start = 0.6;
  for (ReferencePlayer& player : level.players) player.luck = {{0.4, -0.6}, {0.6, 0.4}};
  for (const double w : {0.6, 0.9, 0.25, 0.7013, 0.6007}) {
    const RangedPercentile won = level.luck(1, 1 - w, 0, w), lost = level.luck(1, -w, 0, w);
    EXPECT_NEAR(won.low, 100 * (1 - w), 0.3);
    EXPECT_NEAR(won.high, 100, 1e-9);
    EXPECT_NEAR(lost.low, 0, 1e-9);
    EXPECT_NEAR(lost.high, 100 * (1 - w), 0.3);
    EXPECT_NEAR(level.luck(400, 0, 0, w).value, 50, 6);
    // The sum over 400 games has a standard deviation of 20 sqrt(w (1 - w)).
    EXPECT_NEAR(level.luck(400, 20 * std::sqrt(w * (1 - w)), 0, w).value, 84, 6);
  }
}

TEST(ReferencePlayers, TheLevelsHaveTables) {
  ASSERT_EQ(reference_levels().size(), 3U);
  for (const ReferenceLevel& level : reference_levels()) {
    SCOPED_TRACE(level.name);
    EXPECT_GE(level.players.size(), 5U);
    double before = 1;
    for (const ReferencePlayer& player : level.players) {
      double share = 0, luck = 0;
      for (const ValueShare& entry : player.losses) share += entry.share;
      for (const ValueShare& entry : player.luck) luck += entry.share * entry.value;
      EXPECT_NEAR(share, 1, 1e-4);
      EXPECT_NEAR(luck, 0, 0.12) << "luck has mean 0: " << player.name;
      EXPECT_LE(player.charged_per_decision(), before);
      before = player.charged_per_decision();
      EXPECT_TRUE(player.name == "random" || word_for(player.name) != player.name)
          << player.name << " has no word";
    }
    sim::GameRules rules;
    rules.mine_count = level.mine_count;
    rules.grid = std::make_shared<const sim::Grid>(level.size.cols, level.size.rows);
    EXPECT_EQ(&reference_level(rules, 0), &level) << "turned";
    rules.mine_count += 1;
    EXPECT_FALSE(level.has_board(rules));
    EXPECT_EQ(&reference_level(rules, level.w_start), &level) << "the nearest";
  }
}

// Series of decisions of reference players, and of players between two of them, are in their ranges in 95 % of cases.
TEST(ReferencePlayers, RangesHoldTheirLevel) {
  std::mt19937_64 random(7);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const auto draw = [&](const std::vector<ValueShare>& table) {
    double left = uniform();
    for (const ValueShare& entry : table) {
      left -= entry.share;
      if (left < 0) return entry.value;
    }
    return table.back().value;
  };
  for (const ReferenceLevel& level : reference_levels())
    for (const int decisions : {4, 20, 150}) {
      int held = 0, tries = 0;
      for (std::size_t player = 0; player + 1 < level.players.size(); ++player)
        for (const double weight : {0.0, 0.5}) {
          const ReferencePlayer& worse = level.players[player];
          const ReferencePlayer& better = level.players[player + 1];
          const double rate =
              (1 - weight) * worse.charged_per_decision() + weight * better.charged_per_decision();
          const double place = level.skill(1'000'000'000, 1e9 * rate)->value;
          for (int run = 0; run < 60; ++run) {
            double sum = 0;
            for (int i = 0; i < decisions; ++i)
              sum += draw(uniform() < weight ? better.losses : worse.losses);
            const RangedPercentile skill = level.skill(static_cast<std::uint64_t>(decisions), sum).value();
            held += skill.low - 1e-6 <= place && place <= skill.high + 1e-6 ? 1 : 0;
            ++tries;
          }
        }
      EXPECT_GE(held, 0.94 * tries) << level.name << ", " << decisions << " decisions";
    }
}

}  // namespace
}  // namespace sapper::experiments

#include "experiments/stats/spsa.hpp"

#include <cmath>
#include <map>
#include <random>

#include "tests/support/case_count.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// A game whose chance to be won is known: highest, 0.6, at the optimum, and less by a parabola in the share of the range.
// Both sides play with the same luck, as on common boards.
class KnownGame {
 public:
  KnownGame(std::vector<SpsaSetting> settings, std::vector<double> optimum)
      : settings_(std::move(settings)), optimum_(std::move(optimum)) {}

  double chance(const std::vector<double>& values) const {
    double chance = 0.6;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double away = (values[i] - optimum_[i]) / (settings_[i].to - settings_[i].from);
      chance -= 0.25 * away * away;
    }
    return chance;
  }
  double difference(const Spsa::Sides& sides, int games) {
    std::uniform_real_distribution<double> luck;
    const double plus = chance(sides.plus), minus = chance(sides.minus);
    int sum = 0;
    for (int game = 0; game < games; ++game) {
      const double draw = luck(random_);
      sum += static_cast<int>(draw < plus) - static_cast<int>(draw < minus);
    }
    return static_cast<double>(sum) / games;
  }

 private:
  std::vector<SpsaSetting> settings_;
  std::vector<double> optimum_;
  std::mt19937_64 random_{5};
};

TEST(Spsa, FindsTheOptimumOfAKnownNoisyGame) {
  const std::vector<SpsaSetting> settings{
      {0, 1, false, 0.95}, {-50, 50, false, -50}, {0, 40, true, 38}, {0, 0.01, false, 0.005}};
  const std::vector<double> optimum{0.3, 20, 9, 0.005};
  constexpr int kIterations = 200, kGames = 400, kSeeds = 20;
  std::vector<double> sums(settings.size()), squares(settings.size());
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    KnownGame game(settings, optimum);
    Spsa search(settings, {kIterations, 0.1, 2000.0 / (kIterations * kGames)}, seed);
    for (int i = 0; i < kIterations; ++i) search.update(game.difference(search.sides(), kGames), kGames);
    EXPECT_EQ(search.iteration(), std::uint64_t{kIterations});
    const std::vector<double> found = search.rounded_values();
    EXPECT_EQ(found[2], std::floor(found[2]));
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const double away = (found[i] - optimum[i]) / (settings[i].to - settings[i].from);
      sums[i] += away / kSeeds;
      squares[i] += away * away / kSeeds;
    }
    EXPECT_GT(game.chance(found), 0.6 - 0.02) << "seed " << seed;
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    EXPECT_NEAR(sums[i], 0, 0.05) << i;
    EXPECT_LT(std::sqrt(squares[i]), 0.12) << i;
  }
}

TEST(Spsa, EndsAtTheEndOfARangeBeyondWhichTheOptimumLies) {
  const std::vector<SpsaSetting> settings{{0, 1, false, 0.5}, {0, 10, true, 5}};
  KnownGame game(settings, {1.4, -4});
  Spsa search(settings, {100, 0.1, 0.02}, 3);
  for (int i = 0; i < 100; ++i) search.update(game.difference(search.sides(), 500), 500);
  EXPECT_GT(search.rounded_values()[0], 0.9);
  EXPECT_LE(search.rounded_values()[1], 1);
}

// The formula of the header, once more, for a setting whose range is not [0, 1].
TEST(Spsa, MovesByItsFormula) {
  const SpsaSchedule schedule{50, 0.08, 0.01};
  Spsa search({{10, 30, false, 17}}, schedule, 9);
  double place = 0.35;
  for (int k = 0; k < 50; ++k) {
    EXPECT_NEAR(search.values()[0], 10 + 20 * place, 1e-6);
    const double c = 0.08 * std::pow(50.0 / (k + 1), 0.101);
    const double a_per_a_end = std::pow((5.0 + 50) / (5.0 + k + 1), 0.602);
    const double r = 0.01 * a_per_a_end * std::pow(0.08 / c, 2);
    const Spsa::Sides sides = search.sides();
    const double middle = std::min(std::max(place, c), 1 - c);
    EXPECT_NEAR(std::abs(sides.plus[0] - sides.minus[0]), 20 * 2 * c, 1e-5);
    EXPECT_NEAR((sides.plus[0] + sides.minus[0]) / 2, 10 + 20 * middle, 1e-5);
    const double sign = sides.plus[0] > sides.minus[0] ? 1 : -1;
    const double difference = k % 3 == 0 ? 0.04 : -0.01;
    const double step = r * c * sign * 100 * difference;
    place = std::min(1.0, std::max(0.0, place + std::min(c, std::max(-c, step))));
    search.update(difference, 100);
  }
}

TEST(Spsa, ChangesSettingsInsideTheirRangesByFairCoins) {
  const std::vector<SpsaSetting> settings{
      {0, 1, false, 0}, {0, 1, false, 1}, {2, 5, true, 5}, {0, 1, true, 0}};
  const int iterations = std::max(800, tests::case_count(4000));
  Spsa search(settings, {static_cast<std::uint64_t>(iterations), 0.2, 1e-9}, 4);
  std::map<std::vector<bool>, int> signs;
  double third = 0;
  for (int i = 0; i < iterations; ++i) {
    const Spsa::Sides sides = search.sides();
    std::vector<bool> ups;
    for (std::size_t s = 0; s < settings.size(); ++s) {
      for (const double value : {sides.plus[s], sides.minus[s]}) {
        EXPECT_GE(value, settings[s].from);
        EXPECT_LE(value, settings[s].to);
        if (settings[s].is_whole) {
          EXPECT_EQ(value, std::floor(value));
        }
      }
      EXPECT_NE(sides.plus[s], sides.minus[s]);
      ups.push_back(sides.plus[s] > sides.minus[s]);
    }
    ++signs[ups];
    third += (sides.plus[2] + sides.minus[2]) / 2 / iterations;
    const Spsa::Sides again = search.sides();
    EXPECT_EQ(again.plus, sides.plus);
    search.update(0, 10);
  }
  EXPECT_EQ(signs.size(), 16U);
  for (const auto& [ups, count] : signs)
    EXPECT_NEAR(count, iterations / 16.0, 5 * std::sqrt(iterations / 16.0)) << "a coin of a setting";
  // The middle of the third is at least the spread below 5: 5 - 3 c_k, with c_k falling to 0.2.
  double expected = 0;
  for (int k = 1; k <= iterations; ++k)
    expected += (5 - 3 * std::min(0.5, 0.2 * std::pow(iterations / double(k), 0.101))) / iterations;
  EXPECT_NEAR(third, expected, 5 * 0.5 / std::sqrt(iterations)) << "rounding is fair";
}

TEST(Spsa, RoundsToAThousandthOfTheRange) {
  EXPECT_EQ(Spsa({{0, 0.05, false, 0.0123456}}, {}, 1).rounded_values()[0], 0.01235);
  EXPECT_EQ(Spsa({{-200, 800, false, 33.7}}, {}, 1).rounded_values()[0], 34);
  EXPECT_EQ(Spsa({{0, 3, false, 1.23456}}, {}, 1).rounded_values()[0], 1.235);
}

}  // namespace
}  // namespace sapper::experiments

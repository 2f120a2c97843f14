// Laws fitted to speeds and times with known coefficients.
#include "experiments/stats/fitted_laws.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Speeds = std::vector<std::vector<double>>;  // [repeat][thread count]

const std::vector<std::size_t> kThreads{1, 2, 4, 8, 16};

// Speeds by the universal law on a machine whose speed differs between repeats, with independent errors of the runs.
Speeds universal_speeds(double sigma, double kappa, std::size_t repeats, double error, unsigned seed = 1) {
  std::mt19937 numbers(seed);
  std::normal_distribution<double> normal;
  Speeds speeds(repeats);
  for (std::vector<double>& repeat : speeds) {
    const double machine = 1000 * std::exp(0.2 * normal(numbers));
    for (const std::size_t threads : kThreads)
      repeat.push_back(machine * universal_speed_up(sigma, kappa, static_cast<double>(threads)) *
                       std::exp(error * normal(numbers)));
  }
  return speeds;
}

TEST(FittedLaws, FindTheUniversalLaw) {
  const auto laws = fit_speed_laws(kThreads, universal_speeds(0.03, 0.0005, 4, 0), Workload::fixed);
  ASSERT_TRUE(laws && laws->sigma);
  EXPECT_NEAR(laws->sigma->value, 0.03, 1e-9);
  EXPECT_NEAR(laws->kappa->value, 0.0005, 1e-10);
  EXPECT_NEAR(laws->peak_threads->value, std::sqrt(0.97 / 0.0005), 1e-4);
  EXPECT_NEAR(laws->sigma->interval->low, 0.03, 1e-9) << "without errors";
  // The least number of threads need not be 1.
  const std::vector<std::size_t> from_two(kThreads.begin() + 1, kThreads.end());
  Speeds speeds = universal_speeds(0.03, 0.0005, 1, 0);
  speeds[0].erase(speeds[0].begin());
  EXPECT_NEAR(fit_speed_laws(from_two, speeds, Workload::fixed)->sigma->value, 0.03, 1e-9);
}

TEST(FittedLaws, FindTheSerialShare) {
  const auto amdahl = fit_speed_laws(kThreads, universal_speeds(0.07, 0, 3, 0), Workload::fixed);
  EXPECT_NEAR(amdahl->serial_share.value, 0.07, 1e-9);
  EXPECT_NEAR(amdahl->kappa->value, 0, 1e-12);
  std::vector<double> grown;
  grown.reserve(kThreads.size());
  for (const std::size_t threads : kThreads) grown.push_back(0.07 + 0.93 * static_cast<double>(threads));
  const auto gustafson = fit_speed_laws(kThreads, Speeds{grown}, Workload::per_thread);
  EXPECT_NEAR(gustafson->serial_share.value, 0.07, 1e-9);
}

TEST(FittedLaws, HaveNoPeakAndNoNegativeCoefficientWherePerfect) {
  const auto laws = fit_speed_laws(kThreads, universal_speeds(-0.01, 0, 3, 0), Workload::fixed);
  EXPECT_EQ(laws->serial_share.value, 0);
  EXPECT_EQ(laws->sigma->value, 0);
  EXPECT_EQ(laws->kappa->value, 0);
  EXPECT_TRUE(std::isinf(laws->peak_threads->value));
}

// Three repeats whose fits are 0.02, 0.03 and 0.04: the mean and 4.3027 standard errors of 0.01 / sqrt(3). What a
// bootstrap can reach ends at 0.02 and 0.04.
TEST(FittedLaws, ReachBeyondTheFitsOfTheRepeats) {
  Speeds speeds;
  for (const double share : {0.02, 0.03, 0.04}) speeds.push_back(universal_speeds(share, 0, 1, 0).front());
  const auto laws = fit_speed_laws(kThreads, speeds, Workload::fixed);
  EXPECT_NEAR(laws->serial_share.interval->low, 0.03 - 4.3027 * 0.01 / std::sqrt(3), 1e-6);
  EXPECT_NEAR(laws->sigma->interval->high, 0.03 + 4.3027 * 0.01 / std::sqrt(3), 1e-6);
}

TEST(FittedLaws, NeedEnoughThreadCountsAndRepeats) {
  const std::vector<std::size_t> one{1}, two{1, 2};
  EXPECT_FALSE(fit_speed_laws(one, Speeds{{5}}, Workload::fixed));
  const auto laws = fit_speed_laws(two, Speeds{{5, 9}}, Workload::fixed);
  ASSERT_TRUE(laws);
  EXPECT_NEAR(laws->serial_share.value, 1.0 / 9, 1e-9);
  EXPECT_FALSE(laws->serial_share.interval);
  EXPECT_FALSE(laws->sigma);
}

// Amdahl's law of two thread counts goes on exactly; so does the universal one of four.
TEST(FittedLaws, PredictTheEfficiencyOnMoreThreads) {
  const std::vector<std::size_t> two{1, 2};
  const Speeds amdahl(3, {1, 2 / 1.02});
  const ParameterEstimate far = predicted_efficiency(two, amdahl, Workload::fixed, 64);
  EXPECT_NEAR(far.value, 1 / (1 + 0.02 * 63), 1e-9);
  ASSERT_TRUE(far.interval);
  EXPECT_NEAR(far.interval->low, far.value, 1e-9);
  EXPECT_NEAR(predicted_efficiency(two, amdahl, Workload::per_thread, 64).value, 1 - 63 * 0.0392156863 / 64,
              1e-6);
  const ParameterEstimate universal =
      predicted_efficiency(kThreads, universal_speeds(0.02, 1e-4, 3, 0), Workload::fixed, 256);
  EXPECT_NEAR(universal.value, 1 / (1 + 0.02 * 255 + 1e-4 * 256 * 255), 1e-6);
  // Repeats that differ have an interval around the fit; faster than perfect is perfect.
  Speeds spread;
  for (const double share : {0.01, 0.02, 0.03}) spread.push_back({1, 2 / (1 + share)});
  const ParameterEstimate wide = predicted_efficiency(two, spread, Workload::fixed, 64);
  EXPECT_LT(wide.interval->low, 1 / (1 + 0.03 * 63));
  EXPECT_EQ(wide.interval->high, 1) << "no serial share at all is within chance";
  EXPECT_EQ(predicted_efficiency(two, Speeds{{1, 2.1}}, Workload::fixed, 64).value, 1);
  EXPECT_FALSE(predicted_efficiency(two, Speeds{{1, 1.9}}, Workload::fixed, 64).interval);
}

TEST(PowerLaw, FindsTheExponent) {
  std::vector<std::pair<double, double>> points{
      {1, 3}, {10, 3 * std::pow(10, 0.8)}, {100, 3 * std::pow(100, 0.8)}};
  const auto law = fit_power_law(points);
  ASSERT_TRUE(law);
  EXPECT_NEAR(law->exponent.value, 0.8, 1e-12);
  EXPECT_NEAR(std::exp(law->log_factor), 3, 1e-12);
  EXPECT_NEAR(law->exponent.interval->low, 0.8, 1e-6);
  points.pop_back();
  EXPECT_FALSE(fit_power_law(points)->exponent.interval);
  EXPECT_FALSE(fit_power_law(std::vector<std::pair<double, double>>{{5, 1}, {5, 2}, {5, 3}}));
  EXPECT_FALSE(fit_power_law({}));
}

// A cost that is constant on small boards and proportional to the cells on large ones.
TEST(PowerLaw, OfTheLongestStretchLeavesOutWhereTheLineBends) {
  std::vector<std::pair<double, double>> points;
  for (double x = 64; x <= 1 << 24; x *= 4) points.emplace_back(x, 3000 + x);
  const std::vector<double> tolerances(points.size(), 0.1);
  const auto stretch = fit_longest_power_law(points, tolerances);
  ASSERT_TRUE(stretch);
  EXPECT_EQ(stretch->last, points.size() - 1);
  EXPECT_GE(points[stretch->first].first, 1 << 12);
  EXPECT_NEAR(stretch->law.exponent.value, 1, 0.05);
  for (std::size_t i = stretch->first; i <= stretch->last; ++i) {
    const double fitted =
        std::exp(stretch->law.log_factor) * std::pow(points[i].first, stretch->law.exponent.value);
    EXPECT_NEAR(points[i].second / fitted, 1, 0.11) << points[i].first;
  }
  // All of it where points are known no better, and nothing where no three lie on a line.
  EXPECT_EQ(fit_longest_power_law(points, std::vector<double>(points.size(), 100))->first, 0U);
  const std::vector<std::pair<double, double>> bent{{1, 1}, {10, 100}, {100, 1}, {1000, 100}};
  EXPECT_FALSE(fit_longest_power_law(bent, std::vector<double>(4, 0.1)));
  EXPECT_FALSE(fit_longest_power_law(std::span(bent).first(2), std::vector<double>(2, 0.1)));
}

}  // namespace
}  // namespace sapper::experiments

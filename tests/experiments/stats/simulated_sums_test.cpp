// Simulated sums against the exact distribution, convolved draw by draw.
#include "experiments/stats/simulated_sums.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// [sum + draws] the probability of a sum of draws of whole numbers from -1 on.
std::vector<double> exact_sums(const std::map<int, double>& table, int draws) {
  std::vector<double> sums{1};
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> next(sums.size() + static_cast<std::size_t>(table.rbegin()->first + 1), 0.0);
    for (const auto& [value, share] : table)
      for (std::size_t sum = 0; sum < sums.size(); ++sum)
        next[sum + static_cast<std::size_t>(value + 1)] += sums[sum] * share;
    sums = std::move(next);
  }
  return sums;
}

TEST(SimulatedSums, HaveTheDistributionOfSums) {
  const std::map<int, double> values{{-1, 0.1}, {0, 0.62}, {1, 0.2}, {7, 0.07}, {40, 0.01}};
  std::vector<ValueShare> table;
  for (const auto& [value, share] : values) table.push_back({share, static_cast<double>(value)});
  constexpr std::size_t kCount = 4000;
  for (const int draws : {1, 2, 7, 60, 200}) {
    const std::vector<double> sums = simulated_sums(table, static_cast<std::uint64_t>(draws), kCount);
    ASSERT_EQ(sums.size(), kCount);
    EXPECT_TRUE(std::ranges::is_sorted(sums));
    const std::vector<double> all = exact_sums(values, draws);
    for (const int limit : {-2, -1, 0, 1, 5, 20, 60, 150, 300, 400}) {
      const auto end =
          static_cast<std::size_t>(std::clamp(limit + draws + 1, 0, static_cast<int>(all.size())));
      const double exact = std::accumulate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
      const auto below = std::ranges::count_if(sums, [&](double sum) { return sum <= limit + 1e-9; });
      EXPECT_NEAR(static_cast<double>(below) / kCount, exact,
                  0.001 + 4.5 * std::sqrt(exact * (1 - exact) / kCount))
          << draws << " draws, up to " << limit;
    }
  }
  EXPECT_EQ(simulated_sums(table, 60, 100), simulated_sums(table, 60, 100));
}

// The cost does not depend on the number of draws.
TEST(SimulatedSums, AreOfAnyNumberOfDraws) {
  const std::vector<ValueShare> table{{0.999, 0}, {0.001, 1}};
  constexpr std::uint64_t kDraws = 1'000'000'000;
  const std::vector<double> sums = simulated_sums(table, kDraws, 200);
  EXPECT_NEAR(sums[100], 1e6, 300);
  EXPECT_LT(sums.front(), sums.back());
  EXPECT_EQ(simulated_sums({{{1, 0.5}}}, 12, 3), (std::vector<double>{6, 6, 6}));
}

}  // namespace
}  // namespace sapper::experiments

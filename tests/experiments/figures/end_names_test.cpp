// Names at the ends of lines: apart, in the order of the lines, in the panel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(EndNames, StayWhereThereIsRoom) {
  EXPECT_THAT(*place_end_names({50, 10, 30}, 100, 8, 3), ElementsAre(50, 10, 30));
}

TEST(EndNames, MoveApartAroundTheirLines) {
  // Two names 8 apart around 11; the third is not in their way.
  EXPECT_THAT(*place_end_names({12, 10, 60}, 100, 8, 2),
              ElementsAre(DoubleNear(15, 1e-9), DoubleNear(7, 1e-9), DoubleNear(60, 1e-9)));
  EXPECT_THAT(*place_end_names({0, 3}, 100, 8, 3), ElementsAre(DoubleNear(0, 1e-9), DoubleNear(8, 1e-9)));
  EXPECT_THAT(*place_end_names({97, 100}, 100, 8, 3),
              ElementsAre(DoubleNear(92, 1e-9), DoubleNear(100, 1e-9)));
}

TEST(EndNames, AreNotGivenWhereTheyWouldBeUnclear) {
  EXPECT_FALSE(place_end_names({10, 12.9}, 100, 8, 3)) << "the lines end at the same place";
  EXPECT_FALSE(place_end_names({0, 5, 10, 15}, 20, 8, 3)) << "too many for the height";
  EXPECT_FALSE(place_end_names({}, 20, 8, 3));
}

TEST(EndNames, NeverOverlap) {
  std::mt19937 random(1);
  for (int repeat = 0; repeat < 500; ++repeat) {
    std::vector<double> ends;
    for (std::size_t i = 0; i < 1 + random() % 10; ++i)
      ends.push_back(static_cast<double>(random() % 1000) / 10);
    const auto places = place_end_names(ends, 100, 8.5, 0);
    ASSERT_TRUE(places);
    std::vector<std::size_t> order(ends.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return (*places)[a] < (*places)[b]; });
    for (std::size_t i = 1; i < order.size(); ++i) {
      EXPECT_GE((*places)[order[i]] - (*places)[order[i - 1]], 8.5 - 1e-9);
      EXPECT_LE(ends[order[i - 1]], ends[order[i]]) << "names cross";
    }
    EXPECT_GE((*places)[order.front()], -1e-9);
    EXPECT_LE((*places)[order.back()], 100 + 1e-9);
  }
}

}  // namespace
}  // namespace sapper::experiments::figures

// Joining the games of shards: the sum is that of the whole run, in whatever order they come and wherever a stop rule ends a
// case; games that are missing or there twice are refused by name.
#include "experiments/report/merge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/order_experiment.hpp"

namespace sapper::experiments {
namespace {

using testing::HasSubstr;
using tests::OrderExperiment;
using tests::OrderTally;

// Games first to last - 1 of a board.
Stretch stretch(std::size_t board, std::uint64_t first, std::uint64_t last) {
  auto tally = std::make_unique<OrderTally>();
  tally->first = first;
  tally->next = last;
  for (std::uint64_t game = first; game < last; ++game) tally->sum += game;
  return {board, {first, last}, std::move(tally)};
}

template <class... Stretches>
Report part(const Experiment& experiment, std::string file, Shard shard, Stretches... stretches) {
  Report report(experiment);
  report.is_finished = true;
  report.file = std::move(file);
  report.shard = shard;
  (report.stretches.push_back(std::move(stretches)), ...);
  return report;
}

template <class... Reports>
std::vector<Report> list(Reports... reports) {
  std::vector<Report> all;
  (all.push_back(std::move(reports)), ...);
  return all;
}

const OrderTally& tally_of(const Report& played, std::size_t board) {
  return dynamic_cast<const OrderTally&>(*played.of_case(board)[0].tally);
}

std::string refusal(std::vector<Report> reports) {
  return tests::message_of<InputError>([&] { (void)merge(reports); });
}

TEST(Merge, AddsUpPartsInTheOrderOfTheirGames) {
  const OrderExperiment experiment(2, 10);
  std::vector<Report> reports =
      list(part(experiment, "c", {3, 3}, stretch(1, 4, 10)), part(experiment, "a", {1, 3}, stretch(0, 0, 7)),
           part(experiment, "b", {2, 3}, stretch(0, 7, 10), stretch(1, 0, 4)));
  reports[0].wall_s = 1.5;
  reports[2].wall_s = 2;
  reports[0].absent = {"sum"};
  reports[1].absent = {"sum"};
  reports[0].other_builds = {"v1", "v2"};
  reports[2].other_builds = {"v2"};
  const Report played = merge(reports);
  for (std::size_t board = 0; board < 2; ++board) {
    EXPECT_TRUE(tally_of(played, board).in_order);
    EXPECT_EQ(tally_of(played, board).games(), 10U);
    EXPECT_EQ(tally_of(played, board).sum, 45U);
  }
  EXPECT_TRUE(played.shard.is_whole());
  EXPECT_EQ(played.wall_s, 3.5);
  EXPECT_THAT(played.absent, testing::ElementsAre("sum"));
  EXPECT_THAT(played.other_builds, testing::ElementsAre("v1", "v2"));
}

TEST(Merge, NamesWhatIsMissing) {
  const OrderExperiment experiment(2, 10);
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 5}, stretch(0, 0, 4)),
                           part(experiment, "d", {4, 5}, stretch(1, 2, 6)))),
              HasSubstr("merge: shards 2 to 3, 5 of 5 are missing; all are needed"));
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 10)))),
              HasSubstr("merge: shard 2 of 2 is missing"));
  // Shards of different counts: the games tell.
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 10)),
                           part(experiment, "c", {3, 3}, stretch(1, 4, 10)))),
              HasSubstr("merge: games 0 to 3 of case 1 (order 1) are missing; every game is needed once"));
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 10)),
                           part(experiment, "b", {2, 3}, stretch(1, 0, 8)))),
              HasSubstr("merge: games 8 to 9 of case 1 (order 1) are missing"));
}

TEST(Merge, NamesWhatIsThereTwice) {
  const OrderExperiment experiment(1, 10);
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 5)),
                           part(experiment, "b", {1, 2}, stretch(0, 0, 5)))),
              HasSubstr("merge: a and b both hold shard 1 of 2; each part may appear only once"));
  EXPECT_THAT(refusal(list(part(experiment, "a", {}, stretch(0, 0, 10)),
                           part(experiment, "b", {}, stretch(0, 0, 10)))),
              HasSubstr("merge: a and b both hold the whole experiment"));
  EXPECT_THAT(
      refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 6)),
                   part(experiment, "b", {2, 3}, stretch(0, 4, 10)))),
      HasSubstr("merge: a and b both hold games 4 to 5 of case 0 (order 0); each game may appear only once"));
}

// A case that shards share ends at the first look at which the rule is met, whoever played the games beyond.
TEST(Merge, DropsTheGamesBeyondTheLookThatEndsACase) {
  OrderExperiment experiment(1, 1000);
  experiment.common_.stop = StopRule{};
  experiment.common_.stop->half_width = 0.5;
  experiment.common_.stop->min_games = 100;  // looks at 100, 105, 110, 115, 120, 126, ...
  experiment.narrow_from = 112;
  std::vector<Report> reports = list(part(experiment, "b", {2, 2}, stretch(0, 107, 110), stretch(0, 110, 115),
                                          stretch(0, 115, 120), stretch(0, 120, 126)),
                                     part(experiment, "a", {1, 2}, stretch(0, 0, 107)));
  const Report played = merge(reports);
  EXPECT_EQ(tally_of(played, 0).games(), 115U);
  EXPECT_EQ(tally_of(played, 0).sum, 115U * 114 / 2);
  // Not met: the games up to the last are needed.
  experiment.narrow_from = 900;
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 107)),
                           part(experiment, "b", {2, 2}, stretch(0, 107, 126)))),
              HasSubstr("games 126 to 999 of case 0 (order 0) are missing"));
}

}  // namespace
}  // namespace sapper::experiments

// Joining the games of shards: the sum is that of the whole run, in whatever order they come and wherever a stop rule ends a
// case; games that are missing or there twice are refused by name.
#include "experiments/report/merge.hpp"

#include <boost/json/array.hpp>

#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::OrderExperiment;
using tests::OrderTally;

// Games first to last - 1 of a board.
TalliedGames stretch(std::size_t board, std::uint64_t first, std::uint64_t last) {
  auto tally = std::make_unique<OrderTally>();
  tally->first = first;
  tally->next = last;
  for (std::uint64_t game = first; game < last; ++game) tally->sum += game;
  return {board, {first, last}, std::move(tally)};
}

template <class... Stretches>
Report part(const Experiment& experiment, std::string file, Shard shard, Stretches... tallied) {
  Report report(experiment);
  report.is_finished = true;
  report.file = std::move(file);
  report.shard = shard;
  (report.tallied.push_back(std::move(tallied)), ...);
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
  EXPECT_THAT(played.absent, ElementsAre("sum"));
  EXPECT_THAT(played.other_builds, ElementsAre("v1", "v2"));
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
  // The rule is not met: the games up to the last are needed.
  experiment.narrow_from = 900;
  EXPECT_THAT(refusal(list(part(experiment, "a", {1, 2}, stretch(0, 0, 107)),
                           part(experiment, "b", {2, 2}, stretch(0, 107, 126)))),
              HasSubstr("games 126 to 999 of case 0 (order 0) are missing"));
}

// However an experiment is cut into parts, and in whatever order they come, they join to what the whole run has counted.

constexpr const char* kFixed = R"({"schema": "sapper-config/1", "name": "fixed", "games": 8,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 7, "cols": 5, "mines": 5}, {"rows": 5, "mines": 2}],
  "strategies": ["rules", "csp"]})";
constexpr const char* kStopped = R"({"schema": "sapper-config/1", "name": "stopped", "games": 400,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 5, "mines": 5}], "strategies": ["rules"],
  "stop": {"half_width": 0.08, "min_games": 50}})";

using Counters = std::vector<std::vector<std::uint64_t>>;  // [case]: those that repeat

class Merging : public testing::Test {
 protected:
  explicit Merging(const char* config = kFixed) : experiment_(parse_experiment(config, "c.json", {})) {}

  Report play(Shard shard) const { return tests::play_all(*experiment_, 2, shard); }
  // `sapper merge` reads it from its file, too.
  Report report(Shard shard) const {
    const std::string name = std::to_string(shard.number) + "-of-" + std::to_string(shard.count);
    const auto file = folder_.path() / name;
    save(file, play(shard));
    return load_report(file);
  }
  std::vector<Report> reports(const std::vector<Shard>& shards) const {
    std::vector<Report> all;
    all.reserve(shards.size());
    for (const Shard& shard : shards) all.push_back(report(shard));
    return all;
  }
  Counters counters_of(const Report& played) const {
    const ReportParts stored{Report(*experiment_)};
    Counters counters;
    played.each_case([&](std::size_t, const Tally& tally) {
      counters.push_back(stored.values(tally, CounterGroup::reproducible));
    });
    return counters;
  }
  void expect_any_split_joins(std::uint64_t most_shards) const {
    const Counters whole = counters_of(play({}));
    std::mt19937 random(7);
    for (std::uint64_t count = 1; count <= most_shards; count = 2 * count + 1) {
      std::vector<Shard> shards;
      for (std::uint64_t number = 1; number <= count; ++number) shards.push_back({number, count});
      std::shuffle(shards.begin(), shards.end(), random);
      std::vector<Report> parts = reports(shards);
      EXPECT_EQ(counters_of(merge(parts)), whole) << count;
    }
  }

  const std::unique_ptr<Experiment> experiment_;
  tests::TemporaryFolder folder_;
};

class MergingUnderAStopRule : public Merging {
 protected:
  MergingUnderAStopRule() : Merging(kStopped) {}
};

TEST_F(Merging, AnySplitJoins) {
  expect_any_split_joins(31);  // more shards than games
}

TEST_F(MergingUnderAStopRule, AnySplitJoins) {
  const Report whole = play({});
  EXPECT_LT(whole.games_of(0), 400U);
  expect_any_split_joins(15);
}

TEST_F(Merging, PartsOfOtherSizesJoinWhereTheyMeet) {
  std::vector<Report> parts = reports({{4, 4}, {1, 2}, {3, 4}});
  EXPECT_EQ(counters_of(merge(parts)), counters_of(play({})));
}

}  // namespace
}  // namespace sapper::experiments

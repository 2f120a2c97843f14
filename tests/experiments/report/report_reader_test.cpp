// Reading reports of an experiment that the reader has never met: it needs to know nothing but the interface. What a report
// of a game must hold: tests/experiments/kinds/load_report_test.cpp.
#include <boost/json/parse.hpp>

#include "experiments/config/stop_rule.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::OrderExperiment;
using tests::OrderTally;
using tests::replaced;

class ReportReader : public testing::Test {
 protected:
  ReportReader() { make_.costs = {1, 1, 1}; }

  std::string report_of(const OrderExperiment& experiment, Shard shard = {}) const {
    return tests::text_of(tests::play_all(experiment, 2, shard));
  }
  // Makes an experiment of the size that the report's config says, with the test's stop rule.
  Report read(const std::string& text) {
    return read_report(
        folder_.write("r.json", text), [&](const std::string& config, const std::string& file) {
          EXPECT_THAT(file, EndsWith("r.json"));
          const boost::json::value parsed = boost::json::parse(config);
          auto made = std::make_shared<OrderExperiment>(parsed.at("boards").to_number<std::size_t>(),
                                                        parsed.at("games").to_number<std::uint64_t>());
          made->common_.stop = make_.common_.stop;
          made->narrow_from = make_.narrow_from;
          return made;
        });
  }
  std::string refusal(const std::string& text) {
    return tests::message_of<InputError>([&] { (void)read(tests::with_right_hash(text)); });
  }

  OrderExperiment make_{3, 40};
  tests::TemporaryFolder folder_;
};

TEST_F(ReportReader, ReadsTheGamesOfEachCase) {
  const Report report = read(report_of(make_));
  EXPECT_EQ(report.tallied.size(), 3U);
  std::vector<std::size_t> cases;
  report.each_case([&](std::size_t number, const Tally& tally) {
    cases.push_back(number);
    EXPECT_EQ(dynamic_cast<const OrderTally&>(tally).sum, 40U * 39 / 2);
  });
  EXPECT_THAT(cases, ElementsAre(0, 1, 2));
  EXPECT_TRUE(looks_like_report(folder_.path() / "r.json"));
  EXPECT_FALSE(looks_like_report(folder_.write("c.json", "{\"schema\": \"sapper-config/1\"}")));
  EXPECT_FALSE(looks_like_report(folder_.path()));
  EXPECT_FALSE(looks_like_report(folder_.path() / "none"));
}

// A shard that begins inside a case under a stop rule keeps its games from look to look; they add up for readers.
TEST_F(ReportReader, ReadsTheSegmentsOfAShard) {
  make_.common_.stop = StopRule{};
  make_.common_.stop->half_width = 0.5;
  make_.common_.stop->min_games = 10;
  make_.narrow_from = 30;
  const std::string text = report_of(make_, {2, 2});
  const Report report = read(text);
  EXPECT_EQ(report.shard, (Shard{2, 2}));
  ASSERT_GT(report.tallied.size(), 3U);
  EXPECT_EQ(report.tallied[0].games.first, 20U);
  std::vector<std::uint64_t> games;
  report.each_case([&](std::size_t number, const Tally& tally) {
    games.push_back(tally.games());
    EXPECT_TRUE(dynamic_cast<const OrderTally&>(tally).in_order) << number;
  });
  EXPECT_THAT(games, ElementsAre(20, 30));
  EXPECT_EQ(report.games_of(0), 0U);
  EXPECT_EQ(report.games_of(1), 20U);
  EXPECT_EQ(report.games_of(2), 30U);
  EXPECT_EQ(report.of_case(1).size(), report.tallied.size() - 1);
  // As it was read, so it is written.
  const std::string again = text_of(report);
  EXPECT_EQ(again.substr(0, again.find("\"timing\"")), text.substr(0, text.find("\"timing\"")));
}

TEST_F(ReportReader, ChecksWhatTheExperimentComputes) {
  const std::string text = report_of(make_);
  EXPECT_THAT(refusal(replaced(text, "\"results\"", "\"sum\": 780", "\"sum\": 781")),
              HasSubstr("results[0].sum is 781, but 780 follows from the counters"));
  EXPECT_THAT(refusal(replaced(text, "\"counters\"", "[0,40,780]", "[0,41,780]")),
              HasSubstr("do not match its games"));
  EXPECT_THAT(refusal(replaced(text, "\"counters\"", "[0,40,780]", "[0,40,2000]")),
              HasSubstr("the counters of case 0 are impossible: a sum of 2000"));
  EXPECT_THAT(refusal(replaced(text, "\"counters\"", "\"sum\"", "\"product\"")),
              HasSubstr("has the counter \"product\""));
  EXPECT_THAT(refusal(replaced(text, "\"config\"", "\"boards\": 3", "\"boards\": 4")),
              HasSubstr("case 3 (order 3) is missing"));
  EXPECT_THAT(refusal(replaced(text, "\"config\"", "\"boards\": 3", "\"boards\": 2")),
              HasSubstr("a case the config lacks"));
}

TEST_F(ReportReader, RefusesWhatIsNotAReport) {
  EXPECT_THAT(refusal(""), HasSubstr("r.json"));
  EXPECT_THAT(refusal("[]"), HasSubstr("r.json"));
  EXPECT_THAT(refusal("{\"schema\": 7}"), HasSubstr("schema is not a string"));
  EXPECT_THAT(refusal("{\"schema\": \"sapper-report/2\"}"), HasSubstr("lacks the key \"config\""));
  EXPECT_THAT(refusal("{\"schema\": \"sapper-config/1\"}"),
              HasSubstr("is an experiment config (`sapper run` plays it); expected a report"));
}

}  // namespace
}  // namespace sapper::experiments

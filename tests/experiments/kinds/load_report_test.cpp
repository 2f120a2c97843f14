// Damaged or edited reports are refused with the reason; others are read back exactly.
#include <boost/json/parse.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/report/merge.hpp"
#include "experiments/report/report_results.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::replaced;
using tests::with_right_hash;
using tests::without_excess_risks;

constexpr const char* kConfig = R"({"schema": "sapper-config/1", "name": "small", "games": 40,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 5, "mines": 5}], "strategies": ["rules", "csp"]})";

std::string report_of(const std::string& config, Shard shard = {}) {
  const auto experiment = parse_experiment(config, "c.json", {});
  return tests::text_of(tests::play_all(*experiment, 2, shard));
}

class LoadReport : public testing::Test {
 protected:
  Report load(const std::string& text) const { return load_report(folder_.write("r.json", text)); }
  // The error in the text, without the file's name.
  std::string refusal(const std::string& text) const {
    std::string message = tests::message_of<InputError>([&] { load(text); });
    EXPECT_THAT(message, HasSubstr("r.json:"));
    return message;
  }
  // For a report whose hash was recomputed.
  std::string refusal_by_content(const std::string& text) const { return refusal(with_right_hash(text)); }

  const std::string report_ = report_of(kConfig);
  tests::TemporaryFolder folder_;
};

// The line of the counters of a case.
std::string counters_line(const std::string& report, int number) {
  const std::size_t counters = report.find("\"counters\"");
  const std::size_t begin = report.find("{\"case\": " + std::to_string(number) + ", \"first\"", counters);
  return report.substr(begin, report.find("]}", begin) + 2 - begin);
}

// Where the value of a counter begins and ends in the line of a case: its place among the names.
std::pair<std::size_t, std::size_t> value_in(const std::string& line, const std::string& report,
                                             const std::string& name) {
  const boost::json::value read = boost::json::parse(boost::json::string_view(report));
  std::size_t begin = line.find("\"values\": [") + 11;
  for (const auto& known : read.at("counters").at("names").as_array()) {
    if (known.as_string() == boost::json::string_view(name)) break;
    begin = line.find(',', begin) + 1;
  }
  if (line[begin] == '[') ++begin;
  return {begin, line.find_first_of(",]", begin)};
}

std::string with_counter(const std::string& report, int case_number, const std::string& name,
                         const std::string& value) {
  const std::string line = counters_line(report, case_number);
  const auto [begin, end] = value_in(line, report, name);
  return replaced(report, "", line, line.substr(0, begin) + value + line.substr(end));
}

// Where the threads' time went is for people: a build that divides it otherwise reads the rest.
TEST_F(LoadReport, PassesOverTimesOfThreadsThatAnotherBuildDividesOtherwise) {
  EXPECT_TRUE(load(report_).thread_time);
  EXPECT_FALSE(load(replaced(report_, "\"thread_time\"", "\"waiting_s\"", "\"idle_s\"")).thread_time);
}

TEST_F(LoadReport, ReadsWhatWasWritten) {
  const Report report = load(report_);
  EXPECT_EQ(report.name(), "small");
  EXPECT_EQ(report.threads, 2U);
  EXPECT_EQ(report.tallied.size(), 2U);
  const ReportResults results = results_of(report);
  ASSERT_EQ(results.results.size(), 4U);
  EXPECT_EQ(results.results[3].label, "csp");
  EXPECT_EQ(results.results[3].played->name, "5 x 5, 5 mines");
  EXPECT_EQ(results.results[3].played->series, "5 x 5");
  EXPECT_NEAR(results.results[3].played->axis, 20, 1e-12);
  EXPECT_EQ(results.comparisons.size(), 2U);
  // White space and the order of keys do not matter.
  std::string compact;
  bool is_in_string = false;
  for (const char letter : report_) {
    is_in_string = is_in_string != (letter == '"');
    if (is_in_string || (letter != ' ' && letter != '\n')) compact += letter;
  }
  EXPECT_EQ(load(compact).tallied.size(), 2U);
}

TEST_F(LoadReport, RefusesADamagedText) {
  EXPECT_THAT(refusal(report_.substr(0, report_.size() / 2)), HasSubstr("unexpected end of text"));
  EXPECT_THAT(refusal(report_ + "x"), HasSubstr("after the end"));
  EXPECT_THAT(refusal("{}"), HasSubstr("is not a report (sapper-report/2)"));
  EXPECT_THAT(refusal(replaced(report_, "", "sapper-report/2", "sapper-report/1")),
              AllOf(HasSubstr("sapper-report/1"), HasSubstr("rerun the experiment"),
                    HasSubstr("reads sapper-report/2")));
  EXPECT_THAT(refusal(replaced(report_, "", "\"name\"", "\"config\": {}, \"name\"")),
              HasSubstr("duplicate key \"config\""));
}

TEST_F(LoadReport, RefusesWhatTheHashDoesNotFit) {
  EXPECT_THAT(refusal(replaced(report_, "\"config\"", "\"seed\": 1", "\"seed\": 2")),
              HasSubstr("damaged or was edited"));
  EXPECT_THAT(refusal(with_counter(report_, 0, "0:wins", "1")), HasSubstr("damaged or was edited"));
  EXPECT_THAT(refusal(replaced(report_, "", "fnv1a-64:", "fnv1a-65:")), HasSubstr("damaged or was edited"));
  EXPECT_THAT(refusal(replaced(report_, "\"counters\"", "\"first\": 0", "\"first\": 1")),
              HasSubstr("damaged or was edited"));
}

TEST_F(LoadReport, RefusesResultsThatDoNotFollowFromTheCounters) {
  EXPECT_THAT(refusal(replaced(report_, "\"results\"", "\"wins\": ", "\"wins\": 1")),
              AllOf(HasSubstr("results[0].wins is 1"), HasSubstr("follows from the counters")));
  EXPECT_THAT(refusal(replaced(report_, "\"results\"", "\"ci_low\": 0.", "\"ci_low\": 0.0")),
              HasSubstr("results[0].ci_low is 0.0"));
  EXPECT_THAT(refusal(replaced(report_, "\"comparisons\"", "\"p_value\": ", "\"p_value\": 1")),
              HasSubstr("comparisons[0].p_value"));
  EXPECT_THAT(refusal(replaced(report_, "\"cases\"", "\"rows\": 4", "\"rows\": 3")),
              HasSubstr("cases[0].properties.rows is 3, but 4"));
  EXPECT_THAT(refusal(replaced(report_, "\"varying\"", "\"rows\"", "\"reveal\"")), HasSubstr("varying[0]"));
  EXPECT_THAT(refusal(replaced(report_, "", "\"name\": \"small\"", "\"name\": \"other\"")),
              HasSubstr("name differs from the config's"));
  const std::size_t cases = report_.find("\"cases\": [");
  EXPECT_THAT(refusal(report_.substr(0, cases) + "\"cases\": [], \"other\": [" + report_.substr(cases + 10)),
              HasSubstr("cases ends after 0 items"));
  // They are refused even if the hash was recomputed.
  EXPECT_THAT(refusal_by_content(with_counter(report_, 1, "1:frontier.analyses", "1000000")),
              HasSubstr("results[3].frontier"));
}

TEST_F(LoadReport, RefusesCountersThatNoGamesCanHave) {
  const auto refusal_with = [&](const std::string& counter, const std::string& value) {
    return refusal_by_content(with_counter(report_, 0, counter, value));
  };
  EXPECT_THAT(refusal_with("0:wins", "18446744073709551615"), HasSubstr("a counter of 18446744073709551615"));
  EXPECT_THAT(refusal_with("0:wins", "41"), HasSubstr("41 wins of 40 games"));
  EXPECT_THAT(refusal_with("0:wins", "-1"), HasSubstr("not a whole number"));
  EXPECT_THAT(refusal_with("0:wins", "1.5"), HasSubstr("not a whole number"));
  EXPECT_THAT(refusal_with("0:wins", "0"), HasSubstr("games won, lost or forfeited of 40"));
  EXPECT_THAT(refusal_with("1:guesses.histogram.0", "99"), HasSubstr("histogram of guesses"));
  EXPECT_THAT(refusal_with("both_won.0.1", "40"), HasSubstr("won by both"));
  EXPECT_THAT(refusal_with("games", "39"), HasSubstr("do not match its games"));
}

TEST_F(LoadReport, RefusesCasesThatAreNotThereOnceAndWhole) {
  const std::string first = counters_line(report_, 0);
  const std::string second = counters_line(report_, 1);
  const std::string times = "\"values\": [";
  const auto changed = [&](const std::string& by, std::size_t count) {
    std::string report = replaced(report_, "", first + ",\n      " + second, by);
    // It occurs as many times as there are stretches of games.
    const std::size_t at = report.find(times, report.find("\"timing\"")) + times.size();
    const std::size_t end = report.find("\n      ]", at);
    std::string values = report.substr(at, report.find('\n', at + 1) - at);
    if (values.back() == ',') values.pop_back();
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + values;
    return with_right_hash(report.replace(at, end - at, all));
  };
  EXPECT_EQ(load(changed(first + "," + second, 2)).tallied.size(), 2U);
  EXPECT_THAT(refusal(changed(first + "," + first + "," + second, 3)),
              HasSubstr("case 0 (4 x 4, 3 mines) has games twice"));
  EXPECT_THAT(refusal(changed(first, 1)), HasSubstr("case 1 (5 x 5, 5 mines) is missing"));
  EXPECT_THAT(refusal(changed(second, 1)), HasSubstr("case 0 (4 x 4, 3 mines) is missing"));
  EXPECT_THAT(refusal(changed(second + "," + first, 2)), HasSubstr("case 0 (4 x 4, 3 mines) is missing"));
  EXPECT_THAT(refusal(changed(replaced(first, "", "\"case\": 0", "\"case\": 7") + "," + second, 2)),
              HasSubstr("a case the config lacks"));
  // The counters of the other board are valid, but do not give these results.
  const std::string swapped = replaced(second, "", "\"case\": 1", "\"case\": 0") + "," +
                              replaced(first, "", "\"case\": 0", "\"case\": 1");
  EXPECT_THAT(refusal(changed(swapped, 2)), HasSubstr("follows from the counters"));
  EXPECT_THAT(refusal_by_content(replaced(report_, "\"config\"", "\"games\": 40", "\"games\": 50")),
              HasSubstr("case 0 (4 x 4, 3 mines) has 40 of its 50 games"));
}

// A shard's report holds the games of its part and no others.
TEST_F(LoadReport, HoldsAShardToItsPart) {
  const std::string shard = report_of(kConfig, {2, 3});
  EXPECT_EQ(load(shard).shard.number, 2U);
  EXPECT_THAT(refusal_by_content(replaced(shard, "", "\"shard\": 2", "\"shard\": 3")), HasSubstr("case"));
  EXPECT_THAT(refusal_by_content(replaced(shard, "", "\"shard\": 2", "\"shard\": 4")),
              HasSubstr("part is not"));
}

// A report that was written before `decisions.flags` was counted.
std::string without_flags(std::string report) {
  for (const std::string name : {"0:decisions.flags", "1:decisions.flags"}) {
    const boost::json::value read = boost::json::parse(boost::json::string_view(report));
    for (const auto& entry : read.at("counters").at("cases").as_array()) {
      const std::string line = counters_line(report, entry.at("case").to_number<int>());
      const auto [begin, end] = value_in(line, report, name);
      report = replaced(report, "\"counters\"", line, line.substr(0, begin) + line.substr(end + 1));
    }
    const std::size_t at = report.find('"' + name + '"');
    report.erase(at, report.find('"', at + name.size() + 2) - at);
  }
  for (int i = 0; i < 4; ++i) {
    const std::size_t at = report.find("\"flags\": ");
    if (at == std::string::npos) break;
    report.erase(at, report.find(',', at) + 2 - at);
  }
  return with_right_hash(report);
}

TEST_F(LoadReport, TakesAnAbsentCounterAsUnknown) {
  const Report report = load(without_flags(report_));
  EXPECT_THAT(report.absent, ElementsAre("0:decisions.flags", "1:decisions.flags"));
  // It stays unknown after merging and extending: null, and not stored.
  std::vector<Report> parts;
  parts.push_back(load(without_flags(report_of(kConfig, {1, 2}))));
  parts.push_back(load(report_of(kConfig, {2, 2})));
  const std::string text = tests::text_of(merge(parts));
  const boost::json::value read = boost::json::parse(boost::json::string_view(text));
  EXPECT_TRUE(read.at("results").at(0).at("decisions").at("flags").is_null());
  EXPECT_FALSE(read.at("results").at(0).at("decisions").at("wrong_flags").is_null());
  EXPECT_THAT(text, Not(HasSubstr("\"0:decisions.flags\"")));
  EXPECT_EQ(load(text).absent.size(), 2U);
}

TEST_F(LoadReport, ReadsReportsFromBeforeExcessRisksWereCounted) {
  const boost::json::value now = boost::json::parse(boost::json::string_view(report_));
  EXPECT_GT(now.at("results").at(0).at("mean_excess_risk").to_number<double>(), 0);
  const Report report = load(without_excess_risks(report_));
  EXPECT_FALSE(report.absent.empty());
  const boost::json::value written = boost::json::parse(boost::json::string_view(tests::text_of(report)));
  for (const boost::json::value& result : written.at("results").as_array()) {
    for (const char* const member : {"mean_excess_risk", "excess_risk_ci_high", "missed_safe", "judged"})
      EXPECT_TRUE(result.at(member).is_null()) << member;
    EXPECT_TRUE(result.at("decisions").at("missed_safe").is_number());
  }
}

// Versions before 0.4.0 ended a case by a test that had not decided yet, and gave judged games and excess risks intervals
// of no width.
TEST_F(LoadReport, ReadsWhatEarlierVersionsDecidedAndComputedOtherwise) {
  const auto experiment =
      tests::experiment_of(R"("games": 400, "boards": [{"rows": 4, "mines": 2}], "judge": 2,
    "strategies": ["min_risk", "csp"],
    "stop": {"sprt": {"strategies": ["min_risk", "csp"], "d0": 0, "d1": 0.2}, "min_games": 10})");
  Report played(*experiment);
  DriverOptions options;
  options.games = GameSet(0, {0, 12});
  const std::atomic<bool> never = false;
  ASSERT_EQ(drive(played, never, options), Outcome::finished);
  ASSERT_EQ(played.games_of(0), 12U);
  const std::string now = tests::text_of(played);
  EXPECT_THAT(refusal(now), HasSubstr("has 12 of its 400 games"));
  const auto by_version = [&](const std::string& version) {
    std::string text = replaced(now, "\"environment\"", "\"sapper\": \"" SAPPER_VERSION "\"",
                                "\"sapper\": \"" + version + "\"");
    text = replaced(text, "\"comparisons\"", "\"accepted\": null", "\"accepted\": \"d0\"");
    for (const std::string member : {"\"given_away_ci_high\": ", "\"excess_risk_ci_high\": "}) {
      const std::size_t begin = text.find(member) + member.size();
      text.replace(begin, text.find_first_of(",}\n", begin) - begin, "0");
    }
    return text;
  };
  const Report read = load(by_version("0.3.0"));
  EXPECT_EQ(read.games_of(0), 12U);
  const boost::json::array comparisons =
      read.experiment->parts().results.comparisons(0, *read.tally_of(0));  // as this version computes them
  EXPECT_TRUE(comparisons[0].at("sprt").at("accepted").is_null());
  EXPECT_THAT(refusal(by_version(SAPPER_VERSION)), HasSubstr("has 12 of its 400 games"));
  // Everything else must follow from the counters.
  EXPECT_THAT(refusal(replaced(by_version("0.3.0"), "\"comparisons\"", "\"both\": 12", "\"both\": 11")),
              HasSubstr("follows from the counters"));
}

TEST_F(LoadReport, RefusesACounterThatMayNotBeAbsentOrIsUnknown) {
  const auto experiment = parse_experiment(kConfig, "c.json", {});
  std::vector<std::string> names = ReportParts(Report(*experiment)).names(CounterGroup::reproducible);
  ReportParts all{Report(*experiment)};
  EXPECT_EQ(all.adopt(names, CounterGroup::reproducible), "");
  names.emplace_back("0:luck");
  EXPECT_THAT(ReportParts(Report(*experiment)).adopt(names, CounterGroup::reproducible),
              HasSubstr("has the counter \"0:luck\""));
  names.pop_back();
  names.erase(std::find(names.begin(), names.end(), "0:wins"));
  EXPECT_THAT(ReportParts(Report(*experiment)).adopt(names, CounterGroup::reproducible),
              HasSubstr("lacks the counter \"0:wins\""));
}

}  // namespace
}  // namespace sapper::experiments

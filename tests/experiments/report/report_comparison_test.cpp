// Output from finished results: the table for people, rows for data frames, the comparison of two reports.
#include "experiments/report/report_comparison.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <deque>
#include <regex>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/report/report_results.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using tests::content_of;
using tests::lines_of;

TEST(ResultsTable, PutsGroupsAboveTheirRowsWhereTheyDoNotFitBeside) {
  ResultsTable table({"board", "strategy", "games", "win rate"});
  table.begin_group("Expert (16 x 30, 99 mines)");
  table.add_row("csp", {"200", "37.41 % ± 0.67"});
  table.add_row("min_risk", {"20,000", "50.18 % ± 0.69"}, " *");
  table.begin_group("8 x 8");
  table.add_row("a very long label of a strategy with settings", {"1", "-"}, " *");
  EXPECT_EQ(table.text(60), R"(  strategy                             games        win rate
Expert (16 x 30, 99 mines)
  csp                                    200  37.41 % ± 0.67
  min_risk *                          20,000  50.18 % ± 0.69

8 x 8
  a very long label of a strategy with settings *
                                           1               -
)");
  const std::vector<std::string> wide = lines_of(table.text(200));
  EXPECT_EQ(
      wide[1],
      "Expert (16 x 30, 99 mines)  csp                                                 200  37.41 % ± 0.67");
  EXPECT_EQ(wide[0].substr(0, 36), "board                       strategy");
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  for (const std::string& line : lines_of(table.text(34)))
    EXPECT_LE(display_width(line), 34U) << "names leave room for numbers, whatever these are: " << line;
}

// Plays an experiment and writes its report, records and table.
class Reports : public testing::Test {
 protected:
  struct Files {
    std::filesystem::path report;
    std::filesystem::path records;
    std::filesystem::path csv;
  };
  Files play(const std::string& name, const std::string& members) const {
    const auto experiment = tests::experiment_of(members);
    const Report played = tests::play_all(*experiment);
    Files files{folder_.write(name + ".json", tests::text_of(played)),
                folder_.write(name + ".jsonl", tests::records_of(*experiment)),
                folder_.path() / (name + ".csv")};
    save(files.csv, played, write_csv);
    return files;
  }
  ComparisonInput input_of(const Files& a, const Files& b) const { return {load(a), load(b), {}, {}, {}}; }
  ComparisonInput with_records(const Files& a, const Files& b) const {
    ComparisonInput input = input_of(a, b);
    input.records_a.emplace(a.records);
    input.records_b.emplace(b.records);
    return input;
  }

  const Report& load(const Files& files) const { return reports_.emplace_back(load_report(files.report)); }

  static constexpr const char* kBoards =
      R"("boards": [{"rows": 6, "mines": 6}, {"rows": 5, "layout": [[0, 0], [4, 4]]}], )";
  tests::TemporaryFolder folder_;
  mutable std::deque<Report> reports_;
};

TEST_F(Reports, CsvHasARowForEachCaseAndStrategy) {
  const Files files =
      play("a", std::string(kBoards) +
                    R"("games": 50, "strategies": ["rules", {"name": "csp", "label": "a \"b\", c"}])");
  const std::vector<std::string> lines = lines_of(content_of(files.csv));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_THAT(lines[0],
              AllOf(StartsWith("case,case_name,rows,cols,mines,density,topology,"),
                    HasSubstr(",first_click,first_cell,reveal,motion,"), HasSubstr(",ci_low,ci_high,"),
                    HasSubstr(",digs_per_game,"), HasSubstr(",guess_risk_z,"), HasSubstr(",bv3_mean,"),
                    HasSubstr(",games_per_core_s"), Not(HasSubstr("histogram"))));
  EXPECT_THAT(lines[1], StartsWith("0,\"6 x 6, 6 mines\",6,6,6,"));
  EXPECT_THAT(lines[2], AllOf(HasSubstr(",\"3,3\","), HasSubstr(",\"a \"\"b\"\", c\",")));
  EXPECT_THAT(lines[4], StartsWith("1,"));
}

TEST_F(Reports, CsvHasTheAskedAndTheTrueDensity) {
  const Files files =
      play("a", R"("boards": [{"rows": 6, "mines": 6}, {"rows": [5, 7], "density": [0.1, 0.2]}], "games": 9,
                   "strategies": ["rules"])");
  const std::vector<std::string> lines = lines_of(content_of(files.csv));
  ASSERT_EQ(lines.size(), 6U);
  const auto fields = [](std::string line) {
    // Names of cases and cells stand in quotes, with commas.
    for (std::size_t open = line.find('"'); open != std::string::npos; open = line.find('"', open)) {
      const std::size_t close = line.find('"', open + 1);
      line.replace(open, close + 1 - open, "quoted");
    }
    const std::vector<std::string_view> parts = sim::split(line, ",");
    return std::vector<std::string>(parts.begin(), parts.end());
  };
  const std::vector<std::string> names = fields(lines[0]);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size()) << "a name twice";
  const auto column = [&](const std::string& name, std::size_t row) {
    const auto place = std::find(names.begin(), names.end(), name);
    EXPECT_NE(place, names.end()) << name;
    return fields(lines[row]).at(static_cast<std::size_t>(place - names.begin()));
  };
  EXPECT_EQ(column("asked_density", 1), "");
  EXPECT_EQ(column("asked_density", 2), "0.1");
  EXPECT_EQ(column("mines", 2), "3");  // 2.5 of 25 cells, rounded
  EXPECT_EQ(column("density", 2), "0.12");
  EXPECT_EQ(column("asked_density", 5), "0.2");
  EXPECT_EQ(column("mines", 5), "10");
  EXPECT_EQ(column("rows", 5), "7");
  EXPECT_EQ(column("strategy", 5), "rules");
  // Results can be indexed by what varies.
  const boost::json::value report = boost::json::parse(content_of(files.report));
  EXPECT_FALSE(report.at("varying").as_array().empty());
  for (const boost::json::value& varying : report.at("varying").as_array())
    EXPECT_EQ(std::count(names.begin(), names.end(), std::string(varying.as_string())), 1) << varying;
  for (const char* const old : {"board_rows", "first_click_rule", "board_density"})
    EXPECT_EQ(std::count(names.begin(), names.end(), old), 0) << old;
}

// A spreadsheet must not run them; removing one leading apostrophe gives the label.
TEST_F(Reports, CsvHoldsNoFormulas) {
  const Files files = play("a", R"x("boards": [{"rows": 5, "mines": 5}], "games": 5, "strategies": [
      {"name": "random", "label": "=1+1"}, {"name": "random", "label": "+1"},
      {"name": "random", "label": "-1"}, {"name": "random", "label": "@SUM(A1,A2)"},
      {"name": "random", "label": "'=1+1"}, {"name": "random", "label": "a=b"}])x");
  const std::vector<std::string> lines = lines_of(content_of(files.csv));
  ASSERT_EQ(lines.size(), 7U);
  const std::vector<std::string> fields{",'=1+1,",  ",'+1,", ",'-1,", ",\"'@SUM(A1,A2)\",",
                                        ",''=1+1,", ",a=b,"};
  for (std::size_t i = 0; i < fields.size(); ++i) EXPECT_THAT(lines[i + 1], HasSubstr(fields[i]));
}

TEST_F(Reports, CompareTheSameGamesByRecords) {
  const Files a = play("a", std::string(kBoards) + R"("games": 400, "strategies": ["rules", "min_risk"])");
  const Files b = play("b", std::string(kBoards) + R"("games": 300, "strategies": ["min_risk", "csp"])");
  ComparisonInput input = with_records(a, b);
  input.labels = std::pair("rules", "min_risk");
  const ReportComparison comparison = compare_reports(input);
  ASSERT_EQ(comparison.results.size(), 2U);
  // The comparison in a single report of both, over the same 300 games.
  const Files both =
      play("both", std::string(kBoards) + R"("games": 300, "strategies": ["rules", "min_risk"])");
  const json::Document document = json::Document::read(both.report);
  const std::vector<json::Node> expected = json::Node(document).need("comparisons").items();
  for (std::size_t i = 0; i < 2; ++i) {
    const ComparedResult& result = comparison.results[i];
    ASSERT_TRUE(result.paired);
    EXPECT_EQ(result.paired->both, expected[i].need("both").as_whole(0, 300));
    EXPECT_EQ(result.paired->only_a, expected[i].need("only_a").as_whole(0, 300));
    EXPECT_EQ(result.paired->only_b, expected[i].need("only_b").as_whole(0, 300));
    EXPECT_NEAR(result.difference.p_value, expected[i].need("p_value").as_number(0, 1), 1e-8);
  }
  // Risks narrow the interval of the difference if they are calibrated: not on the fixed layout.
  ASSERT_TRUE(comparison.results[0].adjusted);
  EXPECT_LT(comparison.results[0].adjusted->interval.half_width(),
            comparison.results[0].difference.interval.half_width());
  EXPECT_FALSE(comparison.results[1].adjusted);
  EXPECT_EQ(tests::schema_errors(boost::json::parse(json::to_text(comparison_json(input, comparison))),
                                 SAPPER_DATA_DIR "/schema/compare.schema.json"),
            std::vector<std::string>{});
  EXPECT_EQ(comparison.only_a.size(), 2U);
  EXPECT_EQ(comparison.only_b.size(), 2U);
  EXPECT_GE(comparison.results[0].p_value_holm, comparison.results[0].difference.p_value);
}

TEST_F(Reports, CompareOtherGamesAsIndependent) {
  const Files a = play("a", std::string(kBoards) + R"("games": 300, "strategies": ["rules", "csp"])");
  const Files b =
      play("b", std::string(kBoards) + R"("games": 300, "seed": 9, "strategies": ["csp", "rules"])");
  const ReportComparison comparison = compare_reports(with_records(a, b));
  ASSERT_EQ(comparison.results.size(), 4U);
  for (const ComparedResult& result : comparison.results) {
    EXPECT_FALSE(result.paired);
    EXPECT_EQ(result.a.label, result.b.label);
    const double difference = (static_cast<double>(result.a.wins) - static_cast<double>(result.b.wins)) / 300;
    EXPECT_NEAR(result.difference.value, difference, 1e-12);
    EXPECT_LE(result.difference.interval.low, difference);
    EXPECT_GE(result.difference.interval.high, difference);
  }
  EXPECT_THAT(comparison_text(input_of(a, b), comparison, 80), Not(HasSubstr("paired")));
  for (const std::string& line : lines_of(comparison_text(input_of(a, b), comparison, 80)))
    EXPECT_LE(display_width(line), 80U) << line;
}

// With few games the intervals are lopsided, and take more room: adjusted differences go below the others.
TEST_F(Reports, CompareFewGamesByTheEndsOfIntervals) {
  const std::string members =
      R"("boards": [{"rows": 4, "mines": 2}], "games": 15, "first_click": {"rule": "safe"},
         "strategies": ["random", "min_risk"], "seed": )";
  ComparisonInput input = input_of(play("a", members + "1"), play("b", members + "9"));
  input.labels = std::pair("random", "min_risk");
  const ReportComparison comparison = compare_reports(input);
  ASSERT_TRUE(comparison.results[0].adjusted);
  const std::string narrow = comparison_text(input, comparison, 80);
  EXPECT_THAT(narrow, testing::ContainsRegex("min_risk .* -73\\.33 \\(-[0-9.]+ to -[0-9.]+\\)"));
  EXPECT_THAT(narrow, testing::ContainsRegex("\n    adjusted  .*\\)\n"));
  for (const std::string& line : lines_of(narrow)) EXPECT_LE(display_width(line), 80U) << line;
  EXPECT_THAT(lines_of(comparison_text(input, comparison, 120))[0], HasSubstr("adjusted"));
  // Without risks there is nothing to adjust.
  const Files fixed = play("fixed", R"("boards": [{"rows": 5, "layout": [[0, 0], [4, 4]]}], "games": 5)");
  const ComparisonInput same = input_of(fixed, fixed);
  EXPECT_THAT(lines_of(comparison_text(same, compare_reports(same), 80))[0], Not(HasSubstr("adjusted")));
}

TEST_F(Reports, CompareTheSameCountsAsTheSameGames) {
  const Files a = play("a", std::string(kBoards) + R"("games": 100, "strategies": ["rules"])");
  const ReportComparison comparison = compare_reports(input_of(a, a));
  for (const ComparedResult& result : comparison.results) {
    ASSERT_TRUE(result.paired);
    EXPECT_EQ(result.difference.value, 0);
    EXPECT_EQ(result.difference.p_value, 1);
  }
}

// The table's rates are those whose difference it shows, and it says over which games; "adjusted" is explained where
// the table has it.
TEST_F(Reports, CompareAnExtensionOverTheGamesOfBoth) {
  const std::string members =
      R"("boards": [{"rows": 6, "mines": 6}], "name": "n", "strategies": ["rules"], )";
  const Files shorter = play("shorter", members + R"("games": 20)");
  const Files longer = play("longer", members + R"("games": 150)");
  const auto text_of = [&](const ComparisonInput& input) {
    return std::regex_replace(comparison_text(input, compare_reports(input), 100), std::regex("\\s+"), " ");
  };
  const ComparisonInput input = input_of(shorter, longer);
  const ComparedResult result = compare_reports(input).results.at(0);
  const std::string rate = fmt::format("{:.2f}", 5.0 * static_cast<double>(result.a.wins));
  ASSERT_NE(rate, fmt::format("{:.2f}", static_cast<double>(result.b.wins) / 1.5)) << "the test is void";
  const std::string text = text_of(input);
  EXPECT_THAT(text, HasSubstr(fmt::format("rules = {} {} +0.00", rate, rate)));
  EXPECT_THAT(text,
              HasSubstr("= paired: the same games, same results: A and B won the same games. Rates and "
                        "differences of all rows are over the 20 games per case that both played, of 20 "
                        "of A and 150 of B"));
  EXPECT_THAT(text, Not(HasSubstr("adjusted: by")));
  ComparisonInput others = input_of(play("more", R"("boards": [{"rows": 6, "mines": 6}], "games": 150,
                                                    "strategies": ["min_risk"])"),
                                    longer);
  EXPECT_THAT(text_of(others), HasSubstr("= paired: the same games ± or"));
  const Files other = play("other", members + R"("games": 90, "seed": 9)");
  EXPECT_THAT(text_of(input_of(shorter, other)), HasSubstr("; adjusted: by the games' exact risks; p:"));
}

// The report's own comparison of two strategies, without records: also against an extension of the run, and against
// another run that shares one of them.
TEST_F(Reports, CompareStrategiesByTheStoredPairs) {
  const std::string members = std::string(kBoards) + R"("name": "n", "strategies": ["rules", "csp"], )";
  const Files a = play("a", members + R"("games": 300)");
  const Files longer = play("longer", members + R"("games": 500)");
  const Files other =
      play("other", std::string(kBoards) + R"("games": 300, "strategies": ["csp", "min_risk"])");
  const json::Document document = json::Document::read(a.report);
  const std::vector<json::Node> expected = json::Node(document).need("comparisons").items();
  for (const Files& b : {a, longer, other}) {
    ComparisonInput input = input_of(a, b);
    input.labels = std::pair("rules", "csp");
    const ReportComparison comparison = compare_reports(input);
    ASSERT_EQ(comparison.results.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const ComparedResult& result = comparison.results[i];
      ASSERT_TRUE(result.paired) << b.report;
      EXPECT_EQ(result.paired->only_a, expected[i].need("only_a").as_whole(0, 300));
      EXPECT_EQ(result.paired->only_b, expected[i].need("only_b").as_whole(0, 300));
      EXPECT_NEAR(result.difference.value, expected[i].need("difference").as_number(-1, 1), 1e-8);
      EXPECT_NEAR(result.difference.interval.low, expected[i].need("difference_ci_low").as_number(-1, 1),
                  1e-8);
      EXPECT_NEAR(result.difference.interval.high, expected[i].need("difference_ci_high").as_number(-1, 1),
                  1e-8);
      EXPECT_NEAR(result.difference.p_value, expected[i].need("p_value").as_number(0, 1), 1e-8);
    }
  }
  // Other games are not paired: another seed.
  const Files seed = play("seed", members + R"("games": 300, "seed": 5)");
  ComparisonInput input = input_of(a, seed);
  input.labels = std::pair("rules", "csp");
  for (const ComparedResult& result : compare_reports(input).results) EXPECT_FALSE(result.paired);
}

// Counts of rows after Holm's correction, and the test of all rows at once, whose p value is the largest one-sided one.
TEST_F(Reports, CompareEndsWithTheVerdictOverAllCases) {
  const Files a =
      play("a", R"("boards": [{"rows": [4, 9], "mines": 2}, {"rows": 9, "mines": [20, 12]}], "games": 300,
      "name": "n", "strategies": ["random", "csp"])");
  ComparisonInput input = input_of(a, a);
  input.labels = std::pair("csp", "random");
  const ReportComparison comparison = compare_reports(input);
  ASSERT_EQ(comparison.results.size(), 4U);
  ASSERT_EQ(comparison.verdicts.size(), 1U);
  const ComparisonVerdict& verdict = comparison.verdicts[0];
  std::size_t higher = 0;
  double higher_in_all = 0, lower_in_all = 0;
  for (const ComparedResult& result : comparison.results) {
    const double value = result.difference.value, half = result.difference.p_value / 2;
    higher += value > 0 && result.p_value_holm < 0.05;
    higher_in_all = std::max(higher_in_all, value > 0 ? half : 1 - half);
    lower_in_all = std::max(lower_in_all, value < 0 ? half : 1 - half);
  }
  EXPECT_EQ(verdict.rows, 4U);
  EXPECT_EQ(verdict.higher, higher);
  EXPECT_EQ(verdict.lower, 0U);
  EXPECT_GE(higher, 3U);
  EXPECT_EQ(verdict.p_value_higher, higher_in_all);
  EXPECT_EQ(verdict.p_value_lower, lower_in_all);
  std::string text = comparison_text(input, comparison, 80);
  std::ranges::replace(text, '\n', ' ');
  EXPECT_THAT(
      text, HasSubstr(fmt::format("A is higher than B in {}, lower in 0, undecided in {} of 4 rows (p (Holm) "
                                  "below 0.05); that it is higher in all of them: p = ",
                                  higher, 4 - higher)));
  // The other way round.
  input.labels = std::pair("random", "csp");
  const ComparisonVerdict reverse = compare_reports(input).verdicts.at(0);
  EXPECT_EQ(reverse.lower, higher);
  EXPECT_EQ(reverse.p_value_lower, higher_in_all);
  EXPECT_EQ(comparison_json(input, comparison).at("verdicts").as_array().at(0).at("higher"),
            static_cast<std::uint64_t>(higher));
  // A verdict is over several rows; each pair of labels has its own.
  input.labels.reset();
  EXPECT_EQ(compare_reports(input).verdicts.size(), 2U);
  const Files one = play("one", R"("boards": [{"rows": 4, "mines": 2}], "games": 20, "strategies": ["csp"])");
  EXPECT_THAT(compare_reports(input_of(one, one)).verdicts, IsEmpty());
}

// Kinds of games and settings that are not in the board do not pair either.
TEST_F(Reports, ComparePairsCasesByAllTheirProperties) {
  const auto only = [&](const std::string& a, const std::string& b) {
    return tests::message_of<InputError>([&] {
      compare_reports(input_of(play("x", R"("games": 2, )" + a), play("y", R"("games": 2, )" + b)));
    });
  };
  const std::string none = "have no case and strategy in common";
  const std::string go = R"("game": "go", "boards": [{"size": 3, "komi": 0.5}], )";
  EXPECT_THAT(only(go + R"("scoring": "area")", go + R"("scoring": "majority")"), HasSubstr(none));
  EXPECT_THAT(only(go + R"("end": "settled")", go + R"("end": "passes")"), HasSubstr(none));
  const std::string tablet = R"("game": "tablet", "boards": [{"rows": 3}], )";
  EXPECT_THAT(only(tablet + R"("poison": "center")", tablet + R"("poison": "random")"), HasSubstr(none));
  EXPECT_THAT(only(tablet + R"("first": "erring")", tablet + R"("first": "perfect")"), HasSubstr(none));
  const std::string board = R"("boards": [{"rows": 4, "mines": 2}], "strategies": ["rules"], )";
  EXPECT_THAT(only(board + R"("motion": "fixed")", board + R"("motion": "moving")"), HasSubstr(none));
  EXPECT_THAT(only(board + R"("topology": "hex")", board + R"("topology": "square")"), HasSubstr(none));
}

TEST_F(Reports, RefuseWhatCannotBeCompared) {
  const Files a = play("a", std::string(kBoards) + R"("games": 20, "strategies": ["rules", "csp"])");
  const Files b = play("b", R"("boards": [{"rows": 4, "mines": 2}], "games": 20, "strategies": ["rules"])");
  EXPECT_THAT(tests::message_of<InputError>([&] { compare_reports(input_of(a, b)); }),
              HasSubstr("have no case and strategy in common"));
  ComparisonInput input = input_of(a, a);
  input.labels = std::pair("rules", "cps");
  EXPECT_THAT(tests::message_of<InputError>([&] { compare_reports(input); }),
              HasSubstr("has no strategy \"cps\"; did you mean \"csp\"?"));
  EXPECT_THAT(tests::message_of<InputError>([&] { load_report(a.records); }),
              HasSubstr("a.jsonl: is the records of games"));
  EXPECT_THAT(tests::message_of<InputError>([&] { GameRecords{a.report}; }),
              HasSubstr("a.json: is a report"));
  // Records of only some games would pair the wrong ones.
  std::ifstream in(a.records);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto part = folder_.write("part.jsonl", text.substr(text.find('\n') + 1));
  EXPECT_FALSE(GameRecords(part).find(0, "rules", 20));
  EXPECT_TRUE(GameRecords(part).find(0, "csp", 20));
}

}  // namespace
}  // namespace sapper::experiments

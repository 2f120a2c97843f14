// What a report page says first, against the report's own results; and whole pages of one case, three, a sweep and a large
// sweep.
#include "experiments/pages/report_answer.hpp"

#include <fmt/format.h>

#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/external/policy_player.hpp"
#include "experiments/pages/lost_game.hpp"
#include "experiments/pages/report_page.hpp"
#include "experiments/report/thresholds.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/stats/statistics.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/markup_check.hpp"
#include "tests/support/page_tables.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using figures::DataFile;

// Two sizes by three densities, which give the boards other densities than asked for.
DataFile small_sweep() {
  return tests::played_report(
      R"("games": 40, "seed": 5, "boards": [{"rows": [5, 7], "density": [0.1, 0.17, 0.25]}],
    "first_click": {"rule": "opening"}, "strategies": ["random", "rules", "min_risk"])");
}

// As it is read from its file.
DataFile data_of(const Report& report) {
  const tests::TemporaryFolder folder;
  return figures::data_of(load_report(folder.write("r.json", text_of(report))));
}

std::vector<std::string> cells_of(const std::string& markup) { return tests::texts_of(markup, "td"); }

TEST(ReportAnswer, MatrixHoldsTheBestStrategyOfEachCaseAndItsLead) {
  const DataFile data = small_sweep();
  const std::string markup = best_by_case(data);
  EXPECT_EQ(tests::markup_error("<p>" + markup + "</p>"), "");
  EXPECT_THAT(tests::texts_of(markup, "th"),
              ElementsAre("mine density (%)", "5 × 5", "7 × 7", "10", "17", "25"));
  const std::vector<std::string> cells = cells_of(markup);
  ASSERT_EQ(cells.size(), 6U);
  for (std::size_t size = 0; size < 2; ++size)
    for (std::size_t density = 0; density < 3; ++density) {
      const std::size_t number = 3 * size + density;
      std::map<double, std::vector<std::string>, std::greater<>> by_rate;
      for (const Result& result : data.data.results)
        if (result.played->number == number) by_rate[*result.win_rate].push_back(result.label);
      const auto& [rate, labels] = *by_rate.begin();
      const std::string& cell = cells[2 * density + size];
      EXPECT_THAT(cell, StartsWith(fmt::format("{:.1f}", 100 * rate)));
      if (labels.size() > 1) {
        EXPECT_THAT(cell, HasSubstr(fmt::format("{} alike", labels.size())));
        continue;
      }
      const auto& [next_rate, next] = *std::next(by_rate.begin());
      double p_value = 1;
      for (const Comparison& pair : data.data.comparisons)
        if (pair.played->number == number && (pair.a == labels[0] || pair.b == labels[0]) &&
            (pair.a == next[0] || pair.b == next[0]))
          p_value = pair.p_value;
      EXPECT_THAT(cell, HasSubstr(fmt::format("{} {}{:.1f}", labels[0], p_value < 0.05 ? "+" : "≈",
                                              100 * (rate - next_rate))));
    }
}

TEST(ReportAnswer, SmallLeadsAreNotNothing) {
  DataFile data = small_sweep();
  for (Result& result : data.data.results) {
    const double lead =
        std::array{0.02, 0.0996, 0.0004, 0.06, 0.25, 12.0}[result.played->number];  // in points
    result.win_rate = 0.5 + (result.label == "min_risk" ? lead / 100 : result.label == "random" ? -0.1 : 0);
  }
  const std::string markup = best_by_case(data);
  std::vector<std::string> leads;
  for (const std::string& text : tests::texts_of(markup, "small"))
    leads.push_back(text.substr(text.find_first_of("0123456789")));
  EXPECT_THAT(leads, ElementsAre("0.02", "0.06", "0.1", "0.2", "0.0004", "12.0")) << "sizes along the rows";
  EXPECT_THAT(markup, HasSubstr(", 0.02 points more than rules"));
  EXPECT_THAT(markup, HasSubstr(", 0.0004 points more than rules"));
  EXPECT_THAT(markup, HasSubstr(", 12.00 points more than rules"));
}

// The shade falls in lightness with the rate, and its text is readable on it.
TEST(ReportAnswer, ShadesAreReadableInGrey) {
  DataFile data = small_sweep();
  double rate = 0;
  for (Result& result : data.data.results) result.win_rate = result.label == "random" ? rate += 0.16 : 0;
  const std::string markup = best_by_case(data);
  std::map<double, double> lightness;  // by rate
  for (std::size_t at = markup.find("background: #"); at != std::string::npos;
       at = markup.find("background: #", at + 1)) {
    const auto channel = [&](std::size_t i) {
      return std::pow(std::stoi(markup.substr(at + 13 + 2 * i, 2), nullptr, 16) / 255.0, 2.2);
    };
    const double grey = 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
    const bool is_black = markup.substr(at + 20, 11) == " color: #00";
    EXPECT_GE(is_black ? (grey + 0.05) / 0.05 : 1.05 / (grey + 0.05), 4.5);
    lightness[std::stod(markup.substr(markup.find('>', at) + 1))] = grey;
  }
  ASSERT_EQ(lightness.size(), 6U);
  for (auto at = std::next(lightness.begin()); at != lightness.end(); ++at)
    EXPECT_LT(at->second, std::prev(at)->second);
}

// The places of `thresholds`, with its marks: rules by a curve that its counts lie along, min_risk by interpolation.
TEST(ReportAnswer, SaysWhereHalfOfTheGamesAreWon) {
  DataFile data = small_sweep();
  for (Result& result : data.data.results) {
    const std::size_t density = result.played->number % 3;
    result.games = 1000;
    result.wins = result.label == "random"     ? 0
                  : result.label == "min_risk" ? std::array<std::uint64_t, 3>{1000, 1000, 0}[density]
                                               : std::array<std::uint64_t, 3>{980, 900, 190}[density];
  }
  const Thresholds halves = thresholds_of(data.data, 0.5, RateLink::logistic);
  const std::string markup = half_rates(data);
  EXPECT_THAT(tests::texts_of(markup, "th"),
              ElementsAre("board", "random", "rules", "min_risk", "5 × 5", "7 × 7"));
  const std::vector<std::string> cells = cells_of(markup);
  ASSERT_EQ(cells.size(), 6U);
  EXPECT_EQ(cells[0], "less than half from 12 to 24");
  for (const StrategyThreshold& strategy : halves.strategies)
    EXPECT_THAT(cells, testing::Contains(place_text(strategy, 0.5) + std::string(mark_of(strategy))));
  EXPECT_THAT(cells[1], StartsWith("20.")) << "4 and 6 of 25 cells are mines: 16 and 24 %";
  EXPECT_EQ(cells[2], "20.00 (16.00 to 24.00) ~");
  EXPECT_THAT(cells[5], StartsWith("20.41 (")) << "8 and 12 of 49";
  EXPECT_THAT(markup, HasSubstr(", marked ~, where the win rates do not lie along one"));
  for (Result& result : data.data.results)
    if (result.label == "min_risk" || result.played->number > 2)
      result.wins = 900 - 10 * (result.played->number % 3);
  EXPECT_THAT(half_rates(data), AllOf(Not(HasSubstr("~")), HasSubstr(">more than half from 12 to 24<")));
}

// No other table has these places: all are there, folded if they are many.
TEST(ReportAnswer, ShowsWhereHalfIsWonForAllBoardsAndStrategies) {
  const auto fold_of = [](int boards, int strategies) {
    std::string rows, players;
    for (int i = 0; i < boards; ++i) rows += fmt::format("{}{}", i == 0 ? "" : ", ", 4 + i);
    for (int i = 0; i < strategies; ++i)
      players += fmt::format(R"({}{{"name": "random", "label": "r{}"}})", i == 0 ? "" : ", ", i);
    const DataFile data = tests::played_report(
        fmt::format(R"("games": 1, "boards": [{{"rows": [{}], "cols": 6, "density": [0.1, 0.2, 0.3]}}],
        "strategies": [{}])",
                    rows, players));
    const std::string markup = half_rates(data);
    EXPECT_EQ(tests::markup_error("<div>" + markup + "</div>"), "");
    EXPECT_THAT(markup, Not(HasSubstr("evenly chosen")));
    EXPECT_EQ(tests::texts_of(markup, "th").size(), static_cast<std::size_t>(1 + boards + strategies));
    return tests::texts_of(markup, "summary");
  };
  EXPECT_THAT(fold_of(2, 16), IsEmpty());
  EXPECT_THAT(fold_of(2, 17), ElementsAre("2 rows of 17 columns"));
  EXPECT_THAT(fold_of(25, 1), ElementsAre("25 rows of 1 column"));
}

TEST(ReportAnswer, WarnsOfStopRulesThatWereNotMet) {
  const auto warnings_of = [](const char* half_width, Shard shard) {
    const auto experiment = tests::experiment_of(
        fmt::format(R"("games": 60, "boards": [{{"rows": 5, "mines": 4}}], "strategies": ["rules"],
        "stop": {{"half_width": {}, "min_games": 50}})",
                    half_width));
    return warnings(data_of(tests::play_all(*experiment, 1, shard)));
  };
  EXPECT_THAT(warnings_of("0.001", {}), HasSubstr("<li>1 of 1 case ended by their number of games before"));
  EXPECT_EQ(warnings_of("0.001", {2, 2}), "") << "half of the games of its case";
  EXPECT_EQ(warnings_of("0.49", {}), "");

  DataFile data = tests::played_report(
      R"("games": 60, "boards": [{"rows": 5, "mines": 4}], "strategies": ["rules"],
      "stop": {"half_width": 0.4, "min_games": 1000})");
  EXPECT_EQ(warnings(data), "") << "met, though not when the rule looks";
}

TEST(ReportAnswer, NamesOddCasesAndOnlyThem) {
  DataFile data = small_sweep();
  for (Comparison& pair : data.data.comparisons) pair.p_value = 1;
  for (Result& result : data.data.results) {
    result.z = 0.5;
    result.predicted_losses = 10;
    result.losses = 11;
    result.games = 1000;
    result.wins = (result.label == "min_risk" ? 900U : 500U) - 100U * (result.played->number % 3);
    result.win_rate = static_cast<double>(*result.wins) / 1000;
  }
  EXPECT_EQ(odd_cases(data), "");
  EXPECT_EQ(warnings(data), "");
  EXPECT_THAT(best_in_words(data), HasSubstr("<strong>min_risk</strong> 6 (0)."));

  for (Comparison& pair : data.data.comparisons)
    if (pair.played->number == 4 && pair.a == "rules" && pair.b == "min_risk") {
      pair.p_value = 1e-6;
      pair.difference = 0.031;
    }
  data.data.results[5].z = 5.5;      // min_risk in case 1
  data.data.results[17].wins = 860;  // min_risk in case 5, the densest
  const std::string odd = odd_cases(data);
  EXPECT_THAT(
      odd, HasSubstr(
               "<li><strong>7 × 7, 8 mines</strong>: rules wins 3.10 points more than min_risk, which is the "
               "best of most cases"));
  EXPECT_THAT(
      odd, HasSubstr(
               "<li><strong>5 × 5, 4 mines</strong>: min_risk lost 11 games by guesses whose risks add up to "
               "10.0 (z = +5.50)"));
  EXPECT_THAT(
      odd,
      HasSubstr(
          "<li><strong>7 × 7, 12 mines</strong>: min_risk wins 6.00 points more than at 16.33 before it"));
  EXPECT_EQ(tests::contents_of(odd, "li").size(), 3U);
  EXPECT_THAT(warnings(data), HasSubstr("the probabilities do <strong>not</strong> agree"));
}

TEST(LostGame, IsTheFirstThatTheBestStrategyLost) {
  const DataFile data = tests::played_report(
      R"("games": 30, "seed": 3, "boards": [{"rows": 6, "mines": 7}], "first_click": {"rule": "safe"},
      "strategies": ["random", "min_risk"])");
  const auto lost = lost_game(data);
  ASSERT_TRUE(lost.has_value());
  const auto& player = lost->at("players").at(0).as_object();
  EXPECT_EQ(player.at("strategy"), "min_risk");
  EXPECT_FALSE(player.at("won").as_bool());
  EXPECT_EQ(lost->at("start").to_number<std::size_t>() + 1, player.at("digs").as_array().size());
  const std::string label = "min_risk";
  for (std::uint64_t game = 0; game < lost->at("game").to_number<std::uint64_t>(); ++game) {
    const auto earlier = data.report->experiment->parts()
                             .display->replay_json(0, game, &label)
                             .at("players")
                             .at(0)
                             .as_object();
    EXPECT_TRUE(earlier.at("won").as_bool() || earlier.at("digs").as_array().size() < 2) << game;
  }
  const DataFile two = small_sweep();
  EXPECT_FALSE(lost_game(two).has_value()) << "several cases";
}

// With a win rate of 0.9995 the first game that is lost lies far back: the report says which it is.
TEST(LostGame, IsFoundByWhoWon) {
  const DataFile data = tests::played_report(
      R"("games": 4000, "seed": 3, "boards": [{"rows": 7, "mines": 3}], "first_click": {"rule": "opening"},
      "strategies": [{"name": "min_risk", "label": "other"}, "min_risk"])");
  const Result& result = data.data.results.front();
  ASSERT_GT(*result.wins, 3990U);
  ASSERT_LT(*result.wins, 4000U) << "the seed was chosen for it";
  const auto lost = lost_game(data);
  ASSERT_TRUE(lost.has_value());
  EXPECT_FALSE(lost->at("players").at(0).at("won").as_bool());
  EXPECT_GT(lost->at("game").to_number<std::uint64_t>(), 300U);
}

// Digs the first hidden cell.
class FirstCellPolicy final : public minesweeper::Policy {
 public:
  std::uint64_t choose(minesweeper::PolicyBatch& batch) override {
    const std::size_t cells = batch.hidden.size() / batch.size;
    for (std::size_t row = 0; row < batch.size; ++row)
      batch.digs[row] = std::ranges::find_if(batch.hidden.subspan(row * cells, cells),
                                             [](auto is_hidden) { return is_hidden != 0; }) -
                        batch.hidden.begin() - static_cast<std::ptrdiff_t>(row * cells);
    return 0;
  }
  std::size_t batch_size() const override { return 8; }
};

// The page is made all the same.
TEST(LostGame, IsLeftOutWhereNobodyCanReplayItInTime) {
  FirstCellPolicy policy;
  const auto experiment = tests::experiment_of(
      R"("games": 20, "boards": [{"rows": 5, "mines": 6}], "strategies": ["rules", "policy"])",
      {.policy = &policy});
  const DataFile by_policy = data_of(tests::play_all(*experiment, 1));
  EXPECT_FALSE(lost_game(by_policy).has_value());
  EXPECT_EQ(played_games(std::span(&by_policy, 1), PageEngine::left_out), "")
      << "no command replays it either";
  EXPECT_EQ(tests::markup_error(report_page(std::span(&by_policy, 1))), "");

  const auto has_game = [](int rows) {
    return lost_game(tests::played_report(fmt::format(
                         R"("games": 3, "boards": [{{"rows": {}, "cols": 50, "density": 0.3}}],
                         "strategies": ["rules"])",
                         rows)))
        .has_value();
  };
  EXPECT_TRUE(has_game(40));
  EXPECT_FALSE(has_game(60)) << "3,000 cells";
}

std::string sizes(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + std::to_string(7 + i);
  return list;
}

TEST(ReportPage, AnswersForOneCaseAndForAThousand) {
  SAPPER_LONG_TEST();
  const auto page_of = [](int sizes_count, int densities, std::string_view games) {
    std::string list;
    for (int i = 0; i < densities; ++i) list += (i == 0 ? "" : ", ") + fmt::format("{:.3f}", 0.1 + 0.02 * i);
    const DataFile data = tests::played_report(
        fmt::format(R"("games": {}, "boards": [{{"rows": [{}], "cols": 8, "density": [{}]}}],
        "first_click": {{"rule": "opening"}}, "strategies": ["rules", "csp"])",
                    games, sizes(sizes_count), list));
    std::string page = report_page(std::span(&data, 1));
    EXPECT_EQ(tests::markup_error(page), "");
    const auto summary = page.find("id=\"summary\""), figure = page.find("<figure");
    EXPECT_LT(summary, figure);
    EXPECT_LT(figure, page.find("id=\"results-table\"")) << "the figure comes before any long table";
    EXPECT_THAT(page, HasSubstr("data-saves=\"results-table\""));
    return page;
  };
  const std::string one = page_of(1, 1, "30");
  EXPECT_THAT(one, HasSubstr("<section id=\"game\">"));
  EXPECT_THAT(one, Not(HasSubstr("class=\"matrix\"")));
  EXPECT_EQ(tests::count_of(one, "<details class=\"fold\">"), 0U) << "nothing is long";

  const std::string three = page_of(3, 1, "10");
  EXPECT_EQ(tests::count_of(three, "class=\"matrix\""), 1U);
  EXPECT_THAT(three, Not(HasSubstr("<section id=\"game\">")));
  EXPECT_THAT(three, HasSubstr("The highest win rate of each case, and the strategies"));

  const std::string sweep = page_of(5, 12, "4");  // 60 cases
  EXPECT_EQ(tests::count_of(sweep, "class=\"matrix\""), 2U) << "by case, and where half is won";
  EXPECT_THAT(sweep, Not(HasSubstr("evenly chosen")));
  EXPECT_THAT(sweep, HasSubstr("<details class=\"fold\"><summary>120 rows</summary>"));
  EXPECT_THAT(sweep, HasSubstr("Of the 60 cases, those where"));

  const std::string large = page_of(40, 25, "1");  // 1,000 cases
  EXPECT_THAT(large, HasSubstr("Shown, evenly chosen: 24 of 25 rows and 16 of 40 columns;"));
  EXPECT_EQ(tests::count_of(large.substr(0, large.find("id=\"results-table\"")), "<td style"), 24U * 16)
      << "the matrix has a cell for each case that it shows";
  EXPECT_EQ(tests::count_of(tests::contents_of(large, "table").at(2), "<tr><td"), 50U * 40)
      << "the folded table has all";
}

// In words six reports are shown; what is wrong with one is said of each.
TEST(ReportPage, WarnsOfEveryReport) {
  std::vector<DataFile> files;
  files.reserve(7);
  for (int i = 0; i < 7; ++i)
    files.push_back(
        tests::played_report(R"("games": 5, "boards": [{"rows": 4, "mines": 3}], "strategies": ["rules"])"));
  EXPECT_THAT(report_page(files), Not(HasSubstr("id=\"warnings\"")));
  files.back().data.results.front().z = 9;
  const std::string page = report_page(files);
  EXPECT_THAT(page, HasSubstr("id=\"warnings\""));
  EXPECT_THAT(page, HasSubstr("the probabilities do <strong>not</strong> agree"));
}

}  // namespace
}  // namespace sapper::experiments::pages

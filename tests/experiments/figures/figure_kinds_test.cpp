#include "experiments/figures/figure_kinds.hpp"

#include <fmt/format.h>

#include "experiments/figures/figure_layout.hpp"
#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/figures/script_writer.hpp"
#include "experiments/pages/report_tables.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::Contains;

const FigureKind& kind(std::string_view name) {
  for (const FigureKind& row : figure_kinds())
    if (row.name == name) return row;
  throw std::logic_error("no such kind");
}

Figure only_figure(const FigureKind& row, std::span<const DataFile> files) {
  std::vector<Figure> figures = make_figures(row, files);
  EXPECT_EQ(figures.size(), 1U);
  return figures.at(0);
}

DataFile sweep() {
  return tests::played_report(
      R"("games": 30, "boards": [{"rows": [5, 6], "cols": 6, "density": [0.1, 0.15, 0.2]}],
    "strategies": ["rules", "csp"])");
}

// Every row of the table, against its own description.
TEST(FigureKinds, SayWhatIsMissing) {
  const DataFile nothing;
  std::set<std::string_view> names;
  for (const FigureKind& row : figure_kinds()) {
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_THAT(tests::message_of<InputError>([&] { make_figures(row, std::span(&nothing, 0)); }),
                HasSubstr(std::string(row.needs)));
  }
}

// c = p n^(1/6) from the boards themselves, with p the share of mines that they really have.
TEST(FigureKinds, DrawAllSizesAgainstTheScaledDensity) {
  const DataFile data = sweep();
  const Figure figure = only_figure(kind("phase_transition"), std::span(&data, 1));
  ASSERT_EQ(figure.panels.size(), 2U);
  const std::vector<std::pair<int, int>> boards{{3, 30}, {5, 30}, {6, 30}, {4, 36}, {5, 36}, {7, 36}};
  for (std::size_t size = 0; size < 2; ++size)
    for (std::size_t player = 0; player < 2; ++player) {
      const Series& won = figure.panels[0].series[2 * size + player];
      const Series& free = figure.panels[1].series[2 * size + player];
      EXPECT_EQ(won.label, std::string(size == 0 ? "5 × 6, " : "6 × 6, ") + (player == 0 ? "rules" : "csp"));
      ASSERT_EQ(won.points.size(), 3U);
      for (std::size_t i = 0; i < 3; ++i) {
        const auto& [mines, cells] = boards[3 * size + i];
        const Result& result = data.data.results[6 * size + 2 * i + player];
        EXPECT_NEAR(won.points[i].x, mines / std::pow(cells, 5.0 / 6), 1e-5);
        EXPECT_NEAR(won.points[i].y, 100 * *result.win_rate, 1e-9);
        EXPECT_NEAR(free.points[i].x, won.points[i].x, 1e-12);
        EXPECT_NEAR(free.points[i].y, 100 * result.guess_histogram.at(0) / 30, 1e-9);
      }
    }
  for (std::size_t panel = 0; panel < 2; ++panel) {
    ASSERT_TRUE(figure.panels[panel].theory.has_value());
    for (const auto& [c, share] : figure.panels[panel].theory->points)
      EXPECT_NEAR(std::log(share / 100), -(panel == 0 ? 1 : 2) * c * c * c * c * c * c, 1e-9);
  }
}

// A page shows each figure once, and says what it leaves out of a large sweep.
TEST(FiguresOfAPage, AnswerFirstAndSampleWhatIsLarge) {
  const DataFile small = sweep();
  const std::vector<Figure> answers = answer_figures(std::span(&small, 1));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].name, "density");
  EXPECT_EQ(answers[1].name, "difference");
  EXPECT_THAT(answers[0].caption, Not(HasSubstr("evenly chosen")));
  for (const Figure& figure : further_figures(std::span(&small, 1)))
    EXPECT_THAT(figure.name, testing::AllOf(Not("density"), Not("difference"), Not("win_rate")));

  const DataFile large = tests::played_report(
      R"("games": 1, "boards": [{"rows": [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23], "cols": 8,
      "density": [0.1, 0.15, 0.2]}], "strategies": ["rules", "csp"])");
  const std::vector<Figure> sampled = answer_figures(std::span(&large, 1));
  ASSERT_EQ(sampled.size(), 2U);
  for (const Figure& figure : sampled) {
    ASSERT_EQ(figure.panels.size(), 16U);
    EXPECT_EQ(figure.panels.front().title, "4 × 8");
    EXPECT_EQ(figure.panels.back().title, "23 × 8");
    EXPECT_THAT(figure.caption, HasSubstr("16 of 20 panels, evenly chosen"));
  }
}

// The panels of a factorial design are those of `plot`, in its order; of one that is too large, whole rows and columns.
TEST(FiguresOfAPage, KeepTheDesignOfAStudy) {
  const auto answers_of = [](const std::string& rows) {
    return answer_figures(std::vector{tests::played_report(
        R"("games": 1, "boards": [{"rows": )" + rows +
        R"(, "cols": 8, "density": [0.1, 0.15, 0.2], "topology": ["square", "torus", "hex"]}],
      "first_click": {"rule": "safe", "cell": "corner"}, "strategies": ["rules", "csp"])")});
  };
  const auto titles_of = [](const Figure& figure) {
    std::vector<std::string> titles;
    for (const Panel& panel : figure.panels) titles.push_back(panel.title);
    return titles;
  };
  for (const Figure& figure : answers_of("[4, 6, 8]")) {
    EXPECT_EQ(figure.layout.columns, 3U);
    EXPECT_EQ(figure.layout.width_pt, kPagePt);
    EXPECT_THAT(titles_of(figure), ElementsAre("4 × 8", "4 × 8, torus", "4 × 8, hex", "6 × 8", "6 × 8, torus",
                                               "6 × 8, hex", "8 × 8", "8 × 8, torus", "8 × 8, hex"));
    EXPECT_THAT(figure.caption, Not(HasSubstr("chosen")));
  }
  for (const Figure& figure : answers_of("[4, 6, 8, 10, 12, 14]")) {
    EXPECT_EQ(figure.panels.size(), 15U);
    EXPECT_THAT(titles_of(figure), Contains("14 × 8, hex"));
    EXPECT_THAT(figure.caption, HasSubstr("rows and 3 of 3 columns of panels, evenly chosen"));
  }
}

// The answer shows the first page of a figure; its other pages stand further down.
TEST(FiguresOfAPage, HoldEachPageOfAFigure) {
  const DataFile clicks = tests::played_report(
      R"("games": 2, "boards": [{"rows": [2, 3, 4, 5], "cols": 4, "mines": 2}],
      "first_click": {"rule": "safe", "cell": "all"}, "strategies": ["rules", "csp"])");
  std::vector<std::string> names;
  std::size_t maps = 0;
  for (const std::vector<Figure>& figures :
       {answer_figures(std::span(&clicks, 1)), further_figures(std::span(&clicks, 1))})
    for (const Figure& figure : figures) {
      if (figure.look != PlotStyle::heat_map) continue;
      names.push_back(figure.name);
      maps += figure.panels.size();
    }
  EXPECT_THAT(names, ElementsAre("first_click-1", "first_click-2"));
  EXPECT_EQ(maps, 8U) << "each board for each strategy";
}

TEST(FigureLayout, SpreadsAChoiceEvenly) {
  EXPECT_THAT(evenly_spread(0, 5), IsEmpty());
  EXPECT_THAT(evenly_spread(3, 5), ElementsAre(0, 1, 2));
  EXPECT_THAT(evenly_spread(9, 1), ElementsAre(0));
  EXPECT_THAT(evenly_spread(9, 3), ElementsAre(0, 4, 8));
  EXPECT_THAT(evenly_spread(100, 4), ElementsAre(0, 33, 66, 99));
}

TEST(FigureKinds, DrawWinRatesAlongTheAxis) {
  const DataFile data = sweep();
  const Figure figure = only_figure(kind("density"), std::span(&data, 1));
  EXPECT_EQ(usual_kind(std::span(&data, 1)).name, "density");
  EXPECT_EQ(figure.x.name, "mine density (%)");
  EXPECT_EQ(figure.caption, "Win rate against mine density, with 95 % intervals.");
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[1].title, "6 × 6");
  ASSERT_EQ(figure.panels[1].series.size(), 2U);
  ASSERT_EQ(figure.panels[1].series[0].points.size(), 3U);
  EXPECT_NEAR(figure.panels[1].series[0].points[0].x, 100 * 4 / 36.0, 1e-6);
  EXPECT_NEAR(figure.panels[1].series[0].points[0].y, 100 * *data.data.results[6].win_rate, 1e-9);
}

TEST(FigureKinds, AddCalibrationUpOverCases) {
  DataFile data = sweep();
  for (Result& result : data.data.results)
    result.calibration = {
        {0.2, 0.25, 10, 2.2, 3, {}}, {0.45, 0.5, 5, 2.4, 3, {}}, {0.5, 0.55, 1, 0.52, 1, {}}};
  const Figure figure = only_figure(kind("calibration"), std::span(&data, 1));
  // Six cases: 18 of 60 guesses lost, and Wilson's interval of that (Newcombe 1998 has the formula; computed by hand).
  const Point& point = figure.panels[0].series[0].points[0];
  EXPECT_NEAR(point.x, 22, 1e-9);
  EXPECT_NEAR(point.y, 30 - 22, 1e-9);
  EXPECT_NEAR(*point.low, 19.8 - 22, 0.1);
  EXPECT_NEAR(*point.high, 42.5 - 22, 0.1);
  // 6 guesses are too few: with the 30 below them they lost 24 times, where 17.52 were predicted.
  ASSERT_EQ(figure.panels[0].series[0].points.size(), 2U);
  EXPECT_NEAR(figure.panels[0].series[0].points[1].x, 100 * 17.52 / 36, 1e-9);
  EXPECT_NEAR(figure.panels[0].series[0].points[1].y, 100 * (24 - 17.52) / 36, 1e-9);
  ASSERT_EQ(figure.panels.size(), 2U) << "one for each strategy";
  EXPECT_EQ(figure.panels[0].y.most, figure.panels[1].y.most);
  // Bins begin at x; those that the report omits are empty.
  std::vector<std::pair<double, double>> steps;
  const Figure risks = only_figure(kind("risks"), std::span(&data, 1));
  for (const Point& step : risks.panels[0].series[0].points)
    if (step.x >= 14 && step.x <= 51) steps.emplace_back(std::round(step.x), step.y);
  using testing::Pair;
  EXPECT_THAT(steps, ElementsAre(Pair(15, 0), Pair(20, testing::DoubleNear(100 * 60 / 96.0, 1e-9)),
                                 Pair(25, 0), Pair(30, 0), Pair(35, 0), Pair(40, 0),
                                 Pair(45, testing::DoubleNear(100 * 30 / 96.0, 1e-9)),
                                 Pair(50, testing::DoubleNear(100 * 6 / 96.0, 1e-9))));
}

TEST(FigureKinds, GoOnOnFurtherPages) {
  DataFile data = sweep();
  const Result first = data.data.results.front();
  for (std::size_t i = 0; i < 300; ++i) {
    CaseLabels labels = *first.played;
    labels.number = i;
    labels.name = "case " + std::to_string(i);
    Result& result = data.data.results.emplace_back(first);
    result.played = std::make_shared<const CaseLabels>(labels);
  }
  const std::vector<Figure> figures = make_figures(kind("win_rate"), std::span(&data, 1));
  ASSERT_GT(figures.size(), 2U);
  std::set<std::string> names, titles;
  for (const Figure& figure : figures) {
    EXPECT_TRUE(names.insert(figure.name).second);
    EXPECT_LE(write_gnuplot(figure, "$table", 1).size.height_pt, 700) << figure.name;
    for (const Panel& panel : figure.panels) EXPECT_TRUE(titles.insert(panel.title).second) << panel.title;
  }
  EXPECT_EQ(titles.size(), 306U) << "nothing is left out";
  EXPECT_EQ(figures[1].name, "win_rate-2");
  std::size_t on_page = 0;
  for (const Figure& figure : figures_of(std::span(&data, 1))) on_page += figure.name.starts_with("win_rate");
  EXPECT_EQ(on_page, 4U);
  EXPECT_THAT(figures[1].caption, HasSubstr(" Part 2 of " + std::to_string(figures.size()) + "."));
}

// A colour and a mark for each strategy, whatever else is shown.
TEST(FigureKinds, StyleFollowsTheNameOfAStrategy) {
  const auto styles_of = [](const std::string& strategies) {
    const DataFile data = tests::played_report(
        R"("games": 2, "boards": [{"rows": 4, "mines": 2}], "strategies": [)" + strategies + "]");
    std::map<std::string, std::pair<std::size_t, std::size_t>> styles;
    const Figure figure = only_figure(kind("win_rate"), std::span(&data, 1));
    for (const Series& series : figure.panels[0].series) styles[series.label] = {series.colour, series.mark};
    return styles;
  };
  const auto three = styles_of(R"("rules", "min_risk", "random")");
  const auto two = styles_of(R"("min_risk", "rules")");
  EXPECT_EQ(three.at("min_risk"), two.at("min_risk"));
  EXPECT_EQ(three.at("rules"), two.at("rules"));
  const auto all = styles_of(
      R"("random", "rules", "csp", "min_risk", "progress", "expert", "optimal", "pinv", "sat", "pseq")");
  std::set<std::pair<std::size_t, std::size_t>> different;
  for (const auto& [label, style] : all) EXPECT_TRUE(different.insert(style).second) << label;
}

// Those that most studies show differ in colour, mark and dash, so that they do without their colours.
TEST(FigureKinds, UsualStrategiesAreToldApartInGrey) {
  const DataFile data = tests::played_report(
      R"("games": 2, "boards": [{"rows": 4, "mines": 2}],
      "strategies": ["random", "rules", "csp", "min_risk", "progress", "expert"])");
  std::set<std::size_t> colours, marks, dashes;
  const Figure figure = only_figure(kind("win_rate"), std::span(&data, 1));
  for (const Series& series : figure.panels[0].series) {
    EXPECT_TRUE(colours.insert(series.colour).second) << series.label;
    EXPECT_TRUE(marks.insert(series.mark % 8).second) << series.label;
    EXPECT_TRUE(dashes.insert(series.dash % 8).second) << series.label;
    if (series.label == "min_risk") {
      EXPECT_EQ(series.dash, 0U) << "solid";
    }
  }
}

// What varies along the axis, as curves and as panels, against the results.
TEST(FigureKinds, WinRatesAreArrangedAsAsked) {
  const DataFile data = tests::played_report(
      R"("games": 20, "boards": [{"rows": [4, 6], "cols": 6, "density": [0.1, 0.2], "topology": ["square", "torus"]}],
    "strategies": ["rules", "csp"])");
  const auto drawn = [&](const FigureRequest& request) {
    return make_figures(kind("density"), std::span(&data, 1), {}, request).at(0);
  };
  // What else varies has panels, too.
  const Figure figure = drawn({.curves = {"topology"}, .panels = {"strategy"}});
  std::vector<std::string> titles;
  for (const Panel& panel : figure.panels) titles.push_back(panel.title);
  EXPECT_THAT(titles,
              testing::UnorderedElementsAre("rules, rows 4", "csp, rows 4", "rules, rows 6", "csp, rows 6"));
  for (const Panel& panel : figure.panels) {
    ASSERT_EQ(panel.series.size(), 2U);
    EXPECT_EQ(panel.series[0].label, "square");
    EXPECT_EQ(panel.series[1].label, "torus");
    EXPECT_NE(panel.series[0].dash, panel.series[1].dash);
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        const auto result = std::ranges::find_if(data.data.results, [&](const Result& candidate) {
          const bool is_torus = candidate.played->name.find("torus") != std::string::npos;
          return panel.title == candidate.label + ", rows " + candidate.played->name.substr(0, 1) &&
                 is_torus == (series.label == "torus") && candidate.played->axis == point.x;
        });
        ASSERT_NE(result, data.data.results.end());
        EXPECT_NEAR(point.y, 100 * *result->win_rate, 1e-9);
      }
  }
  EXPECT_THAT(figure.caption,
              HasSubstr("against mine density, with 95 % intervals; curves: topology; panels: "
                        "strategy, rows."));
  // Names stand along an axis at whole places; strategies are curves unless asked for elsewhere.
  const Figure named = drawn({.axis = "topology"});
  EXPECT_EQ(named.look, PlotStyle::points);
  EXPECT_THAT(named.x.categories, ElementsAre("square", "torus"));
  EXPECT_EQ(named.panels.size(), 4U);
  EXPECT_EQ(named.panels[0].series[1].label, "csp");
  EXPECT_THAT(write_gnuplot(named, "$table", 1).script, HasSubstr("set xtics (\"square\" 0, \"torus\" 1)"));
  const Figure sizes = drawn({.axis = "rows"});
  EXPECT_EQ(sizes.panels[0].series[0].points[1].x, 6);
  EXPECT_EQ(usual_kind(std::span(&data, 1), {.axis = "rows"}).name, "density");
  const auto refusal = [&](const FigureKind& row, const FigureRequest& request) {
    return tests::message_of<InputError>([&] { make_figures(row, std::span(&data, 1), {}, request); });
  };
  EXPECT_THAT(
      refusal(kind("density"), {.curves = {"size"}}),
      HasSubstr("--curves is \"size\"; expected what varies in these reports: case, report, strategy, rows"));
  EXPECT_THAT(refusal(kind("density"), {.curves = {"rows"}, .panels = {"rows"}}),
              HasSubstr("rows is named twice"));
  EXPECT_THAT(refusal(kind("density"), {.curves = {"density"}}), HasSubstr("--axis is missing"));
  EXPECT_THAT(refusal(kind("guesses"), {.axis = "rows"}), HasSubstr("not --kind guesses"));
}

TEST(FigureKinds, DifferencesAreTakenFromTheBaseline) {
  DataFile data = sweep();
  for (const bool is_rules : {true, false}) {
    data.baseline = is_rules ? "rules" : "";  // the one that wins most, unless told
    const Figure figure = only_figure(kind("difference"), std::span(&data, 1));
    ASSERT_EQ(figure.panels.size(), 2U) << "two sizes of boards of three densities";
    for (std::size_t i = 0; i < 6; ++i) {
      ASSERT_EQ(figure.panels[i / 3].series.size(), 1U);
      const Series& series = figure.panels[i / 3].series[0];
      EXPECT_EQ(series.label, is_rules ? "csp" : "rules");
      const Point& point = series.points.at(i % 3);
      const double gain = 100 * (*data.data.results[2 * i + 1].win_rate - *data.data.results[2 * i].win_rate);
      EXPECT_EQ(point.x, data.data.results[2 * i].played->axis);
      EXPECT_NEAR(point.y, is_rules ? gain : -gain, 1e-6);  // as reports round
      EXPECT_LE(*point.low, point.y);
      EXPECT_GE(*point.high, point.y);
    }
  }
}

TEST(FigureKinds, DifferencesOfSingleBoardsAreRowsOnTheSideWhereTheyAre) {
  DataFile data = tests::played_report(
      R"("games": 40, "boards": [{"rows": 5, "mines": 4}], "strategies": ["rules", "csp"])");
  ASSERT_EQ(data.data.comparisons.size(), 1U);
  Comparison& pair = data.data.comparisons[0];
  pair.difference = -0.3, pair.low = -0.42, pair.high = -0.1;  // rules minus csp
  data.baseline = "rules";
  const Figure figure = only_figure(kind("difference"), std::span(&data, 1));
  EXPECT_EQ(figure.look, PlotStyle::intervals);
  EXPECT_NEAR(figure.panels.at(0).series.at(0).points.at(0).x, 30, 1e-9);
  EXPECT_EQ(figure.x.least, 0);
  EXPECT_EQ(figure.x.most, 50);
}

TEST(FigureKinds, ShowASelection) {
  std::vector<DataFile> data{sweep()};
  select(data, {{"csp"}, {{1, 2}, {5, 5}}, ""});
  std::vector<std::size_t> cases;
  for (const Result& result : data[0].data.results) {
    EXPECT_EQ(result.label, "csp");
    cases.push_back(result.played->number);
  }
  EXPECT_THAT(cases, ElementsAre(1, 2, 5));
  EXPECT_THAT(tests::message_of<InputError>([&] {
                select(data, {{"cps"}, {}, ""});
              }),
              HasSubstr("--strategies is \"cps\"; "));
  EXPECT_THAT(tests::message_of<InputError>([&] {
                select(data, {{}, {}, "none"});
              }),
              HasSubstr("--baseline"));
  EXPECT_THAT(tests::message_of<InputError>([&] {
                select(data, {{}, {{0, 6}}, ""});
              }),
              HasSubstr("--cases has 6; the cases are 0 to 5"));
}

// Colours and marks name the strategies, dashes the reports: 2 + 2 names, not 4.
TEST(FigureKinds, ReportsAreToldApartByTheirDashes) {
  std::vector<DataFile> files{sweep(), sweep()};
  files[0].name = "first.json";
  files[1].name = "second.json";
  const Figure figure = only_figure(kind("density"), files);
  const auto& series = figure.panels.at(0).series;
  ASSERT_EQ(series.size(), 4U);
  EXPECT_EQ(series[0].colour, series[2].colour);
  EXPECT_EQ(series[0].mark, series[2].mark);
  EXPECT_NE(series[0].mark, series[1].mark);
  EXPECT_EQ(series[0].dash, series[1].dash);
  EXPECT_NE(series[0].dash, series[2].dash);
  const std::string script = write_gnuplot(figure, "$table", 1).script;
  for (const char* const name : {"rules", "csp", "first", "second"})
    EXPECT_THAT(script, HasSubstr("set label \"" + std::string(name) + "\""));
  EXPECT_THAT(script, Not(HasSubstr("set label \"rules (first)\"")));
}

// Times as if a game took cells^0.8 microseconds on boards of 10 % mines and cells^1.1 on others, 1 and 3 parts of them in
// two phases.
DataFile timed_sweep() {
  DataFile data = tests::played_report(
      R"("games": 5, "boards": [{"rows": [4, 8, 16], "density": [0.1, 0.2]}, {"rows": 5, "density": 0.3}],
    "strategies": ["rules", "csp"])");
  for (Result& result : data.data.results) {
    const double exponent = result.played->size->others == "10 % mines" ? 0.8 : 1.1;
    const double time_s =
        std::pow(result.played->size->cells, exponent) * 1e-6 * static_cast<double>(result.games);
    result.timing.phases = {{"first", time_s / 4}, {"second", 3 * time_s / 4}};
    result.timing.has_stable_phases = true;
  }
  return data;
}

TEST(FigureKinds, TimeShowsHowCostGrows) {
  const DataFile data = timed_sweep();
  const Figure figure = only_figure(kind("time"), std::span(&data, 1));
  ASSERT_EQ(figure.panels.size(), 2U) << "30 % mines are of one size";
  EXPECT_EQ(figure.panels[0].title, "10 % mines");
  ASSERT_EQ(figure.panels[0].series.size(), 2U);
  const Series& series = figure.panels[0].series[1];
  EXPECT_EQ(series.label, "csp");
  ASSERT_EQ(series.points.size(), 3U);
  EXPECT_EQ(series.points[2].x, 256);
  EXPECT_NEAR(series.points[2].y, std::pow(256, 0.8), 1e-6);
  ASSERT_TRUE(series.exponent);
  EXPECT_NEAR(series.exponent->value, 0.8, 1e-9);
  ASSERT_EQ(series.fit.size(), 2U);
  EXPECT_NEAR(series.fit[1].second, std::pow(256, 0.8), 1e-6);
  EXPECT_THAT(figure.caption, HasSubstr("csp at 20 % mines 1.10 ± 0.00"));
  EXPECT_THAT(write_gnuplot(figure, "$table", 1).table, HasSubstr("# 10 % mines: csp, exponent 0.80 ± 0.00"));
  const std::string rows = pages::growth_table(pages::PageReports(std::span(&data, 1))).markup();
  EXPECT_THAT(rows, HasSubstr("csp</td><td data-key=\"1.1\">1.10 ± 0.00</td><td data-key=\"16\">16</td>"));
}

TEST(FigureKinds, TimeHasIntervalsAndTheUnitOfItsSize) {
  DataFile data = timed_sweep();
  for (Result& result : data.data.results) {
    for (PhaseTime& phase : result.timing.phases) phase.seconds *= 1e4;
    result.timing.per_game = {1, StandardError{0.1, 1'000'000}};  // 10 %
    if (result.played->size->cells < 20) result.timing.phases[0].seconds *= 4;
  }
  const Figure figure = only_figure(kind("time"), std::span(&data, 1));
  EXPECT_EQ(figure.panels[0].y.name, "time per game (ms)");
  const Series& series = figure.panels[0].series[0];
  const Point& last = series.points[2];
  EXPECT_NEAR(last.y, 10 * std::pow(256, 0.8), 1e-6);
  ASSERT_TRUE(last.low && last.high);
  EXPECT_NEAR(*last.high / last.y, 1.196, 1e-3);
  EXPECT_NEAR(*series.ns_per_cell, 1e7 * std::pow(256, -0.2), 1);
  EXPECT_THAT(growth_text(series), HasSubstr("ns per cell at 256"));
  EXPECT_FALSE(series.exponent) << "three points that lie on no power law";
  EXPECT_NEAR(series.end_slopes->second, 0.8, 1e-9);
  EXPECT_THAT(growth_text(series), HasSubstr("local slopes"));
}

TEST(FigureKinds, PhasesOfASweepAreAreas) {
  const DataFile data = timed_sweep();
  const Figure figure = only_figure(kind("phases"), std::span(&data, 1));
  EXPECT_EQ(figure.look, PlotStyle::areas);
  ASSERT_EQ(figure.panels.size(), 4U) << "two densities of three sizes, two strategies";
  EXPECT_EQ(figure.panels[1].title, "csp, 10 % mines");
  const std::vector<Series>& phases = figure.panels[1].series;
  ASSERT_EQ(phases.size(), 2U);
  ASSERT_EQ(phases[1].points.size(), 3U);
  EXPECT_EQ(phases[1].points[0].x, 16);
  EXPECT_DOUBLE_EQ(*phases[0].points[0].low, 0);
  EXPECT_DOUBLE_EQ(*phases[0].points[0].high, 25);
  EXPECT_DOUBLE_EQ(*phases[1].points[0].low, 25);
  EXPECT_NEAR(*phases[1].points[0].high, 100, 1e-9) << "phases add up to the game";
  // Where nothing is swept they are bars.
  const DataFile single = tests::played_report(R"("games": 30, "boards": [{"rows": 5, "mines": 4}])");
  EXPECT_EQ(only_figure(kind("phases"), std::span(&single, 1)).look, PlotStyle::stacked);
}

TEST(FigureKinds, ScalingShowsTheFittedLawAndThePhysicalCores) {
  tests::TemporaryFolder folder;
  const auto threads = [](int count, double speed_up) {
    const auto spread = [](double value) {
      return fmt::format(R"({{"median": {0}, "least": {0}, "most": {0}}})", value);
    };
    return fmt::format(R"({{"threads": {}, "speed_up": {}, "efficiency": {}}})", count, spread(speed_up),
                       spread(speed_up / count));
  };
  const DataFile data = read_data(folder.write(
      "s.json",
      fmt::format(R"({{"schema": "sapper-scale/1", "physical_cores": 4, "results": [{{"name": "8 x 8",
        "threads": [{}, {}], "laws": {{"sigma": {{"value": 0.1}}, "kappa": {{"value": 0.02}}}}}}]}})",
                  threads(2, 1), threads(8, 2.5))));
  const Figure figure = only_figure(kind("scaling"), std::span(&data, 1));
  EXPECT_EQ(figure.panels[0].grey_beyond, 4);
  const Series& speed_up = figure.panels[0].series[0];
  ASSERT_FALSE(speed_up.fit.empty());
  EXPECT_EQ(speed_up.fit.front(), std::pair(2.0, 1.0)) << "relative to the fewest threads";
  EXPECT_NEAR(speed_up.fit.back().second, 8 / (1 + 0.7 + 1.12) / (2 / (1 + 0.1 + 0.04)), 1e-9);
  EXPECT_NEAR(figure.panels[1].series[0].fit.back().second, speed_up.fit.back().second / 4, 1e-9);
  EXPECT_THAT(figure.caption, HasSubstr("8 × 8: sigma 0.1, kappa 0.02."));
  EXPECT_THAT(figure.caption, HasSubstr("Grey: beyond the physical cores."));
  EXPECT_THAT(write_gnuplot(figure, "$table", 1).script, HasSubstr("from first 4,graph 0"));
}

// Wall times that scale withholds are not drawn.
TEST(FigureKinds, ScalingOnABusyMachineIsByProcessorTime) {
  DataFile file;
  file.kind = FileKind::scaling;
  file.name = "s.json";
  ScalingSeries& series = file.scaling.emplace_back();
  series.label = "8 x 8";
  series.sigma = series.kappa = 0.1;
  series.points = {
      {.threads = 1, .speed_up = {1, 1, 1}, .efficiency = {1, 1, 1}, .processor_efficiency = {1, 1, 1}},
      {.threads = 2,
       .speed_up = {1.39, 1, 2},
       .efficiency = {0.695, 0.5, 1},
       .processor_efficiency = {0.98, 0.96, 0.99}}};
  const auto drawn = [&] { return only_figure(kind("scaling"), std::span(&file, 1)); };
  EXPECT_EQ(drawn().panels[0].series[0].points[1].y, 1.39);
  EXPECT_THAT(drawn().caption, Not(HasSubstr("processor time")));
  series.points[1].is_withheld = true;
  const Figure figure = drawn();
  const Point& speed_up = figure.panels[0].series[0].points[1];
  EXPECT_DOUBLE_EQ(speed_up.y, 1.96);
  EXPECT_DOUBLE_EQ(speed_up.low.value(), 1.92);
  EXPECT_DOUBLE_EQ(figure.panels[1].series[0].points[1].y, 0.98);
  EXPECT_TRUE(figure.panels[0].series[0].fit.empty());
  EXPECT_THAT(figure.caption, HasSubstr("other programs took cores"));
  EXPECT_THAT(figure.panels[0].title, HasSubstr("the machine was busy"));
  EXPECT_THAT(figure.panels[0].y.name, HasSubstr("processor time"));
}

TEST(FigureKinds, DifferencesOfReportsOfOneNameAreToldApart) {
  const auto labels = [](const std::vector<DataFile>& files) {
    std::vector<std::string> found;
    const Figure figure = only_figure(kind("difference"), files);
    for (const Series& series : figure.panels.at(0).series) found.push_back(series.label);
    return found;
  };
  DataFile before = sweep(), after = sweep();
  before.baseline = after.baseline = "rules";
  before.name = "a/before.json";
  after.name = "a/after.json";
  EXPECT_THAT(labels({before}), ElementsAre("csp"));
  EXPECT_THAT(labels({before, after}), ElementsAre("csp (before)", "csp (after)"));
  after.name = "b/before.json";
  EXPECT_THAT(labels({before, after}), ElementsAre("csp (a/before.json)", "csp (b/before.json)"));
}

TEST(FigureKinds, MemoryHasExponents) {
  tests::TemporaryFolder folder;
  std::string boards;
  for (const int side : {256, 1024, 4096}) {
    constexpr const char* kSpeed = R"({"median": 1, "least": 1, "most": 1})";
    const double bytes = 3.0 * std::pow(side, 1.5);
    boards += fmt::format(
        R"({}{{"name": "{}", "cells": {}, "others": "12 % mines",
        "threads": [{{"threads": 1, "speed_up": {}, "efficiency": {}, "games_memory_bytes": {:.0f}}}]}})",
        boards.empty() ? "" : ", ", side, side * side, kSpeed, kSpeed, bytes);
  }
  const DataFile data =
      read_data(folder.write("s.json", R"({"schema": "sapper-scale/1", "results": [)" + boards +
                                           "], \"total\": " + R"({"threads": []}})"));
  const Figure figure = only_figure(kind("memory"), std::span(&data, 1));
  ASSERT_EQ(figure.panels.size(), 1U);
  EXPECT_EQ(figure.panels[0].title, "12 % mines");
  const Series& series = figure.panels[0].series.at(0);
  EXPECT_EQ(series.label, "1 thread");
  EXPECT_NEAR(series.points[1].y, 3.0 * 32768 * 1e-6, 1e-9);
  EXPECT_NEAR(series.exponent.value().value, 0.75, 1e-6);
  EXPECT_THAT(figure.caption, HasSubstr("1 thread at 12 % mines 0.75"));
  const DataFile old = read_data(folder.write(
      "old.json", R"({"schema": "sapper-scale/1", "results": [{"name": "8 x 8", "threads": []}]})"));
  EXPECT_THROW(only_figure(kind("memory"), std::span(&old, 1)), InputError);
}

TEST(FigureKinds, ScalingShowsAllBoardsTogetherUnlessAsked) {
  DataFile file;
  file.kind = FileKind::scaling;
  file.name = "s.json";
  for (const char* const label : {"8 x 8", "9 x 9", "all boards"})
    file.scaling.push_back(
        {label, file.scaling.size() == 2, {{1, {1, 1, 1}, {1, 1, 1}}, {2, {1.9, 1.8, 2}, {0.95, 0.9, 1}}}});
  const auto shown = [&](const std::vector<std::pair<std::size_t, std::size_t>>& cases) {
    std::vector<DataFile> files{file};
    select(files, {{}, cases, ""});
    std::vector<std::string> labels;
    const Figure figure = only_figure(kind("scaling"), files);
    for (const Series& series : figure.panels.at(0).series) labels.push_back(series.label);
    return labels;
  };
  EXPECT_THAT(shown({}), ElementsAre("all boards"));
  EXPECT_THAT(shown({{1, 1}}), ElementsAre("9 × 9"));
  EXPECT_THAT(shown({{0, 1}}), ElementsAre("8 × 8", "9 × 9"));
  std::vector<DataFile> files{file};
  EXPECT_THAT(tests::message_of<InputError>([&] {
                select(files, {{}, {{2, 2}}, ""});
              }),
              HasSubstr("--cases has 2; the cases are 0 to 1"));
}

TEST(FigureKinds, LinesAreNamedAtTheirEnds) {
  DataFile data = sweep();
  for (Result& result : data.data.results) {  // far apart at the right end
    result.win_rate = result.label == "rules" ? 0.2 : 0.8;
    result.low = *result.win_rate - 0.01;
    result.high = *result.win_rate + 0.01;
  }
  std::vector<DataFile> files{data};
  select(files, {{}, {{0, 2}}, ""});
  const std::string apart = write_gnuplot(only_figure(kind("density"), files), "$table", 1).script;
  EXPECT_THAT(apart, HasSubstr("set label \"rules\" at graph "));
  for (Result& result : files[0].data.results) result.win_rate = 0.5;
  const std::string together = write_gnuplot(only_figure(kind("density"), files), "$table", 1).script;
  EXPECT_THAT(together, HasSubstr("set label \"rules\" at screen ")) << "above the panel";
}

TEST(FigureKinds, OfAPageAreThoseWithData) {
  const auto names = [](const DataFile& data) {
    std::set<std::string> found;
    for (const Figure& figure : figures_of(std::span(&data, 1))) found.insert(figure.name);
    return found;
  };
  EXPECT_THAT(names(sweep()), testing::IsSupersetOf({"density", "win_rate", "difference", "phases", "guesses",
                                                     "risks", "calibration"}));
  EXPECT_THAT(
      names(tests::played_report(R"("game": "go", "games": 5, "boards": [{"size": 3, "komi": 0.5}])")),
      AllOf(Contains("win_rate"), Not(Contains("guesses")), Not(Contains("density"))));
  EXPECT_THAT(
      names(tests::played_report(R"("games": 20, "boards": [{"rows": 3, "mines": 2}], "strategies": ["rules"],
    "first_click": {"rule": "safe", "cell": "all"})")),
      Contains("first_click"));
}

}  // namespace
}  // namespace sapper::experiments::figures

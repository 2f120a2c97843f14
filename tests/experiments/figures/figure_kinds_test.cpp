#include "experiments/figures/figure_kinds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::HasSubstr;

const FigureKind& kind(std::string_view name) {
  for (const FigureKind& row : figure_kinds())
    if (row.name == name) return row;
  throw std::logic_error("no such kind");
}

DataFile sweep() {
  return tests::played_report(
      R"("games": 30, "boards": [{"rows": [5, 6], "cols": 6, "density": [0.1, 0.15, 0.2]}],
    "strategies": ["rules", "csp"])");
}

// Every row of the table, by what it says of itself.
TEST(FigureKinds, SayWhatIsMissing) {
  const DataFile nothing;
  std::set<std::string_view> names;
  for (const FigureKind& row : figure_kinds()) {
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_THAT(tests::message_of<InputError>([&] { make_figure(row, std::span(&nothing, 0)); }),
                HasSubstr(std::string(row.needs)));
  }
}

TEST(FigureKinds, DrawWinRatesAlongTheAxis) {
  const DataFile data = sweep();
  const Figure figure = make_figure(kind("density"), std::span(&data, 1));
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
    result.calibration = {{0.2, 0.25, 10, 2.2, 3}, {0.45, 0.5, 1, 0.48, 1}};
  const Figure figure = make_figure(kind("calibration"), std::span(&data, 1));
  // Six cases: 18 of 60 guesses lost, and Wilson's interval of that (Newcombe 1998 has the formula; computed by hand).
  const Point& point = figure.panels[0].series[0].points[0];
  EXPECT_NEAR(point.x, 22, 1e-9);
  EXPECT_NEAR(point.y, 30, 1e-9);
  EXPECT_NEAR(*point.low, 19.8, 0.1);
  EXPECT_NEAR(*point.high, 42.5, 0.1);
  // Bins begin at x; those that the report leaves out are empty.
  std::vector<std::pair<double, double>> steps;
  const Figure risks = make_figure(kind("risks"), std::span(&data, 1));
  for (const Point& step : risks.panels[0].series[0].points)
    if (step.x >= 14 && step.x <= 51) steps.emplace_back(std::round(step.x), step.y);
  using testing::Pair;
  EXPECT_THAT(steps, testing::ElementsAre(Pair(15, 0), Pair(20, testing::DoubleNear(100 * 60 / 66.0, 1e-9)),
                                          Pair(25, 0), Pair(30, 0), Pair(35, 0), Pair(40, 0),
                                          Pair(45, testing::DoubleNear(100 * 6 / 66.0, 1e-9)), Pair(50, 0)));
}

TEST(FigureKinds, CutOffWhatNoPageCanHold) {
  DataFile data = sweep();
  const Result first = data.data.results.front();
  for (std::size_t i = 0; i < 300; ++i) {
    CaseLabels labels = *first.played;
    labels.number = i;
    labels.name = "case " + std::to_string(i);
    Result& result = data.data.results.emplace_back(first);
    result.played = std::make_shared<const CaseLabels>(labels);
  }
  const Figure figure = make_figure(kind("win_rate"), std::span(&data, 1));
  EXPECT_EQ(figure.panels.size(), 100U);
  EXPECT_THAT(figure.caption, HasSubstr("The first 100 of 306 panels."));
}

TEST(FigureKinds, OfAPageAreThoseWithData) {
  const auto names = [](const DataFile& data) {
    std::set<std::string> found;
    for (const Figure& figure : figures_of(std::span(&data, 1))) found.insert(figure.name);
    return found;
  };
  using testing::UnorderedElementsAre;
  EXPECT_THAT(names(sweep()),
              UnorderedElementsAre("density", "win_rate", "phases", "guesses", "risks", "calibration"));
  EXPECT_THAT(
      names(tests::played_report(R"("game": "go", "games": 5, "boards": [{"size": 3, "komi": 0.5}])")),
      UnorderedElementsAre("win_rate"));
  EXPECT_THAT(
      names(tests::played_report(R"("games": 20, "boards": [{"rows": 3, "mines": 2}], "strategies": ["rules"],
    "first_click": {"rule": "safe", "cell": "all"})")),
      testing::Contains("first_click"));
}

}  // namespace
}  // namespace sapper::experiments::figures

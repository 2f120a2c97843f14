// What figures are drawn from: each kind of file is known by its content and read to the numbers that it holds.
#include "experiments/figures/data_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/guess_figures.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::HasSubstr;

class FigureData : public testing::Test {
 protected:
  std::string refusal(const std::string& content) const {
    const auto file = folder_.write("data.json", content);
    return tests::message_of<InputError>([&] { static_cast<void>(read_data(file)); });
  }
  tests::TemporaryFolder folder_;
};

TEST_F(FigureData, OfBenchmarksAreMediansOrElseMeans) {
  const auto entry = [](const std::string& name, const std::string& aggregate, const std::string& time) {
    return R"({"name": ")" + name + R"(", "run_name": ")" + name + R"(", "aggregate_name": ")" + aggregate +
           R"(", "real_time": 1e9, "cpu_time": )" + time + R"(, "time_unit": "ns"})";
  };
  const DataFile data = read_data(folder_.write(
      "bench.json", R"({"context": {}, "benchmarks": [)" + entry("a/8", "", "1000") + ',' +
                        entry("a/8", "", "3000") + ',' + entry("a/9", "", "4000") + ',' +
                        entry("b/32", "median", "7000") + ',' + entry("b/16", "mean", "9") + ',' +
                        entry("b/16", "", "9") + ',' + entry("b/16", "median", "500") + ',' +
                        R"({"name": "c/4", "run_name": "c/4", "error_occurred": true}]})"));
  EXPECT_EQ(data.kind, FileKind::benchmark);
  ASSERT_EQ(data.benchmarks.size(), 2U);
  EXPECT_EQ(data.benchmarks[0].points, (std::vector<std::pair<double, double>>{{8, 2}, {9, 4}}));
  EXPECT_EQ(data.benchmarks[1].points, (std::vector<std::pair<double, double>>{{16, 0.5}, {32, 7}}));
}

TEST_F(FigureData, OfNoKnownKindIsRefused) {
  for (const std::string content : {"{}", R"({"schema": "sapper-config/1"})", R"({"context": {}})"})
    EXPECT_THAT(refusal(content), HasSubstr("; expected what sapper run")) << content;
  EXPECT_THAT(refusal(R"({"schema": "sapper-report/9"})"), HasSubstr("sapper-report/9"));
  EXPECT_THAT(refusal(R"({"schema": "sapper-scale/1"})"), HasSubstr("data.json:1:1"));
  EXPECT_THAT(refusal(""), HasSubstr("is empty"));
}

// On a square board the cells that symmetry takes to each other have one result: a 3 x 3 board has three such classes.
TEST(FirstClickMap, ShowsTheResultOfTheClassInEachOfItsCells) {
  const DataFile data = tests::played_report(R"("games": 60, "boards": [{"rows": 3, "mines": 2}],
    "first_click": {"rule": "safe", "cell": "all"}, "strategies": ["rules"])");
  std::vector<std::pair<std::string, const Result*>> results;
  for (const Result& result : data.data.results) results.emplace_back("rules", &result);
  ASSERT_EQ(results.size(), 3U);
  const std::vector<Panel> panels = first_click_panels(results);
  ASSERT_EQ(panels.size(), 1U);
  EXPECT_EQ(panels[0].rows, 3);
  EXPECT_EQ(panels[0].cols, 3);
  ASSERT_EQ(panels[0].series[0].points.size(), 9U);
  const auto rate_at = [&](std::size_t row, std::size_t col) {
    const Point& point = panels[0].series[0].points[row * 3 + col];
    EXPECT_EQ(point.x, static_cast<double>(col));
    EXPECT_EQ(point.y, static_cast<double>(row));
    return point.name;
  };
  EXPECT_EQ(rate_at(0, 0), rate_at(2, 2));
  EXPECT_EQ(rate_at(0, 0), rate_at(0, 2));
  EXPECT_EQ(rate_at(0, 1), rate_at(1, 0));
  EXPECT_EQ(rate_at(0, 1), rate_at(2, 1));
  // Without one of the classes the board has a hole: no map.
  results.pop_back();
  EXPECT_TRUE(first_click_panels(results).empty());
}

// Corners, edges and the middle of 3 x 3, at 90, 89 and 70 %: with standard errors of 1 and 2 comparisons, z is 0.7 and
// 14, where 1.96 bounds chance (one-sided 5 % divided by 2).
TEST(FirstClickMap, MarksWhatDoesNotDifferFromTheBest) {
  DataFile data = tests::played_report(R"("games": 60, "boards": [{"rows": 3, "mines": 2}],
    "first_click": {"rule": "safe", "cell": "all"}, "strategies": ["rules"])");
  const auto marked_at = [&](double second, double half_width) {
    std::vector<std::pair<std::string, const Result*>> results;
    for (Result& result : data.data.results) {
      const std::size_t cells = result.played->map->cells.size();
      const bool is_corner = result.played->map->cells.front() == 0;
      result.win_rate = is_corner ? 0.9 : cells == 4 ? second : 0.7;
      result.low = *result.win_rate - half_width;
      result.high = *result.win_rate + half_width;
      results.emplace_back("rules", &result);
    }
    std::string marks;
    const auto panels = first_click_panels(results);
    for (const Point& point : panels.at(0).series[0].points) marks += point.is_marked ? '*' : '.';
    return marks;
  };
  EXPECT_EQ(marked_at(0.89, 0.0196), "****.****");
  EXPECT_EQ(marked_at(0.873, 0.0196), "****.****") << "z = 1.91";
  EXPECT_EQ(marked_at(0.871, 0.0196), "*.*...*.*") << "z = 2.05";
  EXPECT_EQ(marked_at(0.89, 0.3), "*********");
}

}  // namespace
}  // namespace sapper::experiments::figures

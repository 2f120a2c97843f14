// Widths, columns and pages of figures.
#include "experiments/figures/figure_layout.hpp"

#include "experiments/figures/data_file.hpp"
#include "experiments/figures/end_names.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::DoubleNear;

TEST(FigureLayout, ReadsLengths) {
  EXPECT_DOUBLE_EQ(read_width("252pt"), 252);
  EXPECT_DOUBLE_EQ(read_width("3.5in"), 252);
  EXPECT_NEAR(read_width("84mm"), 238.11, 0.01);
  EXPECT_NEAR(read_width("8.4cm"), 238.11, 0.01);
  EXPECT_DOUBLE_EQ(read_width("textwidth"), 504);
  EXPECT_DOUBLE_EQ(read_width("columnwidth"), 252);
}

TEST(FigureLayout, RefusesOtherLengths) {
  const auto refusal = [](const char* text) {
    return tests::message_of<InputError>([&] { static_cast<void>(read_width(text)); });
  };
  for (const char* const text :
       {"", "84", "mm", "-84mm", "84 mm", "84px", "1e999mm", "nanmm", "infpt", "84mmm"})
    EXPECT_THAT(refusal(text), HasSubstr("; expected a length as 252pt, 84mm")) << text;
  EXPECT_EQ(refusal("5mm"), "--width is 5mm; expected 50.8mm to 508mm");
  EXPECT_EQ(refusal("30in"), "--width is 30in; expected 2in to 20in");
}

TEST(FigureLayout, RefusesColumnsWithoutRoom) {
  const auto refusal = [](const Layout& layout) {
    return tests::message_of<InputError>([&] { check(layout); });
  };
  EXPECT_EQ(refusal({252, 3, "Helvetica"}), "");
  EXPECT_EQ(refusal({252, 4, "Helvetica"}), "--columns is 4; a width of 252pt has room for 1 to 3");
  EXPECT_THAT(refusal({{}, 8, "Helvetica"}), HasSubstr("a width of 504pt"));
  for (const char* const font : {"", "a'b", "Times,12", "a\nb", " x"})
    EXPECT_THAT(refusal({{}, {}, font}), HasSubstr("expected the name of a font family")) << font;
  EXPECT_EQ(refusal({{}, {}, "DejaVu Sans"}), "");
}

// Panels of 3 sizes, 2 rules and a cell that depends on both, in an order that mixes them.
std::vector<Panel> panels_of_sweep() {
  std::vector<Panel> panels;
  for (const std::string rule : {"opening", "safe"})
    for (const std::string rows : {"8", "16", "32"}) {
      Panel& panel = panels.emplace_back();
      panel.title = rows + ' ' + rule;
      panel.facets = {{"rows", rows}, {"cols", rows}, {"first_click", rule}, {"first_cell", rows + rule}};
    }
  return panels;
}

TEST(FigureLayout, ArrangesWhatVariesAsAGrid) {
  Figure figure;
  figure.panels = panels_of_sweep();
  std::swap(figure.panels[1],
            figure.panels[4]);  // 8 opening, 16 safe, 32 opening, 8 safe, 16 opening, 32 safe
  const auto titles = [&] {
    std::vector<std::string> all;
    for (const Panel& panel : figure.panels) all.push_back(panel.title);
    return all;
  };
  arrange_in_grid(figure);
  EXPECT_EQ(figure.layout.columns, 3U) << "sizes along the rows";
  EXPECT_THAT(titles(), ElementsAre("8 opening", "16 opening", "32 opening", "8 safe", "16 safe", "32 safe"));
  // If a combination is missing, the panels do not form a grid.
  figure.layout.columns.reset();
  figure.panels.pop_back();
  arrange_in_grid(figure);
  EXPECT_FALSE(figure.layout.columns);
  // The user's columns are kept.
  figure.panels = panels_of_sweep();
  figure.layout.columns = 2;
  arrange_in_grid(figure);
  EXPECT_EQ(figure.layout.columns, 2U);
}

TEST(FigureLayout, KeepsWholeRowsAndColumnsOfAGrid) {
  const auto kept = [](std::size_t down, std::size_t across) {
    std::vector<Panel> panels;
    for (std::size_t row = 0; row < down; ++row)
      for (std::size_t column = 0; column < across; ++column)
        panels.push_back({.title = std::to_string(row) + '.' + std::to_string(column)});
    const std::size_t columns = keep_part_of_grid(panels, across, 16);
    std::string titles = std::to_string(columns) + ':';
    for (const Panel& panel : panels) titles += ' ' + panel.title;
    return titles;
  };
  EXPECT_EQ(kept(9, 2), "2: 0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 5.0 5.1 6.0 6.1 7.0 7.1 8.0 8.1");
  EXPECT_EQ(kept(4, 5), "4: 0.0 0.1 0.3 0.4 1.0 1.1 1.3 1.4 2.0 2.1 2.3 2.4 3.0 3.1 3.3 3.4");
  EXPECT_EQ(kept(6, 3), "3: 0.0 0.1 0.2 1.0 1.1 1.2 3.0 3.1 3.2 4.0 4.1 4.2 5.0 5.1 5.2");
  EXPECT_EQ(kept(2, 2), "2: 0.0 0.1 1.0 1.1");
}

Figure many_panels(PlotStyle look, std::size_t count) {
  Figure figure;
  figure.look = look;
  figure.x.name = "a long name of the axis (percentage points)";
  for (std::size_t i = 0; i < count; ++i) {
    Panel& panel = figure.panels.emplace_back();
    panel.title = "a board of some size, opening at row,col " + std::to_string(i) + ",0";
    panel.rows = panel.cols = 2;
    panel.scale = "one";
    for (std::size_t strategy = 0; strategy < (look == PlotStyle::heat_map ? 1 : 3); ++strategy) {
      Series& series = panel.series.emplace_back();
      series.label = "strategy " + std::to_string(strategy);
      series.style = series.colour = series.mark = strategy;
      for (int x = 0; x < 4; ++x)
        series.points.push_back({x % 2 == 0 ? 0.0 : 1.0,
                                 x < 2 ? 0.0 : 1.0,
                                 {},
                                 {},
                                 series.label,
                                 static_cast<double>(x),
                                 x == 0});
    }
  }
  return figure;
}

constexpr PlotStyle kAllLooks[]{PlotStyle::lines,     PlotStyle::points,  PlotStyle::steps,
                                PlotStyle::intervals, PlotStyle::stacked, PlotStyle::heat_map};

TEST(FigureLayout, EveryPageHasTheWidthAndFitsAPaper) {
  for (const PlotStyle look : kAllLooks)
    for (const double width_pt : {0.0, 144.0, 238.0, 504.0})
      for (const std::size_t columns : {0U, 1U, 2U})
        for (const std::size_t count : {1U, 3U, 21U, 60U}) {
          Figure figure = many_panels(look, count);
          if (width_pt > 0) figure.layout.width_pt = width_pt;
          if (columns > 0) figure.layout.columns = columns;
          std::size_t panels = 0;
          for (const Figure& page : on_pages(figure)) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(look) << ' ' << width_pt << ' ' << columns);
            const FigureSize size = write_gnuplot(page, "$table", 1).size;
            if (width_pt > 0) {
              EXPECT_DOUBLE_EQ(size.width_pt, width_pt);
            }
            EXPECT_LE(size.width_pt, 504);
            EXPECT_LE(size.height_pt, 792 - 2 * 36);
            panels += page.panels.size();
          }
          EXPECT_EQ(panels, count) << "nothing is left out";
        }
}

// Type is never below 6 pt, however narrow the figure.
TEST(FigureLayout, TypeStaysReadable) {
  for (const PlotStyle look : kAllLooks) {
    Figure figure = many_panels(look, 4);
    figure.layout.width_pt = 144;
    const std::string script = write_gnuplot(figure, "$table", 1).script;
    for (auto at = script.find("font ',"); at != std::string::npos; at = script.find("font ',", at + 1))
      EXPECT_GE(std::stod(script.substr(at + 7)), 6) << static_cast<int>(look);
  }
}

// Names at the ends of lines: apart, in the order of the lines, in the panel.

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

// What figures are drawn from: each kind of file is known by its content and read to the numbers that it holds.

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
  std::vector<LabelledResult> results;
  for (const Result& result : data.data.results) results.push_back({&result, "rules"});
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
    std::vector<LabelledResult> results;
    for (Result& result : data.data.results) {
      const std::size_t cells = result.played->map->cells.size();
      const bool is_corner = result.played->map->cells.front() == 0;
      result.win_rate = is_corner ? 0.9 : cells == 4 ? second : 0.7;
      result.low = *result.win_rate - half_width;
      result.high = *result.win_rate + half_width;
      results.push_back({&result, "rules"});
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

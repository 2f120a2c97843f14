// Widths, columns and pages of figures.
#include "experiments/figures/figure_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/figures/script_writer.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

Figure many_panels(Look look, std::size_t count) {
  Figure figure;
  figure.look = look;
  figure.x.name = "a long name of the axis (percentage points)";
  for (std::size_t i = 0; i < count; ++i) {
    Panel& panel = figure.panels.emplace_back();
    panel.title = "a board of some size, opening at row,col " + std::to_string(i) + ",0";
    panel.rows = panel.cols = 2;
    panel.scale = "one";
    for (std::size_t strategy = 0; strategy < (look == Look::heat_map ? 1 : 3); ++strategy) {
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

constexpr Look kAllLooks[]{Look::lines,     Look::points,  Look::steps,
                           Look::intervals, Look::stacked, Look::heat_map};

TEST(FigureLayout, EveryPageHasTheWidthAndFitsAPaper) {
  for (const Look look : kAllLooks)
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
  for (const Look look : kAllLooks) {
    Figure figure = many_panels(look, 4);
    figure.layout.width_pt = 144;
    const std::string script = write_gnuplot(figure, "$table", 1).script;
    for (auto at = script.find("font ',"); at != std::string::npos; at = script.find("font ',", at + 1))
      EXPECT_GE(std::stod(script.substr(at + 7)), 6) << static_cast<int>(look);
  }
}

}  // namespace
}  // namespace sapper::experiments::figures

// What gnuplot is given: every point of every look is in the table, texts are only texts.
#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/figures/script_writer.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::Contains;

// All numbers of the table, without its comments and names.
std::vector<double> numbers_of(const std::string& table) {
  std::vector<double> numbers;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      try {
        numbers.push_back(std::stod(word));
      } catch (const std::invalid_argument&) {  // a name
      }
    }
  }
  return numbers;
}

Figure figure_of(PlotStyle look, const std::string& text) {
  Figure figure{.name = "kind", .caption = "caption", .look = look, .x = {"x"}};
  Panel panel;
  panel.title = text;
  panel.y.name = "y";
  panel.rows = panel.cols = 2;
  for (std::size_t number = 0; number < 2; ++number) {
    Series series;
    series.label = text + std::to_string(number);
    series.style = series.colour = series.mark = series.dash = number;
    for (int i = 0; i < 4; ++i) {
      const double value = 11.125 * (i + 1) + 0.5 * static_cast<double>(number);
      Point point{static_cast<double>(i), value, value - 1, value + 1, text + std::to_string(i)};
      if (look == PlotStyle::intervals) std::swap(point.x, point.y);
      if (look == PlotStyle::heat_map) {
        point.x = i % 2;
        point.y = i < 2 ? 0 : 1;
        point.value = i;
      }
      series.points.push_back(point);
    }
    panel.series.push_back(series);
    if (look == PlotStyle::heat_map) break;
  }
  figure.panels.push_back(panel);
  return figure;
}

constexpr PlotStyle kLooks[]{PlotStyle::lines,     PlotStyle::points,  PlotStyle::steps,
                             PlotStyle::intervals, PlotStyle::stacked, PlotStyle::heat_map};

TEST(GnuplotScript, TablesHoldThePoints) {
  for (const PlotStyle look : kLooks) {
    SCOPED_TRACE(static_cast<int>(look));
    const GnuplotFigure written = write_gnuplot(figure_of(look, "name"), "$table", 1);
    const std::vector<double> numbers = numbers_of(written.table);
    EXPECT_GT(written.size.width_pt, 0);
    EXPECT_GT(written.size.height_pt, 0);
    EXPECT_THAT(written.script, HasSubstr("$table"));
    EXPECT_THAT(written.table, Not(HasSubstr("nan\n")));
    for (int i = 0; i < 4; ++i) {
      if (look == PlotStyle::stacked || look == PlotStyle::heat_map)
        continue;  // sums of shares; means of the ends
      EXPECT_THAT(numbers, Contains(testing::DoubleNear(11.125 * (i + 1), 1e-6)));
    }
  }
}

// An odd number of double quotes in a line would mean that a text has ended its string.
TEST(GnuplotScript, TextIsNoCommand) {
  for (const std::string text : {"\"; system(\"touch pwned\"); \"", "`touch pwned`", "@pwned",
                                 "back\\slash\\", "new\nline", "{/Bold x}_y^z", "%s %d", "'", "]]>"}) {
    const std::string quoted = gnuplot_quoted(text);
    ASSERT_GE(quoted.size(), 2U);
    EXPECT_EQ(quoted.front(), '"');
    EXPECT_EQ(quoted.back(), '"');
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
      EXPECT_NE(quoted[i], '\n');
      if (quoted[i] == '\\')
        ++i;
      else
        EXPECT_NE(quoted[i], '"') << quoted;
    }
    for (const PlotStyle look : kLooks) {
      const GnuplotFigure written = write_gnuplot(figure_of(look, text), "$table", 1);
      std::istringstream lines(written.script + written.table);
      for (std::string line; std::getline(lines, line);) {
        bool is_in_text = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
          if (line[i] == '\\' && is_in_text)
            ++i;
          else if (line[i] == '"')
            is_in_text = !is_in_text;
        }
        EXPECT_FALSE(is_in_text) << line;
      }
    }
  }
}

TEST(FigureFiles, AreKnownByTheirEnding) {
  EXPECT_EQ(format_of("a.svg"), ImageFormat::svg);
  EXPECT_EQ(format_of("a.b.PDF"), ImageFormat::pdf);
  EXPECT_EQ(format_of("folder.svg/a.png"), ImageFormat::png);
  for (const char* const name : {"a", "a.jpg", "svg", ".svg/a", "a.svg.gz", ""})
    EXPECT_THAT(tests::message_of<InputError>([&] { static_cast<void>(format_of(name)); }), HasSubstr(".svg"))
        << name;
}

}  // namespace
}  // namespace sapper::experiments::figures

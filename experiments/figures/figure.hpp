// A figure as data: panels of series of points with intervals, and how they are drawn. gnuplot_script.hpp draws
// it; figure_kinds.hpp makes it from reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sapper::experiments::figures {

inline constexpr std::size_t kColourCount = 8;  // series differ in mark beyond

enum class Look : std::uint8_t {
  lines,      // points joined by lines, with bands from low to high
  points,     // points with bars from low to high
  steps,      // a histogram: each point is where a bin begins, the last where the last one ends
  intervals,  // one row per point, named by it, with its interval
  stacked,    // one row per group of points, named by it: shares that add up to a bar
  heat_map,   // cells of a board by value: Point::x the column, y the row
};

struct Point {
  double x = 0;
  double y = 0;
  std::optional<double> low, high;  // of the y, or of the x where rows are drawn
  std::string name;                 // of its row
};

struct Series {
  std::string label;
  std::size_t style = 0;             // series of one style look alike in all panels
  std::size_t colour = 0, mark = 0;  // of the style; the dash goes with the mark
  std::vector<Point> points;
};

struct Axis {
  std::string name;  // with its unit
  bool is_logarithmic = false;
  std::optional<double> least, most;
};

struct Line {
  double slope = 0;
  double at_0 = 0;
};

struct Panel {
  std::string title;  // empty: none
  Axis y;
  std::optional<Line> reference;  // dashed
  std::vector<Series> series;
  // Look::heat_map.
  int rows = 0;
  int cols = 0;
  bool has_shifted_rows = false;  // odd rows lie half a cell to the right
  std::string scale;              // panels of the same share their scale of colours
};

struct Figure {
  std::string name;     // in file names: `density`
  std::string caption;  // a sentence: what is seen
  Look look = Look::lines;
  Axis x;
  std::vector<Panel> panels;
};

}  // namespace sapper::experiments::figures

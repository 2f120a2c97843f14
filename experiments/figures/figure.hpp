// A figure as data: panels with series of points with intervals, and their style. gnuplot_script.hpp draws it;
// figure_kinds.hpp creates it from reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/report_results.hpp"

namespace sapper::experiments::figures {

inline constexpr std::size_t kColourCount = 8;  // beyond this, series differ in mark

enum class Look : std::uint8_t {
  lines,      // points joined by lines, with bands from low to high
  points,     // points with bars from low to high
  steps,      // a histogram: the points are the lower bounds of the bins and the upper bound of the last one
  intervals,  // one row per point, with its name and interval
  stacked,    // one row per group of points, with its name: shares stacked to a bar
  heat_map,   // cells of a board by Point::value: x is the column, y the row
};

struct Point {
  double x = 0;
  double y = 0;
  std::optional<double> low, high;  // of y, of x if rows are drawn, of the value on a map
  std::string name;                 // of its row
  // These belong to Look::heat_map.
  double value = 0;
  bool is_marked = false;
};

struct Series {
  std::string label;
  std::size_t style = 0;                       // series of one style look the same in all panels
  std::size_t colour = 0, mark = 0, dash = 0;  // of the style
  std::vector<Point> points;
  // With several reports colour and mark show the strategy, and the dash shows the report.
  std::string strategy, report;
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
  // These belong to Look::heat_map.
  int rows = 0;
  int cols = 0;
  bool has_shifted_rows = false;  // odd rows are shifted right by half a cell
  std::string scale;              // panels with the same value share a colour scale
  std::vector<CaseFacet> facets;  // what varies between the panels
};

// What the user asks for; otherwise the panels decide.
struct Layout {
  std::optional<double> width_pt;
  std::optional<std::size_t> columns;  // panels next to each other
  std::string font = "Helvetica";
};

struct Figure {
  std::string name;     // in file names: `density`
  std::string caption;  // a sentence that describes the figure
  Look look = Look::lines;
  Axis x;
  std::vector<Panel> panels;
  Layout layout;
};

}  // namespace sapper::experiments::figures

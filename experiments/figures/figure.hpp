// A figure as data: panels with series of points with intervals, and their style. gnuplot_figure.hpp draws it; the kinds
// of figures (figure_kinds.hpp) fill it from reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/data_file.hpp"
#include "experiments/report/report_results.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/fitted_laws.hpp"

namespace sapper::experiments::figures {

inline constexpr std::size_t kColourCount = 8;  // beyond this, series differ in mark

enum class PlotStyle : std::uint8_t {
  lines,      // points joined by lines, with bands from low to high
  points,     // points with bars from low to high
  steps,      // a histogram: the points are the lower bounds of the bins and the upper bound of the last one
  intervals,  // one row per point, with its name and interval
  stacked,    // one row per group of points, with its name: shares stacked to a bar
  areas,      // shares stacked over x: each point has its share's top as y, and from low to high
  heat_map,   // cells of a board by Point::value: x is the column, y the row
};

struct Point {
  double x = 0;
  double y = 0;
  std::optional<double> low = {}, high = {};  // of y, of x if rows are drawn, of the value on a map
  std::string name = {};                      // of its row
  // These belong to PlotStyle::heat_map.
  double value = 0;
  bool is_marked = false;
  std::string note = {};  // at the right end of its row
};

struct Series {
  std::string label;
  std::size_t style = 0;                       // series of one style look the same in all panels
  std::size_t colour = 0, mark = 0, dash = 0;  // of the style
  std::vector<Point> points;
  std::vector<std::pair<double, double>> fit =
      {};                                          // of a law fitted to points, over their range: a thin line
  std::optional<ParameterEstimate> exponent = {};  // of the law, where it is a power law
  // The slopes between the first two points and between the last two, where the line grows as a power of x or as several.
  std::optional<std::pair<double, double>> end_slopes = {};
  std::optional<double> ns_per_cell = {};  // of the last point, where y is a time and x the cells
  // With several reports colour and mark show the strategy, and the dash shows the report.
  std::string strategy, report;
};

// `0.83 ± 0.09`, with its 95 % interval if it has one.
std::string exponent_text(const ParameterEstimate& exponent);
// `0.97 ± 0.02 from 1,024 to 65,536 (local slopes 0.42 to 1.31), 17 ns per cell at 1,048,576`: how a series grows with x.
std::string growth_text(const Series& series);

struct Axis {
  std::string name = {};  // with its unit
  std::optional<double> least = {}, most = {};
  bool is_logarithmic = false;
  std::vector<std::string> categories = {};  // names at 0, 1, ...; empty: numbers
};

struct StraightLine {
  double slope = 0;
  double at_0 = 0;
};

// A law that is drawn beside the data.
struct Curve {
  std::string label;
  std::vector<std::pair<double, double>> points;
};

struct Panel {
  std::string title = {};  // empty: none
  Axis y = {};
  std::optional<StraightLine> reference = {};  // dashed
  std::optional<double> grey_beyond = {};      // x
  std::optional<Curve> theory = {};            // dashed, black, named beside it
  std::vector<Series> series = {};
  // These belong to PlotStyle::heat_map.
  int rows = 0;
  int cols = 0;
  bool has_shifted_rows = false;       // odd rows are shifted right by half a cell
  std::string scale = {};              // panels with the same value share a colour scale
  std::vector<CaseFacet> facets = {};  // what varies between the panels
};

// What the user asks for; otherwise the panels decide.
struct Layout {
  std::optional<double> width_pt = {};
  std::optional<std::size_t> columns = {};  // panels next to each other
  std::string font = "Helvetica";
  bool has_direct_names = false;  // lines are named at their ends even where these meet
};

// What the user asks of some kinds of figures.
struct FigureRequest {
  // What is shown as curves, as panels and along the axis, by the names of dimensions (report/sweep_dimensions.hpp); empty:
  // chosen by the figure.
  std::vector<std::string> curves = {}, panels = {};
  std::string axis = {};
  double level = 0.5;  // of thresholds: the share of games won
  bool is_arranged() const { return !curves.empty() || !panels.empty() || !axis.empty(); }
};

struct Figure {
  std::string name = {};     // in file names: `density`
  std::string caption = {};  // a sentence that describes the figure
  PlotStyle look = PlotStyle::lines;
  Axis x = {};
  std::vector<Panel> panels = {};
  Layout layout = {};
};

// A result with the name of its series.
struct LabelledResult {
  const Result* result;
  std::string label;
  std::size_t report = 0;   // its number
  std::size_t reports = 1;  // how many there are
  std::string source = {};  // the report's name; empty if it is the only one
};

// What tells the reports apart, one for each file: their names, or those of the files if names are equal. They are empty
// where there is one report.
std::vector<std::string> sources_of(std::span<const DataFile> files);
// With several reports, labels are followed by these.
std::vector<LabelledResult> all_results(std::span<const DataFile> files);

// A figure that a kind fills: it finds panels by their titles and series by their labels, and gives each series its
// style.
//
// Colour, mark and dash belong to a strategy's name, whatever else a figure shows: a hash of the name chooses them. Its
// prefix is the first number for which those of sapper's own strategies that most studies show differ in all three, in
// grey too: the strongest of the quick ones is solid, those that it is compared with are dashed and dotted. Of two names
// with the same colour the one met later has another mark and dash. Of several reports the dash tells the report.
class FigureMaker {
 public:
  Figure figure;
  FigureRequest asked;

  Panel& panel(const std::string& title, const Axis& y = {}, const std::vector<CaseFacet>& facets = {});
  // The series of a panel, added to it if it is not there.
  Series& series(Panel& panel, const LabelledResult& shown);
  Series& series(Panel& panel, const std::string& label) { return series(panel, label, label); }
  Series& series(Panel& panel, const std::string& label, const std::string& strategy);
  // Adds a series that is no strategy: it has the next colour, mark and dash.
  Series& next_series(Panel& panel, const std::string& label);
  // Gives all panels the range of values that holds those of each.
  void share_scale();

 private:
  std::map<std::string, std::size_t> panels_, styles_;          // by title, by label
  std::map<std::size_t, std::vector<std::string>> strategies_;  // by colour
};

}  // namespace sapper::experiments::figures

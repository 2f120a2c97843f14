#include "experiments/figures/lines_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sapper::experiments::figures {
namespace {

// The range of the values of a panel and their intervals.
Range range_of(const Panel& panel) {
  double least = panel.y.is_logarithmic ? 1e300 : 0;
  double most = panel.y.is_logarithmic ? 1e-300 : 0;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) {
      least = std::min({least, point.y, point.low.value_or(point.y)});
      most = std::max({most, point.y, point.high.value_or(point.y)});
    }
  if (panel.y.is_logarithmic) return {least / 1.5, most * 1.5};
  const double top = most > least ? least + (most - least) * 1.05 : least + 1;
  return {panel.y.least.value_or(least), panel.y.most.value_or(top)};
}

// The relative position of a value in the range.
double fraction(double value, const Range& range, bool is_logarithmic) {
  if (is_logarithmic)
    return (std::log(value) - std::log(range.least)) / (std::log(range.most) - std::log(range.least));
  return (value - range.least) / (range.most - range.least);
}

}  // namespace

// Whether the lines of a single panel end far enough apart to be labelled there.
bool LinesWriter::can_name_directly(double panel_height_pt) const {
  if (figure_.panels.size() != 1) return false;
  const Panel& panel = figure_.panels.front();
  if (figure_.look != Look::lines) return false;
  const Range range = range_of(panel);
  std::vector<double> ends;
  for (const Series& series : panel.series) {
    if (series.points.empty() || width_of(series.label) > 110) return false;
    ends.push_back(fraction(series.points.back().y, range, panel.y.is_logarithmic));
    double longest = series.points.back().x;
    for (const Series& other : panel.series)
      for (const Point& point : other.points) longest = std::max(longest, point.x);
    if (series.points.back().x < longest) return false;
  }
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 1; i < ends.size(); ++i)
    if ((ends[i] - ends[i - 1]) * panel_height_pt < 8) return false;
  return true;
}

void LinesWriter::draw() {
  const std::size_t count = figure_.panels.size();
  const std::size_t across = count <= 2 ? count : count <= 4 ? 2 : 4;
  const std::size_t down = (count + across - 1) / across;
  width_ = across > 2 ? kPagePt : kColumnPt;
  const bool has_titles = std::any_of(figure_.panels.begin(), figure_.panels.end(),
                                      [](const Panel& panel) { return !panel.title.empty(); });
  const double panel_height = count == 1 ? 140 : 95;
  const bool is_direct = can_name_directly(panel_height);
  double names_pt = 0;
  if (!is_direct) {
    height_ = 1;
    names_pt = write_names(2, false) + 4;
  }
  const double title_pt = has_titles ? 13 : 4;
  const double axis_pt = 17;
  const double row_pt = title_pt + panel_height + axis_pt;
  height_ = names_pt + static_cast<double>(down) * row_pt + 14;
  double right_pt = 8;
  if (is_direct)
    for (const Series& series : figure_.panels[0].series)
      right_pt = std::max(right_pt, width_of(series.label) + 8);

  add("set multiplot\n");
  for (std::size_t i = 0; i < count; ++i) {
    const Panel& panel = figure_.panels[i];
    const std::size_t col = i % across;
    const std::size_t row = i / across;
    const bool is_named = col == 0 || panel.y.name != figure_.panels[0].y.name;
    const double pitch = width_ / static_cast<double>(across);
    const double left = static_cast<double>(col) * pitch + (panel.y.is_logarithmic ? 56 : is_named ? 38 : 26);
    const double top = names_pt + static_cast<double>(row) * row_pt + title_pt;
    const double right = static_cast<double>(col + 1) * pitch - right_pt;
    set_margins(left, right, top, top + panel_height);
    if (i == 0 && !is_direct) write_names(2, true);
    write_panel(panel, right - left, is_named, i + across >= count, is_direct);
    add("unset label\nunset arrow\nunset object\n");
  }
  add("unset multiplot\n");
}

void LinesWriter::write_panel(const Panel& panel, double panel_pt, bool is_y_named, bool is_x_named,
                              bool is_direct) {
  const Range range = range_of(panel);
  write_title(panel.title, panel_pt);
  add(fmt::format("set xlabel {} offset 0,0.7\n", gnuplot_quoted(is_x_named ? figure_.x.name : "")));
  add(fmt::format("set ylabel {} offset {},0\n", gnuplot_quoted(is_y_named ? panel.y.name : ""),
                  panel.y.is_logarithmic ? 2 : 1.7));  // gnuplot omits a name that starts left of the figure
  add("set xtics offset 0,0.4\nset ytics offset 0.5,0\n");
  add(fmt::format("{} logscale x\n{} logscale y\n", figure_.x.is_logarithmic ? "set" : "unset",
                  panel.y.is_logarithmic ? "set" : "unset"));
  const Range x_range = write_x_range();
  add(fmt::format("set yrange [{:.9g}:{:.9g}]\n", range.least, range.most));
  if (!panel.y.is_logarithmic) add(fmt::format("set ytics {:.9g}\n", tic_step(range.most - range.least, 0)));
  if (is_direct)
    for (const Series& series : panel.series)
      add(fmt::format("set label {} at first {:.9g},{:.9g} left offset 0.7,0 tc ls {}\n",
                      gnuplot_quoted(series.label), series.points.back().x, series.points.back().y,
                      style_number(series.style)));
  std::vector<Part> bands, lines;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    const std::size_t block =
        begin_block(panel.title.empty() ? series.label : panel.title + ": " + series.label,
                    fmt::format("{}, {}, low, high", figure_.x.name, panel.y.name));
    bool has_band = false;
    for (const Point& point : series.points) {
      has_band = has_band || point.low;
      table_ += fmt::format("{} {} {} {}\n", number(point.x), number(point.y), number(point.low),
                            number(point.high));
    }
    const std::size_t style = style_number(series.style);
    const auto drawn = [&](std::string_view columns, std::string_view how) {
      return Part{fmt::format("{} index {} using {} with {}", source_, block, columns, how), series.label};
    };
    // No yerrorbars: they erase the surroundings of their marks.
    const std::string bar = fmt::format("vectors nohead ls {} dt solid lw 0.8", style);
    if (figure_.look == Look::steps) {
      lines.push_back(drawn("1:2", fmt::format("steps ls {}", style)));
    } else if (figure_.look == Look::points || (has_band && series.points.size() == 1)) {
      // Side by side, since many are at the same place.
      const auto count = static_cast<double>(panel.series.size());
      const double shift_pt = (static_cast<double>(i) - (count - 1) / 2) * std::min(2.0, 9 / count);
      const std::string x = fmt::format("($1{:+.4g})", shift_pt * (x_range.most - x_range.least) / panel_pt);
      bands.push_back(drawn(x + ":3:(0):($4-$3)", bar));
      lines.push_back(drawn(x + ":2", fmt::format("points ls {}", style)));
    } else {
      if (has_band)
        bands.push_back(drawn(
            "1:3:4",
            fmt::format("filledcurves fs transparent solid 0.2 noborder lc rgb '{}'", colour_of(series))));
      lines.push_back(drawn("1:2", fmt::format("linespoints ls {}", style)));
    }
  }
  if (panel.reference)
    bands.insert(bands.begin(), {fmt::format("{:.9g}*x{:+.9g} with lines lc rgb 'gray50' dt '-' lw 0.8",
                                             panel.reference->slope, panel.reference->at_0),
                                 ""});
  bands.insert(bands.end(), lines.begin(), lines.end());
  write_plot(bands);
}

// With a margin, so that no mark lies on an axis; a histogram's bins fill the range. Returns the range.
Range LinesWriter::write_x_range() {
  double least = figure_.x.least.value_or(1e300), most = figure_.x.most.value_or(-1e300);
  bool is_counted = true;  // whole numbers only
  for (const Panel& panel : figure_.panels)
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        least = std::min(least, point.x);
        most = std::max(most, point.x);
        is_counted = is_counted && point.x == std::floor(point.x);
      }
  if (!(most > least)) most = least + 1;
  if (figure_.x.is_logarithmic) {
    add(fmt::format("set xrange [{:.9g}:{:.9g}]\n", least / 1.2, most * 1.2));
    return {least / 1.2, most * 1.2};
  }
  const double margin = figure_.look == Look::steps ? 0 : (most - least) * 0.04;
  add(fmt::format("set xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\n", least - margin, most + margin,
                  tic_step(most - least, is_counted ? 1 : 0)));
  return {least - margin, most + margin};
}

}  // namespace sapper::experiments::figures

#include "experiments/figures/rows_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
void RowsWriter::draw() {
  // The rows: a heading for each panel, then its points, or its stacks by name.
  struct Row {
    std::string name, end_text;
    double y;
    bool is_heading;
  };
  std::vector<Row> rows;
  Places place;
  for (const Panel& panel : figure_.panels) {
    rows.push_back({panel.title, "", static_cast<double>(rows.size()), true});
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        const auto tab = point.name.find('\t');
        const std::string name = point.name.substr(0, tab);
        if (place.contains({&panel, name})) continue;
        place[{&panel, name}] = static_cast<double>(rows.size());
        rows.push_back({name, tab == std::string::npos ? "" : point.name.substr(tab + 1),
                        static_cast<double>(rows.size()), false});
      }
  }
  double left = 30, right = 10;
  for (const Row& row : rows) {
    if (!row.is_heading) left = std::max(left, width_of(row.name) + 18);
    right = std::max(right, width_of(row.end_text) + 8);
  }
  // The whole page width if names take more than half a column.
  width_ = left > kColumnPt / 2 ? kPagePt : kColumnPt;
  left = std::min(left, width_ / 2);
  height_ = 1;
  const bool has_names = figure_.look == Look::stacked;
  const double names_pt = has_names ? write_names(2, false) + 4 : 2;
  const double plot_pt = static_cast<double>(rows.size()) * kLinePt;
  height_ = names_pt + plot_pt + 30;
  set_margins(left, width_ - right, names_pt, names_pt + plot_pt);
  if (has_names) write_names(2, true);
  for (const Row& row : rows) {
    if (row.is_heading)
      add(fmt::format("set label {} at screen {:.5f},first {:g} left{}\n", gnuplot_quoted(row.name), x_of(4),
                      row.y, fitted(row.name, width_ - 8)));
    else
      add(fmt::format("set label {} at graph 0,first {:g} right offset -0.7,0{}\n", gnuplot_quoted(row.name),
                      row.y, fitted(row.name, left - 18)));
    if (!row.end_text.empty())
      add(fmt::format("set label {} at graph 1,first {:g} left offset 0.6,0\n", gnuplot_quoted(row.end_text),
                      row.y));
  }
  const double least = figure_.x.least.value_or(0), most = figure_.x.most.value_or(1);
  const double step = tic_step(most - least, 0);
  add(fmt::format(
      "set yrange [{:g}:-0.5]\nset xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\nunset ytics\nset border 1\n",
      static_cast<double>(rows.size()) - 0.5, least, most, step));
  // Grid lines below each heading, as they would cross it.
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first + 1;
    while (last < rows.size() && !rows[last].is_heading) ++last;
    for (double x = std::ceil(least / step - 0.001) * step; x <= most + step / 1000; x += step)
      add(fmt::format(
          "set arrow from first {0:.9g},first {1:g} to first {0:.9g},first {2:g} nohead back lc rgb "
          "'{3}' lt "
          "1 lw 0.5\n",
          x, rows[first].y + 0.5, rows[last - 1].y + 0.5,
          least < 0 && std::abs(x) < step / 1000 ? "gray30" : "gray85"));
    first = last;
  }
  add(fmt::format("set xtics offset 0,0.4\nset xlabel {} offset 0,0.7\n", gnuplot_quoted(figure_.x.name)));
  write_plot(figure_.look == Look::stacked ? stacks(place) : intervals(place));
}

std::vector<ScriptWriter::Part> RowsWriter::intervals(const Places& place) {
  std::map<std::size_t, std::string> rows_of_style;
  for (const Panel& panel : figure_.panels)
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        const auto found = place.find({&panel, point.name});
        if (found == place.end()) continue;
        rows_of_style[series.style] +=
            fmt::format("{} {} {} {} # {}\n", number(point.x), number(found->second),
                        number(point.low ? point.low : point.x), number(point.high ? point.high : point.x),
                        printable(panel.title + ": " + series.label, 200));
      }
  std::vector<Part> parts;
  const auto all = styles();
  for (const auto& [style, rows] : rows_of_style) {
    const std::string& name = all.at(style)->label;
    const std::size_t block = begin_block(name, fmt::format("{}, row, low, high", figure_.x.name));
    table_ += rows;
    parts.push_back({fmt::format("{} index {} using 3:2:($4-$3):(0) with vectors nohead ls {} dt solid",
                                 source_, block, style_number(style)),
                     name});
    parts.push_back(
        {fmt::format("{} index {} using 1:2 with points ls {}", source_, block, style_number(style)), name});
  }
  return parts;
}

std::vector<ScriptWriter::Part> RowsWriter::stacks(const Places& place) {
  std::map<std::size_t, std::string> rows_of_style;
  std::map<double, double> filled;
  for (const Panel& panel : figure_.panels)
    for (const Series& series : panel.series)
      for (const Point& point : series.points) {
        const auto found = place.find({&panel, point.name.substr(0, point.name.find('\t'))});
        if (found == place.end()) continue;
        const double row = found->second;
        double& from = filled[row];
        rows_of_style[series.style] +=
            fmt::format("{} {} {} {} {} {} # {}\n", number(from + point.x / 2), number(row), number(from),
                        number(from + point.x), number(row - 0.36), number(row + 0.36),
                        printable(panel.title + ": " + found->first.second, 200));
        from += point.x;
      }
  std::vector<Part> parts;
  const auto all = styles();
  for (const auto& [style, rows] : rows_of_style) {
    const Series& series = *all.at(style);
    const std::size_t block = begin_block(series.label, "middle (%), row, from, to, bottom, top");
    table_ += rows;
    parts.push_back(
        {fmt::format(
             "{} index {} using 1:2:3:4:5:6 with boxxyerror lc rgb '{}' lw 0.5 fs pattern {} border rgb "
             "'black'",
             source_, block, colour_of(series), pattern_of(style)),
         series.label});
  }
  return parts;
}

}  // namespace sapper::experiments::figures

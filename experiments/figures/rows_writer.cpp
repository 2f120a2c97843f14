// Rows under headings, one heading for each panel: points with intervals, or stacked bars, in one or several columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/figures/script_writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

class RowsWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  struct Row {
    std::string name, end_text;
    double y;
    bool is_heading;
  };

  void draw() override {
    const auto columns = columns_of_panels();
    std::vector<std::vector<Row>> rows;
    double left = 30, right = 10;
    std::size_t longest = 0;
    for (const std::span<const Panel> panels : columns) {
      rows.push_back(rows_of(panels));
      longest = std::max(longest, rows.back().size());
      for (const Row& row : rows.back()) {
        if (!row.is_heading) left = std::max(left, width_of(row.name) + 18);
        right = std::max(right, width_of(row.end_text) + 8);
      }
    }
    width_ = width_of_page(figure_);
    // It takes the whole page width if names take more than half a column.
    if (!figure_.layout.width_pt && left > kColumnPt / 2) width_ = kPagePt;
    const double pitch = width_ / static_cast<double>(columns.size());
    left = std::min(left, pitch / 2);
    height_ = 1;
    const bool has_names = figure_.look == PlotStyle::stacked;
    const double names_pt = has_names ? write_names(2, false) + 4 : 2;
    height_ = names_pt + static_cast<double>(longest) * kLinePt + 30;
    if (columns.size() > 1) add("set multiplot\n");
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double from = static_cast<double>(i) * pitch;
      const double plot_pt = static_cast<double>(rows[i].size()) * kLinePt;
      set_margins(from + left, from + pitch - right, names_pt, names_pt + plot_pt);
      if (has_names && i == 0) write_names(2, true);
      write_rows(rows[i], from, left, pitch);
      write_plot(figure_.look == PlotStyle::stacked ? stacks(columns[i]) : intervals(columns[i]));
      if (figure_.look == PlotStyle::intervals)
        add_spots(columns[i], from + left, pitch - right - left, names_pt);
      if (columns.size() > 1) add("unset label\nunset arrow\nunset object\n");
    }
    if (columns.size() > 1) add("unset multiplot\n");
  }

  // The panels of each column, so that the columns are about as long.
  std::vector<std::span<const Panel>> columns_of_panels() const {
    const std::size_t across = columns_of(figure_);
    const std::span<const Panel> panels(figure_.panels);
    std::vector<std::size_t> sizes;
    std::size_t total = 0;
    for (const Panel& panel : panels) {
      sizes.push_back(row_count(panel));
      total += sizes.back();
    }
    std::vector<std::span<const Panel>> columns;
    for (std::size_t first = 0; first < panels.size();) {
      const std::size_t columns_left = across - std::min(columns.size(), across - 1);
      std::size_t size = 0, last = first;
      while (last < panels.size() && (last == first || columns_left == 1 ||
                                      size + sizes[last] / 2 < (total + columns_left - 1) / columns_left))
        size += sizes[last++];
      columns.push_back(panels.subspan(first, last - first));
      total -= size;
      first = last;
    }
    return columns;
  }

  // The rows of some panels: a heading for each panel, then its points, or its stacks by name.
  std::vector<Row> rows_of(std::span<const Panel> panels) {
    std::vector<Row> rows;
    for (const Panel& panel : panels) {
      rows.push_back({panel.title, "", static_cast<double>(rows.size()), true});
      for (const Series& series : panel.series)
        for (const Point& point : series.points) {
          const auto y = static_cast<double>(rows.size());
          if (place_.try_emplace({&panel, point.name}, y).second)
            rows.push_back({point.name, point.note, y, false});
        }
    }
    return rows;
  }

  void write_rows(const std::vector<Row>& rows, double from, double left, double pitch) {
    for (const Row& row : rows) {
      const auto [text, font] = fit_text(row.name, row.is_heading ? pitch - 8 : left - 12);
      if (row.is_heading)
        add(fmt::format("set label {} at screen {:.5f},first {:g} left{}\n", text, x_of(from + 4), row.y,
                        font));
      else
        add(fmt::format("set label {} at graph 0,first {:g} right offset -0.7,0{}\n", text, row.y, font));
      if (!row.end_text.empty())
        add(fmt::format("set label {} at graph 1,first {:g} left offset 0.6,0\n",
                        gnuplot_quoted(row.end_text), row.y));
    }
    const double least = figure_.x.least.value_or(0), most = figure_.x.most.value_or(1);
    const double step = tic_step(most - least, 0);
    add(fmt::format(
        "set yrange [{:g}:-0.5]\nset xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\nunset ytics\nset border 1\n",
        static_cast<double>(rows.size()) - 0.5, least, most, step));
    // Grid lines begin below each heading, as they would cross it.
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
    add(fmt::format("set xtics offset 0,0.4\nset xlabel {} offset 0,0.7\n", x_name(pitch)));
  }

  // It is centred below the plot, which the names of rows make narrower than the column: the type shrinks to fit.
  std::string x_name(double pitch) const {
    const auto [text, font] = fit_text(figure_.x.name, pitch * 0.72);
    return text + font;
  }

  // The rows of the table that `row_of` makes of the points, by style.
  template <class RowOf>
  std::map<std::size_t, std::string> rows_of_styles(std::span<const Panel> panels,
                                                    const RowOf& row_of) const {
    std::map<std::size_t, std::string> rows;
    for (const Panel& panel : panels)
      for (const Series& series : panel.series)
        for (const Point& point : series.points) {
          const auto found = place_.find({&panel, point.name});
          if (found == place_.end()) continue;
          const auto& [key, row] = *found;
          rows[series.style] += fmt::format(
              "{} # {}\n", row_of(point, row),
              printable(panel.title + ": " + (figure_.look == PlotStyle::stacked ? key.second : series.label),
                        200));
        }
    return rows;
  }

  void add_spots(std::span<const Panel> panels, double left_pt, double width_pt, double top_pt) {
    const double least = figure_.x.least.value_or(0), most = figure_.x.most.value_or(1);
    for (const Panel& panel : panels)
      for (const Series& series : panel.series)
        for (const Point& point : series.points)
          if (const auto row = place_.find({&panel, point.name}); row != place_.end())
            spots_.push_back({left_pt + width_pt * (point.x - least) / (most - least),
                              top_pt + (row->second + 0.5) * kLinePt,
                              fmt::format("{}; {}; {}: {}", panel.title, point.name, figure_.x.name,
                                          value_text(point.x, point.low, point.high))});
  }

  std::vector<Part> intervals(std::span<const Panel> panels) {
    std::vector<Part> parts;
    const auto all = styles();
    for (const auto& [style, rows] : rows_of_styles(panels, [](const Point&point, double row) {
           return fmt::format("{} {} {} {}", number(point.x), number(row),
                              number(point.low ? point.low : point.x),
                              number(point.high ? point.high : point.x));
         })) {
      const std::string& name = all.at(style)->label;
      const std::size_t block = begin_block(name, fmt::format("{}, row, low, high", figure_.x.name));
      table_ += rows;
      const std::size_t line_style = style_number(style);
      parts.push_back({fmt::format("{} index {} using 3:2:($4-$3):(0) with vectors nohead ls {} dt solid",
                                   source_, block, line_style),
                       name});
      parts.push_back(
          {fmt::format("{} index {} using 1:2 with points ls {}", source_, block, line_style), name});
    }
    return parts;
  }

  std::vector<Part> stacks(std::span<const Panel> panels) {
    std::vector<Part> parts;
    const auto all = styles();
    std::map<double, double> filled;  // of each row
    for (const auto& [style, rows] : rows_of_styles(panels, [&](const Point&point, double row) {
           const double from = std::exchange(filled[row], filled[row] + point.x);
           return fmt::format("{} {} {} {} {} {}", number(from + point.x / 2), number(row), number(from),
                              number(from + point.x), number(row - 0.36), number(row + 0.36));
         })) {
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

  // The row of each name of a panel, from 0.
  std::map<std::pair<const Panel*, std::string>, double> place_;
};

}  // namespace

GnuplotFigure write_rows(const Figure& figure, std::string_view source, double type_scale) {
  return RowsWriter(figure, source, type_scale).write();
}

}  // namespace sapper::experiments::figures

#include "experiments/figures/maps_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sapper::experiments::figures {

std::map<std::string, Range> MapsWriter::scales() const {
  std::map<std::string, Range> scales;
  for (const Panel& panel : figure_.panels)
    for (const Point& point : panel.series[0].points) {
      const double value = std::stod(point.name);
      Range& range = scales.try_emplace(panel.scale, Range{value, value}).first->second;
      range.least = std::min(range.least, value);
      range.most = std::max(range.most, value);
    }
  for (auto& entry : scales)
    if (!(entry.second.most > entry.second.least)) entry.second.most = entry.second.least + 1;
  return scales;
}

void MapsWriter::draw() {
  constexpr double kLeftPt = 26, kScalePt = 52;
  const std::size_t count = figure_.panels.size();
  const std::size_t across = std::min<std::size_t>(count, 2);
  const std::size_t down = (count + across - 1) / across;
  width_ = across == 1 ? kColumnPt : kPagePt;
  const double pitch = width_ / static_cast<double>(across);
  double cell_pt = 1e9, tallest = 0;
  for (const Panel& panel : figure_.panels)
    cell_pt = std::min({cell_pt, (pitch - kLeftPt - kScalePt) / (panel.cols + 0.5), 160.0 / panel.rows});
  for (const Panel& panel : figure_.panels) tallest = std::max(tallest, cell_pt * panel.rows);
  const double row_pt = tallest + 18 + 30;
  height_ = static_cast<double>(down) * row_pt;
  add("set palette defined (0 '#440154', 1 '#3B528B', 2 '#21918C', 3 '#5EC962', 4 '#FDE725')\n");
  add("set multiplot\nset border 0\nset format '%g'\n");
  const auto ranges = scales();
  for (std::size_t i = 0; i < count; ++i) {
    const Panel& panel = figure_.panels[i];
    const Range& range = ranges.at(panel.scale);
    const std::size_t col = i % across;
    const std::size_t row = i / across;
    const double left = static_cast<double>(col) * pitch + kLeftPt;
    const double top = static_cast<double>(row) * row_pt + 18;
    const double shift = panel.has_shifted_rows ? 0.5 : 0;
    const double right = left + cell_pt * (panel.cols + shift);
    const double height = cell_pt * panel.rows;
    set_margins(left, right, top, top + height);
    add(fmt::format(
        "set cbrange [{:.9g}:{:.9g}]\nset colorbox vertical user origin screen {:.5f},{:.5f} size screen "
        "{:.5f},{:.5f} noborder\nset cblabel {} offset 0.6,0\nset cbtics {:.9g} offset -0.8,0\n",
        range.least, range.most, x_of(right + 6), y_of(top + height), 6 / width_, height / height_,
        gnuplot_quoted(figure_.x.name), tic_step(range.most - range.least, 0)));
    write_title(panel.title, pitch - 30);
    add(fmt::format("set xlabel 'column' offset 0,0.9\nset ylabel {} offset 1,0\n",
                    gnuplot_quoted(col == 0 ? "row" : "")));
    const int step =
        panel.cols * cell_pt > 60 ? std::max(1, static_cast<int>(std::ceil(16 / cell_pt))) : panel.cols;
    add(fmt::format("set xtics 0,{0},{1} scale 0 offset 0,0.5\nset ytics 0,{0},{2} scale 0 offset 0.8,0\n",
                    step, panel.cols - 1, panel.rows - 1));
    add(fmt::format("set xrange [-0.5:{:g}]\nset yrange [{:g}:-0.5]\n", panel.cols - 0.5 + shift,
                    panel.rows - 0.5));
    write_map(panel, cell_pt, (range.least + range.most) / 2);
  }
  add("unset multiplot\n");
}

void MapsWriter::write_map(const Panel& panel, double cell_pt, double middle) {
  const std::size_t block =
      begin_block(panel.title, "x, row, column, " + figure_.x.name + ", low, high, colour of the text");
  for (const Point& point : panel.series[0].points) {
    const bool is_shifted = panel.has_shifted_rows && static_cast<int>(point.y) % 2 == 1;
    table_ += fmt::format("{:g} {:g} {:g} {} {} {} {}\n", point.x + (is_shifted ? 0.5 : 0), point.y, point.x,
                          point.name, number(point.low), number(point.high),
                          std::stod(point.name) < middle ? 0xFFFFFF : 0);
  }
  std::vector<Part> parts{{fmt::format("{} index {} using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):4 with "
                                       "boxxyerror fs solid noborder lc palette",
                                       source_, block),
                           panel.title}};
  if (cell_pt >= 10)
    parts.push_back(
        {fmt::format("{} index {} using 1:2:(sprintf('%.0f',$4)):7 with labels font ',{:.1f}' tc rgb "
                     "variable",
                     source_, block, std::min(7.5, cell_pt * 0.55) * type_scale_),
         ""});
  write_plot(parts);
}

}  // namespace sapper::experiments::figures

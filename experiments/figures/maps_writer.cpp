// Boards as heat maps, with one colour bar for the maps of a scale, and dots in marked cells.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

namespace {

constexpr double kLeftPt = 26;
constexpr double kScalePt = 46;          // a colour bar with its numbers
constexpr double kLeastNumberedPt = 12;  // cells smaller than this have no room for readable numbers

class MapsWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  struct Place {
    std::size_t row, col;
  };

  void draw() override {
    const std::size_t count = figure_.panels.size();
    const std::size_t across = columns_of(figure_);
    width_ = width_of_page(figure_);
    const std::vector<Place> place = places(across);
    const std::size_t down = place.back().row + 1;
    const double pitch = (width_ - kScalePt) / static_cast<double>(across);
    const double title_pt = title_height(pitch - 8) + 5;
    constexpr double kAxisPt = 27;
    // Maps of one scale have cells of one size, as large as the page allows.
    const double most_pt = (kPageHeightPt - 10) / static_cast<double>(down) - title_pt - kAxisPt;
    std::map<std::string, double> cell_of;
    std::vector<double> height_of(down, 0);
    for (const Panel& panel : figure_.panels) {
      double& cell_pt = cell_of.try_emplace(panel.scale, 1e9).first->second;
      cell_pt =
          std::min({cell_pt, (pitch - kLeftPt) / (panel.cols + 0.5), std::min(most_pt, 200.0) / panel.rows});
    }
    for (std::size_t i = 0; i < count; ++i)
      height_of[place[i].row] =
          std::max(height_of[place[i].row], cell_of.at(figure_.panels[i].scale) * figure_.panels[i].rows);
    std::vector<double> top_of;
    height_ = 0;
    for (const double height : height_of) {
      top_of.push_back(height_ + title_pt);
      height_ += title_pt + height + kAxisPt;
    }
    add("set palette maxcolors 64 defined (0 '#440154', 1 '#3B528B', 2 '#21918C', 3 '#5EC962', 4 "
        "'#FDE725')\n");
    add("set multiplot\nset border 0\nset format '%g'\n");
    const auto ranges = scales();
    for (std::size_t i = 0; i < count; ++i) {
      const Panel& panel = figure_.panels[i];
      const AxisRange& range = ranges.at(panel.scale);
      const double cell_pt = cell_of.at(panel.scale);
      const double left = static_cast<double>(place[i].col) * pitch + kLeftPt;
      const double top = top_of[place[i].row];
      const double right = left + cell_pt * (panel.cols + (panel.has_shifted_rows ? 0.5 : 0));
      const double height = cell_pt * panel.rows;
      set_margins(left, right, top, top + height);
      add(fmt::format("set cbrange [{:.9g}:{:.9g}]\n", range.least, range.most));
      // The bar of the scale stands right of the first row of its maps.
      const bool is_first = i == 0 || figure_.panels[i - 1].scale != panel.scale;
      std::size_t last = i;
      while (last + 1 < count && place[last + 1].row == place[i].row) ++last;
      if (is_first) {
        const double bar_pt = static_cast<double>(place[last].col) * pitch + kLeftPt + (right - left) + 6;
        add(
            fmt::format("set colorbox vertical user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f} "
                        "noborder\nset cblabel "
                        "{} offset 0.6,0\nset cbtics {:.9g} offset -0.8,0\n",
                        x_of(bar_pt), y_of(top + height), 6 / width_, height / height_,
                        gnuplot_quoted(figure_.x.name), tic_step(range.most - range.least, 0)));
      } else {
        add("unset colorbox\n");
      }
      write_title(panel.title, pitch - 8);
      add(fmt::format("set xlabel 'column' offset 0,0.9\nset ylabel {} offset 1,0\n",
                      gnuplot_quoted(place[i].col == 0 ? "row" : "")));
      const int step =
          panel.cols * cell_pt > 60 ? std::max(1, static_cast<int>(std::ceil(16 / cell_pt))) : panel.cols;
      add(fmt::format("set xtics 0,{0},{1} scale 0 offset 0,0.5\nset ytics 0,{0},{2} scale 0 offset 0.8,0\n",
                      step, panel.cols - 1, panel.rows - 1));
      add(fmt::format("set xrange [-0.5:{:g}]\nset yrange [{:g}:-0.5]\n",
                      panel.cols - 0.5 + (panel.has_shifted_rows ? 0.5 : 0), panel.rows - 0.5));
      write_map(panel, cell_pt, (range.least + range.most) / 2);
    }
    add("unset multiplot\n");
  }

  // Panels by rows: a scale begins a new row, so that its bar stands right of its maps.
  std::vector<Place> places(std::size_t across) const {
    std::vector<Place> places;
    std::size_t row = 0, col = 0;
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) {
      if (i > 0 && (col == across || figure_.panels[i].scale != figure_.panels[i - 1].scale)) {
        ++row;
        col = 0;
      }
      places.push_back({row, col++});
    }
    return places;
  }

  // Each colour scale by name, from the minimum to the maximum of its panels.
  std::map<std::string, AxisRange> scales() const {
    std::map<std::string, AxisRange> scales;
    for (const Panel& panel : figure_.panels)
      for (const Point& point : panel.series[0].points) {
        AxisRange& range = scales.try_emplace(panel.scale, AxisRange{point.value, point.value}).first->second;
        range.least = std::min(range.least, point.value);
        range.most = std::max(range.most, point.value);
      }
    for (auto& entry : scales)
      if (!(entry.second.most > entry.second.least)) entry.second.most = entry.second.least + 1;
    return scales;
  }

  void write_map(const Panel& panel, double cell_pt, double middle) {
    const std::size_t block = begin_block(
        panel.title, "x, row, column, " + figure_.x.name + ", low, high, colour of the text, 1 if marked");
    for (const Point& point : panel.series[0].points) {
      const bool is_shifted = panel.has_shifted_rows && static_cast<int>(point.y) % 2 == 1;
      table_ += fmt::format("{:g} {:g} {:g} {:.6g} {} {} {} {}\n", point.x + (is_shifted ? 0.5 : 0), point.y,
                            point.x, point.value, number(point.low), number(point.high),
                            point.value < middle ? 0xFFFFFF : 0, point.is_marked ? 1 : 0);
    }
    std::vector<Part> parts{{fmt::format("{} index {} using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):4 with "
                                         "boxxyerror fs solid noborder lc palette",
                                         source_, block),
                             panel.title}};
    const bool has_numbers = cell_pt >= kLeastNumberedPt;
    if (has_numbers)
      parts.push_back(
          {fmt::format(
               "{} index {} using 1:($2+0.11):(sprintf('%.0f',$4)):7 with labels font ',{:.1f}' tc rgb "
               "variable",
               source_, block, std::min(7.5, cell_pt * 0.52) * type_scale_),
           ""});
    // The dot is above the number, or in the middle if there is none.
    parts.push_back(
        {fmt::format("{} index {} using ($8==1?$1:NaN):($2{}):7 with points pt 7 ps {:.2f} lc rgb variable",
                     source_, block, has_numbers ? "-0.32" : "", std::clamp(cell_pt / 50, 0.1, 0.32)),
         ""});
    write_plot(parts);
  }
};

}  // namespace

GnuplotFigure write_maps(const Figure& figure, std::string_view source, double type_scale) {
  return MapsWriter(figure, source, type_scale).write();
}

}  // namespace sapper::experiments::figures

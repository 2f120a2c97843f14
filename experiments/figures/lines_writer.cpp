// Panels with two axes: lines with bands, points with intervals next to each other, histogram steps, areas. Lines are
// named at their ends where these lie apart, in the panels at the right side; else above the panels.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "experiments/figures/end_names.hpp"
#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

namespace {

// The relative position of a value in the range.
double fraction(double value, const AxisRange& range, bool is_logarithmic) {
  if (is_logarithmic)
    return (std::log(value) - std::log(range.least)) / (std::log(range.most) - std::log(range.least));
  return (value - range.least) / (range.most - range.least);
}

constexpr double kNamePitchPt = 8.5;  // of names below each other
constexpr double kDistinctPt = 3;     // between the ends of lines that are named there
constexpr double kLeaderPt = 10;      // from a line's end to its name
constexpr double kLeastNamedPanelPt = 75;
constexpr double kOverhangPt = 18;  // of a title over its panel, on both sides together

// The heights at which the names of a panel's lines are placed, from its lower border.
std::optional<std::vector<double>> end_names_of(const Panel& panel, const AxisRange& range, double height_pt,
                                                bool is_direct) {
  double longest = -1e300;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) longest = std::max(longest, point.x);
  std::vector<double> ends;
  for (const Series& series : panel.series) {
    if (series.points.size() < 2 || series.points.back().x < longest) return std::nullopt;
    ends.push_back(height_pt * fraction(series.points.back().y, range, panel.y.is_logarithmic));
  }
  return place_end_names(ends, height_pt, kNamePitchPt, is_direct ? 0 : kDistinctPt);
}

class LinesWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  void draw() override {
    const std::size_t count = figure_.panels.size();
    const std::size_t across = columns_of(figure_);
    const std::size_t down = (count + across - 1) / across;
    width_ = width_of_page(figure_);
    const bool is_logarithmic = figure_.panels[0].y.is_logarithmic;
    const bool has_own_names =
        std::any_of(figure_.panels.begin(), figure_.panels.end(),
                    [&](const Panel& panel) { return panel.y.name != figure_.panels[0].y.name; });
    // The panels have one width: left of all is the name of the axis, left of each are its numbers.
    const double numbers_pt = is_logarithmic ? 44 : 26;
    const double name_pt = 12;
    const double between_pt = numbers_pt + (has_own_names ? name_pt : 0) + 8;
    const auto columns = static_cast<double>(across);
    const double left_pt = numbers_pt + name_pt;
    const auto panel_width = [&](double right_pt) {
      return (width_ - left_pt - right_pt - (columns - 1) * between_pt) / columns;
    };
    constexpr double kAxisPt = 17;
    const double title_pt = title_height(panel_width(8) + kOverhangPt);
    double panel_height =
        count == 1 ? 140 : std::clamp(0.6 * panel_width(8), down == 1 ? 105.0 : 95.0, 140.0);
    panel_height =
        std::clamp((kPageHeightPt - 40) / static_cast<double>(down) - title_pt - kAxisPt, 50.0, panel_height);
    double names_at_ends_pt = 0;
    for (const auto& [style, series] : styles())
      names_at_ends_pt = std::max(names_at_ends_pt, width_of(series->label) + kLeaderPt + 4);
    std::vector<bool> has_names = panels_with_names(across, panel_width(names_at_ends_pt), panel_height);
    const bool is_direct = !has_names.empty();
    has_names.resize(count, false);
    height_ = 1;
    const double names_pt = is_direct ? 2 : write_names(2, false) + 4;
    const double row_pt = title_pt + panel_height + kAxisPt;
    height_ = names_pt + static_cast<double>(down) * row_pt + 14;
    const double panel_pt = panel_width(is_direct ? names_at_ends_pt : 8);

    add("set multiplot\n");
    for (std::size_t i = 0; i < count; ++i) {
      const Panel& panel = figure_.panels[i];
      const auto col = static_cast<double>(i % across);
      const std::size_t row = i / across;
      const bool is_named = i % across == 0 || has_own_names;
      const double left = left_pt + col * (panel_pt + between_pt);
      const double top = names_pt + static_cast<double>(row) * row_pt + title_pt;
      set_margins(left, left + panel_pt, top, top + panel_height);
      if (i == 0 && !is_direct) write_names(2, true);
      if (has_names[i]) write_end_names(panel, panel_pt, panel_height);
      frame_ = {left, top, panel_pt, panel_height};
      write_panel(panel, panel_pt, is_named, i + across >= count);
      add("unset label\nunset arrow\nunset object\n");
    }
    add("unset multiplot\n");
  }

  struct Frame {
    double left_pt, top_pt, width_pt, height_pt;
  };
  Frame frame_{};  // of the panel being written

  // Whether the lines of every panel at the right side, or of one if there are several columns, can be named there.
  std::vector<bool> panels_with_names(std::size_t across, double panel_pt, double panel_height_pt) const {
    const std::size_t count = figure_.panels.size();
    const std::size_t named = styles().size();
    std::vector<bool> all(count, false);
    if (figure_.look != PlotStyle::lines || panel_pt < kLeastNamedPanelPt) return std::vector<bool>();
    bool is_any = false, is_each = true;
    for (std::size_t i = across - 1; i < count; i += across) {
      const Panel& panel = figure_.panels[i];
      if (is_any && across > 1) break;
      all[i] =
          panel.series.size() == named &&
          end_names_of(panel, range_of(panel), panel_height_pt, figure_.layout.has_direct_names).has_value();
      is_any = is_any || all[i];
      is_each = is_each && all[i];
    }
    // A single column names the lines of each panel or of none.
    return (across > 1 ? is_any : is_each) ? all : std::vector<bool>();
  }

  void write_panel(const Panel& panel, double panel_pt, bool is_y_named, bool is_x_named) {
    const AxisRange range = range_of(panel);
    write_title(panel.title, panel_pt + kOverhangPt);
    add(fmt::format("set xlabel {} offset 0,0.7\n", gnuplot_quoted(is_x_named ? figure_.x.name : "")));
    add(fmt::format(
        "set ylabel {} offset {},0\n", gnuplot_quoted(is_y_named ? panel.y.name : ""),
        panel.y.is_logarithmic ? 2 : 1.7));  // gnuplot omits a name that starts left of the figure
    add("set xtics offset 0,0.4\nset ytics offset 0.5,0\n");
    add(fmt::format("{} logscale x\n{} logscale y\n", figure_.x.is_logarithmic ? "set" : "unset",
                    panel.y.is_logarithmic ? "set" : "unset"));
    const AxisRange x_range = write_x_range(panel_pt);
    add(fmt::format("set yrange [{:.9g}:{:.9g}]\n", range.least, range.most));
    if (!panel.y.is_logarithmic)
      add(fmt::format("set ytics {:.9g}\n", tic_step(range.most - range.least, 0)));
    add(fmt::format("set format y '{}'\n", panel.y.is_logarithmic ? logarithmic_format(range) : "% h"));
    if (panel.grey_beyond && *panel.grey_beyond < x_range.most)
      add(
          fmt::format("set object rectangle from first {:.9g},graph 0 to graph 1,graph 1 fc rgb 'gray90' fs "
                      "solid noborder behind\n",
                      *panel.grey_beyond));
    add_spots(panel, x_range, range);
    std::vector<Part> bands, lines;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const Series& series = panel.series[i];
      const std::size_t block =
          begin_block((panel.title.empty() ? "" : panel.title + ": ") + series.label +
                          (series.end_slopes ? ", exponent " + growth_text(series) : ""),
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
      // yerrorbars would erase the surroundings of their marks.
      const std::string bar = fmt::format("vectors nohead ls {} dt solid lw 0.8", style);
      if (figure_.look == PlotStyle::steps) {
        lines.push_back(drawn("1:2", fmt::format("steps ls {}", style)));
      } else if (figure_.look == PlotStyle::areas) {
        lines.push_back(
            drawn("1:3:4", fmt::format("filledcurves lc rgb '{}' lw 0.5 fs pattern {} border rgb 'black'",
                                       colour_of(series), pattern_of(series.style))));
      } else if (figure_.look == PlotStyle::points || (has_band && series.points.size() == 1)) {
        // They stand side by side, since many are at the same place.
        const auto count = static_cast<double>(panel.series.size());
        const double shift_pt = (static_cast<double>(i) - (count - 1) / 2) * std::min(2.0, 9 / count);
        const std::string x =
            fmt::format("($1{:+.4g})", shift_pt * (x_range.most - x_range.least) / panel_pt);
        bands.push_back(drawn(x + ":3:(0):($4-$3)", bar));
        lines.push_back(drawn(x + ":2", fmt::format("points ls {}", style)));
      } else {
        if (has_band)
          bands.push_back(drawn(
              "1:3:4",
              fmt::format("filledcurves fs transparent solid 0.3 noborder lc rgb '{}'", colour_of(series))));
        lines.push_back(drawn("1:2", fmt::format("linespoints ls {}", style)));
      }
      if (series.fit.empty()) continue;
      const std::size_t fitted =
          begin_block(series.label + ", fitted", fmt::format("{}, {}", figure_.x.name, panel.y.name));
      for (const auto& [x, y] : series.fit) table_ += fmt::format("{} {}\n", number(x), number(y));
      bands.push_back({fmt::format("{} index {} using 1:2 with lines lc rgb '{}' lw 0.6", source_, fitted,
                                   colour_of(series)),
                       series.label + ", fitted"});
    }
    if (panel.reference)
      bands.insert(bands.begin(), {fmt::format("{:.9g}*x{:+.9g} with lines lc rgb 'gray50' dt '-' lw 0.8",
                                               panel.reference->slope, panel.reference->at_0),
                                   ""});
    bands.insert(bands.end(), lines.begin(), lines.end());
    if (panel.theory) bands.push_back(theory_of(panel));
    write_plot(bands);
  }

  // The law as a curve, and its name right of where it is steepest.
  Part theory_of(const Panel& panel) {
    const std::string& label = panel.theory->label;
    const auto& points = panel.theory->points;
    const std::size_t block = begin_block((panel.title.empty() ? "" : panel.title + ": ") + label,
                                          fmt::format("{}, {}", figure_.x.name, panel.y.name));
    for (const auto& [x, y] : points) table_ += fmt::format("{} {}\n", number(x), number(y));
    std::size_t steepest = 0;
    const auto fall = [&](std::size_t i) { return std::abs(points[i + 1].second - points[i].second); };
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      if (fall(i) > fall(steepest)) steepest = i;
    add(fmt::format("set label {} at first {:.9g},{:.9g} left offset 0.8,0.6 front\n", gnuplot_quoted(label),
                    points[steepest].first, points[steepest].second));
    return {fmt::format("{} index {} using 1:2 with lines lc rgb 'black' dt '-' lw 1.2", source_, block),
            label};
  }

  std::string x_text(double x) const {
    if (figure_.x.categories.empty()) return fmt::format("{:.4g}", x);
    return figure_.x.categories.at(static_cast<std::size_t>(x));
  }

  void add_spots(const Panel& panel, const AxisRange& x_range, const AxisRange& y_range) {
    if (figure_.look != PlotStyle::lines && figure_.look != PlotStyle::points) return;
    for (const Series& series : panel.series)
      for (const Point& point : series.points)
        spots_.push_back(
            {frame_.left_pt + frame_.width_pt * fraction(point.x, x_range, figure_.x.is_logarithmic),
             frame_.top_pt + frame_.height_pt * (1 - fraction(point.y, y_range, panel.y.is_logarithmic)),
             fmt::format("{}{}; {}: {}; {}: {}", panel.title.empty() ? "" : panel.title + "; ", series.label,
                         figure_.x.name, x_text(point.x), panel.y.name,
                         value_text(point.y, point.low, point.high))});
  }

  // The names right of the panel, each with a thin line from the end of its line.
  void write_end_names(const Panel& panel, double panel_pt, double panel_height_pt) {
    const AxisRange range = range_of(panel);
    const auto places = end_names_of(panel, range, panel_height_pt, figure_.layout.has_direct_names);
    if (!places) return;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const Series& series = panel.series[i];
      const Point& end = series.points.back();
      const double place = (*places)[i] / panel_height_pt;
      add(fmt::format("set arrow from first {:.9g},{:.9g} to graph {:.5f},{:.5f} nohead lc rgb '{}' lw 0.5\n",
                      end.x, end.y, 1 + (kLeaderPt - 2) / panel_pt, place, colour_of(series)));
      add(fmt::format("set label {} at graph {:.5f},{:.5f} left tc ls {}\n", gnuplot_quoted(series.label),
                      1 + kLeaderPt / panel_pt, place, style_number(series.style)));
    }
  }

  // The range of the values of a panel and their intervals.
  AxisRange range_of(const Panel& panel) const {
    const auto [least, most] =
        with_values(panel.y.is_logarithmic ? AxisRange{1e300, 1e-300} : AxisRange{}, panel);
    if (panel.y.is_logarithmic)
      return {panel.y.least.value_or(least) / 1.5, panel.y.most.value_or(most) * 1.5};
    const double top = most > least ? least + (most - least) * 1.05 : least + 1;
    return {panel.y.least.value_or(least), panel.y.most.value_or(top)};
  }

  // Along more than four decades numbers written out would overlap, as would those of seven digits: they are shortened
  // to `1k`, `1M`.
  static bool is_wide(const AxisRange& range) { return range.most / range.least > 1e4; }
  static std::string_view logarithmic_format(const AxisRange& range) {
    return is_wide(range) || range.most >= 1e6 ? "%.0s%c" : "% h";
  }

  // Names below their places, shortened where they are longer than these.
  AxisRange write_categories() {
    std::string tics;
    const auto count = static_cast<double>(figure_.x.categories.size());
    for (std::size_t i = 0; i < figure_.x.categories.size(); ++i)
      tics += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                          gnuplot_quoted(shortened(figure_.x.categories[i], frame_.width_pt / count)), i);
    add(fmt::format("set xrange [-0.5:{:.9g}]\nset xtics ({})\n", count - 0.5, tics));
    return {-0.5, count - 0.5};
  }

  // Leaves a margin, so that no mark lies on an axis; a histogram's bins fill the range. Returns the range.
  AxisRange write_x_range(double panel_pt) {
    double least = figure_.x.least.value_or(1e300), most = figure_.x.most.value_or(-1e300);
    bool is_counted = true;  // whole numbers only
    for (const Panel& panel : figure_.panels)
      for (const Series& series : panel.series)
        for (const Point& point : series.points) {
          least = std::min(least, point.x);
          most = std::max(most, point.x);
          is_counted = is_counted && point.x == std::floor(point.x);
        }
    if (!figure_.x.categories.empty()) return write_categories();
    if (!(most > least)) {
      least -= 0.5;
      most += 0.5;
      is_counted = false;
    }
    if (figure_.x.is_logarithmic) {
      add(fmt::format("set xrange [{:.9g}:{:.9g}]\nset format x '{}'\nset xtics {}\n", least / 1.2,
                      most * 1.2, logarithmic_format({least, most}),
                      is_wide({least, most}) ? "100" : "autofreq"));
      return {least / 1.2, most * 1.2};
    }
    const double margin =
        figure_.look == PlotStyle::steps || figure_.look == PlotStyle::areas ? 0 : (most - least) * 0.04;
    add(fmt::format("set xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\n", least - margin, most + margin,
                    tic_step(most - least, is_counted ? 1 : 0, std::clamp(panel_pt / 28, 2.0, 5.0))));
    return {least - margin, most + margin};
  }
};

}  // namespace

GnuplotFigure write_lines(const Figure& figure, std::string_view source, double type_scale) {
  return LinesWriter(figure, source, type_scale).write();
}

}  // namespace sapper::experiments::figures

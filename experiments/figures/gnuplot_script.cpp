#include "experiments/figures/gnuplot_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

constexpr double kColumn_pt = 252;  // of a two-column paper
constexpr double kPage_pt = 504;
constexpr double kLetter_pt = 4.4;  // the mean width of 8 pt type
constexpr double kLine_pt = 11;
constexpr std::size_t kMostRows = 150;

// Okabe and Ito's colours, those easily seen as lines first; marks and dashes as gnuplot numbers them.
constexpr std::array<std::string_view, 8> kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                   "#E69F00", "#56B4E9", "#000000", "#8A7F00"};
constexpr std::array<int, 8> kMarks{7, 5, 9, 13, 11, 6, 4, 8};
constexpr std::array<std::string_view, 5> kDashes{"solid", "'-'", "'.'", "'-.'", "'_'"};

double text_width(std::string_view text) { return kLetter_pt * static_cast<double>(display_width(text)); }

// A number for gnuplot; NaN where there is none.
std::string number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.9g}", *value) : "NaN";
}

class Writer {
 public:
  Writer(const Figure& figure, std::string_view source, double type_scale)
      : figure_(figure), source_(source), type_scale_(type_scale) {}

  GnuplotFigure write() {
    add("set encoding utf8\nset style fill solid noborder\nunset key\nset tics nomirror out scale 0.5\nset "
        "border 3 lw 0.7\n");
    for (std::size_t i = 0; i < kColours.size(); ++i)
      add("set style line {} lc rgb '{}' pt {} dt {} lw 1.3 ps 0.45\n", i + 1, kColours[i], kMarks[i],
          kDashes[i % kDashes.size()]);
    switch (figure_.look) {
      case Look::lines:
        write_lines();
        break;
      case Look::intervals:
      case Look::stacked:
        write_rows();
        break;
      case Look::heat_map:
        write_maps();
        break;
    }
    return {{width_, height_}, std::move(script_), std::move(table_)};
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(script_), format, std::forward<Values>(values)...);
  }
  double x_of(double x_pt) const { return x_pt / width_; }       // in gnuplot's screen coordinates
  double y_of(double y_pt) const { return 1 - y_pt / height_; }  // from the top

  static std::size_t style_number(std::size_t style) { return style % kColours.size() + 1; }

  static std::string title_of(std::string_view label) { return "title " + gnuplot_quoted(label); }

  // Begins a block of the table; the answer is its number.
  std::size_t begin_block(std::string_view title, std::string_view columns) {
    if (blocks_ > 0) table_ += "\n\n";
    table_ += fmt::format("# {}\n# {}\n", printable(title, 200), columns);
    return blocks_++;
  }

  // Styles and labels in the order of their numbers.
  std::map<std::size_t, std::string> labels() const {
    std::map<std::size_t, std::string> labels;
    for (const Panel& panel : figure_.panels)
      for (const Series& series : panel.series) labels[series.style] = series.label;
    return labels;
  }

  // The names of the styles above the panels, from top_pt on; what they take. Draws only when `is_drawn`.
  double write_names(double top_pt, bool is_drawn) {
    constexpr double kSample_pt = 20;
    double x = 6;
    double y = top_pt + kLine_pt / 2;
    for (const auto& [style, label] : labels()) {
      const double needed = kSample_pt + text_width(label) + 10;
      if (x > 6 && x + needed > width_) {
        x = 6;
        y += kLine_pt;
      }
      if (is_drawn) {
        if (figure_.look == Look::stacked)
          add("set object rectangle from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} fc rgb '{}' fs pattern "
              "{} border lt -1 lw 0.5\n",
              x_of(x), y_of(y + 3.5), x_of(x + kSample_pt - 5), y_of(y - 3.5),
              kColours[style % kColours.size()], pattern_of(style));
        else
          add("set arrow from screen {0:.5f},{2:.5f} to screen {1:.5f},{2:.5f} nohead ls {3}\nset label ' ' "
              "at screen {4:.5f},{2:.5f} point ls {3}\n",
              x_of(x), x_of(x + kSample_pt - 4), y_of(y), style_number(style), x_of(x + kSample_pt / 2 - 2));
        add("set label {} at screen {:.5f},{:.5f} left\n", gnuplot_quoted(label), x_of(x + kSample_pt),
            y_of(y));
      }
      x += needed;
    }
    return y + kLine_pt / 2 - top_pt;
  }

  static int pattern_of(std::size_t style) {
    constexpr std::array<int, 7> kPatterns{3, 1, 2, 4, 5, 6, 7};
    return kPatterns[style % kPatterns.size()];
  }

  void set_margins(double left, double right, double top, double bottom) {
    add("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\nset tmargin at screen {:.5f}\nset "
        "bmargin at screen {:.5f}\n",
        x_of(left), x_of(right), y_of(top), y_of(bottom));
  }

  // ---- lines

  struct Range {
    double least, most;
  };

  Range range_of(const Panel& panel) const {
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

  // Where a value lies between the range's ends.
  static double fraction(double value, const Range& range, bool is_logarithmic) {
    if (is_logarithmic)
      return (std::log(value) - std::log(range.least)) / (std::log(range.most) - std::log(range.least));
    return (value - range.least) / (range.most - range.least);
  }

  // Whether the lines of the one panel end far enough apart to be named there.
  bool can_name_directly(double panel_height_pt) const {
    if (figure_.panels.size() != 1) return false;
    const Panel& panel = figure_.panels.front();
    if (figure_.x.most && figure_.reference_slope) return false;
    const Range range = range_of(panel);
    std::vector<double> ends;
    for (const Series& series : panel.series) {
      if (series.points.empty() || text_width(series.label) > 110) return false;
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

  void write_lines() {
    const std::size_t count = figure_.panels.size();
    const std::size_t across = count <= 2 ? count : count <= 4 ? 2 : 4;
    const std::size_t down = (count + across - 1) / across;
    width_ = across > 2 ? kPage_pt : kColumn_pt;
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
        right_pt = std::max(right_pt, text_width(series.label) + 8);

    add("set multiplot\n");
    for (std::size_t i = 0; i < count; ++i) {
      const Panel& panel = figure_.panels[i];
      const std::size_t col = i % across;
      const std::size_t row = i / across;
      const bool is_named = col == 0 || panel.y.name != figure_.panels[0].y.name;
      const double pitch = width_ / static_cast<double>(across);
      const double left = static_cast<double>(col) * pitch + (panel.y.is_logarithmic ? 50
                                                              : is_named             ? 38
                                                                                     : 26);
      const double top = names_pt + static_cast<double>(row) * row_pt + title_pt;
      const double right = static_cast<double>(col + 1) * pitch - right_pt;
      set_margins(left, right, top, top + panel_height);
      if (i == 0 && !is_direct) write_names(2, true);
      write_panel(panel, right - left, is_named, i + across >= count, is_direct);
      add("unset label\nunset arrow\nunset object\n");
    }
    add("unset multiplot\n");
  }

  void write_panel(const Panel& panel, double panel_pt, bool is_y_named, bool is_x_named, bool is_direct) {
    const Range range = range_of(panel);
    write_title(panel.title, panel_pt);
    add("set xlabel {} offset 0,0.7\n", gnuplot_quoted(is_x_named ? figure_.x.name : ""));
    add("set ylabel {} offset {},0\n", gnuplot_quoted(is_y_named ? panel.y.name : ""),
        panel.y.is_logarithmic ? 1 : 1.7);
    add("set xtics offset 0,0.4\nset ytics offset 0.5,0\n");
    add("{} logscale x\n{} logscale y\n", figure_.x.is_logarithmic ? "set" : "unset",
        panel.y.is_logarithmic ? "set" : "unset");
    write_x_range();
    add("set yrange [{:.9g}:{:.9g}]\n", range.least, range.most);
    if (!panel.y.is_logarithmic) add("set ytics {:.9g}\n", tic_step(range.most - range.least, 0));
    if (is_direct)
      for (const Series& series : panel.series)
        add("set label {} at first {:.9g},{:.9g} left offset 0.7,0 tc ls {}\n", gnuplot_quoted(series.label),
            series.points.back().x, series.points.back().y, style_number(series.style));
    std::vector<std::string> bands, lines;
    for (const Series& series : panel.series) {
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
      const bool has_bars = has_band && (figure_.reference_slope && figure_.x.most);
      if (has_bars)
        bands.push_back(fmt::format("{} index {} using 1:2:3:4 with yerrorbars ls {} dt solid lw 0.8 {}",
                                    source_, block, style, title_of(series.label)));
      else if (has_band)
        bands.push_back(fmt::format(
            "{} index {} using 1:3:4 with filledcurves fs transparent solid 0.2 noborder lc rgb '{}' {}",
            source_, block, kColours[series.style % kColours.size()], title_of(series.label)));
      if (!has_bars)  // those have their points already
        lines.push_back(fmt::format("{} index {} using 1:2 with linespoints ls {} {}", source_, block, style,
                                    title_of(series.label)));
    }
    if (figure_.reference_slope && &panel == &figure_.panels.front())
      bands.insert(bands.begin(), fmt::format("{:.9g}*x with lines lc rgb 'gray50' dt '-' lw 0.8 notitle",
                                              *figure_.reference_slope));
    else if (figure_.reference_slope)
      bands.insert(bands.begin(), "1 with lines lc rgb 'gray50' dt '-' lw 0.8 notitle");
    bands.insert(bands.end(), lines.begin(), lines.end());
    write_plot(bands);
  }

  void write_x_range() {
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
    if (figure_.x.is_logarithmic)
      add("set xrange [{:.9g}:{:.9g}]\n", least / 1.2, most * 1.2);
    else
      add("set xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\n", least, most,
          tic_step(most - least, is_counted ? 1 : 0));
  }

  // A round step for about five tics.
  static double tic_step(double range, double least) {
    const double rough = range / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double digit : {1.0, 2.0, 5.0, 10.0})
      if (digit * power >= rough * 0.999) return std::max(digit * power, least);
    return std::max(10 * power, least);
  }

  // Above a panel so many points wide, in smaller type where it needs it.
  void write_title(const std::string& title, double panel_pt) {
    const double size_pt = std::clamp(8 * (panel_pt + 16) / std::max(text_width(title), 1.0), 4.0, 8.0);
    add("set title {} offset 0,-0.8 font ',{:.1f}'\n", gnuplot_quoted(title), size_pt * type_scale_);
  }

  void write_plot(const std::vector<std::string>& parts) {
    add("plot ");
    for (std::size_t i = 0; i < parts.size(); ++i) add("{}{}", i == 0 ? "" : ", \\\n  ", parts[i]);
    add("\n");
  }

  // ---- rows

  void write_rows() {
    width_ = kColumn_pt;
    // The rows: a heading for each panel, then its points, or its stacks by name.
    struct Row {
      std::string name, end_text;
      double y;
      bool is_heading;
    };
    std::vector<Row> rows;
    std::map<std::pair<const Panel*, std::string>, double> place;
    bool is_cut = false;
    for (const Panel& panel : figure_.panels) {
      if (rows.size() > kMostRows) {
        is_cut = true;
        break;
      }
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
      if (!row.is_heading) left = std::max(left, text_width(row.name) + 18);
      right = std::max(right, text_width(row.end_text) + 8);
    }
    left = std::min(left, width_ * 0.5);
    height_ = 1;
    const bool has_names = figure_.look == Look::stacked;
    const double names_pt = has_names ? write_names(2, false) + 4 : 2;
    const double plot_pt = static_cast<double>(rows.size()) * kLine_pt;
    height_ = names_pt + plot_pt + 30 + (is_cut ? kLine_pt : 0);
    set_margins(left, width_ - right, names_pt, names_pt + plot_pt);
    if (has_names) write_names(2, true);
    for (const Row& row : rows) {
      if (row.is_heading)
        add("set label {} at screen {:.5f},first {:g} left\n", gnuplot_quoted(row.name), x_of(4), row.y);
      else
        add("set label {} at graph 0,first {:g} right offset -0.7,0\n", gnuplot_quoted(row.name), row.y);
      if (!row.end_text.empty())
        add("set label {} at graph 1,first {:g} left offset 0.6,0\n", gnuplot_quoted(row.end_text), row.y);
    }
    if (is_cut)
      add("set label 'further cases are left out' at screen {:.5f},{:.5f} left\n", x_of(4),
          y_of(height_ - 5));
    add("set yrange [{:g}:-0.5]\nset xrange [{:.9g}:{:.9g}]\nunset ytics\nset border 1\nset grid xtics lc "
        "rgb 'gray85' lt 1 lw 0.5\n",
        static_cast<double>(rows.size()) - 0.5, figure_.x.least.value_or(0), figure_.x.most.value_or(1));
    add("set xtics offset 0,0.4\nset xlabel {} offset 0,0.7\n", gnuplot_quoted(figure_.x.name));
    write_plot(figure_.look == Look::stacked ? stacks(place) : intervals(place));
  }

  using Places = std::map<std::pair<const Panel*, std::string>, double>;

  std::vector<std::string> intervals(const Places& place) {
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
    std::vector<std::string> parts;
    const auto names = labels();
    for (const auto& [style, rows] : rows_of_style) {
      const std::size_t block =
          begin_block(names.at(style), fmt::format("{}, row, low, high", figure_.x.name));
      table_ += rows;
      parts.push_back(fmt::format("{} index {} using 1:2:3:4 with xerrorbars ls {} dt solid {}", source_,
                                  block, style_number(style), title_of(names.at(style))));
    }
    return parts;
  }

  std::vector<std::string> stacks(const Places& place) {
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
    std::vector<std::string> parts;
    const auto names = labels();
    for (const auto& [style, rows] : rows_of_style) {
      const std::size_t block = begin_block(names.at(style), "middle (%), row, from, to, bottom, top");
      table_ += rows;
      parts.push_back(fmt::format(
          "{} index {} using 1:2:3:4:5:6 with boxxyerror lc rgb '{}' fs pattern {} {}", source_, block,
          kColours[style % kColours.size()], pattern_of(style), title_of(names.at(style))));
    }
    return parts;
  }

  // ---- maps

  void write_maps() {
    const std::size_t count = figure_.panels.size();
    const std::size_t across = std::min<std::size_t>(count, 2);
    const std::size_t down = (count + across - 1) / across;
    width_ = kColumn_pt;
    double least = 1e300, most = -1e300;
    for (const Panel& panel : figure_.panels)
      for (const Point& point : panel.series[0].points) {
        const double value = std::stod(point.name);
        least = std::min(least, value);
        most = std::max(most, value);
      }
    if (!(most > least)) most = least + 1;
    const double pitch = width_ / static_cast<double>(across);
    double cell_pt = 1e9, tallest = 0;
    for (const Panel& panel : figure_.panels)
      cell_pt = std::min({cell_pt, (pitch - 34) / (panel.cols + 0.5), 220.0 / panel.rows});
    for (const Panel& panel : figure_.panels) tallest = std::max(tallest, cell_pt * panel.rows);
    const double scale_pt = 40;
    const double row_pt = tallest + 14 + 28;
    height_ = scale_pt + static_cast<double>(down) * row_pt;
    add("set palette defined (0 '#440154', 1 '#3B528B', 2 '#21918C', 3 '#5EC962', 4 '#FDE725')\nset cbrange "
        "[{:.9g}:{:.9g}]\n",
        least, most);
    add("set multiplot\nset border 0\nset format '%g'\n");
    for (std::size_t i = 0; i < count; ++i) {
      const Panel& panel = figure_.panels[i];
      const double left = static_cast<double>(i % across) * pitch + 24;
      const double top = scale_pt + static_cast<double>(i / across) * row_pt + 14;
      const double shift = panel.has_shifted_rows ? 0.5 : 0;
      set_margins(left, left + cell_pt * (panel.cols + shift), top, top + cell_pt * panel.rows);
      if (i == 0)
        add("set colorbox horizontal user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f} "
            "noborder\nset cblabel {} offset 0,1\nset cbtics offset 0,0.6\n",
            x_of(24), y_of(9), x_of(width_ - 48), 7 / height_, gnuplot_quoted(figure_.x.name));
      else
        add("unset colorbox\n");
      write_title(panel.title, cell_pt * panel.cols);
      add("set xlabel 'column' offset 0,0.9\nset ylabel {} offset 1,0\n",
          gnuplot_quoted(i % across == 0 ? "row" : ""));
      const int step =
          panel.cols * cell_pt > 60 ? std::max(1, static_cast<int>(std::ceil(16 / cell_pt))) : panel.cols;
      add("set xtics 0,{} scale 0 offset 0,0.5\nset ytics 0,{} scale 0 offset 0.8,0\n", step, step);
      add("set xrange [-0.5:{:g}]\nset yrange [{:g}:-0.5]\n", panel.cols - 0.5 + shift, panel.rows - 0.5);
      write_map(panel, cell_pt, (least + most) / 2);
    }
    add("unset multiplot\n");
  }

  void write_map(const Panel& panel, double cell_pt, double middle) {
    const std::size_t block =
        begin_block(panel.title, "x, row, column, " + figure_.x.name + ", low, high, colour of the text");
    for (const Point& point : panel.series[0].points) {
      const bool is_shifted = panel.has_shifted_rows && static_cast<int>(point.y) % 2 == 1;
      table_ += fmt::format("{:g} {:g} {:g} {} {} {} {}\n", point.x + (is_shifted ? 0.5 : 0), point.y,
                            point.x, point.name, number(point.low), number(point.high),
                            std::stod(point.name) < middle ? 0xFFFFFF : 0);
    }
    std::vector<std::string> parts{
        fmt::format("{} index {} using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):4 with boxxyerror fs solid "
                    "noborder lc palette {}",
                    source_, block, title_of(panel.title))};
    if (cell_pt >= 10)
      parts.push_back(fmt::format(
          "{} index {} using 1:2:(sprintf('%.0f',$4)):7 with labels font ',{:.1f}' tc rgb variable notitle",
          source_, block, std::min(7.5, cell_pt * 0.55) * type_scale_));
    write_plot(parts);
  }

  const Figure& figure_;
  std::string source_;
  double type_scale_;
  double width_ = kColumn_pt;
  double height_ = 1;
  std::size_t blocks_ = 0;
  std::string script_;
  std::string table_;
};

}  // namespace

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : printable(text, 120)) {
    quoted += letter;
    if (letter == '\'') quoted += '\'';
  }
  return quoted + "'";
}

GnuplotFigure write_gnuplot(const Figure& figure, std::string_view source, double type_scale) {
  return Writer(figure, source, type_scale).write();
}

}  // namespace sapper::experiments::figures

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

constexpr double kColumnPt = 252;  // of a two-column paper
constexpr double kPagePt = 504;
constexpr double kLetterPt = 4.4;  // the mean width of 8 pt type
constexpr double kLinePt = 11;
constexpr std::size_t kMostRows = 150;

// Okabe and Ito's colours, those easily seen as lines first; marks and dashes as gnuplot numbers them.
constexpr std::array<std::string_view, kColourCount> kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                              "#E69F00", "#56B4E9", "#000000", "#8A7F00"};
constexpr std::array<int, 8> kMarks{7, 5, 9, 13, 11, 6, 4, 8};
constexpr std::array<std::string_view, 5> kDashes{"solid", "'-'", "'.'", "'-.'", "'_'"};

double text_width(std::string_view text) { return kLetterPt * static_cast<double>(display_width(text)); }

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
    for (const auto& [style, series] : styles())
      add("set style line {} lc rgb '{}' pt {} dt {} lw 1.3 ps 0.45\n", style_number(style),
          colour_of(*series), kMarks[series->mark % kMarks.size()], kDashes[series->mark % kDashes.size()]);
    switch (figure_.look) {
      case Look::lines:
      case Look::points:
      case Look::steps:
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
    return {{width_, height_}, std::move(script_), std::move(table_), std::move(titles_)};
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(script_), format, std::forward<Values>(values)...);
  }
  double x_of(double x_pt) const { return x_pt / width_; }       // in gnuplot's screen coordinates
  double y_of(double y_pt) const { return 1 - y_pt / height_; }  // from the top

  static std::size_t style_number(std::size_t style) { return style + 1; }
  static std::string_view colour_of(const Series& series) {
    return kColours[series.colour % kColours.size()];
  }

  // What a plot command draws, and its title; empty: none.
  struct Part {
    std::string command, title;
  };

  // Begins a block of the table; the answer is its number.
  std::size_t begin_block(std::string_view title, std::string_view columns) {
    if (blocks_ > 0) table_ += "\n\n";
    table_ += fmt::format("# {}\n# {}\n", printable(title, 200), columns);
    return blocks_++;
  }

  // A series of each style, in the order of their numbers.
  std::map<std::size_t, const Series*> styles() const {
    std::map<std::size_t, const Series*> styles;
    for (const Panel& panel : figure_.panels)
      for (const Series& series : panel.series) styles[series.style] = &series;
    return styles;
  }

  // Smaller type for a text that is wider than so many points; empty if it fits.
  std::string fitted(const std::string& text, double width_pt) const {
    if (text_width(text) <= width_pt) return {};
    return fmt::format(" font ',{:.1f}'", std::max(8 * width_pt / text_width(text), 4.0) * type_scale_);
  }

  // The names of the styles above the panels, from top_pt on; what they take. Draws only when `is_drawn`.
  double write_names(double top_pt, bool is_drawn) {
    constexpr double kSamplePt = 20;
    double x = 6;
    double y = top_pt + kLinePt / 2;
    for (const auto& [style, series] : styles()) {
      const std::string& label = series->label;
      const double needed = kSamplePt + text_width(label) + 10;
      if (x > 6 && x + needed > width_) {
        x = 6;
        y += kLinePt;
      }
      if (is_drawn) {
        if (figure_.look == Look::stacked)
          add("set object rectangle from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} fc rgb '{}' fs pattern "
              "{} border lt -1 lw 0.5\n",
              x_of(x), y_of(y + 3.5), x_of(x + kSamplePt - 5), y_of(y - 3.5), colour_of(*series),
              pattern_of(style));
        else
          add_sample(style_number(style), x, x + kSamplePt - 4, y);
        add("set label {} at screen {:.5f},{:.5f} left{}\n", gnuplot_quoted(label), x_of(x + kSamplePt),
            y_of(y), fitted(label, width_ - kSamplePt - 6));
      }
      x += needed;
    }
    return y + kLinePt / 2 - top_pt;
  }

  // What a series looks like, from x to x: its line, and its mark where it has marks.
  void add_sample(std::size_t style, double from, double to, double y) {
    const double middle = (from + to) / 2;
    if (figure_.look == Look::points)
      add("set arrow from screen {0:.5f},{1:.5f} to screen {0:.5f},{2:.5f} nohead ls {3} dt solid lw 0.8\n",
          x_of(middle), y_of(y - 4), y_of(y + 4), style);
    else
      add("set arrow from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} nohead ls {}\n", x_of(from), y_of(y),
          x_of(to), y_of(y), style);
    if (figure_.look != Look::steps)
      add("set label ' ' at screen {:.5f},{:.5f} point ls {}\n", x_of(middle), y_of(y), style);
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
    if (figure_.look != Look::lines) return false;
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
        right_pt = std::max(right_pt, text_width(series.label) + 8);

    add("set multiplot\n");
    for (std::size_t i = 0; i < count; ++i) {
      const Panel& panel = figure_.panels[i];
      const std::size_t col = i % across;
      const std::size_t row = i / across;
      const bool is_named = col == 0 || panel.y.name != figure_.panels[0].y.name;
      const double pitch = width_ / static_cast<double>(across);
      const double left = static_cast<double>(col) * pitch + (panel.y.is_logarithmic ? 56
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
        panel.y.is_logarithmic ? 2 : 1.7);  // gnuplot leaves a name out that begins left of the figure
    add("set xtics offset 0,0.4\nset ytics offset 0.5,0\n");
    add("{} logscale x\n{} logscale y\n", figure_.x.is_logarithmic ? "set" : "unset",
        panel.y.is_logarithmic ? "set" : "unset");
    const Range x_range = write_x_range();
    add("set yrange [{:.9g}:{:.9g}]\n", range.least, range.most);
    if (!panel.y.is_logarithmic) add("set ytics {:.9g}\n", tic_step(range.most - range.least, 0));
    if (is_direct)
      for (const Series& series : panel.series)
        add("set label {} at first {:.9g},{:.9g} left offset 0.7,0 tc ls {}\n", gnuplot_quoted(series.label),
            series.points.back().x, series.points.back().y, style_number(series.style));
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
      // No yerrorbars: they clear the surroundings of their marks.
      const std::string bar = fmt::format("vectors nohead ls {} dt solid lw 0.8", style);
      if (figure_.look == Look::steps) {
        lines.push_back(drawn("1:2", fmt::format("steps ls {}", style)));
      } else if (figure_.look == Look::points || (has_band && series.points.size() == 1)) {
        // Side by side, as many lie at the same place.
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
              fmt::format("filledcurves fs transparent solid 0.2 noborder lc rgb '{}'", colour_of(series))));
        lines.push_back(drawn("1:2", fmt::format("linespoints ls {}", style)));
      }
    }
    if (figure_.reference_slope) {
      const std::string curve =
          &panel == &figure_.panels.front() ? fmt::format("{:.9g}*x", *figure_.reference_slope) : "1";
      bands.insert(bands.begin(), {curve + " with lines lc rgb 'gray50' dt '-' lw 0.8", ""});
    }
    bands.insert(bands.end(), lines.begin(), lines.end());
    write_plot(bands);
  }

  // With a margin, so that no mark lies on an axis; a histogram's bins fill the range. Returns the range.
  Range write_x_range() {
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
      add("set xrange [{:.9g}:{:.9g}]\n", least / 1.2, most * 1.2);
      return {least / 1.2, most * 1.2};
    }
    const double margin = figure_.look == Look::steps ? 0 : (most - least) * 0.04;
    add("set xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\n", least - margin, most + margin,
        tic_step(most - least, is_counted ? 1 : 0));
    return {least - margin, most + margin};
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

  void write_plot(const std::vector<Part>& parts) {
    add("plot ");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      add("{}{} {}", i == 0 ? "" : ", \\\n  ", parts[i].command,
          parts[i].title.empty() ? "notitle" : "title " + gnuplot_quoted(parts[i].title));
      titles_.push_back(parts[i].title);
    }
    add("\n");
  }

  // ---- rows

  void write_rows() {
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
    // The whole page for names that take more than half a column.
    width_ = left > kColumnPt / 2 ? kPagePt : kColumnPt;
    left = std::min(left, width_ / 2);
    height_ = 1;
    const bool has_names = figure_.look == Look::stacked;
    const double names_pt = has_names ? write_names(2, false) + 4 : 2;
    const double plot_pt = static_cast<double>(rows.size()) * kLinePt;
    height_ = names_pt + plot_pt + 30 + (is_cut ? kLinePt : 0);
    set_margins(left, width_ - right, names_pt, names_pt + plot_pt);
    if (has_names) write_names(2, true);
    for (const Row& row : rows) {
      if (row.is_heading)
        add("set label {} at screen {:.5f},first {:g} left{}\n", gnuplot_quoted(row.name), x_of(4), row.y,
            fitted(row.name, width_ - 8));
      else
        add("set label {} at graph 0,first {:g} right offset -0.7,0{}\n", gnuplot_quoted(row.name), row.y,
            fitted(row.name, left - 18));
      if (!row.end_text.empty())
        add("set label {} at graph 1,first {:g} left offset 0.6,0\n", gnuplot_quoted(row.end_text), row.y);
    }
    if (is_cut)
      add("set label 'further cases are left out' at screen {:.5f},{:.5f} left\n", x_of(4),
          y_of(height_ - 5));
    const double least = figure_.x.least.value_or(0), most = figure_.x.most.value_or(1);
    const double step = tic_step(most - least, 0);
    add("set yrange [{:g}:-0.5]\nset xrange [{:.9g}:{:.9g}]\nset xtics {:.9g}\nunset ytics\nset border 1\n",
        static_cast<double>(rows.size()) - 0.5, least, most, step);
    // Grid lines below each heading, which they would cross.
    for (std::size_t first = 0; first < rows.size();) {
      std::size_t last = first + 1;
      while (last < rows.size() && !rows[last].is_heading) ++last;
      for (double x = least; x <= most + step / 1000; x += step)
        add("set arrow from first {0:.9g},first {1:g} to first {0:.9g},first {2:g} nohead back lc rgb "
            "'gray85' lt "
            "1 lw 0.5\n",
            x, rows[first].y + 0.5, rows[last - 1].y + 0.5);
      first = last;
    }
    add("set xtics offset 0,0.4\nset xlabel {} offset 0,0.7\n", gnuplot_quoted(figure_.x.name));
    write_plot(figure_.look == Look::stacked ? stacks(place) : intervals(place));
  }

  using Places = std::map<std::pair<const Panel*, std::string>, double>;

  std::vector<Part> intervals(const Places& place) {
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
          {fmt::format("{} index {} using 1:2 with points ls {}", source_, block, style_number(style)),
           name});
    }
    return parts;
  }

  std::vector<Part> stacks(const Places& place) {
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

  // ---- maps

  // Each scale of colours by name, from the least to the most value of its panels.
  std::map<std::string, Range> scales() const {
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

  void write_maps() {
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
      add("set cbrange [{:.9g}:{:.9g}]\nset colorbox vertical user origin screen {:.5f},{:.5f} size screen "
          "{:.5f},{:.5f} noborder\nset cblabel {} offset 0.6,0\nset cbtics {:.9g} offset -0.8,0\n",
          range.least, range.most, x_of(right + 6), y_of(top + height), 6 / width_, height / height_,
          gnuplot_quoted(figure_.x.name), tic_step(range.most - range.least, 0));
      write_title(panel.title, pitch - 30);
      add("set xlabel 'column' offset 0,0.9\nset ylabel {} offset 1,0\n",
          gnuplot_quoted(col == 0 ? "row" : ""));
      const int step =
          panel.cols * cell_pt > 60 ? std::max(1, static_cast<int>(std::ceil(16 / cell_pt))) : panel.cols;
      add("set xtics 0,{0},{1} scale 0 offset 0,0.5\nset ytics 0,{0},{2} scale 0 offset 0.8,0\n", step,
          panel.cols - 1, panel.rows - 1);
      add("set xrange [-0.5:{:g}]\nset yrange [{:g}:-0.5]\n", panel.cols - 0.5 + shift, panel.rows - 0.5);
      write_map(panel, cell_pt, (range.least + range.most) / 2);
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

  const Figure& figure_;
  std::string source_;
  double type_scale_;
  double width_ = kColumnPt;
  double height_ = 1;
  std::size_t blocks_ = 0;
  std::string script_;
  std::string table_;
  std::vector<std::string> titles_;
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

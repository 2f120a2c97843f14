#include "experiments/figures/script_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {

namespace {

constexpr double kLetterPt = 4.6;  // the mean width of 8 pt type

// Okabe and Ito's colours, starting with those that are well visible as lines; marks and dashes by gnuplot's numbers.
constexpr std::array<std::string_view, kColourCount> kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                              "#E69F00", "#56B4E9", "#000000", "#8A7F00"};

constexpr std::array<int, 8> kMarks{7, 5, 9, 13, 11, 6, 4, 8};
constexpr std::size_t kFirstDashStyle = 10000;
// Each dash is told from the others without its colour.
constexpr std::array<std::string_view, 8> kDashes{"solid", "'-'",   "'.'",  "'-.'",
                                                  "'_'",   "'-..'", "'_.'", "'-  '"};

// The lines of a title above a panel of this width: two where 7 pt type does not fit one.
std::vector<std::string> lines_of(const std::string& title, double panel_pt) {
  if (width_of(title) * 7 / 8 <= panel_pt) return {title};
  // The line breaks at the space nearest to the middle, at best one that follows a comma or a colon.
  std::size_t place = std::string::npos;
  double least = 1e9;
  for (std::size_t i = 1; i + 1 < title.size(); ++i) {
    if (title[i] != ' ') continue;
    const bool is_good = title[i - 1] == ',' || title[i - 1] == ':';
    const double cost =
        std::abs(static_cast<double>(i) - static_cast<double>(title.size()) / 2) + (is_good ? 0.0 : 1000.0);
    if (cost < least) {
      least = cost;
      place = i;
    }
  }
  if (place == std::string::npos) return {title};
  return {title.substr(0, place), title.substr(place + 1)};
}

}  // namespace

std::string shortened(const std::string& text, double width_pt, double size_pt) {
  if (width_of(text) * size_pt / 8 <= width_pt) return text;
  const auto letters = static_cast<std::size_t>(std::max(width_pt / (kLetterPt * size_pt / 8), 2.0));
  return fit(text, letters - 1) + "…";
}

double width_of(std::string_view text) { return kLetterPt * static_cast<double>(display_width(text)); }

std::string value_text(double value, const std::optional<double>& low, const std::optional<double>& high) {
  if (!low || !high) return fmt::format("{:.4g}", value);
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", value, *low, *high);
}

std::string number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.9g}", *value) : "NaN";
}

GnuplotFigure ScriptWriter::write() {
  add("set encoding utf8\nset style fill solid noborder\nunset key\nset tics nomirror out scale 0.5\nset "
      "border 3 lw 0.7\n");
  for (const auto& [style, series] : styles())
    add(fmt::format("set style line {} lc rgb '{}' pt {} dt {} lw 1.3 ps 0.5\n", style_number(style),
                    colour_of(*series), kMarks[series->mark % kMarks.size()],
                    kDashes[series->dash % kDashes.size()]));
  for (std::size_t dash = 0; dash < kDashes.size(); ++dash)  // samples of reports
    add(fmt::format("set style line {} lc rgb 'gray30' dt {} lw 1.3\n", kFirstDashStyle + dash,
                    kDashes[dash]));
  draw();
  return {{width_, height_}, std::move(script_), std::move(table_), std::move(titles_), std::move(spots_)};
}

std::string_view ScriptWriter::colour_of(const Series& series) {
  return kColours[series.colour % kColours.size()];
}

std::size_t ScriptWriter::begin_block(std::string_view title, std::string_view columns) {
  if (blocks_ > 0) table_ += "\n\n";
  table_ += fmt::format("# {}\n# {}\n", printable(title, 200), columns);
  return blocks_++;
}

std::map<std::size_t, const Series*> ScriptWriter::styles() const {
  std::map<std::size_t, const Series*> styles;
  for (const Panel& panel : figure_.panels)
    for (const Series& series : panel.series) styles[series.style] = &series;
  return styles;
}

ScriptWriter::FittedText ScriptWriter::fit_text(const std::string& text, double width_pt) const {
  if (width_of(text) <= width_pt) return {gnuplot_quoted(text), ""};
  const double size_pt = std::max(8 * width_pt / width_of(text), kLeastTypePt);
  return {gnuplot_quoted(shortened(text, width_pt)), fmt::format(" font ',{:.1f}'", size_pt * type_scale_)};
}

std::vector<ScriptWriter::Name> ScriptWriter::names() const {
  std::vector<Name> all, strategies, reports;
  const auto add_new = [](std::vector<Name>& names, Name name) {
    if (std::none_of(names.begin(), names.end(), [&](const Name& other) { return other.text == name.text; }))
      names.push_back(std::move(name));
  };
  bool are_of_reports = true;
  for (const auto& [style, series] : styles()) {
    all.push_back({series->label, series, Name::Of::series});
    are_of_reports = are_of_reports && !series->report.empty();
    add_new(strategies, {series->strategy, series, Name::Of::strategy});
    add_new(reports, {series->report, series, Name::Of::report});
  }
  if (!are_of_reports || strategies.size() + reports.size() > all.size()) return all;
  strategies.insert(strategies.end(), reports.begin(), reports.end());
  return strategies;
}

double ScriptWriter::write_names(double top_pt, bool is_drawn) {
  constexpr double kSamplePt = 20;
  double x = 6;
  double y = top_pt + kLinePt / 2;
  for (const Name& name : names()) {
    const double text_pt = std::min(width_of(name.text), width_ - kSamplePt - 12);
    const double needed = kSamplePt + text_pt + 10;
    if (x > 6 && x + needed > width_ + 6) {
      x = 6;
      y += kLinePt;
    }
    if (is_drawn) {
      if (figure_.look == PlotStyle::stacked || figure_.look == PlotStyle::areas)
        add(fmt::format(
            "set object rectangle from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} fc rgb '{}' fs pattern "
            "{} border lt -1 lw 0.5\n",
            x_of(x), y_of(y + 3.5), x_of(x + kSamplePt - 5), y_of(y - 3.5), colour_of(*name.series),
            pattern_of(name.series->style)));
      else
        add_sample(name, x, x + kSamplePt - 4, y);
      const auto [text, font] = fit_text(name.text, text_pt);
      add(fmt::format("set label {} at screen {:.5f},{:.5f} left{}\n", text, x_of(x + kSamplePt), y_of(y),
                      font));
    }
    x += needed;
  }
  return y + kLinePt / 2 - top_pt;
}

// A sample of a series, from x to x: its line, and its mark if it has marks.
void ScriptWriter::add_sample(const Name& name, double from, double to, double y) {
  const double middle = (from + to) / 2;
  std::string style = fmt::format("ls {}", style_number(name.series->style));
  if (figure_.look == PlotStyle::points)
    add(fmt::format(
        "set arrow from screen {0:.5f},{1:.5f} to screen {0:.5f},{2:.5f} nohead {3} dt solid lw 0.8\n",
        x_of(middle), y_of(y - 4), y_of(y + 4), style));
  else
    add(fmt::format("set arrow from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} nohead {}\n", x_of(from),
                    y_of(y), x_of(to), y_of(y),
                    name.of == Name::Of::strategy ? style + " dt solid"
                    : name.of == Name::Of::report
                        ? fmt::format("ls {}", kFirstDashStyle + name.series->dash % kDashes.size())
                        : style));
  if (figure_.look != PlotStyle::steps && name.of != Name::Of::report)
    add(fmt::format("set label ' ' at screen {:.5f},{:.5f} point {}\n", x_of(middle), y_of(y), style));
}

int ScriptWriter::pattern_of(std::size_t style) {
  constexpr std::array<int, 7> kPatterns{3, 1, 2, 4, 5, 6, 7};
  return kPatterns[style % kPatterns.size()];
}

void ScriptWriter::set_margins(double left, double right, double top, double bottom) {
  add(fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\nset tmargin at screen {:.5f}\nset "
      "bmargin at screen {:.5f}\n",
      x_of(left), x_of(right), y_of(top), y_of(bottom)));
}

double ScriptWriter::tic_step(double range, double least, double tics) {
  const double rough = range / tics;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0})
    if (digit * power >= rough * 0.999) return std::max(digit * power, least);
  return std::max(10 * power, least);
}

double ScriptWriter::title_height(double panel_pt) const {
  double height = 4;
  for (const Panel& panel : figure_.panels)
    if (!panel.title.empty())
      height = std::max(height, lines_of(panel.title, panel_pt).size() > 1 ? 27.0 : 14.0);
  return height;
}

void ScriptWriter::write_title(const std::string& title, double panel_pt) {
  const std::vector<std::string> lines = lines_of(title, panel_pt);
  double size_pt = 8;
  for (const std::string& line : lines)
    size_pt = std::clamp(8 * panel_pt / std::max(width_of(line), 1.0), kLeastTypePt, size_pt);
  std::string quoted = gnuplot_quoted(shortened(lines.front(), panel_pt));
  if (lines.size() > 1) {
    quoted.pop_back();
    quoted += "\\n" + gnuplot_quoted(shortened(lines.back(), panel_pt)).substr(1);
  }
  add(fmt::format("set title {} offset 0,-0.8 font ',{:.1f}'\n", quoted, size_pt * type_scale_));
}

void ScriptWriter::write_plot(const std::vector<Part>& parts) {
  add("plot ");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    add(fmt::format("{}{} {}", i == 0 ? "" : ", \\\n  ", parts[i].command,
                    parts[i].title.empty() ? "notitle" : "title " + gnuplot_quoted(parts[i].title)));
    titles_.push_back(parts[i].title);
  }
  add("\n");
}

}  // namespace sapper::experiments::figures

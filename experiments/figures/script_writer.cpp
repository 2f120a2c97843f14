#include "experiments/figures/script_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

constexpr double kLetterPt = 4.4;  // the mean width of 8 pt type

// Okabe and Ito's colours, starting with those that are well visible as lines; marks and dashes by gnuplot's numbers.
constexpr std::array<std::string_view, kColourCount> kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                              "#E69F00", "#56B4E9", "#000000", "#8A7F00"};
constexpr std::array<int, 8> kMarks{7, 5, 9, 13, 11, 6, 4, 8};
constexpr std::array<std::string_view, 5> kDashes{"solid", "'-'", "'.'", "'-.'", "'_'"};

}  // namespace

double width_of(std::string_view text) { return kLetterPt * static_cast<double>(display_width(text)); }

std::string number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.9g}", *value) : "NaN";
}

GnuplotFigure ScriptWriter::write() {
  add("set encoding utf8\nset style fill solid noborder\nunset key\nset tics nomirror out scale 0.5\nset "
      "border 3 lw 0.7\n");
  for (const auto& [style, series] : styles())
    add(fmt::format("set style line {} lc rgb '{}' pt {} dt {} lw 1.3 ps 0.45\n", style_number(style),
                    colour_of(*series), kMarks[series->mark % kMarks.size()],
                    kDashes[series->mark % kDashes.size()]));
  draw();
  return {{width_, height_}, std::move(script_), std::move(table_), std::move(titles_)};
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

std::string ScriptWriter::fitted(const std::string& text, double width_pt) const {
  if (width_of(text) <= width_pt) return {};
  return fmt::format(" font ',{:.1f}'", std::max(8 * width_pt / width_of(text), 4.0) * type_scale_);
}

double ScriptWriter::write_names(double top_pt, bool is_drawn) {
  constexpr double kSamplePt = 20;
  double x = 6;
  double y = top_pt + kLinePt / 2;
  for (const auto& [style, series] : styles()) {
    const std::string& label = series->label;
    const double needed = kSamplePt + width_of(label) + 10;
    if (x > 6 && x + needed > width_) {
      x = 6;
      y += kLinePt;
    }
    if (is_drawn) {
      if (figure_.look == Look::stacked)
        add(fmt::format(
            "set object rectangle from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} fc rgb '{}' fs pattern "
            "{} border lt -1 lw 0.5\n",
            x_of(x), y_of(y + 3.5), x_of(x + kSamplePt - 5), y_of(y - 3.5), colour_of(*series),
            pattern_of(style)));
      else
        add_sample(style_number(style), x, x + kSamplePt - 4, y);
      add(fmt::format("set label {} at screen {:.5f},{:.5f} left{}\n", gnuplot_quoted(label),
                      x_of(x + kSamplePt), y_of(y), fitted(label, width_ - kSamplePt - 6)));
    }
    x += needed;
  }
  return y + kLinePt / 2 - top_pt;
}

// A sample of a series, from x to x: its line, and its mark if it has marks.
void ScriptWriter::add_sample(std::size_t style, double from, double to, double y) {
  const double middle = (from + to) / 2;
  if (figure_.look == Look::points)
    add(fmt::format(
        "set arrow from screen {0:.5f},{1:.5f} to screen {0:.5f},{2:.5f} nohead ls {3} dt solid lw 0.8\n",
        x_of(middle), y_of(y - 4), y_of(y + 4), style));
  else
    add(fmt::format("set arrow from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} nohead ls {}\n", x_of(from),
                    y_of(y), x_of(to), y_of(y), style));
  if (figure_.look != Look::steps)
    add(fmt::format("set label ' ' at screen {:.5f},{:.5f} point ls {}\n", x_of(middle), y_of(y), style));
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

double ScriptWriter::tic_step(double range, double least) {
  const double rough = range / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0})
    if (digit * power >= rough * 0.999) return std::max(digit * power, least);
  return std::max(10 * power, least);
}

void ScriptWriter::write_title(const std::string& title, double panel_pt) {
  const double size_pt = std::clamp(8 * (panel_pt + 16) / std::max(width_of(title), 1.0), 4.0, 8.0);
  add(fmt::format("set title {} offset 0,-0.8 font ',{:.1f}'\n", gnuplot_quoted(title),
                  size_pt * type_scale_));
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

// The common part of all figure styles: writes gnuplot's script and its table, converts positions in points, and draws
// the names of the series above the panels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/figures/figure.hpp"
#include "experiments/figures/figure_layout.hpp"
#include "experiments/figures/gnuplot_figure.hpp"

namespace sapper::experiments::figures {

inline constexpr double kLinePt = 11;
inline constexpr double kLeastTypePt = 6;  // smaller type cannot be read on paper

// The width in points, for 8 pt type.
double width_of(std::string_view text);
// The text, shortened where it would be wider than width_pt in type of size_pt.
std::string shortened(const std::string& text, double width_pt, double size_pt = kLeastTypePt);

// `67.5 (62.8 to 71.9)`.
std::string value_text(double value, const std::optional<double>& low, const std::optional<double>& high);

// A number for gnuplot; NaN where there is none.
std::string number(const std::optional<double>& value);

class ScriptWriter {
 public:
  ScriptWriter(const Figure& figure, std::string_view source, double type_scale)
      : figure_(figure), source_(source), type_scale_(type_scale) {}

  // Call once.
  GnuplotFigure write();

 protected:
  ~ScriptWriter() = default;

  // An element of a plot command, and its title; empty: none.
  struct Part {
    std::string command, title;
  };

  // Sets width_ and height_ and writes everything except the styles.
  virtual void draw() = 0;

  // Appends to the script.
  void add(std::string_view commands) { script_ += commands; }
  double x_of(double x_pt) const { return x_pt / width_; }       // in gnuplot's screen coordinates
  double y_of(double y_pt) const { return 1 - y_pt / height_; }  // from the top

  // A series of each style, in the order of their numbers.
  std::map<std::size_t, const Series*> styles() const;
  static std::size_t style_number(std::size_t style) { return style + 1; }
  static std::string_view colour_of(const Series& series);
  static int pattern_of(std::size_t style);

  // Starts a block of the table and returns its number.
  std::size_t begin_block(std::string_view title, std::string_view columns);
  // A text in quotes and its font, which is empty for 8 pt type. The type is smaller if it is wider than width_pt, and
  // shortened where that is not enough.
  struct FittedText {
    std::string quoted, font;
  };
  FittedText fit_text(const std::string& text, double width_pt) const;
  // Writes the names of the styles above the panels, from top_pt on, only if `is_drawn`; returns their height.
  double write_names(double top_pt, bool is_drawn);
  void set_margins(double left, double right, double top, double bottom);
  // A round step that gives about this number of tics.
  static double tic_step(double range, double least, double tics = 5);
  // The height of the titles above panels of this width, which have one line or two.
  double title_height(double panel_pt) const;
  // Writes a title above a panel panel_pt wide, in smaller type or two lines if necessary.
  void write_title(const std::string& title, double panel_pt);
  void write_plot(const std::vector<Part>& parts);

  const Figure& figure_;
  const std::string source_;
  const double type_scale_;
  double width_ = kColumnPt;
  double height_ = 1;
  std::string table_;
  std::vector<LabelledPoint> spots_;

 private:
  // An entry of the names above the panels: a series, or what the series of a strategy or of a report have in common.
  struct Name {
    enum class Of : std::uint8_t { series, strategy, report };
    std::string text;
    const Series* series;
    Of of;
  };
  std::vector<Name> names() const;
  void add_sample(const Name& name, double from, double to, double y);

  std::size_t blocks_ = 0;
  std::string script_;
  std::vector<std::string> titles_;
};

// The writers of the looks.
GnuplotFigure write_lines(const Figure& figure, std::string_view source, double type_scale);
GnuplotFigure write_rows(const Figure& figure, std::string_view source, double type_scale);
GnuplotFigure write_maps(const Figure& figure, std::string_view source, double type_scale);

}  // namespace sapper::experiments::figures

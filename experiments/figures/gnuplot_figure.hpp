// Figures as gnuplot scripts. Fonts and sizes are for a two-column paper: 3.5 in wide, or 7 in if there are many
// panels; 8 pt type. Series differ in colour (Okabe and Ito 2008, distinguishable by the colour-blind), mark and dash;
// they are labelled next to their lines if space allows, else above the panels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/figures/figure.hpp"

namespace sapper::experiments::figures {

// Points of a figure, in inches: 1/72.
struct FigureSize {
  double width_pt = 0;
  double height_pt = 0;
};

// A point of a figure, from the top left corner, and its value in words: pages show it.
struct LabelledPoint {
  double x_pt = 0;
  double y_pt = 0;
  std::string text;
};

struct GnuplotFigure {
  FigureSize size;
  std::string script;                // draws from `table`; without terminal and output
  std::string table;                 // blocks of columns, each named by a comment
  std::vector<std::string> titles;   // of the plot elements, in order; empty: none
  std::vector<LabelledPoint> spots;  // of lines and of rows with intervals
};

// source: the table's name in the script, in gnuplot's syntax: `$table`, `'figure.dat'`. type_scale: the terminal's
// factor for font sizes in points.
GnuplotFigure write_gnuplot(const Figure& figure, std::string_view source, double type_scale);

// The text in double quotes, escaped so that gnuplot does not substitute anything in it.
std::string gnuplot_quoted(std::string_view text);

}  // namespace sapper::experiments::figures

// Figures as gnuplot scripts. Fonts and sizes fit the columns of a two-column paper: 3.5 in wide, or 7 in where
// there are many panels; 8 pt type. Series differ in colour (Okabe and Ito 2008, distinguishable by the
// colour-blind), mark and dash; they are named beside their lines where there is room, else above the panels.
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

struct GnuplotFigure {
  FigureSize size;
  std::string script;               // draws from `table`; without terminal and output
  std::string table;                // blocks of columns, each with a comment that names it
  std::vector<std::string> titles;  // of what is plotted, in its order; empty: none
};

// source: what the script calls the table, as gnuplot writes it: `$table`, `'figure.dat'`. type_scale: what a size of
// type in points is multiplied by for the terminal.
GnuplotFigure write_gnuplot(const Figure& figure, std::string_view source, double type_scale);

// A text in double quotes, escaped so that gnuplot substitutes nothing in it.
std::string gnuplot_quoted(std::string_view text);

}  // namespace sapper::experiments::figures

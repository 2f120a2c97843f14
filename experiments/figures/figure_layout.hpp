// How the panels of a figure are arranged: how many next to each other, in which order, how many on a page. A page is
// that of a paper: at most 7 in wide and 9.5 in high.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "experiments/figures/figure.hpp"

namespace sapper::experiments::figures {

inline constexpr double kColumnPt = 252;  // of a two-column paper: 3.5 in
inline constexpr double kPagePt = 504;    // the width of its text: 7 in
inline constexpr double kPageHeightPt = 680;

// `252pt`, `84mm`, `3.5in`, `textwidth` or `columnwidth`, in points of 1/72 in. InputError otherwise, or below 2 or above
// 20 in.
double read_width(std::string_view text);

// InputError unless the columns have room and the font's name is one.
void check(const Layout& layout);

// The places of `most` of `count` things, evenly from the first to the last; all if there are no more.
std::vector<std::size_t> evenly_spread(std::size_t count, std::size_t most);

// Whether a panel is some rows under a heading, and how many lines these take with the heading.
bool has_rows(const Figure& figure);
std::size_t row_count(const Panel& panel);

// The ends of an axis or a colour scale.
struct AxisRange {
  double least = 0;
  double most = 0;
};
// The range that holds this one and the values of a panel with their intervals.
AxisRange with_values(AxisRange range, const Panel& panel);

// How many panels stand next to each other, and the width of a figure with that many.
std::size_t columns_of(const Figure& figure);
double width_of_page(const Figure& figure);

// Orders the panels as a grid if they are all combinations of what varies: a property along the rows, the others along
// the columns. Returns how many of them are a row of the grid, which may be a part of a row of the figure; 0 if they are
// not ordered.
std::size_t arrange_in_grid(Figure& figure);

// Whole rows and columns of a grid of `across` panels a row, evenly chosen, no more than `most` panels and 4 columns.
// Returns how many panels a row has then.
std::size_t keep_part_of_grid(std::vector<Panel>& panels, std::size_t across, std::size_t most);

// The figure, or as many as it takes for each to fit a page.
std::vector<Figure> on_pages(Figure figure);

}  // namespace sapper::experiments::figures

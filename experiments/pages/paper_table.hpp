// A table of win rates for a paper: what varies over the sweep, the strategies and the reports are its dimensions, along
// rows and columns.
//
// Dimensions: `case` (its whole name), the case's properties that vary, by name, `strategy`, `report`. A dimension of
// several lies outside of those that follow it. What is not chosen is chosen here: cases against strategies, or of one
// strategy what is measured along the sweep as columns; and to what is chosen, as few others as tell all results apart.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiments/pages/report_tables.hpp"

namespace sapper::experiments::pages {

enum class TableFormat : std::uint8_t {
  latex,     // for the package booktabs
  markdown,  // GitHub's tables
  csv,       // percent and the ends of its interval, under separate names
};

struct PaperTable {
  std::vector<std::string> rows, columns;  // dimensions; empty: chosen here
  TableFormat format = TableFormat::latex;
};

// Win rates in percent with 95 % intervals; the highest of each case is bold. InputError if a dimension is unknown, if
// rows and columns do not tell all results apart, or if there are no win rates.
std::string text_of(const PaperTable& table, const PageReports& reports);

}  // namespace sapper::experiments::pages

// A table of win rates for a paper: what varies over the sweep, the strategies and the reports are its dimensions, along
// rows and columns.
//
// Dimensions: `case` (its whole name), the case's properties that vary, by name, `strategy`, `report`. A dimension of
// several lies outside of those that follow it. What is not chosen is chosen here: cases against strategies, or of one
// strategy what is measured along the sweep as columns; and to what is chosen, as few others as tell all results apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiments/pages/report_tables.hpp"

namespace sapper::experiments::pages {

enum class TableFormat : std::uint8_t {
  latex,     // for the package booktabs, and rotating if its first line says so
  markdown,  // GitHub's tables
  csv,       // percent and the ends of its interval, under separate names
};

enum class TableIntervals : std::uint8_t {
  full,   // `98.72 ± 0.35`, or both ends where the interval is lopsided
  brief,  // `98.7 ± 0.3`, half its width in any case, with as few decimals as show the narrowest one
  none,
};

struct PaperTable {
  std::vector<std::string> rows, columns;  // dimensions; empty: chosen here
  TableFormat format = TableFormat::latex;
  TableIntervals intervals = TableIntervals::full;  // CSV has their ends, or none
};

struct WrittenTable {
  std::string text;
  std::string note;  // what was done because LaTeX's page is narrower than the table; may be empty
};

// Win rates in percent. Bold are those that no other strategy of the case beats beyond chance: of the differences on the same
// games, with p values adjusted for all pairs of the table (Holm). In LaTeX a table that is wider than the text of the
// class article is turned (rotating), and one that is wider than its page is long has its columns in parts below each
// other; widths are estimates. InputError if a dimension is unknown, if rows and columns do not tell all results
// apart, or if there are no win rates.
WrittenTable write_table(const PaperTable& table, const PageReports& reports);

}  // namespace sapper::experiments::pages

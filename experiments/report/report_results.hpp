// What tables, figures and comparisons need from a report: its results, comparisons and times, which its experiment
// computes from the counters, with the labels of their cases.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/case_size.hpp"
#include "experiments/run/cell_map.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/result.hpp"

namespace sapper::experiments {

// A property that varies over the sweep: `rows` is `16`. Of a measure that the config asks for, the one asked for.
struct CaseFacet {
  std::string name, value;
  bool is_measure = false;  // follows from others, or is measured along the axis
};

// The labels of a case.
struct CaseLabels {
  std::size_t number = 0;
  std::string name;               // `Expert (16 x 30, 99 mines)`
  std::string series;             // without what changes along the axis: `16 x 30`
  std::string axis_name;          // `mine density (%)`; empty without an axis
  std::string axis_property;      // `density`
  double axis = 0;                // scaled
  double asked_axis = 0;          // what the config asks for, for which the board has the nearest value
  std::string board;              // `name` without the first click and other settings
  std::vector<CaseFacet> facets;  // what varies over the sweep
  std::optional<CaseSize> size;   // of its board
  std::optional<CellMap> map;     // its place in a map of its board
};

struct ReportResults {
  std::vector<Result> results;  // in the order of cases, then of players
  std::vector<Comparison> comparisons;
};
ReportResults results_of(const Report& report);

// Results as a table for spreadsheets and data frames (RFC 4180): one row per case and player, under flat names.
// The columns are `case`, `case_name`, the case's properties by name (`rows`, `mines`, `density`) and `asked_density`,
// then the members of the report's results, cases and timing.results, in the order in which they first appear; empty
// where a row has none. Texts are those of csv_field (support/markup.hpp).
ReportFormat write_csv;

}  // namespace sapper::experiments

// What tables, figures and comparisons need from a report: its results, comparisons and times, which its experiment
// computes from the counters, with the labels of their cases.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

// A property that varies over the sweep: `rows` is `16`. The density is the one asked for.
struct CaseFacet {
  std::string name, value;
};

// The labels of a case.
struct CaseLabels {
  std::size_t number = 0;
  std::string name;               // `Expert (16 x 30, 99 mines)`
  std::string series;             // without what changes along the axis: `16 x 30`
  std::string axis_name;          // `mine density (%)`; empty without an axis
  double axis = 0;                // scaled
  std::string board;              // `name` without the first click and other settings
  std::vector<CaseFacet> facets;  // what varies over the sweep
  std::optional<CellMap> map;     // its place in a map of its board
};

struct ReportResults {
  std::vector<Result> results;  // in the order of cases, then of players
  std::vector<Comparison> comparisons;
};
ReportResults results_of(const Report& report);

}  // namespace sapper::experiments

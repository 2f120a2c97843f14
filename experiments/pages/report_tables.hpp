// The tables of a report page. A row begins with its strategy and what it reached, so that a narrow screen shows them
// first; the case follows.
#pragma once

#include <span>
#include <string>

#include "experiments/figures/data_file.hpp"
#include "experiments/pages/page.hpp"
#include "experiments/run/result.hpp"

namespace sapper::experiments::pages {

// The reports of a page, at least one.
class PageReports {
 public:
  explicit PageReports(std::span<const figures::DataFile> reports) : files_(reports) {}

  std::span<const figures::DataFile> files() const { return files_; }
  bool has_several() const { return files_.size() > 1; }
  // A report's name, with its file where several have that name.
  std::string name_of(const figures::DataFile& report) const;
  // The same in short, for rows: its name, or its file without `.report.json` where several have that name.
  std::string short_name_of(const figures::DataFile& report) const;

 private:
  bool has_namesake(const figures::DataFile& report) const;

  std::span<const figures::DataFile> files_;
};

// The win rate in percent; the result must have one. Computed from the counts if the report has them, as on the
// terminal: 100 times the rounded rate may be too low.
std::string win_percent(const Result& result);

SortedTable results_table(const PageReports& reports);
// Each report compared with the first, if both have a case and a strategy.
SortedTable side_by_side_table(const PageReports& reports);
// Pairs of strategies on the same games.
SortedTable comparisons_table(const PageReports& reports);
SortedTable calibration_table(const PageReports& reports);
// How the time of a game grows with the board's size; empty if the boards have one size.
SortedTable growth_table(const PageReports& reports);
// Processor time by phase.
SortedTable phases_table(const PageReports& reports);

}  // namespace sapper::experiments::pages

// Reports as a page: a summary in words, tables that sort and filter, figures, comparisons, calibration, phases,
// provenance and how to run it again. Several reports are shown side by side.
#pragma once

#include <span>
#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// files: reports of sapper run, at least one. Figures are drawn by gnuplot; if it is missing, the page says so instead.
std::string report_page(std::span<const figures::DataFile> files);

// A summary of a report in words.

// How much was played, the best strategies, and whether the risks agree with the losses: paragraphs of markup.
std::string report_summary(const figures::DataFile& report);

// The win rate in percent; the result must have one. Computed from the counts if the report has them, as on the
// terminal: 100 times the rounded rate may be too low.
std::string win_percent(const Result& result);

}  // namespace sapper::experiments::pages

// A summary of a report in words.
#pragma once

#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// How much was played, the best strategies, and whether the risks agree with the losses: paragraphs of markup.
std::string report_summary(const figures::DataFile& report);

// The win rate in percent; the result must have one. Computed from the counts if the report has them, as on the
// terminal: 100 times the rounded rate may be too low.
std::string win_percent(const Result& result);

}  // namespace sapper::experiments::pages

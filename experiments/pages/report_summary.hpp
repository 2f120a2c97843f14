// What came out of a report, in words.
#pragma once

#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// How much was played, the best strategies, and whether the risks fit the losses: paragraphs of markup.
std::string report_summary(const figures::DataFile& report);

// The win rate in percent; the result has one. From the counts where the report has them, as on the terminal: 100 times
// the rate may lie below what it stands for.
std::string win_percent(const Result& result);

}  // namespace sapper::experiments::pages

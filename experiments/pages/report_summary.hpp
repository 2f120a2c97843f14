// What came out of a report, in words.
#pragma once

#include <optional>
#include <string>

#include "experiments/figures/report_data.hpp"

namespace sapper::experiments::pages {

// How much was played, the best strategies, and whether the risks fit the losses: paragraphs of markup.
std::string report_summary(const figures::Report& report);

// The win rate in percent; the result has one. From the counts where the report has them, as on the terminal: 100 times
// the rate may lie below what it stands for.
std::string win_percent(const figures::Result& result);

// Of losses from predicted losses, in standard errors; nullopt where they need not agree.
std::optional<double> deviation(const figures::Result& result);

}  // namespace sapper::experiments::pages

// Reports as a page: what came out in words, tables that sort and filter, figures, comparisons, calibration, phases, where
// the results come from and how to run them again. Several reports stand side by side.
#pragma once

#include <span>
#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// files: reports of sapper run, at least one. Figures are drawn by gnuplot; where it is missing the page says so in their
// place.
std::string report_page(std::span<const figures::DataFile> files);

}  // namespace sapper::experiments::pages

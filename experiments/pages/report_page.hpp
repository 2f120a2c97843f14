// Reports as a page: a summary in words, tables that sort and filter, figures, comparisons, calibration, phases,
// provenance and how to run it again. Several reports are shown side by side.
#pragma once

#include <span>
#include <string>

#include "experiments/figures/data_file.hpp"
#include "experiments/pages/played_games.hpp"

namespace sapper::experiments::pages {

// files: reports of sapper run, at least one. Figures are drawn by gnuplot; if it is missing, the page says so instead.
std::string report_page(std::span<const figures::DataFile> files, Engine engine = Engine::embedded);

}  // namespace sapper::experiments::pages

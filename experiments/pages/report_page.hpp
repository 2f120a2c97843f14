// Reports as a page, the answer first: the figure of what varies, the best strategy of each case, differences, where a
// strategy wins half its games, warnings and odd cases, and of one board a lost game; then further figures, tables that sort,
// filter and export, provenance and how to run it again. Long tables are folded, and printed only if asked. Several
// reports are shown side by side.
#pragma once

#include <span>
#include <string>

#include "experiments/figures/data_file.hpp"
#include "experiments/pages/played_games.hpp"

namespace sapper::experiments::pages {

// files: reports of sapper run, at least one. Figures are drawn by gnuplot; if it is missing, the page says so instead.
std::string report_page(std::span<const figures::DataFile> files, PageEngine engine = PageEngine::embedded);

}  // namespace sapper::experiments::pages

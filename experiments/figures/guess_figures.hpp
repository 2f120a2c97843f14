// Figures of guesses: how many a game takes, how risky they are, and whether as many lose as predicted.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/data_file.hpp"
#include "experiments/figures/figure.hpp"
#include "experiments/report/report_results.hpp"

namespace sapper::experiments::figures {

Figure guesses_figure(std::span<const DataFile> files);
Figure calibration_figure(std::span<const DataFile> files);
Figure risks_figure(std::span<const DataFile> files);

// Win rates by the first cell as maps of the board. A sweep over all first cells plays one cell of each class of cells
// equivalent under symmetry; the map shows its win rate in every cell of the class.

// One panel per label and per map that its results cover. results: with their labels.
std::vector<Panel> first_click_panels(std::span<const std::pair<std::string, const Result*>> results);

}  // namespace sapper::experiments::figures

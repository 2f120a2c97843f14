// Win rates by the first cell as maps of the board. A sweep over `"cell": "all"` plays one cell of each symmetry
// class; the map shows its win rate in every cell of the class.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/figure.hpp"
#include "experiments/figures/report_data.hpp"

namespace sapper::experiments::figures {

// One panel for each board, rule and label whose first cells cover the board; results with their labels.
std::vector<Panel> first_click_panels(std::span<const std::pair<std::string, const Result*>> results);

}  // namespace sapper::experiments::figures

// The chance to win by the first cell on the levels, by which first digs are judged: data/reference/first_cells.json.
#pragma once

#include <span>

#include "solvers/minesweeper/analysis/dig_judge.hpp"

namespace sapper::experiments::minesweeper {

std::span<const solvers::FirstCellValues> first_cell_values();

}  // namespace sapper::experiments::minesweeper

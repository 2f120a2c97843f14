// What it takes to find each certain cell of a position: the least of these inferences that does.
//
//   given        the first-click rule keeps the cell free during the whole game
//   one_number   steps that each look at one shown number, and at what earlier steps have found
//   two_numbers  steps that each look at two shown numbers together: whatever all ways to lay mines on the unknown
//                cells beside them that meet both have in common
//   component    all shown numbers: all layouts of the cells beside them that meet every one, whatever the mine count
//   mine_count   these and the number of mines
//
// A cell of one kind may rest on cells found by lesser ones. For single positions: microseconds for the first two on an
// Expert board, the time of a posterior for the others.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::solvers {

enum class Inference : std::uint8_t { given, one_number, two_numbers, component, mine_count };
inline constexpr std::array<std::string_view, 5> kInferenceNames{"given", "one_number", "two_numbers",
                                                                 "component", "mine_count"};

struct CertainCell {
  sim::Cell cell = sim::kNoCell;
  bool is_mine = false;
  Inference inference = Inference::mine_count;

  bool operator==(const CertainCell&) const = default;
};

// Every certain hidden cell, ascending. std::invalid_argument if no layout is consistent with the view;
// ComponentTooWide where counting passes its limits.
std::vector<CertainCell> find_certain_cells(const sim::View& view);
// On a lattice or graph the position needs a mine count and may have no known mines.
std::vector<CertainCell> find_certain_cells(const sim::GraphPosition& view);

}  // namespace sapper::solvers

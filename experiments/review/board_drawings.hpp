// The boards on lattices and graphs of pages with several boards: the shapes of their cells, and how these are named.
#pragma once

#include <boost/json/array.hpp>
#include <span>
#include <string_view>

#include "experiments/kinds/minesweeper/boards/board.hpp"

namespace sapper::experiments::pages {

// The shapes of cells, each board's once. boards: those of the players, in their order; null: on a plane. Gives players on
// others the place of theirs in the list, as `drawing`.
boost::json::array add_drawings(std::span<const minesweeper::Board* const> boards,
                                boost::json::array& players);

// Continues "cells are row,col from 0" where a page has boards in layers or graphs.
std::string_view cells_note(std::span<const minesweeper::Board* const> boards);

}  // namespace sapper::experiments::pages

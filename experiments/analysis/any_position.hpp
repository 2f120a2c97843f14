// Positions on boards of any kind. On rows and columns of squares or hexagons they are a sim::PositionText; on lattices
// (kinds/minesweeper/boards/lattice_file.hpp) and graphs they are a PlacedGraphPosition.
//
// A position on a lattice is written like others. In text, `topology` names a shipped lattice, and rows hold larger numbers
// in base 36; with `layers N` the rows of the layers follow one another. In JSON `topology` may also be an object with a
// file, and a row of `cells` a list of numbers, null where hidden:
//
//   {"rows": 2, "cols": 2, "mines": 1, "topology": "triangle", "cells": ["1.", [null, 1]]}
//
// A position on a graph has no rows: `sees` (or `graph`, the name of a file, relative to that of the position), and `shown`,
// the number of each cell, null where hidden:
//
//   {"sees": [[1, 2], [0], [0]], "mines": 1, "shown": [1, null, null]}
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "experiments/analysis/position_reader.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/position.hpp"

namespace sapper::experiments::minesweeper {

// A position on a graph, with the places of what errors are about.
struct PlacedGraphPosition {
  std::string file;
  std::string name;  // what the file calls it; empty: nothing
  sim::GraphPosition position;
  std::optional<LatticeBoard> board;  // nullopt: a graph without rows and columns
  std::vector<sim::Cell> flagged;
  json::Place mines_place;
  std::vector<json::Place> shown_places;  // [cell]
};

using AnyPosition = std::variant<sim::PositionText, PlacedGraphPosition>;

// These read a position from a JSON object, and from text. InputError with the place of the error; the cells of a PositionText
// are not checked yet.
AnyPosition parse_any_position(PositionRequest request);
AnyPosition any_position_of(sim::PositionText text);

}  // namespace sapper::experiments::minesweeper

// Cells and boards as JSON, alike in configs, reports and analyses: a cell is [row, col] from 0; a board is a list of
// rows.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// [row, col]
boost::json::array cell_json(sim::BoardSize size, sim::Cell cell);
inline boost::json::array cell_json(const sim::Grid& grid, sim::Cell cell) {
  return cell_json(grid.size(), cell);
}
// [row, col, label]
boost::json::array with_label(sim::BoardSize size, sim::Cell cell, boost::json::value label);
// [[row, col], ...]
boost::json::array cells_json(sim::BoardSize size, std::span<const sim::Cell> cells);

// [row][col] of value(cell), each a boost::json::value.
template <class Value>
boost::json::array board_json(const sim::Grid& grid, const Value& value) {
  boost::json::array rows;
  rows.reserve(static_cast<std::size_t>(grid.rows()));
  sim::Cell cell = 0;
  for (int row = 0; row < grid.rows(); ++row) {
    boost::json::array values;
    values.reserve(static_cast<std::size_t>(grid.cols()));
    for (int col = 0; col < grid.cols(); ++col) values.push_back(value(cell++));
    rows.push_back(std::move(values));
  }
  return rows;
}

// board_json() for boards of any kind: layers lie below one another, and a graph has one list.
template <class Value>
boost::json::array cells_in_rows(const Board& board, const Value& value) {
  boost::json::array rows;
  boost::json::array row;
  for (sim::Cell cell = 0; cell < board.cell_count(); ++cell) {
    row.push_back(value(cell));
    if ((cell + 1) % static_cast<sim::Cell>(board.cols) == 0) rows.push_back(std::exchange(row, {}));
  }
  return board.is_graph() ? std::move(rows.front().get_array()) : rows;
}

// Adds `rows`, `cols`, `mines` and `topology`.
void add_view_facts(boost::json::object& object, const sim::View& view);
// The shown cells as in a position file: a text per row, `.` where hidden; shown(cell) returns a number or sim::kHidden.
template <class Shown>
boost::json::array shown_json(const sim::Grid& grid, const Shown& shown) {
  boost::json::array rows;
  for (const std::string& row :
       sim::board_rows(grid, [&](sim::Cell cell) { return sim::sign_of(shown(cell)); }))
    rows.emplace_back(row);
  return rows;
}

// A position on a lattice or graph as a file (analysis/any_position.hpp). shown: [cell] its number, or
// GraphPosition::kHidden.
boost::json::object graph_position_json(const Board& board, std::span<const std::uint8_t> shown);

// The cell that two numbers give; they count from `base`. InputError if the board has no such row or column.
sim::Cell read_cell(const json::Node& row, const json::Node& col, sim::BoardSize size, int base = 0);
// The cell of a list [row, col]; InputError with `expected` if the list has another length.
sim::Cell read_cell(const json::Node& place, sim::BoardSize size,
                    std::string_view expected = "expected [row, col]", int base = 0);

// The cell of a board of any kind, in the words of cell_json(const Board&, ...).
sim::Cell read_cell(const json::Node& place, const Board& board);
// The cell whose coordinates are these numbers. place: for errors.
sim::Cell read_cell(std::span<const json::Node> coordinates, const Board& board, const json::Node& place);

}  // namespace sapper::experiments::minesweeper

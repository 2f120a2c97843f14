#include "experiments/kinds/minesweeper/boards/cell_json.hpp"

#include <fmt/format.h>

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/support/file_kind.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

namespace bj = boost::json;

bj::array cell_json(sim::BoardSize size, sim::Cell cell) {
  const auto [row, col] = sim::row_col_of(size, cell);
  return {row, col};
}

bj::array with_label(sim::BoardSize size, sim::Cell cell, bj::value label) {
  bj::array list = cell_json(size, cell);
  list.push_back(std::move(label));
  return list;
}

bj::array cells_json(sim::BoardSize size, std::span<const sim::Cell> cells) {
  bj::array list;
  list.reserve(cells.size());
  for (const sim::Cell cell : cells) list.push_back(cell_json(size, cell));
  return list;
}

void add_view_facts(bj::object& object, const sim::View& view) {
  object["rows"] = view.grid().rows();
  object["cols"] = view.grid().cols();
  object["mines"] = view.mine_count();
  object["topology"] = sim::name_of(view.grid().topology());
}

bj::object graph_position_json(const Board& board, std::span<const std::uint8_t> shown) {
  const auto number = [&](Cell cell) {
    return shown[cell] == sim::GraphPosition::kHidden ? bj::value() : bj::value(shown[cell]);
  };
  bj::object position;
  add_shape(position, board);
  position.erase("cells");
  position["mines"] = board.mines;
  position[board.is_graph() ? "shown" : "cells"] = cells_in_rows(board, number);
  return position;
}

sim::Cell read_cell(const json::Node& row, const json::Node& col, sim::BoardSize size, int base) {
  const auto read = [base](const json::Node& number, int side) {
    const auto least = static_cast<std::uint64_t>(base);
    return static_cast<int>(number.as_whole(least, least + static_cast<std::uint64_t>(side) - 1) - least);
  };
  const int row_number = read(row, size.rows);
  return sim::cell_at(size, {row_number, read(col, size.cols)});
}

sim::Cell read_cell(const json::Node& place, sim::BoardSize size, std::string_view expected, int base) {
  const std::vector<json::Node> numbers = place.items();
  if (numbers.size() != 2) place.fail_value(expected);
  return read_cell(numbers[0], numbers[1], size, base);
}

Cell read_cell(const json::Node& place, const Board& board) {
  if (!board.graph_board) return read_cell(place, board.size());
  return read_cell(board.is_graph() ? std::vector{place} : place.items(), board, place);
}

Cell read_cell(std::span<const json::Node> coordinates, const Board& board, const json::Node& place) {
  std::vector<std::uint64_t> numbers;
  const std::uint64_t most = board.is_graph() ? board.cell_count() - 1 : sim::Graph::kMaxCells;
  for (const json::Node& number : coordinates) numbers.push_back(number.as_whole(0, most));
  if (const auto cell = cell_at(board, numbers)) return *cell;
  place.fail_value(fmt::format("expected {}, from 0, of {}",
                               board.layers() ? "[layer, row, col]" : "[row, col]", shape_text(board)));
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/analysis/any_position.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board_reader.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/graph_json.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/minesweeper/graph_layout.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::GraphPosition;

constexpr std::uint8_t kFlagged = GraphPosition::kHidden - 1;

struct PlacedRow {
  struct Number {
    std::uint8_t value;  // or GraphPosition::kHidden, or kFlagged
    json::Place place;
  };
  std::vector<Number> numbers;
  json::Place place;
};

// The rows of all layers on a lattice. place: of what gives the size.
PlacedGraphPosition on_lattice(const sim::Lattice& lattice, const std::vector<PlacedRow>& rows, int layers,
                               const std::string& file, json::Place place) {
  const auto fail = [&](json::Place where, const std::string& what) {
    throw InputError::at(file, where, what);
  };
  if (rows.empty()) fail(place, "a position without rows");
  if (rows.size() % static_cast<std::size_t>(layers) != 0)
    fail(place, fmt::format("{}, which is not a multiple of {}", count_text(rows.size(), "row"),
                            count_text(static_cast<std::uint64_t>(layers), "layer")));
  const std::size_t cols = rows.front().numbers.size();
  if (cols == 0) fail(rows.front().place, "a row without cells");
  if (std::max(cols, rows.size() / static_cast<std::size_t>(layers)) > sim::Grid::kMaxSide)
    fail(rows.front().place, fmt::format("a board of more than {} rows or columns", sim::Grid::kMaxSide));
  PlacedGraphPosition placed;
  placed.file = file;
  placed.board = {std::make_shared<const sim::Lattice>(lattice),
                  {static_cast<int>(rows.size()) / layers, static_cast<int>(cols), layers}};
  if (const std::string error = sim::describe_size_error(lattice, placed.board->size); !error.empty())
    fail(place, error);
  GraphPosition& position = placed.position;
  position.graph = std::make_shared<const sim::Graph>(sim::make_graph(lattice, placed.board->size));
  for (const PlacedRow& row : rows) {
    if (row.numbers.size() != cols)
      fail(row.place,
           fmt::format("a row of {}, but the first one has {}; all rows have the same number of cells",
                       count_text(row.numbers.size(), "cell"), cols));
    for (const PlacedRow::Number& number : row.numbers) {
      const auto cell = static_cast<sim::Cell>(position.shown.size());
      const bool is_flagged = number.value == kFlagged;
      if (is_flagged) placed.flagged.push_back(cell);
      const std::size_t degree = position.graph->sees(cell).size();
      if (number.value < kFlagged && number.value > degree)
        fail(number.place,
             fmt::format("a {} at {} ({}), where a cell has {}; 0 to {} is possible", number.value,
                         placed.board->name_of(cell), "from 0", count_text(degree, "neighbour"), degree));
      position.shown.push_back(is_flagged ? GraphPosition::kHidden : number.value);
      placed.shown_places.push_back(number.place);
    }
  }
  return placed;
}

// The cells of a row that check_cells() has accepted.
PlacedRow parse_row(const sim::PositionText::Row& row) {
  PlacedRow parsed{{}, row.place};
  for (std::size_t i = 0; i < row.characters.size(); ++i) {
    const char sign = row.characters[i];
    if (sim::is_blank(sign)) continue;
    const auto number = sim::number_of_sign(sign);
    const std::uint8_t hidden = sign == 'F' ? kFlagged : GraphPosition::kHidden;
    parsed.numbers.push_back(
        {number ? static_cast<std::uint8_t>(*number) : hidden, {row.place.line, row.place.column + i}});
  }
  return parsed;
}

PlacedRow parse_row(const json::Node& row, const sim::PositionText::Row* text) {
  if (text != nullptr) return parse_row(*text);
  PlacedRow parsed{{}, row.place()};
  for (const json::Node& number : row.items())
    parsed.numbers.push_back({number.is(json::Kind::null)
                                  ? GraphPosition::kHidden
                                  : static_cast<std::uint8_t>(number.as_whole(0, sim::Graph::kMaxDegree)),
                              number.place()});
  return parsed;
}

// What the first dig shows of a board on a lattice or graph, a line of `sapper boards`.
PlacedGraphPosition read_first_dig(const json::Document& document) {
  const json::Node first = json::Node(document).need("first");
  const ReadBoard read = parse_board_line(document, LineShapes::all);
  const Board& drawn = *read.on_graph;
  const GraphBoard& board = *drawn.graph_board;
  const sim::Cell cell = *drawn.first;
  if (std::ranges::binary_search(*drawn.fixed_mines, cell))
    first.fail(" is a mine, so that nothing is shown");

  PlacedGraphPosition placed;
  placed.file = document.name();
  placed.name = fmt::format("after the first dig, at {}{}", board.name_of(cell),
                            read.name ? fmt::format(" (\"board\": {}, from 0)", *read.name) : std::string());
  placed.board = board.lattice;
  placed.mines_place = first.place();
  placed.shown_places.assign(board.cell_count, first.place());
  GraphPosition& position = placed.position;
  position.graph = board.graph;
  position.prior.count = drawn.mines;
  position.shown.assign(board.cell_count, GraphPosition::kHidden);
  sim::GraphLayout layout(*board.graph);
  layout.set_mines(*drawn.fixed_mines);
  sim::GraphGame game({.graph = board.graph, .mine_count = position.mine_count()});
  game.resume(position, layout);
  game.dig(cell);
  position = game.view();
  return placed;
}

// The rules that lattices and graphs have keep no cell free during the whole game.
void check_first_click(const json::Node& root) {
  const auto node = root.find("first_click");
  if (!node) return;
  const sim::FirstClickRule rule = node->as_row(sim::kFirstClickRules, "a first-click rule").rule;
  if (!sim::is_for_graphs(rule))
    node->fail_value("lattices and graphs have no corners to keep free; expected another rule");
}

PlacedGraphPosition read_lattice_position(const json::Document& document, const json::Node& topology) {
  const json::Node root(document);
  if (!root.find("cells") && root.find("first")) return read_first_dig(document);
  const sim::Lattice lattice = lattice_of(topology, std::filesystem::path(document.name()).parent_path());
  check_first_click(root);
  const std::uint64_t rows = root.need("rows").as_whole(1, sim::Grid::kMaxSide);
  const std::uint64_t cols = root.need("cols").as_whole(1, sim::Grid::kMaxSide);
  const std::uint64_t layers = read_layers(root, lattice, rows);
  const json::Node cells = root.need("cells");
  if (cells.size() != rows * layers)
    cells.fail(fmt::format(" has {}, but \"rows\" times \"layers\" is {}", count_text(cells.size(), "row"),
                           rows * layers));
  sim::PositionText text;  // of the rows that are strings
  text.file = document.name();
  text.lattice = lattice.name;
  for (const json::Node& row : cells.items())
    if (row.is(json::Kind::string))
      text.rows.push_back({std::string(row.as_string()), {row.place().line, row.place().column + 1}});
  sim::check_cells(text);
  std::vector<PlacedRow> parsed;
  std::size_t next = 0;
  for (const json::Node& row : cells.items()) {
    parsed.push_back(parse_row(row, row.is(json::Kind::string) ? &text.rows[next++] : nullptr));
    if (parsed.back().numbers.size() != cols)
      row.fail(
          fmt::format(" has {}, but \"cols\" is {}", count_text(parsed.back().numbers.size(), "cell"), cols));
  }
  PlacedGraphPosition placed =
      on_lattice(lattice, parsed, static_cast<int>(layers), document.name(), cells.place());
  placed.name = name_in(root);
  std::tie(placed.position.prior, placed.mines_place) =
      read_mine_prior(root, placed.position.graph->cell_count());
  return placed;
}

// [cell] its number, or kHidden; fills in the places.
std::vector<std::uint8_t> parse_shown(const json::Node& list, const sim::Graph& graph,
                                      std::vector<json::Place>& places) {
  if (list.size() != graph.cell_count())
    list.fail(fmt::format(" has {}, but the graph has {}", count_text(list.size(), "value"),
                          count_text(graph.cell_count(), "cell")));
  std::vector<std::uint8_t> shown;
  for (const json::Node& number : list.items()) {
    places.push_back(number.place());
    const auto cell = static_cast<sim::Cell>(shown.size());
    shown.push_back(number.is(json::Kind::null)
                        ? GraphPosition::kHidden
                        : static_cast<std::uint8_t>(number.as_whole(0, graph.sees(cell).size())));
  }
  return shown;
}

PlacedGraphPosition read_graph_position(const json::Document& document) {
  const json::Node root(document);
  const auto read_file = [&](const json::Node& file) {
    return read_graph(named_file(file, std::filesystem::path(document.name()).parent_path()));
  };
  if (const auto file = root.find("graph"); file && !root.find("shown") && root.find("first"))
    return read_first_dig(document);
  PlacedGraphPosition placed;
  placed.file = document.name();
  placed.name = name_in(root);
  check_first_click(root);
  for (const char* const key : {"rows", "cols", "layers", "cells", "topology"})
    if (const auto node = root.find(key)) node->fail(" is for boards of rows and columns; a graph has none");
  GraphPosition& position = placed.position;
  if (const auto file = root.find("graph")) {
    if (root.find("sees")) file->fail(" is given besides \"sees\"; give one of them");
    position.graph = read_file(*file);
  } else {
    position.graph = std::make_shared<const sim::Graph>(parse_graph(root));
  }
  position.shown = parse_shown(root.need("shown"), *position.graph, placed.shown_places);
  std::tie(position.prior, placed.mines_place) = read_mine_prior(root, position.graph->cell_count());
  return placed;
}

// Boards of the planes are lattices where their rows are lists of numbers.
bool is_lattice(const json::Node& topology, const std::optional<json::Node>& cells) {
  if (topology.is(json::Kind::object)) return true;
  if (!topology.is(json::Kind::string)) return false;
  if (find_named(sim::kTopologies, topology.text()) == nullptr) return true;
  return cells && cells->is(json::Kind::array) && cells->size() > 0 &&
         cells->items().front().is(json::Kind::array);
}

}  // namespace

AnyPosition parse_any_position(PositionRequest request) {
  const json::Document document = document_of(std::move(request));
  const json::Node root(document);
  if (root.find("sees") || root.find("graph")) return read_graph_position(document);
  if (const auto topology = root.find("topology"); topology && is_lattice(*topology, root.find("cells")))
    return read_lattice_position(document, *topology);
  if (const auto layers = root.find("layers")) layers->fail(" is for lattices in layers");
  return parse_position(document);
}

AnyPosition any_position_of(sim::PositionText text) {
  if (text.lattice.empty()) return text;
  const auto* const lattice = find_named(shipped_lattices(), text.lattice);
  if (lattice == nullptr)
    throw InputError::at(text.file, text.lattice_place,
                         fmt::format("'{}' is not a topology; known: {}", printable(text.lattice),
                                     fmt::join(names_in(shipped_lattices()), ", ")));
  if (!sim::is_for_graphs(text.first_click))
    throw InputError::at(
        text.file, text.lattice_place,
        fmt::format("first_click {}: lattices have no corners to keep free; expected another rule",
                    sim::name_of(text.first_click)));
  sim::check_cells(text);
  std::vector<PlacedRow> rows;
  for (const sim::PositionText::Row& row : text.rows) rows.push_back(parse_row(row));
  // As many layers as rows in each, where their number is left out.
  std::uint64_t layers = 1;
  if (lattice->is_layered)
    while (layers * layers < rows.size()) ++layers;
  if (text.layers && *text.layers > 1 && !lattice->is_layered)
    throw InputError::at(
        text.file, text.lattice_place,
        fmt::format("boards of {} have one layer; expected no line `layers`", lattice->name));
  if (text.layers)
    layers = *text.layers;
  else if (lattice->is_layered && layers * layers != rows.size())
    throw InputError::at(
        text.file, text.lattice_place,
        fmt::format("{} rows are not as many layers as rows in each; expected `layers N`", rows.size()));
  PlacedGraphPosition placed =
      on_lattice(*lattice, rows, static_cast<int>(layers), text.file, text.mines_place);
  placed.mines_place = text.mines_place;
  if (text.density)
    placed.position.prior.density = *text.density;
  else
    placed.position.prior.count = text.mines;
  return placed;
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/boards/board_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

// The line that is meant, and its number.
std::pair<json::Document, std::uint64_t> find_line(const sim::Input& input, bool may_take_first) {
  std::string_view rest = sim::without_byte_order_mark(input.content);
  std::optional<json::Document> found;
  std::uint64_t count = 0;
  std::size_t line_number = 0;
  const std::uint64_t wanted = std::max<std::uint64_t>(input.number, 1);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++line_number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (++count == wanted) found = json::Document::parse(std::string(line), input.name, {}, {line_number, 1});
    if (count == 2 && input.number == 0 && !may_take_first)
      throw InputError::at(input.name, line_number, 1,
                           fmt::format("a second board. {}", sim::kChooseByNumber));
  }
  if (!found) throw sim::no_such_number(input, count, "board");
  return {*std::move(found), wanted};
}

bool begins_with_object(std::string_view content) {
  content = sim::without_byte_order_mark(content);
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && content[first] == '{';
}

// InputError for boards on lattices and graphs, whose lines look alike.
void refuse_graphs(const json::Node& root) {
  constexpr std::string_view kRefusal =
      "boards on lattices and graphs are taken by `sapper analyze`, `clicks` and `play`";
  if (const auto graph = root.find("graph")) graph->fail(fmt::format(" is not expected: {}", kRefusal));
  const auto topology = root.find("topology");
  if (topology && !(topology->is(json::Kind::string) && find_named(sim::kTopologies, topology->text())))
    topology->fail_value(
        fmt::format("expected {}; {}", fmt::join(names_in(sim::kTopologies), ", "), kRefusal));
}

bool is_on_graph(const json::Node& root) {
  const auto topology = root.find("topology");
  return root.find("graph") ||
         (topology && !(topology->is(json::Kind::string) && find_named(sim::kTopologies, topology->text())));
}

// The board of a line, without its mines.
Board graph_board_in(const json::Node& root, const std::filesystem::path& folder) {
  Board board;
  if (const auto file = root.find("graph")) {
    for (const char* const key : {"rows", "cols", "layers", "topology"})
      if (const auto node = root.find(key))
        node->fail(" is for boards of rows and columns; a graph has none");
    board.graph_board = std::make_shared<const GraphBoard>(read_graph(named_file(*file, folder)));
    board.file = file->as_string();
    board.rows = 1;
    board.cols = static_cast<int>(board.graph_board->cell_count);
    return board;
  }
  const json::Node topology = root.need("topology");
  auto lattice = std::make_shared<const sim::Lattice>(lattice_of(topology, folder));
  board.rows = static_cast<int>(root.need("rows").as_whole(1, sim::Grid::kMaxSide));
  board.cols = static_cast<int>(root.need("cols").as_whole(1, sim::Grid::kMaxSide));
  const sim::LatticeSize size{
      board.rows, board.cols,
      static_cast<int>(read_layers(root, *lattice, static_cast<std::uint64_t>(board.rows)))};
  if (const std::string error = sim::describe_size_error(*lattice, size); !error.empty())
    root.need("rows").fail(": " + error);
  if (topology.is(json::Kind::object))
    if (const auto file = topology.find("file")) board.file = file->as_string();
  board.graph_board = std::make_shared<const GraphBoard>(board_on_lattice(std::move(lattice), size));
  return board;
}

Cell cell_on(const json::Node& node, const GraphBoard& board) {
  std::vector<std::uint64_t> coordinates;
  for (const json::Node& number : node.items_or_itself())
    coordinates.push_back(number.as_whole(0, sim::Graph::kMaxCells - 1));
  if (const auto cell = board.cell_at(coordinates)) return *cell;
  node.fail_value(fmt::format("expected {} of the board, from 0", !board.lattice ? "the number of a cell"
                                                                  : board.lattice->has_layers()
                                                                      ? "[layer, row, col]"
                                                                      : "[row, col]"));
}

ReadBoard parse_graph_line(const json::Document& line) {
  const json::Node root(line);
  Board board = graph_board_in(root, std::filesystem::path(line.name()).parent_path());
  const json::Node list = root.need("mines");
  if (!list.is(json::Kind::array)) list.fail_value("expected a list of cells, a board's mines");
  std::vector<Cell> mines;
  for (const json::Node& mine : list.items()) mines.push_back(cell_on(mine, *board.graph_board));
  std::ranges::sort(mines);
  if (std::ranges::adjacent_find(mines) != mines.end()) list.fail(" lists a mine twice");
  board.mines = static_cast<std::uint32_t>(mines.size());
  board.fixed_mines = std::make_shared<const std::vector<Cell>>(mines);
  if (const auto first = root.find("first")) board.first = cell_on(*first, *board.graph_board);
  ReadBoard read{.file = {board.rows, board.cols, std::move(mines)}};
  if (const auto number = root.find("board")) read.name = number->as_whole(0, UINT64_MAX);
  read.on_graph = std::make_shared<const Board>(std::move(board));
  return read;
}

}  // namespace

std::uint64_t read_layers(const json::Node& object, const sim::Lattice& lattice, std::uint64_t rows) {
  const auto node = object.find("layers");
  if (!node) return lattice.is_layered ? rows : 1;
  const std::uint64_t layers = node->as_whole(1, sim::Grid::kMaxSide);
  if (layers > 1 && !lattice.is_layered)
    node->fail_value(fmt::format("boards of {} have one layer; omit it", lattice.name));
  return layers;
}

ReadBoard parse_board_line(const json::Document& line, LineShapes shapes) {
  const json::Node root(line);
  if (shapes == LineShapes::all && is_on_graph(root)) return parse_graph_line(line);
  refuse_graphs(root);
  const auto side = [&](const char* key) {
    return static_cast<int>(root.need(key).as_whole(1, sim::Grid::kMaxSide));
  };
  ReadBoard board;
  board.file.rows = side("rows");
  board.file.cols = side("cols");
  const sim::BoardSize size{board.file.rows, board.file.cols};
  const json::Node mines = root.need("mines");
  if (!mines.is(json::Kind::array)) mines.fail_value("expected a list of [row, col], a board's mines");
  std::vector<Cell>& cells = board.file.mines;
  for (const json::Node& mine : mines.items()) cells.push_back(read_cell(mine, size));
  std::ranges::sort(cells);
  if (std::ranges::adjacent_find(cells) != cells.end()) mines.fail(" lists a mine twice");
  if (const auto topology = root.find("topology"))
    board.topology = topology->as_row(sim::kTopologies, "a topology").topology;
  if (const auto number = root.find("board")) board.name = number->as_whole(0, UINT64_MAX);
  if (const auto first = root.find("first")) {
    const sim::RowCol cell = sim::row_col_of(size, read_cell(*first, size));
    board.first = {sim::FirstClickRule::unprotected, FirstClick::Cell::given, cell.row, cell.col};
    if (const auto rule = root.find("rule"))
      board.first->rule = rule->as_row(sim::kFirstClickRules, "a first-click rule").rule;
  }
  return board;
}

ReadBoard read_board(const std::filesystem::path& path, std::optional<sim::BoardSize> size,
                     std::uint64_t* taken, LineShapes shapes) {
  const sim::Input input = sim::read_numbered_input(path);
  if (taken != nullptr) *taken = 0;
  if (!begins_with_object(input.content)) return {.file = sim::parse_board(input, size)};
  auto [line, number] = find_line(input, taken != nullptr);
  if (taken != nullptr) *taken = number;
  ReadBoard board = parse_board_line(line, shapes);
  if (size && board.on_graph)
    json::Node(line).fail(
        fmt::format(" is a board on a lattice or graph, but expected is {} x {}", size->rows, size->cols));
  if (size && *size != sim::BoardSize{board.file.rows, board.file.cols})
    json::Node(line).fail(fmt::format(" is a board of {} x {}, but expected is {} x {}", board.file.rows,
                                      board.file.cols, size->rows, size->cols));
  return board;
}

}  // namespace sapper::experiments::minesweeper

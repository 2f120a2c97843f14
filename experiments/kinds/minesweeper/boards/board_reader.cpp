#include "experiments/kinds/minesweeper/boards/board_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
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
  constexpr std::string_view kRefusal = "boards on lattices and graphs are taken by `sapper analyze` alone";
  if (const auto graph = root.find("graph")) graph->fail(fmt::format(" is not expected: {}", kRefusal));
  const auto topology = root.find("topology");
  if (topology && !(topology->is(json::Kind::string) && find_named(sim::kTopologies, topology->text())))
    topology->fail_value(
        fmt::format("expected {}; {}", fmt::join(names_in(sim::kTopologies), ", "), kRefusal));
}

}  // namespace

ReadBoard parse_board_line(const json::Document& line) {
  const json::Node root(line);
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
                     std::uint64_t* taken) {
  const sim::Input input = sim::read_numbered_input(path);
  if (taken != nullptr) *taken = 0;
  if (!begins_with_object(input.content)) return {.file = sim::parse_board(input, size)};
  auto [line, number] = find_line(input, taken != nullptr);
  if (taken != nullptr) *taken = number;
  ReadBoard board = parse_board_line(line);
  if (size && *size != sim::BoardSize{board.file.rows, board.file.cols})
    json::Node(line).fail(fmt::format(" is a board of {} x {}, but expected is {} x {}", board.file.rows,
                                      board.file.cols, size->rows, size->cols));
  return board;
}

}  // namespace sapper::experiments::minesweeper

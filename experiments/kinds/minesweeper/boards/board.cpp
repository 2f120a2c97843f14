#include "experiments/kinds/minesweeper/boards/board.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <numeric>
#include <stdexcept>

#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

using sim::Cell;

std::uint32_t Board::cell_count() const {
  if (graph_board) return graph_board->cell_count;
  return static_cast<std::uint32_t>(rows) * static_cast<std::uint32_t>(cols);
}

std::optional<int> Board::layers() const {
  if (!graph_board || !graph_board->lattice || !graph_board->lattice->has_layers()) return std::nullopt;
  return graph_board->lattice->size.layers;
}

bool Board::is_graph() const { return graph_board && !graph_board->lattice; }

std::string refusal_to_judge(const sim::GameRules& rules, Guessing guessing) {
  if (sim::row_of(rules.motion).move != nullptr)
    return "the mines move; digs can be judged only where they do not";
  constexpr std::string_view kRandomOnly = "; digs are judged by the chance to win on random layouts";
  if (guessing != Guessing::allowed) return fmt::format("the layouts need no guess{}", kRandomOnly);
  if (rules.fixed_mines != nullptr) return fmt::format("the mines are fixed{}", kRandomOnly);
  return {};
}

std::string name_of(const Board& board) {
  std::string name =
      fmt::format("{}, {} mine{}", shape_text(board), board.mines, board.mines == 1 ? "" : "s");
  if (board.topology != sim::Topology::square) name += fmt::format(", {}", sim::name_of(board.topology));
  if (!board.level.empty()) name = fmt::format("{} ({})", board.level, name);
  if (board.guessing != Guessing::allowed) name += fmt::format(", {}", row_of(board.guessing).title);
  if (board.fixed_mines) name = fmt::format("{} ({})", layout_text(board), name);
  return name;
}

std::string shape_text(const Board& board) {
  if (board.is_graph())
    return fmt::format("{}, {}", file_text(board), count_text(board.cell_count(), "cell"));
  std::string size = fmt::format("{} x {}", board.rows, board.cols);
  if (!board.graph_board) return size;
  if (const auto layers = board.layers()) size = fmt::format("{} x {}", *layers, size);
  return fmt::format("{} {}", topology_text(board), size);
}

bj::value cell_json(const Board& board, Cell cell) {
  return board.graph_board ? board.graph_board->cell_json(cell) : bj::value(cell_json(board.size(), cell));
}

std::optional<Cell> cell_at(const Board& board, std::span<const std::uint64_t> coordinates) {
  if (board.graph_board) return board.graph_board->cell_at(coordinates);
  if (coordinates.size() != 2 || coordinates[0] >= static_cast<std::uint64_t>(board.rows) ||
      coordinates[1] >= static_cast<std::uint64_t>(board.cols))
    return std::nullopt;
  return sim::cell_at(board.size(), {static_cast<int>(coordinates[0]), static_cast<int>(coordinates[1])});
}

std::string cell_name(const Board& board, Cell cell) {
  return board.graph_board ? board.graph_board->name_of(cell) : sim::cell_text(board.size(), cell);
}

std::string cell_words(const Board& board, Cell cell) {
  return fmt::format("{} {}",
                     board.is_graph() ? "cell"
                     : board.layers() ? "layer,row,col"
                                      : "row,col",
                     cell_name(board, cell));
}

std::string file_text(const Board& board) {
  return board.file.empty() ? "layout" : printable(std::filesystem::path(board.file).filename().string());
}

std::string layout_text(const Board& board) { return board.graph_board ? "layout" : file_text(board); }

std::uint64_t key_of(const Board& board) {
  Hash hash;
  if (board.graph_board) {
    const std::uint64_t of_graph = board.graph_board->hash;
    hash.add(static_cast<std::uint32_t>(of_graph));
    hash.add(static_cast<std::uint32_t>(of_graph >> 32));
    hash.add(board.mines);
    if (board.fixed_mines)
      for (const Cell mine : *board.fixed_mines) hash.add(mine);
    return hash.value();
  }
  hash.add(static_cast<std::uint32_t>(board.rows));
  hash.add(static_cast<std::uint32_t>(board.cols));
  hash.add(board.mines);
  hash.add(static_cast<std::uint32_t>(board.topology));
  if (board.fixed_mines)
    for (const Cell mine : *board.fixed_mines) hash.add(mine);
  return hash.value();
}

std::uint64_t key_of(const sim::GameRules& rules) {
  Board board{rules.grid->rows(), rules.grid->cols(), rules.mine_count, rules.grid->topology()};
  board.fixed_mines = rules.fixed_mines;
  return key_of(board);
}

sim::GameRules rules_of(const Board& board, sim::FirstClickRule first_click) {
  if (board.graph_board) throw std::logic_error("a board on a lattice or graph has no GameRules");
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(board.rows, board.cols, board.topology);
  rules.mine_count = board.mines;
  rules.first_click = first_click;
  rules.fixed_mines = board.fixed_mines;
  return rules;
}

sim::GraphGameRules graph_rules_of(const Board& board, sim::FirstClickRule first_click) {
  if (board.graph_board->graph == nullptr) throw InputError(board.graph_board->why_missing);
  sim::GraphGameRules rules;
  rules.graph = board.graph_board->graph;
  rules.mine_count = board.mines;
  rules.first_click = first_click;
  rules.fixed_mines = board.fixed_mines;
  return rules;
}

bj::object to_json(const Board& board) {
  bj::object object;
  if (!board.level.empty()) object["level"] = board.level;
  if (board.is_graph()) {
    object["graph"] = board.file;
  } else {
    if (!board.file.empty() && !board.graph_board) object["file"] = board.file;
    if (const auto layers = board.layers()) object["layers"] = *layers;
    object["rows"] = board.rows;
    object["cols"] = board.cols;
  }
  object["mines"] = board.mines;
  if (board.asked_density) object["density"] = *board.asked_density;
  if (!board.is_graph()) object["topology"] = topology_json(board);
  if (board.guessing != Guessing::allowed) object["layout"] = row_of(board.guessing).name;
  if (board.first) object["first"] = cell_json(board, *board.first);
  return object;
}

void add_shape(bj::object& object, const Board& board) {
  if (board.is_graph()) {
    object["graph"] = board.file;
    object["cells"] = board.cell_count();
    return;
  }
  if (const auto layers = board.layers()) object["layers"] = *layers;
  object["rows"] = board.rows;
  object["cols"] = board.cols;
  object["topology"] = topology_json(board);
}

FirstClick::Cell usual_first_cell(sim::FirstClickRule rule) {
  return row_of(rule).usual_first_cell == sim::UsualFirstCell::corner ? FirstClick::Cell::corner
                                                                      : FirstClick::Cell::center;
}

std::vector<Cell> first_cells_on(const Board& board, const FirstClick& first) {
  const auto cell_at = [&](int layer, int row, int col) {
    return (static_cast<Cell>(layer) * static_cast<Cell>(board.rows) + static_cast<Cell>(row)) *
               static_cast<Cell>(board.cols) +
           static_cast<Cell>(col);
  };
  switch (first.cell) {
    case FirstClick::Cell::strategy:
      return {sim::kNoCell};
    case FirstClick::Cell::given:
      return {cell_at(first.layer.value_or(0), first.row, first.col)};
    case FirstClick::Cell::numbered:
      return {first.number};
    case FirstClick::Cell::corner:
      return {0};
    case FirstClick::Cell::center:
      if (board.is_graph()) return {0};
      return {cell_at(board.layers().value_or(1) / 2, board.rows / 2, board.cols / 2)};
    case FirstClick::Cell::board:
      if (board.first) return {*board.first};
      return first_cells_on(board, {first.rule, usual_first_cell(first.rule)});
    case FirstClick::Cell::all:
      break;
  }
  SAPPER_EXPECT(!board.graph_board);
  if (board.fixed_mines) {  // which need not have the board's symmetries
    std::vector<Cell> cells(board.cell_count());
    std::iota(cells.begin(), cells.end(), Cell{0});
    return cells;
  }
  const sim::Grid grid(board.rows, board.cols, board.topology);
  const std::vector<Cell> kept_free = sim::cells_free_by_rule(grid, first.rule);
  return sim::classify_cells(grid, kept_free).representatives;
}

std::uint32_t max_mines(const Board& board, sim::FirstClickRule rule, Cell first) {
  if (board.graph_board && board.graph_board->graph == nullptr) return board.cell_count();
  if (board.graph_board) return sim::max_mines(*board.graph_board->graph, rule, first);
  return sim::max_mines(sim::Grid(board.rows, board.cols, board.topology), rule, first);
}

}  // namespace sapper::experiments::minesweeper

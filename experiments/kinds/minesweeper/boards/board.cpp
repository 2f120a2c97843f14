#include "experiments/kinds/minesweeper/boards/board.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>

#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

std::uint32_t Board::cell_count() const {
  if (graph_board) return graph_board->graph->cell_count();
  return static_cast<std::uint32_t>(rows) * static_cast<std::uint32_t>(cols);
}

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
      fmt::format("{} x {}, {} mine{}", board.rows, board.cols, board.mines, board.mines == 1 ? "" : "s");
  if (board.topology != sim::Topology::square) name += fmt::format(", {}", sim::name_of(board.topology));
  if (!board.level.empty()) name = fmt::format("{} ({})", board.level, name);
  if (board.guessing != Guessing::allowed) name += fmt::format(", {}", row_of(board.guessing).title);
  if (board.fixed_mines) name = fmt::format("{} ({})", file_text(board), name);
  return name;
}

std::string file_text(const Board& board) {
  return board.file.empty() ? "layout" : printable(std::filesystem::path(board.file).filename().string());
}

std::uint64_t key_of(const Board& board) {
  Hash hash;
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
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(board.rows, board.cols, board.topology);
  rules.mine_count = board.mines;
  rules.first_click = first_click;
  rules.fixed_mines = board.fixed_mines;
  return rules;
}

boost::json::object to_json(const Board& board) {
  boost::json::object object;
  if (!board.level.empty()) object["level"] = board.level;
  if (!board.file.empty()) object["file"] = board.file;
  object["rows"] = board.rows;
  object["cols"] = board.cols;
  object["mines"] = board.mines;
  if (board.asked_density) object["density"] = *board.asked_density;
  object["topology"] = sim::name_of(board.topology);
  if (board.guessing != Guessing::allowed) object["layout"] = row_of(board.guessing).name;
  if (board.first) object["first"] = cell_json(board.size(), *board.first);
  return object;
}

FirstClick::Cell usual_first_cell(sim::FirstClickRule rule) {
  return row_of(rule).usual_first_cell == sim::UsualFirstCell::corner ? FirstClick::Cell::corner
                                                                      : FirstClick::Cell::center;
}

std::vector<Cell> first_cells_on(const Board& board, const FirstClick& first) {
  const auto cell_at = [&](int row, int col) {
    return static_cast<Cell>(row) * static_cast<Cell>(board.cols) + static_cast<Cell>(col);
  };
  switch (first.cell) {
    case FirstClick::Cell::strategy:
      return {sim::kNoCell};
    case FirstClick::Cell::given:
      return {cell_at(first.row, first.col)};
    case FirstClick::Cell::corner:
      return {0};
    case FirstClick::Cell::center:
      return {cell_at(board.rows / 2, board.cols / 2)};
    case FirstClick::Cell::board:
      if (board.first) return {*board.first};
      return first_cells_on(board, {first.rule, usual_first_cell(first.rule)});
    case FirstClick::Cell::all:
      break;
  }
  if (board.fixed_mines) {  // which need not have the board's symmetries
    std::vector<Cell> cells(board.cell_count());
    std::iota(cells.begin(), cells.end(), Cell{0});
    return cells;
  }
  const sim::Grid grid(board.rows, board.cols, board.topology);
  const std::vector<Cell> kept_free = sim::cells_free_by_rule(grid, first.rule);
  return sim::classify_cells(grid, kept_free).representatives;
}

}  // namespace sapper::experiments::minesweeper

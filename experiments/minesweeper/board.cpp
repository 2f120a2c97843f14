#include "experiments/minesweeper/board.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace sapper::experiments::minesweeper {

using sim::Cell;

std::string name_of(const Board& board) {
  std::string name =
      fmt::format("{} x {}, {} mine{}", board.rows, board.cols, board.mines, board.mines == 1 ? "" : "s");
  if (board.topology != sim::Topology::square) name += fmt::format(", {}", sim::name_of(board.topology));
  if (!board.level.empty()) name = fmt::format("{} ({})", board.level, name);
  if (board.fixed_mines)
    name = fmt::format("{} ({})",
                       board.file.empty() ? "layout" : std::filesystem::path(board.file).filename().string(),
                       name);
  return name;
}

std::uint64_t key_of(const Board& board) {
  std::uint64_t hash = 0xCBF29CE484222325;
  const auto mix = [&](std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) {
      hash ^= word >> shift & 0xFF;
      hash *= 0x100000001B3;
    }
  };
  mix(static_cast<std::uint32_t>(board.rows));
  mix(static_cast<std::uint32_t>(board.cols));
  mix(board.mines);
  mix(static_cast<std::uint32_t>(board.topology));
  if (board.fixed_mines)
    for (const Cell mine : *board.fixed_mines) mix(mine);
  return hash;
}

boost::json::object to_json(const Board& board) {
  boost::json::object object;
  if (!board.level.empty()) object["level"] = board.level;
  if (!board.file.empty()) object["file"] = board.file;
  object["rows"] = board.rows;
  object["cols"] = board.cols;
  object["mines"] = board.mines;
  object["topology"] = sim::name_of(board.topology);
  return object;
}

FirstClick::Cell usual_first_cell(sim::FirstClickRule rule) {
  return row_of(rule).usual_first_cell == sim::UsualFirstCell::corner ? FirstClick::Cell::corner
                                                                      : FirstClick::Cell::center;
}

Cell first_cell_on(const Board& board, const FirstClick& first) {
  int row = 0;
  int col = 0;
  switch (first.cell) {
    case FirstClick::Cell::strategy:
      return sim::kNoCell;
    case FirstClick::Cell::given:
      row = first.row;
      col = first.col;
      break;
    case FirstClick::Cell::corner:
      break;
    case FirstClick::Cell::center:
      row = board.rows / 2;
      col = board.cols / 2;
      break;
  }
  return static_cast<Cell>(row) * static_cast<Cell>(board.cols) + static_cast<Cell>(col);
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/play/graph_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

sim::Grid rows_of(const Board& board) {
  if (!board.is_graph()) return {board.rows * board.layers().value_or(1), board.cols};
  int cols = 10;
  while (cols * sim::Grid::kMaxSide < board.cols) cols *= 10;
  cols = std::min(cols, board.cols);
  return {(board.cols + cols - 1) / cols, cols};
}

PictureCell seen(const sim::GraphPosition& view, Cell cell, const GraphSheet::IsFlagged& is_flagged) {
  if (!view.is_hidden(cell)) return {CellSign::number, view.shown[cell]};
  return {is_flagged && is_flagged(cell) ? CellSign::flag : CellSign::hidden};
}

}  // namespace

GraphSheet::GraphSheet(const Board& board)
    : board_(board), cell_count_(board.cell_count()), grid_(rows_of(board)) {
  const sim::Graph& graph = *board.graph_board->graph;
  for (Cell cell = 0; cell < cell_count_; ++cell)
    largest_number_ = std::max(largest_number_, static_cast<int>(graph.sees(cell).size()));
}

std::string GraphSheet::row_name(int row) const {
  if (board_.is_graph()) return std::to_string(row * grid_.cols());
  if (!board_.layers()) return std::to_string(row);
  return fmt::format("{},{}", row / board_.rows, row % board_.rows);
}

template <class OfCell>
BoardPicture GraphSheet::drawn(OfCell of_cell) const {
  return {.grid = &grid_,
          .cell = [this, of_cell = std::move(of_cell)](Cell place) -> PictureCell {
            if (place >= cell_count_) return {.sign = CellSign::letter, .letter = ' '};
            return of_cell(place);
          },
          .number_digits = static_cast<int>(std::to_string(largest_number_).size())};
}

BoardPicture GraphSheet::picture_of(const sim::GraphPosition& view, Cell marked, IsFlagged is_flagged) const {
  return drawn([&view, marked, is_flagged = std::move(is_flagged)](Cell cell) {
    PictureCell picture = seen(view, cell, is_flagged);
    picture.is_marked = cell == marked;
    return picture;
  });
}

BoardPicture GraphSheet::picture_of(const sim::GraphPosition& view, const solvers::CellRisks& risks,
                                    IsFlagged is_flagged) const {
  std::vector<CellCertainty> certainty(cell_count_, CellCertainty::none);
  for (const Cell cell : risks.safe) certainty[cell] = CellCertainty::safe;
  for (const Cell cell : risks.mine) certainty[cell] = CellCertainty::mine;
  const bool has_flags = static_cast<bool>(is_flagged);
  BoardPicture picture =
      drawn([&view, &risks, is_flagged = std::move(is_flagged), certainty = std::move(certainty)](Cell cell) {
        PictureCell drawn = seen(view, cell, is_flagged);
        if (!view.is_hidden(cell)) return drawn;
        drawn.risk = CellRisk{certainty[cell], risks.p_mine[cell]};
        if (drawn.sign == CellSign::flag) drawn.letter = 'F';
        return drawn;
      });
  picture.has_risks = true;
  picture.has_letters = has_flags;
  return picture;
}

BoardPicture GraphSheet::finished(const sim::GraphGame& game, IsFlagged is_flagged) const {
  return drawn([&game, is_flagged = std::move(is_flagged)](Cell cell) -> PictureCell {
    const sim::GraphLayout& layout = game.layout();
    if (game.is_won() && layout.is_mine(cell)) return {CellSign::flag};
    if (cell == game.exploded()) return {CellSign::exploded};
    const bool has_flag = is_flagged && is_flagged(cell);
    if (layout.is_mine(cell)) return {has_flag ? CellSign::flag : CellSign::mine};
    if (has_flag) return {CellSign::wrong_flag};
    return {CellSign::number, layout.numbers()[cell]};
  });
}

}  // namespace sapper::experiments::minesweeper

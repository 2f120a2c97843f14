#include "experiments/drawing/board_picture.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

PictureCell seen(const sim::View& view, Cell cell) {
  PictureCell seen;
  if (view.is_shown(cell)) {
    seen.sign = CellSign::number;
    seen.number = static_cast<std::uint8_t>(view.number(cell));
  } else if (view.is_flagged(cell)) {
    seen.sign = CellSign::flag;
  }
  return seen;
}

PictureCell finished(const sim::Game& game, Cell cell) {
  const bool is_mine = game.layout().is_mine(cell);
  const bool is_flagged = game.view().is_flagged(cell);
  if (game.status() == sim::Game::Status::won && is_mine) return {CellSign::flag};
  if (cell == game.exploded()) return {CellSign::exploded};
  if (is_mine) return {is_flagged ? CellSign::flag : CellSign::mine};
  if (is_flagged) return {CellSign::wrong_flag};
  return {CellSign::number, static_cast<std::uint8_t>(game.layout().number(cell))};
}

}  // namespace

BoardPicture picture_of(const sim::View& view, Cell marked) {
  return {&view.grid(), [&view, marked](Cell cell) {
            PictureCell picture = seen(view, cell);
            picture.is_marked = cell == marked;
            return picture;
          }};
}

BoardPicture finished_picture(const sim::Game& game) {
  return {&game.view().grid(), [&game](Cell cell) { return finished(game, cell); }};
}

BoardPicture picture_of(const sim::View& view, const solvers::CellRisks& risks) {
  std::vector<CellCertainty> certainty(risks.p_mine.size(), CellCertainty::none);
  for (const Cell cell : risks.safe) certainty[cell] = CellCertainty::safe;
  for (const Cell cell : risks.mine) certainty[cell] = CellCertainty::mine;
  const auto drawn = [&view, &risks, certainty = std::move(certainty)](Cell cell) {
    PictureCell picture = seen(view, cell);
    if (view.is_shown(cell)) return picture;
    picture.risk = CellRisk{certainty[cell], risks.p_mine[cell]};
    if (view.is_flagged(cell)) picture.letter = 'F';
    return picture;
  };
  return {&view.grid(), drawn, true, view.flag_count() > 0};
}

std::string risk_text(const CellRisk& risk) {
  if (risk.certainty == CellCertainty::safe) return "o";
  if (risk.certainty == CellCertainty::mine) return "*";
  if (risk.p_mine < 0.005) return "<1%";
  if (risk.p_mine > 0.995) return ">99";
  return fmt::format("{:.0f}%", 100 * risk.p_mine);
}

}  // namespace sapper::experiments::minesweeper

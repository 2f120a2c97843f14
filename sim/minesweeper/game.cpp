#include "sim/minesweeper/game.hpp"

#include <utility>

namespace sapper::sim {
namespace {

std::vector<Cell> cells_free_by_rule(const GameRules& rules) {
  if (rules.first_click != FirstClickRule::safe_corners) return {};
  const ProtectedCells kept = corners(*rules.grid);
  return {kept.cells().begin(), kept.cells().end()};
}

}  // namespace

std::string_view name_of(Reveal reveal) { return reveal == Reveal::flood ? "flood" : "ring"; }
std::string_view name_of(MineMotion motion) { return motion == MineMotion::fixed ? "fixed" : "moving"; }

Game::Game(GameRules rules)
    : rules_(std::move(rules)),
      layout_(*rules_.grid),
      view_(*rules_.grid, rules_.mine_count, cells_free_by_rule(rules_)) {
  shown_.reserve(rules_.grid->cell_count());
}

void Game::start(const GameId& id) {
  id_ = id;
  view_.hide_all();
  status_ = Status::playing;
  is_laid_ = false;
  exploded_ = kNoCell;
  forget_shown();
  if (rules_.motion == MineMotion::moving) relaying_ = Stream(id, Purpose::relaying);
}

void Game::lay(Cell first) {
  if (is_laid_) return;
  is_laid_ = true;
  if (!rules_.fixed_mines) {
    lay_mines(layout_, rules_.first_click, first, rules_.mine_count, id_);
    return;
  }
  layout_.clear();
  for (const Cell mine : *rules_.fixed_mines) layout_.add_mine(mine);
  if (rules_.first_click == FirstClickRule::relocate) relocate_mine(layout_, first, id_);
}

Game::Status Game::dig(Cell cell) {
  if (status_ != Status::playing || view_.is_shown(cell) || view_.is_flagged(cell)) return status_;
  lay(cell);
  if (layout_.is_mine(cell)) {
    exploded_ = cell;
    return status_ = Status::lost;
  }
  const std::size_t before = shown_.size();
  show(cell);
  spread_from(before);
  if (view_.hidden_count() == rules_.mine_count) return status_ = Status::won;
  if (rules_.motion == MineMotion::moving) move_mines();
  return status_;
}

void Game::flag(Cell cell) {
  if (status_ == Status::playing && view_.is_hidden(cell)) view_.set_flag(cell, true);
}

void Game::unflag(Cell cell) {
  if (status_ == Status::playing) view_.set_flag(cell, false);
}

void Game::show(Cell cell) {
  if (view_.is_flagged(cell)) view_.set_flag(cell, false);
  view_.show(cell, layout_.number(cell));
  shown_.push_back(cell);
}

// Spreads from the cells of shown_ at `first` and later. The list of shown cells is the queue: no recursion,
// whatever the size of the opening.
void Game::spread_from(std::size_t first) {
  for (std::size_t i = first; i < shown_.size(); ++i) {
    const Cell cell = shown_[i];
    if (layout_.number(cell) == 0) {
      for (const Cell neighbor : rules_.grid->neighbors(cell))
        if (view_.is_hidden(neighbor)) show(neighbor);
    }
    if (rules_.reveal == Reveal::ring) return;
  }
}

void Game::move_mines() {
  const Grid& grid = *rules_.grid;
  std::uint32_t allowed_count = view_.hidden_count();
  for (const Cell kept : view_.free_by_rule()) allowed_count -= view_.is_hidden(kept);
  const auto allowed = [&](Cell cell) {
    if (view_.is_shown(cell)) return false;
    for (const Cell kept : view_.free_by_rule())
      if (kept == cell) return false;
    return true;
  };
  layout_.lay_uniformly(rules_.mine_count, allowed_count, relaying_, allowed);
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (view_.is_shown(cell)) view_.show(cell, layout_.number(cell));
}

}  // namespace sapper::sim

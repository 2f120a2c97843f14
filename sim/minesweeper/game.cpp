#include "sim/minesweeper/game.hpp"

#include <bit>
#include <utility>

namespace sapper::sim {

Game::Game(GameRules rules)
    : rules_(std::move(rules)),
      spreads_(row_of(rules_.reveal).spreads),
      move_(row_of(rules_.motion).move),
      layout_(*rules_.grid),
      view_(*rules_.grid, rules_.mine_count, cells_free_by_rule(*rules_.grid, rules_.first_click)),
      opening_(*rules_.grid) {
  shown_.resize(rules_.grid->cell_count());
}

void Game::start(const GameId& id) {
  id_ = id;
  view_.hide_all();
  status_ = Status::playing;
  is_laid_ = false;
  exploded_ = kNoCell;
  forget_shown();
  if (move_ != nullptr) relaying_ = Stream(id, Purpose::relaying);
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
  if (const auto make_room = row_of(rules_.first_click).make_room) make_room(layout_, first, id_);
}

Game::Status Game::dig(Cell cell) {
  if (status_ != Status::playing || view_.is_shown(cell) || view_.is_flagged(cell)) return status_;
  lay(cell);
  if (layout_.is_mine(cell)) {
    exploded_ = cell;
    return status_ = Status::lost;
  }
  if (layout_.number(cell) != 0) {
    show(cell);
  } else if (spreads_) {
    open_from(cell);
  } else {
    show_around(cell);
  }
  if (view_.hidden_count() == rules_.mine_count) return status_ = Status::won;
  if (move_ != nullptr) move_mines();
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
  shown_[shown_count_++] = cell;
}

// Shows a 0 and the opening that spreads from it.
void Game::open_from(Cell zero) {
  for (const CellBits cells : opening_.find(layout_, view_, zero)) {
    if (view_.flag_count() != 0)
      for (std::uint64_t bits = cells.bits; bits != 0; bits &= bits - 1)
        view_.set_flag(cells.first + static_cast<Cell>(std::countr_zero(bits)), false);
    shown_count_ += view_.show(cells, layout_.values(), shown_.data() + shown_count_);
  }
}

// Shows a 0 and its neighbours.
void Game::show_around(Cell zero) {
  show(zero);
  for (const Cell neighbor : rules_.grid->neighbors(zero))
    if (!view_.is_shown(neighbor)) show(neighbor);
}

void Game::move_mines() {
  move_(layout_, view_, relaying_);
  for (Cell cell = 0; cell < rules_.grid->cell_count(); ++cell)
    if (view_.is_shown(cell)) view_.show(cell, layout_.number(cell));
}

}  // namespace sapper::sim

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
      opening_(*rules_.grid) {}

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

inline void Game::show(Cell hidden) {
  if (view_.flag_count() != 0) view_.set_flag(hidden, false);
  view_.show(hidden, layout_.number(hidden));
  shown_.push_back(CellBits::of(hidden));
}

inline Game::Status Game::check_won() {
  if (view_.hidden_count() == rules_.mine_count) status_ = Status::won;
  return status_;
}

inline Game::Status Game::dig_laid(Cell cell) {
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
  if (check_won() == Status::won) return status_;
  if (move_ != nullptr) move_mines();
  return status_;
}

Game::Status Game::dig(Cell cell) {
  if (status_ != Status::playing || !is_diggable(cell)) return status_;
  if (!is_laid_) lay(cell);
  return dig_laid(cell);
}

inline std::uint32_t Game::dig_in_order(CellBits cells) {
  std::uint32_t digs = 0;
  while (status_ == Status::playing) {
    CellBits diggable = view_.hidden_among(cells);
    if (view_.flag_count() != 0) [[unlikely]]
      diggable = without_flags(diggable);
    if (diggable.bits == 0) break;
    // Those before the first cell that does more than show its number are shown at once.
    std::uint64_t others = diggable.bits;
    if (is_laid_ && move_ == nullptr)
      others = layout_.mines_among(diggable).bits | layout_.zeros_among(diggable).bits;
    const std::uint64_t lowest = others & -others;
    const CellBits plain{cells.first, others == 0 ? diggable.bits : diggable.bits & (lowest - 1)};
    if (plain.bits != 0) {
      show(plain);
      digs += plain.count();
      check_won();
    }
    if (others == 0 || status_ != Status::playing) break;
    dig(cells.first + static_cast<Cell>(std::countr_zero(lowest)));
    ++digs;
    cells.bits &= ~(lowest | (lowest - 1));
  }
  return digs;
}

std::uint32_t Game::dig(CellBits cells) { return dig_in_order(cells); }

std::uint32_t Game::dig(std::span<const CellBits> cells) {
  std::uint32_t digs = 0;
  for (const CellBits some : cells) digs += dig_in_order(some);
  return digs;
}

CellBits Game::without_flags(CellBits cells) const {
  CellBits result = cells;
  cells.for_each([&](Cell cell) {
    if (view_.is_flagged(cell)) result.bits &= ~(std::uint64_t{1} << (cell - cells.first));
  });
  return result;
}

void Game::flag(Cell cell) {
  if (status_ == Status::playing && view_.is_hidden(cell)) view_.set_flag(cell, true);
}

void Game::unflag(Cell cell) {
  if (status_ == Status::playing) view_.set_flag(cell, false);
}

void Game::show(CellBits hidden) {
  if (view_.flag_count() != 0) hidden.for_each([&](Cell cell) { view_.set_flag(cell, false); });
  view_.show(hidden, layout_.values());
  shown_.push_back(hidden);
}

// Shows a 0 and the opening that spreads from it.
void Game::open_from(Cell zero) {
  for (const CellBits cells : opening_.find(layout_, view_, zero)) show(cells);
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

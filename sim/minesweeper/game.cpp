#include "sim/minesweeper/game.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sapper::sim {
Game::Game(GameRules rules)
    : rules_(std::move(rules)),
      spreads_(row_of(rules_.reveal).spreads),
      move_(row_of(rules_.motion).move),
      layout_(*rules_.grid),
      view_(*rules_.grid, rules_.mine_count, cells_free_by_rule(*rules_.grid, rules_.first_click)) {
  shown_.resize(std::size_t{rules_.grid->cell_count()} + kMaxNeighbors);
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
  const std::size_t before = shown_count_;
  show(cell);
  spread_from(before);
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

// Spreads from the cells of shown_ at `first` and later. The list of shown cells is the queue, so that large
// openings need no recursion.
void Game::spread_from(std::size_t first) {
  // Whether a queued cell spreads is unpredictable: where many are queued, a branch-free pass selects them first.
  constexpr std::size_t kManyQueued = 64;
  std::array<Cell, 256> zeros;
  const std::uint8_t* const numbers = layout_.values().data();
  for (std::size_t next = first; next < shown_count_;) {
    const std::size_t queued = shown_count_ - next;
    if (queued < kManyQueued) {
      const Cell cell = shown_[next++];
      if (numbers[cell] == 0) show_around(cell);
      if (!spreads_) return;
      continue;
    }
    const std::size_t end = next + std::min(queued, zeros.size());
    std::size_t zero_count = 0;
    for (; next < end; ++next) {
      const Cell cell = shown_[next];
      zeros[zero_count] = cell;
      zero_count += static_cast<std::size_t>(numbers[cell] == 0);
    }
    for (const Cell cell : std::span(zeros).first(zero_count)) show_around(cell);
  }
}

// Of a shown 0.
inline void Game::show_around(Cell cell) {
  const Neighbors neighbors = rules_.grid->neighbors(cell);
  if (view_.flag_count() != 0)
    for (const Cell neighbor : neighbors) view_.set_flag(neighbor, false);
  shown_count_ += view_.show_all(neighbors, layout_.values(), shown_.data() + shown_count_);
}

void Game::move_mines() {
  move_(layout_, view_, relaying_);
  for (Cell cell = 0; cell < rules_.grid->cell_count(); ++cell)
    if (view_.is_shown(cell)) view_.show(cell, layout_.number(cell));
}

}  // namespace sapper::sim

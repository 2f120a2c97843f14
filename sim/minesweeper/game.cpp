#include "sim/minesweeper/game.hpp"

#include <bit>
#include <utility>

namespace sapper::sim {

Game::Game(GameRules rules, const BlockOperations& operations)
    : rules_(std::move(rules)),
      reveal_(&row_of(rules_.reveal)),
      move_(row_of(rules_.motion).move),
      layout_(*rules_.grid),
      view_(*rules_.grid, rules_.mine_count, cells_free_by_rule(*rules_.grid, rules_.first_click)),
      opening_(*rules_.grid, operations),
      operations_(&operations),
      dig_in_block_(rules_.grid->has_shifted_rows() ? operations.dig_shifted : operations.dig),
      exits_(reveal_->spreads && !do_openings_stop_at_flags() ? opening_.exits().data()
                                                              : rules_.grid->all_cells().data()),
      planes_(planes_of(view_, layout_)) {}

GamePlanes Game::planes_of(View& view, const Layout& layout) {
  return {view.hidden_words(),        view.number_words(),       view.flagged().data(),
          layout.mine_plane().data(), layout.numbers().digit(0), view.grid().word_count()};
}

void Game::start(const GameId& id) {
  SAPPER_EXPECT(view_.mine_count() == rules_.mine_count);
  id_ = id;
  view_.hide_all();
  status_ = Status::playing;
  is_laid_ = false;
  exploded_ = kNoCell;
  forget_shown();
  if (move_ != nullptr) relaying_ = Stream(id, StreamPurpose::relaying);
}

void Game::resume(const View& view, const Layout& layout) {
  SAPPER_EXPECT(move_ == nullptr);
  view_ = view;
  view_.remove_flags();
  layout_ = layout;
  planes_ = planes_of(view_, layout_);
  status_ = Status::playing;
  is_laid_ = true;
  exploded_ = kNoCell;
  forget_shown();
  check_won();
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

inline void Game::show(Cell hidden, Grid::Place place) {
  if (view_.flag_count() != 0) view_.set_flag(hidden, false);
  view_.show(place, layout_.numbers()[place]);
  const std::uint32_t row = place.word % RowVector::kRows;
  shown_.emplace_back(*rules_.grid, place.word - row).add(row, place.mask());
}

inline Game::Status Game::check_won() {
  if (view_.hidden_count() == view_.mine_count()) status_ = Status::won;
  return status_;
}

inline Game::Status Game::dig_laid(Cell cell, Grid::Place place) {
  if (layout_.numbers()[place] != 0 && !layout_.mine_plane().contains(place)) {
    show(cell, place);
    check_won();
  } else {
    const std::uint32_t row = place.word % RowVector::kRows;
    CellBlock block(*rules_.grid, place.word - row);
    block.add(row, place.mask());
    dig_block(block);
  }
  if (move_ != nullptr && status_ == Status::playing) move_mines();
  return status_;
}

Game::Status Game::dig(Cell cell) {
  const Grid::Place place = rules_.grid->place_of(cell);
  if (status_ != Status::playing || !is_diggable(place)) return status_;
  if (!is_laid_) lay(cell);
  return dig_laid(cell, place);
}

std::uint32_t Game::dig(const CellBlock& cells) {
  return is_laid_ && move_ == nullptr ? dig_block(cells) : dig_one_by_one(cells);
}

std::uint32_t Game::dig_block(const CellBlock& cells) {
  std::uint32_t digs = 0;
  RowVector left = cells.vector();
  while (status_ == Status::playing && left.any()) {
    alignas(64) std::uint32_t rows[RowVector::kRows];
    left.store(rows);
    CellBlock& block = shown_.emplace_back(*rules_.grid, cells.first_word);
    const DigCounts dug =
        dig_in_block_(planes_, cells.first_word, rows, exits_ + cells.first_word, block.bits.data());
    block.rows = dug.rows;
    if (dug.shown == 0) {
      shown_.pop_back();
    } else {
      if (view_.flag_count() != 0) view_.remove_flags(block);
      digs += dug.digs;
      view_.count_shown(dug.shown);
      check_won();
    }
    if (dug.other == 0 || status_ != Status::playing) break;
    dig_other(cells.first_cells[dug.other_row] + static_cast<Cell>(std::countr_zero(dug.other)));
    ++digs;
    left = left &
           ~(RowVector::before(dug.other_row) | RowVector::only(dug.other_row, dug.other | (dug.other - 1)));
  }
  return digs;
}

// What is not a matter of one block: a mine, a 0 whose opening reaches an exit, any 0 if openings do not spread or may
// stop at flags.
void Game::dig_other(Cell cell) {
  if (layout_.is_mine(cell)) {
    exploded_ = cell;
    status_ = Status::lost;
    return;
  }
  if (reveal_->spreads) {
    open_from(cell);
  } else if (reveal_->opens) {
    show_around(cell);
  } else {
    show(cell, rules_.grid->place_of(cell));
  }
  check_won();
}

// Used where digs change more than what is shown.
std::uint32_t Game::dig_one_by_one(const CellBlock& cells) {
  std::uint32_t digs = 0;
  cells.for_each([&](Cell cell) {
    if (status_ != Status::playing || !is_diggable(rules_.grid->place_of(cell))) return;
    dig(cell);
    ++digs;
  });
  return digs;
}

std::uint32_t Game::dig(std::span<const CellBlock> cells) {
  std::uint32_t digs = 0;
  for (const CellBlock& block : cells) digs += dig(block);
  return digs;
}

void Game::flag(Cell cell) {
  if (status_ == Status::playing && view_.is_hidden(cell)) view_.set_flag(cell, true);
}

void Game::unflag(Cell cell) {
  if (status_ == Status::playing) view_.set_flag(cell, false);
}

inline void Game::show(const CellBlock& hidden) {
  if (view_.flag_count() != 0) view_.remove_flags(hidden);
  view_.count_shown(operations_->show(planes_, hidden.first_word, hidden.bits.data()));
  shown_.push_back(hidden);
}

// Shows a 0 and the opening that spreads from it.
void Game::open_from(Cell zero) {
  for (const CellBlock& cells : opening_.find(layout_, view_, zero, rules_.flag_protection)) show(cells);
}

// Shows a 0 and its neighbours.
void Game::show_around(Cell zero) {
  const Grid& grid = *rules_.grid;
  show(zero, grid.place_of(zero));
  for (const Cell neighbor : grid.neighbors(zero)) {
    const Grid::Place place = grid.place_of(neighbor);
    if (do_openings_stop_at_flags() ? is_diggable(place) : view_.is_hidden(place)) show(neighbor, place);
  }
}

void Game::move_mines() {
  move_(layout_, view_, relaying_);
  for (Cell cell = 0; cell < rules_.grid->cell_count(); ++cell)
    if (view_.is_shown(cell)) view_.show(cell, layout_.number(cell));
}

}  // namespace sapper::sim

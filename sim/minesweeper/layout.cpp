#include "sim/minesweeper/layout.hpp"

#include <algorithm>
#include <cstddef>

namespace sapper::sim {

void Layout::clear() {
  values_.fill_all(0);
  mines_.clear();
}

void Layout::add_mine(Cell cell) {
  SAPPER_EXPECT(!is_mine(cell));
  values_[cell] |= kMineBit;
  mines_.push_back(cell);
  for (const Cell neighbor : grid_->neighbors(cell)) ++values_[neighbor];
}

void Layout::remove_mine(Cell cell) {
  SAPPER_EXPECT(is_mine(cell));
  values_[cell] &= static_cast<std::uint8_t>(~kMineBit);
  const auto found = std::find(mines_.begin(), mines_.end(), cell);
  *found = mines_.back();
  mines_.pop_back();
  for (const Cell neighbor : grid_->neighbors(cell)) --values_[neighbor];
}

void Layout::draw_mines(std::uint32_t mine_count, std::uint32_t allowed_count, Stream& random) {
  SAPPER_EXPECT(mine_count <= allowed_count);
  mines_.resize(mine_count);
  const std::uint32_t cells = grid_->cell_count();
  if (static_cast<std::uint64_t>(mine_count) * 2 <= cells && allowed_count >= cells / 2) {
    draw_by_rejection(mine_count, random);
  } else {
    draw_by_shuffle(mine_count, random);
  }
}

// Branch-free: which draws are rejected is unpredictable.
void Layout::draw_by_rejection(std::uint32_t mine_count, Stream& random) {
  // In locals: the bytes stored may alias members.
  std::uint8_t* const values = values_.span().data();
  Cell* const mines = mines_.data();
  const std::uint32_t cells = grid_->cell_count();
  for (std::uint32_t count = 0; count < mine_count;) {
    const Cell cell = random.below(cells);
    const std::uint8_t before = values[cell];
    mines[count] = cell;
    values[cell] = before == 0 ? kMineBit : before;
    count += static_cast<std::uint32_t>(before == 0);
  }
}

void Layout::draw_by_shuffle(std::uint32_t mine_count, Stream& random) {
  places_.clear();
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
    if (values_[cell] == 0) places_.push_back(cell);
  for (std::uint32_t i = 0; i < mine_count; ++i) {
    const auto left = static_cast<std::uint32_t>(places_.size()) - i;
    std::swap(places_[i], places_[i + random.below(left)]);
    values_[places_[i]] = kMineBit;
    mines_[i] = places_[i];
  }
}

// Fills in all numbers from the mines.
void Layout::count_numbers() {
  // Adding up a cell in vectors costs a small part of going through a mine's neighbours.
  constexpr std::size_t kCellsPerMine = 32;
  const bool is_plain = !grid_->has_shifted_rows() && grid_->rows() > 2 && grid_->cols() > 2;
  if (is_plain && mines_.size() * kCellsPerMine >= values_.span().size()) {
    count_each_column();
    add_columns();
    return;
  }
  for (const Cell mine : mines_)
    for (const Cell neighbor : grid_->neighbors(mine)) ++values_[neighbor];
}

void Layout::count_each_column() {
  const auto cols = static_cast<std::size_t>(grid_->cols());
  const std::size_t last = values_.span().size() - cols;  // the first cell of the last row
  const std::uint8_t* const values = values_.data();
  std::uint8_t* const in_column = in_column_.data() + 1;
  const auto add = [&](std::size_t here, std::size_t other) {
    return static_cast<std::uint8_t>((values[here] >> kMineShift) + (values[other] >> kMineShift));
  };
  for (std::size_t i = cols; i < last; ++i)
    in_column[i] = static_cast<std::uint8_t>(add(i - cols, i) + (values[i + cols] >> kMineShift));
  const bool wraps = grid_->wraps_rows();
  for (std::size_t i = 0; i < cols; ++i) {
    in_column[i] = static_cast<std::uint8_t>(add(i, i + cols) + (wraps ? values[last + i] >> kMineShift : 0));
    in_column[last + i] =
        static_cast<std::uint8_t>(add(last + i - cols, last + i) + (wraps ? values[i] >> kMineShift : 0));
  }
}

// First as if each row followed the one before, then without the cells that this adds at both ends of a row.
void Layout::add_columns() {
  const auto cols = static_cast<std::size_t>(grid_->cols());
  const std::size_t cells = values_.span().size();
  const bool wraps = grid_->wraps_cols();
  std::uint8_t* const values = values_.span().data();
  // [cell] in the column to the left of the cell, in its own, and to the right.
  const std::uint8_t* const left = in_column_.data();
  const std::uint8_t* const own = left + 1;
  const std::uint8_t* const right = left + 2;
  for (std::size_t i = 0; i < cells; ++i) {
    const int is_mine = values[i] >> kMineShift;
    values[i] = static_cast<std::uint8_t>((values[i] & kMineBit) + left[i] + own[i] + right[i] - is_mine);
  }
  for (std::size_t first = 0; first < cells; first += cols) {
    const std::size_t last = first + cols - 1;
    values[first] = static_cast<std::uint8_t>(values[first] - left[first] + (wraps ? own[last] : 0));
    values[last] = static_cast<std::uint8_t>(values[last] - right[last] + (wraps ? own[first] : 0));
  }
}

}  // namespace sapper::sim

#include "sim/minesweeper/opening.hpp"

#include <algorithm>
#include <bit>

namespace sapper::sim {

Opening::Opening(const Grid& grid, const BlockOperations& operations)
    : grid_(&grid),
      spread_zeros_(grid.has_shifted_rows() ? operations.spread_shifted : operations.spread),
      last_row_(static_cast<std::uint32_t>(grid.rows()) - 1),
      last_strip_(grid.strip_count() - 1),
      last_bit_(static_cast<std::uint32_t>(grid.cols() - 1) % Grid::kWordCells),
      exits_(grid),
      zeros_(grid),
      opened_(grid),
      spread_(grid),
      is_read_(grid.word_count() / kRows / 64 + 1, 0) {
  for (std::uint32_t row = 0; row <= last_row_; ++row)
    for (std::uint32_t strip = 0; strip <= last_strip_; ++strip) {
      const bool touches_above = row % kRows == 0 && (row > 0 || grid.wraps_rows());
      const bool touches_below = row == last_row_ ? grid.wraps_rows() : row % kRows == kRows - 1;
      const auto touches_left = static_cast<std::uint32_t>(strip > 0 || grid.wraps_cols());
      const auto touches_right = static_cast<std::uint32_t>(strip < last_strip_ || grid.wraps_cols());
      const std::uint32_t word = grid.word_at(row, strip);
      exits_[word] = grid.all_cells()[word] &
                     (touches_above || touches_below ? ~std::uint32_t{0}
                                                     : touches_left | touches_right << last_bit_of(strip));
    }
}

std::span<const CellBlock> Opening::find(const Layout& layout, const View& view, Cell zero,
                                         FlagProtection protection) {
  layout_ = &layout;
  view_ = &view;
  const bool stops_at_flags = protection == FlagProtection::digs_and_openings && view.flag_count() != 0;
  kept_hidden_ = stops_at_flags ? &view.flagged() : nullptr;
  const auto row = static_cast<std::uint32_t>(grid_->row_of(zero));
  const std::uint32_t col = zero - row * static_cast<Cell>(grid_->cols());
  read_begin_ = is_read_.size();
  read_end_ = 0;
  open(row, col / Grid::kWordCells, std::uint32_t{1} << col % Grid::kWordCells);
  while (!work_.empty()) {
    const Place next = work_.back();
    work_.pop_back();
    spread(next);
  }
  found_.clear();
  list();
  return found_;
}

// The cells that may be opened.
inline RowVector Opening::openable(std::uint32_t first_word) const {
  const RowVector hidden = view_->hidden().rows(first_word);
  return kept_hidden_ == nullptr ? hidden : hidden & ~kept_hidden_->rows(first_word);
}

inline RowVector Opening::openable_zeros(std::uint32_t first_word) const {
  const RowVector numbered =
      layout_->mine_plane().rows(first_word) | layout_->numbers().positive_rows(first_word);
  return openable(first_word) & ~numbered;
}

// Is called when a block is first reached.
inline void Opening::read(std::uint32_t first_word) {
  const std::uint32_t block = first_word / kRows;
  std::uint64_t& is_read = is_read_[block / 64];
  const std::uint64_t bit = std::uint64_t{1} << block % 64;
  if ((is_read & bit) != 0) return;
  is_read |= bit;
  read_begin_ = std::min<std::size_t>(read_begin_, block / 64);
  read_end_ = std::max<std::size_t>(read_end_, block / 64 + 1);
  openable_zeros(first_word).store(zeros_.data() + first_word);
  const RowVector none = RowVector::before(0);
  none.store(opened_.data() + first_word);
  none.store(spread_.data() + first_word);
}

// Opens cells of a block; one that then has zeros to spread from goes on the work list.
void Opening::open(Place place, const RowVector& cells) {
  const std::uint32_t first = first_word_of(place);
  read(first);
  const RowVector before = opened_.rows(first);
  const RowVector left = zeros_.rows(first) & ~spread_.rows(first);
  const bool is_listed = (before & left).any();
  (before | cells).store(opened_.data() + first);
  if (!is_listed && (cells & left).any()) work_.push_back(place);
}

void Opening::open(std::uint32_t row, std::uint32_t strip, std::uint32_t cells) {
  open({row / kRows * kRows, strip}, RowVector::only(row % kRows, cells));
}

void Opening::spread(Place place) {
  const std::uint32_t first = first_word_of(place);
  std::uint32_t words[kRows];
  spread_zeros_(zeros_.data() + first, opened_.data() + first, spread_.data() + first, words);
  // What is beside them in other blocks.
  spread_to_sides(place, RowVector::load(words));
  // The block's rows 0 and kRows - 1 have the same parity as on the board.
  if (words[0] != 0 && (place.row > 0 || grid_->wraps_rows()))
    spread_to_row(place.row > 0 ? place.row - 1 : last_row_, place.strip, words[0], true,
                  !grid_->has_shifted_rows());
  const std::uint32_t last = std::min(place.row + kRows - 1, last_row_);
  if (words[last - place.row] != 0 && (last < last_row_ || grid_->wraps_rows())) {
    const bool is_shifted = grid_->has_shifted_rows() && last % 2 != 0;
    spread_to_row(last < last_row_ ? last + 1 : 0, place.strip, words[last - place.row], !is_shifted,
                  !grid_->has_shifted_rows() || is_shifted);
  }
}

// Opens the neighbours in the blocks to the left and right.
inline void Opening::spread_to_sides(Place place, const RowVector& zeros) {
  const RowVector odd = RowVector::odd_rows();
  // Each cell of a column next to the other block opens the one beside it there, and those above and below that one
  // unless they are half a cell away.
  const auto open_beside = [&](const RowVector& column, bool is_left, std::uint32_t strip,
                               std::uint32_t bit) {
    if (!column.any()) return;
    RowVector next = column;
    if (grid_->has_shifted_rows()) next = is_left ? column & ~odd : column & odd;
    open(Place{place.row, strip}, (column | next.moved_down() | next.moved_up()) << bit);
  };
  const std::uint32_t last_bit = last_bit_of(place.strip);
  if (place.strip > 0 || grid_->wraps_cols()) {
    const std::uint32_t left = place.strip > 0 ? place.strip - 1 : last_strip_;
    open_beside(zeros.in_columns(1), true, left, last_bit_of(left));
  }
  if (place.strip < last_strip_ || grid_->wraps_cols())
    open_beside((zeros >> last_bit).in_columns(1), false, place.strip < last_strip_ ? place.strip + 1 : 0, 0);
}

// Opens, in a row of another block, the neighbours of zeros of a word in the adjacent row.
void Opening::spread_to_row(std::uint32_t row, std::uint32_t strip, std::uint32_t zeros, bool goes_left,
                            bool goes_right) {
  open(row, strip, zeros | (goes_left ? zeros >> 1 : 0) | (goes_right ? zeros << 1 : 0));
  if (goes_left && (zeros & 1) != 0 && (strip > 0 || grid_->wraps_cols())) {
    const std::uint32_t left = strip > 0 ? strip - 1 : last_strip_;
    open(row, left, std::uint32_t{1} << last_bit_of(left));
  }
  if (goes_right && (zeros >> last_bit_of(strip) & 1) != 0 && (strip < last_strip_ || grid_->wraps_cols()))
    open(row, strip < last_strip_ ? strip + 1 : 0, 1);
}

// Lists what was found, and forgets which blocks have been read.
void Opening::list() {
  for (std::size_t i = read_begin_; i < read_end_; ++i)
    for (; is_read_[i] != 0; is_read_[i] &= is_read_[i] - 1) {
      const auto block =
          static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(is_read_[i]));
      const RowVector opened = opened_.rows(block * kRows) & openable(block * kRows);
      if (opened.any()) found_.emplace_back(*grid_, block * kRows).assign(opened);
    }
}

}  // namespace sapper::sim

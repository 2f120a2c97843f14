#include "sim/minesweeper/opening.hpp"

#include <algorithm>
#include <bit>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace sapper::sim {
namespace {

// The runs of adjacent bits of `runs` that contain a bit of `seeds`, a subset of them.
std::uint64_t fill_runs(std::uint64_t seeds, std::uint64_t runs) {
  // Adding a seed carries to the end of its run.
  std::uint64_t filled = seeds | (runs & ~(runs + seeds));
#ifdef __BMI2__
  // The first bit of a run has the same number among all first bits as its last one among the last.
  const std::uint64_t last = filled & ~(runs >> 1);
  const std::uint64_t first = _pdep_u64(_pext_u64(last, runs & ~(runs >> 1)), runs & ~(runs << 1));
  return (last << 1) - first;
#else
  // In the other direction by doubling distances.
  for (int distance = 1; distance < 64; distance *= 2) {
    filled |= runs & (filled >> distance);
    runs &= runs >> distance;
  }
  return filled;
#endif
}

}  // namespace

Opening::Opening(const Grid& grid)
    : grid_(&grid),
      rows_(static_cast<std::uint32_t>(grid.rows())),
      words_per_row_((static_cast<std::uint32_t>(grid.cols()) + kWidth - 1) / kWidth),
      last_width_(static_cast<std::uint32_t>(grid.cols()) - (words_per_row_ - 1) * kWidth),
      words_(std::size_t{rows_} * words_per_row_),
      is_read_((words_.size() + 63) / 64, 0) {
  work_.reserve(words_.size());
  found_.reserve(words_.size());
}

std::span<const CellBits> Opening::find(const Layout& layout, const View& view, Cell zero) {
  layout_ = &layout;
  read_begin_ = is_read_.size();
  read_end_ = 0;
  view_ = &view;
  const auto cols = static_cast<std::uint32_t>(grid_->cols());
  const std::uint32_t row = zero / cols;
  const std::uint32_t col = zero - row * cols;
  open({row, col / kWidth}, std::uint64_t{1} << col % kWidth);
  while (!work_.empty()) {
    const Place place = work_.back();
    work_.pop_back();
    spread(place);
  }
  list();
  return found_;
}

// Opens cells of a word; a word with zeros to spread from goes on the work list.
void Opening::open(Place place, std::uint64_t cells) {
  const std::size_t index = index_of(place);
  Word& word = words_[index];
  if ((is_read_[index / 64] >> index % 64 & 1) == 0) {
    is_read_[index / 64] |= std::uint64_t{1} << index % 64;
    read_begin_ = std::min(read_begin_, index / 64);
    read_end_ = std::max(read_end_, index / 64 + 1);
    const std::size_t first =
        std::size_t{place.row} * static_cast<std::size_t>(grid_->cols()) + std::size_t{place.col} * kWidth;
    const CellBits hidden =
        view_->hidden_among({static_cast<Cell>(first), ~std::uint64_t{0} >> (kWidth - width_of(place.col))});
    word.hidden = hidden.bits;
    word.zeros = layout_->zeros_among(hidden).bits;
    word.opened = word.spread = 0;
  }
  const bool is_listed = (word.opened & word.zeros & ~word.spread) != 0;
  word.opened |= cells;
  if (!is_listed && (word.opened & word.zeros & ~word.spread) != 0) work_.push_back(place);
}

void Opening::spread(Place place) {
  Word& word = words_[index_of(place)];
  const std::uint64_t reached = fill_runs(word.opened & word.zeros & ~word.spread, word.zeros);
  word.spread |= reached;
  const auto [row, col] = place;
  spread_to_row(row, col, reached, true, true);
  // Hexagons of an odd row lie between columns c and c + 1 of the adjacent rows, others between c - 1 and c.
  const bool goes_left = !grid_->has_shifted_rows() || row % 2 == 0;
  const bool goes_right = !grid_->has_shifted_rows() || row % 2 != 0;
  if (row > 0 || grid_->wraps_rows())
    spread_to_row(row > 0 ? row - 1 : rows_ - 1, col, reached, goes_left, goes_right);
  if (row + 1 < rows_ || grid_->wraps_rows())
    spread_to_row(row + 1 < rows_ ? row + 1 : 0, col, reached, goes_left, goes_right);
}

// Opens, in a row, the neighbours of zeros of a word in the same or an adjacent row.
void Opening::spread_to_row(std::uint32_t row, std::uint32_t col, std::uint64_t zeros, bool goes_left,
                            bool goes_right) {
  open({row, col}, zeros | (goes_left ? zeros >> 1 : 0) | (goes_right ? zeros << 1 : 0));
  if (goes_left && (zeros & 1) != 0 && (col > 0 || grid_->wraps_cols())) {
    const std::uint32_t left = (col > 0 ? col : words_per_row_) - 1;
    open({row, left}, std::uint64_t{1} << (width_of(left) - 1));
  }
  const bool is_last = col + 1 == words_per_row_;
  if (goes_right && (zeros >> (width_of(col) - 1) & 1) != 0 && (!is_last || grid_->wraps_cols()))
    open({row, is_last ? 0 : col + 1}, 1);
}

// Lists what was found, and forgets which words have been read.
void Opening::list() {
  found_.clear();
  const auto cols = static_cast<std::uint32_t>(grid_->cols());
  for (std::size_t i = read_begin_; i < read_end_; ++i)
    for (; is_read_[i] != 0; is_read_[i] &= is_read_[i] - 1) {
      const std::size_t index = i * 64 + static_cast<std::size_t>(std::countr_zero(is_read_[i]));
      const std::uint64_t opened = words_[index].opened & words_[index].hidden;
      if (opened == 0) continue;
      const auto row = static_cast<std::uint32_t>(index / words_per_row_);
      const auto col = static_cast<std::uint32_t>(index % words_per_row_);
      found_.push_back({row * cols + col * kWidth, opened});
    }
}

}  // namespace sapper::sim

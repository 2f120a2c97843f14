#include "sim/minesweeper/board_statistics.hpp"

#include <algorithm>
#include <bit>

namespace sapper::sim {
namespace {

constexpr int kWordBits = 64;

}  // namespace

void BoardCounter::set_shape(const Grid& grid) {
  rows_ = grid.rows();
  cols_ = grid.cols();
  wraps_rows_ = grid.wraps_rows();
  wraps_cols_ = grid.wraps_cols();
  has_shifted_rows_ = grid.has_shifted_rows();
  words_ = static_cast<std::size_t>((cols_ + kWordBits - 1) / kWordBits);
  const int spare = static_cast<int>(words_) * kWordBits - cols_;
  last_mask_ = ~Word{0} >> spare;
  const std::size_t size = static_cast<std::size_t>(rows_) * words_;
  mines_.assign(size, 0);
  zeros_.resize(size);
  shown_.resize(size);
  right_.resize(size);
  left_.resize(size);
}

void BoardCounter::move_right(const std::vector<Word>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) right_[i] = rows[i] << 1;
  if (words_ > 1)
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (i % words_ != 0) right_[i] |= rows[i - 1] >> (kWordBits - 1);
  for (std::size_t end = words_; end <= rows.size(); end += words_) {
    if (wraps_cols_) right_[end - words_] |= rows[end - 1] >> ((cols_ - 1) % kWordBits) & 1;
    right_[end - 1] &= last_mask_;
  }
}

void BoardCounter::move_left(const std::vector<Word>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) left_[i] = rows[i] >> 1;
  if (words_ > 1)
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (i % words_ != 0) left_[i - 1] |= rows[i] << (kWordBits - 1);
  if (wraps_cols_)
    for (std::size_t end = words_; end <= rows.size(); end += words_)
      left_[end - 1] |= (rows[end - words_] & 1) << ((cols_ - 1) % kWordBits);
}

void BoardCounter::spread(const std::vector<Word>& rows, std::vector<Word>& spread) {
  move_right(rows);
  move_left(rows);
  const std::size_t size = rows.size();
  for (std::size_t i = 0; i < size; ++i) spread[i] = rows[i] | right_[i] | left_[i];
  // What the rows touch above and below: one cell fewer on hexagonal boards, whose odd rows are shifted right.
  std::vector<Word>& touched = right_;
  for (std::size_t i = 0; i < size; ++i) touched[i] |= rows[i] | left_[i];
  if (has_shifted_rows_)
    for (int row = 0; row < rows_; ++row) touch_one_side(rows, row, touched);
  for (std::size_t i = words_; i < size; ++i) spread[i] |= touched[i - words_];
  for (std::size_t i = words_; i < size; ++i) spread[i - words_] |= touched[i];
  if (!wraps_rows_) return;
  for (std::size_t i = 0; i < words_; ++i) {
    spread[i] |= touched[size - words_ + i];
    spread[size - words_ + i] |= touched[i];
  }
}

// Even rows of a hexagonal board touch the rows above and below at their own columns and those to the left.
void BoardCounter::touch_one_side(const std::vector<Word>& rows, int row, std::vector<Word>& touched) const {
  const std::size_t begin = static_cast<std::size_t>(row) * words_;
  for (std::size_t i = begin; i < begin + words_; ++i) {
    const Word carried = i > begin ? rows[i - 1] >> (kWordBits - 1) : 0;
    touched[i] = rows[i] | (row % 2 == 0 ? left_[i] : rows[i] << 1 | carried);
  }
  touched[begin + words_ - 1] &= last_mask_;
}

void BoardCounter::list_runs(const Word* row) {
  const std::size_t begin = runs_.size();
  for (std::size_t i = 0; i < words_; ++i) {
    const int base = static_cast<int>(i) * kWordBits;
    for (Word bits = row[i]; bits != 0;) {
      const int first = std::countr_zero(bits);
      const int length = std::countr_one(bits >> first);
      if (runs_.size() > begin && first == 0 && runs_.back().last == base - 1)
        runs_.back().last = base + length - 1;
      else
        runs_.push_back({base + first, base + first + length - 1});
      if (first + length == kWordBits) break;
      bits &= ~Word{0} << (first + length);
    }
  }
}

std::size_t BoardCounter::group_of(std::size_t run) {
  while (leader_[run] != run) run = leader_[run] = leader_[leader_[run]];
  return run;
}

void BoardCounter::join(std::size_t a, std::size_t b) {
  a = group_of(a);
  b = group_of(b);
  if (a == b) return;
  leader_[std::max(a, b)] = std::min(a, b);
  --groups_;
}

// Joins the runs of a row, [here, here_end), with those of the row above it that they touch.
void BoardCounter::join_rows(std::size_t above, std::size_t above_end, std::size_t here, std::size_t here_end,
                             int row) {
  if (above == above_end) return;
  const int to_left = has_shifted_rows_ && row % 2 == 1 ? 0 : 1;
  const int to_right = has_shifted_rows_ && row % 2 == 0 ? 0 : 1;
  std::size_t next = above;
  for (std::size_t run = here; run < here_end; ++run) {
    const int first = runs_[run].first - to_left;
    const int last = runs_[run].last + to_right;
    while (next < above_end && runs_[next].last < first) ++next;
    for (std::size_t touched = next; touched < above_end && runs_[touched].first <= last; ++touched)
      join(run, touched);
    if (!wraps_cols_) continue;
    if (first < 0 && runs_[above_end - 1].last == cols_ - 1) join(run, above_end - 1);
    if (last == cols_ && runs_[above].first == 0) join(run, above);
  }
}

std::uint32_t BoardCounter::count_groups(std::vector<Word>& rows) {
  runs_.clear();
  leader_.clear();
  groups_ = 0;
  std::size_t above = 0;
  std::size_t first_row_end = 0;
  for (int row = 0; row < rows_; ++row) {
    const std::size_t here = runs_.size();
    list_runs(row_of(rows, row));
    const std::size_t end = runs_.size();
    for (std::size_t run = here; run < end; ++run) leader_.push_back(run);
    groups_ += static_cast<std::uint32_t>(end - here);
    const bool wraps =
        wraps_cols_ && here < end && runs_[here].first == 0 && runs_[end - 1].last == cols_ - 1;
    if (wraps) join(here, end - 1);
    if (row == 0)
      first_row_end = end;
    else
      join_rows(above, here, here, end, row);
    above = here;
  }
  if (wraps_rows_) join_rows(above, runs_.size(), 0, first_row_end, 0);
  return groups_;
}

BoardStatistics BoardCounter::count(const Layout& layout) {
  const Grid& grid = layout.grid();
  set_shape(grid);
  // A quotient by multiplication, exact as boards have at most 2^24 cells and 2^12 columns.
  const auto cols = static_cast<Word>(cols_);
  const Word reciprocal = (Word{1} << 36) / cols + 1;
  for (const Cell mine : layout.mines()) {
    const Word row = mine * reciprocal >> 36;
    const Word col = mine - row * cols;
    mines_[row * words_ + col / kWordBits] |= Word{1} << col % kWordBits;
  }
  spread(mines_, zeros_);
  for (int row = 0; row < rows_; ++row) {
    Word* const cells = row_of(zeros_, row);
    for (std::size_t i = 0; i < words_; ++i) cells[i] = ~cells[i];
    cells[words_ - 1] &= last_mask_;
  }
  spread(zeros_, shown_);

  BoardStatistics statistics;
  statistics.openings = count_groups(zeros_);
  for (const Word word : shown_) statistics.opening_cells += static_cast<std::uint32_t>(std::popcount(word));
  const auto free_cells = grid.cell_count() - static_cast<std::uint32_t>(layout.mines().size());
  statistics.three_bv = statistics.openings + free_cells - statistics.opening_cells;
  return statistics;
}

}  // namespace sapper::sim

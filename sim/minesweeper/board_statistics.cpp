#include "sim/minesweeper/board_statistics.hpp"

#include <algorithm>
#include <bit>

namespace sapper::sim {

void BoardCounter::Board::take(const Layout& layout) {
  const std::span<const std::uint32_t> all = layout.grid().all_cells();
  for (std::uint32_t word = 0; word < all.size(); ++word)
    zeros[word] = all[word] & ~(layout.mine_plane()[word] | layout.numbers().positive(word));
  free_cells = layout.grid().cell_count() - static_cast<std::uint32_t>(layout.mines().size());
}

BoardStatistics BoardCounter::count(const Layout& layout) {
  Board board(layout.grid());
  board.take(layout);
  return count(layout.grid(), board);
}

BoardStatistics BoardCounter::count(const Grid& grid, const Board& board) {
  if (!shown_ || size_ != grid.size()) shown_.emplace(grid);
  size_ = grid.size();
  find_neighborhood(grid, board.zeros, *shown_);

  BoardStatistics statistics;
  statistics.openings = count_groups(grid, board.zeros);
  for (std::uint32_t word = 0; word < grid.word_count(); ++word)
    statistics.opening_cells += static_cast<std::uint32_t>(std::popcount((*shown_)[word]));
  statistics.three_bv = statistics.openings + board.free_cells - statistics.opening_cells;
  return statistics;
}

std::uint32_t BoardCounter::count_groups(const Grid& grid, const CellPlane& zeros) {
  runs_.clear();
  leader_.clear();
  groups_ = 0;
  std::size_t above = 0;
  std::size_t first_row_end = 0;
  for (int row = 0; row < grid.rows(); ++row) {
    const std::size_t here = runs_.size();
    list_runs(grid, zeros, static_cast<std::uint32_t>(row));
    const std::size_t end = runs_.size();
    for (std::size_t run = here; run < end; ++run) leader_.push_back(run);
    groups_ += static_cast<std::uint32_t>(end - here);
    const bool wraps =
        grid.wraps_cols() && here < end && runs_[here].first == 0 && runs_[end - 1].last == grid.cols() - 1;
    if (wraps) join(here, end - 1);
    if (row == 0)
      first_row_end = end;
    else
      join_rows(grid, above, here, here, end, row);
    above = here;
  }
  if (grid.wraps_rows()) join_rows(grid, above, runs_.size(), 0, first_row_end, 0);
  return groups_;
}

void BoardCounter::list_runs(const Grid& grid, const CellPlane& zeros, std::uint32_t row) {
  constexpr int kWordBits = Grid::kWordCells;
  const std::size_t begin = runs_.size();
  for (std::uint32_t strip = 0; strip < grid.strip_count(); ++strip) {
    const int base = static_cast<int>(strip) * kWordBits;
    for (std::uint32_t bits = zeros[grid.word_at(row, strip)]; bits != 0;) {
      const int first = std::countr_zero(bits);
      const int length = std::countr_one(bits >> first);
      if (runs_.size() > begin && first == 0 && runs_.back().last == base - 1)
        runs_.back().last = base + length - 1;
      else
        runs_.push_back({base + first, base + first + length - 1});
      if (first + length == kWordBits) break;
      bits &= ~std::uint32_t{0} << (first + length);
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
void BoardCounter::join_rows(const Grid& grid, std::size_t above, std::size_t above_end, std::size_t here,
                             std::size_t here_end, int row) {
  if (above == above_end) return;
  const int to_left = grid.has_shifted_rows() && row % 2 == 1 ? 0 : 1;
  const int to_right = grid.has_shifted_rows() && row % 2 == 0 ? 0 : 1;
  std::size_t next = above;
  for (std::size_t run = here; run < here_end; ++run) {
    const int first = runs_[run].first - to_left;
    const int last = runs_[run].last + to_right;
    while (next < above_end && runs_[next].last < first) ++next;
    for (std::size_t touched = next; touched < above_end && runs_[touched].first <= last; ++touched)
      join(run, touched);
    if (!grid.wraps_cols()) continue;
    if (first < 0 && runs_[above_end - 1].last == grid.cols() - 1) join(run, above_end - 1);
    if (last == grid.cols() && runs_[above].first == 0) join(run, above);
  }
}

}  // namespace sapper::sim

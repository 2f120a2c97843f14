#include "sim/minesweeper/layout.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "sim/minesweeper/mine_draw.hpp"

namespace sapper::sim {

Layout::Layout(const Grid& grid)
    : grid_(&grid),
      mine_(grid),
      numbers_(grid),
      ones_(static_cast<std::size_t>(grid.rows()) + 2),
      twos_(static_cast<std::size_t>(grid.rows()) + 2) {}

void Layout::clear() {
  mine_.clear();
  numbers_.clear();
  mines_.clear();
}

void Layout::add_mine(Cell cell) {
  SAPPER_EXPECT(!is_mine(cell));
  mine_.insert(grid_->place_of(cell));
  mines_.push_back(cell);
  for (const Cell neighbor : grid_->neighbors(cell)) numbers_.increment(grid_->place_of(neighbor));
}

void Layout::remove_mine(Cell cell) {
  SAPPER_EXPECT(is_mine(cell));
  mine_.remove(grid_->place_of(cell));
  const auto found = std::find(mines_.begin(), mines_.end(), cell);
  *found = mines_.back();
  mines_.pop_back();
  for (const Cell neighbor : grid_->neighbors(cell)) numbers_.decrement(grid_->place_of(neighbor));
}

void Layout::set_mines(std::span<const Cell> mines) {
  mines_.assign(mines.begin(), mines.end());
  mine_.clear();
  for (const Cell mine : mines) mine_.insert(grid_->place_of(mine));
  count_numbers();
}

void Layout::draw_mines(std::uint32_t mine_count, std::uint32_t allowed_count, Stream& random) {
  SAPPER_EXPECT(mine_count <= allowed_count);
  mines_.resize(mine_count);
  if (is_drawn_by_rejection(mine_count, grid_->cell_count(), allowed_count)) {
    draw_by_rejection(mine_count, random);
  } else {
    draw_by_shuffle(mine_count, random);
  }
}

void Layout::draw_by_rejection(std::uint32_t mine_count, Stream& random) {
  sim::draw_by_rejection(std::span(mines_.data(), mine_count), grid_->cell_count(), random, [&](Cell cell) {
    const Grid::Place place = grid_->place_of(cell);
    const bool is_new = !mine_.contains(place);
    mine_.insert(place);
    return is_new;
  });
}

void Layout::draw_by_shuffle(std::uint32_t mine_count, Stream& random) {
  places_.clear();
  visit_cells(
      *grid_, [&](std::uint32_t word) { return grid_->all_cells()[word] & ~mine_[word]; },
      [&](Cell cell) {
        places_.push_back(cell);
        return true;
      });
  sim::draw_by_shuffle(std::span(mines_.data(), mine_count), places_, random);
  for (const Cell mine : mines_) mine_.insert(grid_->place_of(mine));
}

// Fills in all numbers from the mines.
void Layout::count_numbers() {
  // On a shorter ring a cell would be counted twice, or count itself.
  const bool is_short_ring =
      (grid_->wraps_rows() && grid_->rows() < 3) || (grid_->wraps_cols() && grid_->cols() < 3);
  if (is_short_ring) {
    numbers_.clear();
    for (const Cell mine : mines_)
      for (const Cell neighbor : grid_->neighbors(mine)) numbers_.increment(grid_->place_of(neighbor));
    return;
  }
  for (std::uint32_t strip = 0; strip < grid_->strip_count(); ++strip) count_strip(strip);
}

// Adds up all cells of a word at once, by carry-save adders: three rows, each of which gives two binary digits.
void Layout::count_strip(std::uint32_t strip) {
  const auto rows = static_cast<std::uint32_t>(grid_->rows());
  const std::uint32_t first = grid_->word_at(0, strip);
  const StripWords here(*grid_, mine_.data(), strip);
  const auto left = [&](std::uint32_t row) { return here.from_left(row); };
  const auto right = [&](std::uint32_t row) { return here.from_right(row); };

  std::uint32_t* const ones = ones_.data() + 1;
  std::uint32_t* const twos = twos_.data() + 1;
  if (!grid_->has_shifted_rows()) {
    for (std::uint32_t row = 0; row < rows; ++row) {
      ones[row] = left(row) ^ here[row] ^ right(row);
      twos[row] = (left(row) & here[row]) | (right(row) & (left(row) | here[row]));
    }
  } else {
    // Cells of odd rows touch their own column and the next in the adjacent rows, others their own and the one before.
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint32_t beside = row % 2 == 0 ? right(row) : left(row);
      ones[row] = here[row] ^ beside;
      twos[row] = here[row] & beside;
    }
  }
  ones_.front() = grid_->wraps_rows() ? ones[rows - 1] : 0;
  twos_.front() = grid_->wraps_rows() ? twos[rows - 1] : 0;
  ones_.back() = grid_->wraps_rows() ? ones[0] : 0;
  twos_.back() = grid_->wraps_rows() ? twos[0] : 0;

  const std::uint32_t* const all = grid_->all_cells().data() + first;
  std::uint32_t* const digits[] = {numbers_.digit(0) + first, numbers_.digit(1) + first,
                                   numbers_.digit(2) + first, numbers_.digit(3) + first};
  const std::uint32_t* const ones_above = ones_.data();
  const std::uint32_t* const twos_above = twos_.data();
  for (std::uint32_t row = 0; row < rows; ++row) {
    const auto majority = [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      return (a & b) | (c & (a | b));
    };
    const std::uint32_t own_ones = left(row) ^ right(row);
    const std::uint32_t own_twos = left(row) & right(row);
    const std::uint32_t carry = majority(ones_above[row], own_ones, ones_above[row + 2]);
    const std::uint32_t sum_of_twos = twos_above[row] ^ own_twos ^ twos_above[row + 2];
    const std::uint32_t fours = majority(twos_above[row], own_twos, twos_above[row + 2]);
    const std::uint32_t carry_of_twos = sum_of_twos & carry;
    digits[0][row] = all[row] & (ones_above[row] ^ own_ones ^ ones_above[row + 2]);
    digits[1][row] = all[row] & (sum_of_twos ^ carry);
    digits[2][row] = all[row] & (fours ^ carry_of_twos);
    digits[3][row] = all[row] & fours & carry_of_twos;
  }
}

}  // namespace sapper::sim

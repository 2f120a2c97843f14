#include "sim/minesweeper/view.hpp"

#include <bit>

namespace sapper::sim {

void View::hide_all() {
  hidden_.fill(*grid_);
  numbers_.clear();
  remove_flags();
  hidden_count_ = grid_->cell_count();
}

bool View::shows_a_zero() const {
  const std::span<const std::uint32_t> all = grid_->all_cells();
  for (std::uint32_t word = 0; word < all.size(); ++word)
    if ((all[word] & ~hidden_[word] & ~numbers_.positive(word)) != 0) return true;
  return false;
}

std::vector<std::uint8_t> cells_of(const View& view) {
  const Grid& grid = view.grid();
  const CellNumbers& numbers = view.numbers();
  std::vector<std::uint8_t> cells(grid.cell_count());
  for (std::uint32_t word = 0; word < grid.word_count(); ++word) {
    const std::uint32_t hidden = view.hidden()[word];
    const auto width = static_cast<std::uint32_t>(std::bit_width(grid.all_cells()[word]));
    std::uint8_t* const first = cells.data() + grid.first_cells()[word];
    for (std::uint32_t bit = 0; bit < width; ++bit) {
      std::uint32_t cell = (hidden >> bit & 1) * kHidden;
      for (std::size_t digit = 0; digit < CellNumbers::kDigits; ++digit)
        cell |= (numbers.digit(digit)[word] >> bit & 1) << digit;
      first[bit] = static_cast<std::uint8_t>(cell);
    }
  }
  return cells;
}

}  // namespace sapper::sim

#include "solvers/minesweeper/counting/frontier_search.hpp"

namespace sapper::solvers {

Windows::Windows(const sim::Grid& grid)
    : are_ordered_(!grid.wraps_rows() && !grid.wraps_cols()),
      is_one_strip_(grid.strip_count() == 1),
      stride_(grid.word_stride()) {
  std::size_t bit = 0;
  for (int row = -1; row <= 1; ++row)
    for (int col = -1; col <= 1; ++col)
      steps_[bit++] = {static_cast<sim::Cell>(row * grid.cols() + col), static_cast<std::uint32_t>(row),
                       static_cast<std::uint32_t>(col)};
  // Where rows are shifted, even ones touch the left two cells of the rows above and below, odd ones the right two.
  constexpr std::uint32_t kAllAround = 0b111'101'111;
  neighbors_ = {kAllAround, kAllAround};
  if (grid.has_shifted_rows()) neighbors_ = {0b011'101'011, 0b110'101'110};
}

}  // namespace sapper::solvers

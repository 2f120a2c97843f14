#include "solvers/minesweeper/counting/frontier_search.hpp"

namespace sapper::solvers {

PlaneGeometry::PlaneGeometry(const sim::Grid& grid) {
  if (grid.rows() > kTileRows || grid.cols() > kTileCols || grid.wraps_rows() || grid.wraps_cols()) return;
  for (int row = 0; row < grid.rows(); ++row)
    for (int col = 0; col < grid.cols(); ++col)
      places_.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(col)});
  std::size_t bit = 0;
  for (int row = -1; row <= 1; ++row)
    for (int col = -1; col <= 1; ++col) offsets_[bit++] = row * grid.cols() + col;
  // Of shifted rows the even ones touch the left two cells of the rows above and below, the odd ones the right two.
  constexpr std::uint32_t kAllAround = 0b111'101'111;
  neighbors_ = {kAllAround, kAllAround};
  if (grid.has_shifted_rows()) neighbors_ = {0b011'101'011, 0b110'101'110};
}

}  // namespace sapper::solvers

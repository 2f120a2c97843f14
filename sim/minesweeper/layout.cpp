#include "sim/minesweeper/layout.hpp"

#include <algorithm>

namespace sapper::sim {

void Layout::clear() {
  std::fill(values_.begin(), values_.end(), std::uint8_t{0});
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

}  // namespace sapper::sim

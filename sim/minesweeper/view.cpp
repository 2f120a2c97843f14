#include "sim/minesweeper/view.hpp"

#include <algorithm>

namespace sapper::sim {

void View::hide_all() {
  cells_.fill_all(kHidden);
  if (flag_count_ != 0) std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
  flag_count_ = 0;
  hidden_count_ = grid_->cell_count();
}

}  // namespace sapper::sim

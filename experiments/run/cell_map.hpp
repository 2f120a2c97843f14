// The cells of a board that a case represents in a map of results by cell. Cases of one map differ only in their cells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sapper::experiments {

struct CellMap {
  int rows = 0;
  int cols = 0;
  bool has_shifted_rows = false;  // odd rows are shifted right by half a cell
  std::string key;                // the same for all cases of a map
  std::string label;
  std::vector<std::uint32_t> cells;  // row * cols + col
};

}  // namespace sapper::experiments

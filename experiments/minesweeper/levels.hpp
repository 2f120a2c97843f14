// The named levels, from levels.json (`sapper-levels/1`) in the data folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/json/node.hpp"

namespace sapper::experiments::minesweeper {

struct Level {
  std::string name;
  int rows = 0;
  int cols = 0;
  std::uint32_t mines = 0;
  std::string description;
};

// The levels, read at the first call. InputError if the file cannot be used.
const std::vector<Level>& levels();

}  // namespace sapper::experiments::minesweeper

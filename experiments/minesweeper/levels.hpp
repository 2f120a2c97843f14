// The named levels, from levels.json (`sapper-levels/1`) in the data folder.
#pragma once

#include <filesystem>
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

// Where the program's data lies: the environment's SAPPER_DATA, or else the folder known from the build.
std::filesystem::path data_folder();

// The levels, read at the first call. InputError if the file cannot be used.
const std::vector<Level>& levels();

}  // namespace sapper::experiments::minesweeper

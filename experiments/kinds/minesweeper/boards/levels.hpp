// The named levels: those of data/levels.json (`sapper-levels/1`), which is compiled in, so that a relocated program
// still has them; or those of levels.json in the folder named by SAPPER_DATA. A levels.json elsewhere, such as that of
// an installation, is not read: the same program has the same levels on any machine.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments::minesweeper {

struct Level {
  std::string name;
  int rows = 0;
  int cols = 0;
  std::uint32_t mines = 0;
  std::string description;
};

// The classic ones, for completion.
inline constexpr std::array<std::string_view, 3> kUsualLevels{"Beginner", "Intermediate", "Expert"};

// The levels, read at the first call. InputError if the file in SAPPER_DATA cannot be used.
const std::vector<Level>& levels();

}  // namespace sapper::experiments::minesweeper

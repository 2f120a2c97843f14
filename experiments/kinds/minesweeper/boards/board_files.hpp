// The files that boards on lattices and graphs come from, as other files name them.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "experiments/kinds/minesweeper/boards/board.hpp"

namespace sapper::experiments::minesweeper {

// The name by which named_file() finds a file, given from the current folder, from another one that is written; output `-`:
// from the current folder. An absolute name stays.
std::string name_beside(const std::filesystem::path& file, const std::filesystem::path& output);
// Gives the files of lattices and graphs, which the boards name from a folder, such names. InputError if one is missing or not
// that of the board.
void name_files_beside(std::span<Board> boards, const std::filesystem::path& folder,
                       const std::filesystem::path& output);

}  // namespace sapper::experiments::minesweeper

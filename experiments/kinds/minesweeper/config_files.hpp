// The files that a config names besides itself: those of its boards, and those that its external players are run from.
#pragma once

#include <filesystem>
#include <vector>

#include "experiments/kinds/minesweeper/config.hpp"
#include "experiments/run/program_file.hpp"

namespace sapper::experiments::minesweeper {

// Programs are searched for as execvp does, in the players' folder.
std::vector<ProgramFile> program_files_of(const Config& config);
std::vector<std::filesystem::path> files_of(const Config& config);

}  // namespace sapper::experiments::minesweeper

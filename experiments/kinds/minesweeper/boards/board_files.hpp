// The files that boards on lattices and graphs come from, as other files name them.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/boards/board.hpp"

namespace sapper::experiments::minesweeper {

// Puts a board of rows and columns on the topology of an option: the name of a shipped lattice, or a file that ends with
// `.json`; a topology of the planes if its cells see the same. level: that gave the size, or empty. layers: of a lattice in layers, by default as many as rows.
// InputError, naming the options.
void take_topology(const std::string& topology, std::string_view level, std::optional<int> layers,
                   Board& board);
// Makes the board the graph in a file, still without mines. InputError.
void take_graph(const std::filesystem::path& file, Board& board);

// The name by which named_file() finds a file, given from the current folder, from another one that is written; output `-`:
// from the current folder. An absolute name stays; symbolic links are not followed.
std::string name_beside(const std::filesystem::path& file, const std::filesystem::path& output);
// Gives the files of lattices and graphs, which the boards name from a folder, such names. InputError if one is missing or
// not that of the board.
void name_files_beside(std::span<Board> boards, const std::filesystem::path& folder,
                       const std::filesystem::path& output);

}  // namespace sapper::experiments::minesweeper

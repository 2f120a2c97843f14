// Sets up a game of Minesweeper: turns a request into a board and its rules.
//
// The course's levels: 0 is the board of data/boards/bombes.txt (9 x 9); 1 has N x N cells and floor(N*N/5)
// mines; 2 is the same with mines that move after each turn. On all of them the corners hold no mine, a 0 opens only
// its neighbours, and the game asks for a row and then for a column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "experiments/kinds/minesweeper/config/config.hpp"

namespace sapper::experiments::minesweeper {

// Numbers are in their ranges, which the command line checks. nullopt: the default. At most one of level, course, file,
// and rows with mines or density; if none is given: the level Beginner.
struct MinesweeperRequest {
  std::optional<std::string> level;  // of levels.json, case-insensitive
  std::optional<int> course;         // 0, 1 or 2
  std::optional<int> size;           // of the course's levels 1 and 2; default: 9
  std::optional<std::filesystem::path> file;
  std::optional<int> rows;
  std::optional<int> cols;  // default: as many as rows
  std::optional<std::uint64_t> mines;
  std::optional<double> density;
  std::optional<std::string> first_click;  // default: opening; of a board from a file: unprotected
  std::optional<std::string> reveal;
  std::optional<std::string> topology;         // also a lattice of `sapper list`, or its file
  std::optional<int> layers;                   // of a lattice in layers; default: as many as rows
  std::optional<std::filesystem::path> graph;  // a board by itself, with mines or density
  bool moving = false;
  Guessing guessing = Guessing::allowed;  // not with moving mines, a file or the course
  std::uint64_t seed = 1;
};

struct MinesweeperSetup {
  // How the player is asked for a cell.
  enum class Asking : std::uint8_t { for_a_command, for_row_and_column };

  // One board. Its game is game 0 of an experiment with this config.
  Config config;
  Asking asking = Asking::for_a_command;

  const Board& board() const { return config.boards.front(); }
  const Case& only_case() const { return config.cases.front(); }
};

// Throws InputError, naming the option, for a game that cannot be played.
MinesweeperSetup set_up(const MinesweeperRequest& request);

}  // namespace sapper::experiments::minesweeper

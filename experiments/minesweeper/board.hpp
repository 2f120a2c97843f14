// The boards of an experiment: from the config's entries, with their lists and densities, to boards with a size and
// a mine count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "experiments/json/node.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

struct Board {
  int rows = 0;
  int cols = 0;
  std::uint32_t mines = 0;
  sim::Topology topology = sim::Topology::square;
  std::string level;  // the name under which the config gave it, if any
  std::string file;   // likewise the file, as the config writes it
  // Of a board from a file: where the mines lie, ascending.
  std::shared_ptr<const std::vector<sim::Cell>> fixed_mines;

  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(rows) * static_cast<std::uint32_t>(cols); }
  double density() const { return static_cast<double>(mines) / cell_count(); }
};

// `16 x 30, 99 mines`, with level, file and topology where they are not the usual ones.
std::string name_of(const Board& board);

// What names the board in every game's random streams (sim::GameId): 64-bit FNV-1a over rows, cols, mines, topology
// and, of a board from a file, its mines, each as four bytes, low first. The same board has the same games in any
// experiment of the same seed, wherever it stands and however its entry is written.
std::uint64_t key_of(const Board& board);

boost::json::object to_json(const Board& board);

// How the first dig is chosen.
struct FirstClick {
  enum class Cell : std::uint8_t { given, corner, center, strategy };
  sim::FirstClickRule rule = sim::FirstClickRule::opening;
  Cell cell = Cell::center;
  int row = 0;  // where given
  int col = 0;
};

// The first cell on a board; kNoCell where the strategy chooses. The cell lies on the board.
sim::Cell first_cell_on(const Board& board, const FirstClick& first);

// A board together with the entry that it came from, and the node that gave its mines, for errors.
struct BoardEntry {
  Board board;
  json::Node entry;
  json::Node mines;
};

// All boards of the config's list, in order: each entry's product with rows outermost and mines innermost. InputError
// where boards x strategies exceed kMaxSweepCells, before the boards take any memory.
std::vector<BoardEntry> expand_boards(const json::Node& list, sim::Topology topology,
                                      const std::filesystem::path& folder, std::uint64_t strategy_count);

// InputError where the rules of the first click leave no room for the mines, the first cell lies outside, or a
// file's mines lie where the rule forbids them.
void check_first_click(const BoardEntry& entry, const FirstClick& first, const std::optional<json::Node>& cell);

}  // namespace sapper::experiments::minesweeper

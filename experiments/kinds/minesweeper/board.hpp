// A board of an experiment: its size and mines, its name and key, and where its first dig goes.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// Which of the layouts that the first-click rule allows are played: all, or those that logic alone solves from the
// first cell (solvers/minesweeper/strategies/no_guess.hpp).
enum class Guessing : std::uint8_t { allowed, none };
inline constexpr std::string_view kNoGuessLayout = "no_guess";  // the name of `none` in configs

struct Board {
  int rows = 0;
  int cols = 0;
  std::uint32_t mines = 0;
  sim::Topology topology = sim::Topology::square;
  std::string level;                    // the name under which the config gave it, if any
  std::string file;                     // likewise the file, as the config writes it
  std::optional<double> asked_density;  // that the config gave, if any: `mines` is the nearest number
  // Of a board from a file: where the mines lie, ascending.
  std::shared_ptr<const std::vector<sim::Cell>> fixed_mines;
  Guessing guessing = Guessing::allowed;  // `allowed` with fixed mines

  std::uint32_t cell_count() const {
    return static_cast<std::uint32_t>(rows) * static_cast<std::uint32_t>(cols);
  }
  double density() const { return static_cast<double>(mines) / cell_count(); }
};

// `16 x 30, 99 mines`, with level, file and topology where they are not the usual ones.
std::string name_of(const Board& board);
// What stands for the file of a board from one: `bombes.txt`; `layout` where the config holds the mines.
std::string file_text(const Board& board);

// What names the board in every game's random streams (sim::GameId): 64-bit FNV-1a over rows, cols, mines,
// topology and, of a board from a file, its mines, each as four bytes, low first. The same board has the same
// games in any experiment of the same seed, wherever it stands and however its entry is written. Boards that need no
// guess have the key of those that may: their layouts are first looked for among the same games.
std::uint64_t key_of(const Board& board);

boost::json::object to_json(const Board& board);

// How the first dig is chosen.
struct FirstClick {
  enum class Cell : std::uint8_t { given, corner, center, strategy, all };
  sim::FirstClickRule rule = sim::FirstClickRule::opening;
  Cell cell = Cell::center;
  int row = 0;  // where given
  int col = 0;
};

// Where the first dig goes if the config does not say.
FirstClick::Cell usual_first_cell(sim::FirstClickRule rule);

// The first cells on a board: one; kNoCell where the strategy chooses; under `all` the lowest cell of each
// class of cells that the board's symmetries map onto one another, ascending. The cells lie on the board.
std::vector<sim::Cell> first_cells_on(const Board& board, const FirstClick& first);

}  // namespace sapper::experiments::minesweeper

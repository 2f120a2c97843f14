// A board of an experiment: its size and mines, its name and key, and the place of the first dig.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments::minesweeper {

// Which of the layouts that the first-click rule allows are played: all, or those that logic alone solves from the
// first cell, uniformly (solvers/minesweeper/strategies/no_guess.hpp) or not (no_guess.hpp).
enum class Guessing : std::uint8_t { allowed, none, repaired, walked };

struct NoGuessKind {
  Guessing guessing;
  std::string_view name;    // of the layouts, in configs
  std::string_view method;  // of `sapper boards`
  std::string_view title;   // in names of boards
};
inline constexpr std::array kNoGuessKinds{
    NoGuessKind{Guessing::none, "no_guess", "rejection", "no guess"},
    NoGuessKind{Guessing::repaired, "no_guess_repaired", "repair", "no guess (repaired)"},
    NoGuessKind{Guessing::walked, "no_guess_walked", "walk", "no guess (repaired, walked)"}};
// The kind must not be Guessing::allowed.
constexpr const NoGuessKind& row_of(Guessing guessing) {
  return kNoGuessKinds[static_cast<std::size_t>(guessing) - 1];
}
inline constexpr std::uint32_t kWalkSteps = 1000;  // of Guessing::walked
// Layouts of the other kinds, in replays.
inline constexpr std::string_view kRandomLayout = "random", kGivenLayout = "given";

// How the first dig is chosen.
struct FirstClick {
  // board: the board's own first cell (Board::first), or the usual one of the rule where it has none.
  enum class Cell : std::uint8_t { corner, center, strategy, all, board, given };
  sim::FirstClickRule rule = sim::FirstClickRule::opening;
  Cell cell = Cell::center;
  int row = 0;  // where given
  int col = 0;
};

struct Board {
  int rows = 0;
  int cols = 0;
  std::uint32_t mines = 0;
  sim::Topology topology = sim::Topology::square;
  std::string level = {};  // the level's name, if the config gave one
  std::string file = {};   // the file, if the config gave one, as written there
  std::optional<double> asked_density =
      {};  // the density, if the config gave one: `mines` is the nearest number
  // The mines of a board from a file, ascending.
  std::shared_ptr<const std::vector<sim::Cell>> fixed_mines = nullptr;
  Guessing guessing = Guessing::allowed;  // `allowed` with fixed mines
  std::optional<sim::Cell> first = {};    // the first dig that fixed mines were drawn for, if it is known

  sim::BoardSize size() const { return {rows, cols}; }
  std::uint32_t cell_count() const {
    return static_cast<std::uint32_t>(rows) * static_cast<std::uint32_t>(cols);
  }
  double density() const { return static_cast<double>(mines) / cell_count(); }
};

// Whether the exact risks of guesses must predict the losses that guesses cause: not if the layout is fixed, as the
// risks are those of random layouts.
inline bool predicts_losses(const Board& board) {
  return !board.fixed_mines && board.guessing == Guessing::allowed;
}

// Why the digs of games by these rules, on layouts of that kind, cannot be judged; empty if they can be. Digs are judged
// by the chance to win over all layouts that the first-click rule allows, as long as the mines stay where they are.
std::string refusal_to_judge(const sim::GameRules& rules, Guessing guessing);

// `16 x 30, 99 mines`, with level, file and topology if they are not the default.
std::string name_of(const Board& board);
// The file text of a board with fixed mines: `bombes.txt`; `layout` if the config holds the mines.
std::string file_text(const Board& board);

// The board's key in the random streams of its games (sim::GameId): 64-bit FNV-1a over rows, cols, mines, topology and,
// for a board from a file, its mines, each as four bytes, little-endian. The same board has the same games in any
// experiment with the same seed, wherever it is in the list and however its entry is written. Boards that need no guess
// have the key of those that may: their layouts are first looked for among the same games.
std::uint64_t key_of(const Board& board);
std::uint64_t key_of(const sim::GameRules& rules);

// The rules of its games; cells open and mines stay as usual.
sim::GameRules rules_of(const Board& board, sim::FirstClickRule first_click);

boost::json::object to_json(const Board& board);

// The default place of the first dig.
FirstClick::Cell usual_first_cell(sim::FirstClickRule rule);

// The first cells on a board: one; kNoCell if the strategy chooses; for `all` the lowest cell of each class of cells
// equivalent under the board's symmetries, ascending. The cells lie on the board.
std::vector<sim::Cell> first_cells_on(const Board& board, const FirstClick& first);

// The named levels: those of data/levels.json (`sapper-levels/1`), which is compiled in, so that a relocated program
// still has them; or those of levels.json in the folder named by SAPPER_DATA. A levels.json elsewhere, such as that of
// an installation, is not read: the same program has the same levels on any machine.

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

// Cells and boards as JSON, alike in configs, reports and analyses: a cell is [row, col] from 0; a board is a list of
// rows.

// [row, col]
boost::json::array cell_json(sim::BoardSize size, sim::Cell cell);
inline boost::json::array cell_json(const sim::Grid& grid, sim::Cell cell) {
  return cell_json(grid.size(), cell);
}
// [row, col, label]
boost::json::array with_label(sim::BoardSize size, sim::Cell cell, boost::json::value label);
// [[row, col], ...]
boost::json::array cells_json(sim::BoardSize size, std::span<const sim::Cell> cells);

// [row][col] of value(cell), each a boost::json::value.
template <class Value>
boost::json::array board_json(const sim::Grid& grid, const Value& value) {
  boost::json::array rows;
  rows.reserve(static_cast<std::size_t>(grid.rows()));
  sim::Cell cell = 0;
  for (int row = 0; row < grid.rows(); ++row) {
    boost::json::array values;
    values.reserve(static_cast<std::size_t>(grid.cols()));
    for (int col = 0; col < grid.cols(); ++col) values.push_back(value(cell++));
    rows.push_back(std::move(values));
  }
  return rows;
}

// Adds `rows`, `cols`, `mines` and `topology`.
void add_view_facts(boost::json::object& object, const sim::View& view);
// The shown cells as in a position file: a text per row, `.` where hidden; shown(cell) returns a number or sim::kHidden.
template <class Shown>
boost::json::array shown_json(const sim::Grid& grid, const Shown& shown) {
  boost::json::array rows;
  for (const std::string& row :
       sim::board_rows(grid, [&](sim::Cell cell) { return sim::sign_of(shown(cell)); }))
    rows.emplace_back(row);
  return rows;
}

// The cell that two numbers give; they count from `base`. InputError if the board has no such row or column.
sim::Cell read_cell(const json::Node& row, const json::Node& col, sim::BoardSize size, int base = 0);
// The cell of a list [row, col]; InputError with `expected` if the list has another length.
sim::Cell read_cell(const json::Node& place, sim::BoardSize size,
                    std::string_view expected = "expected [row, col]", int base = 0);

}  // namespace sapper::experiments::minesweeper

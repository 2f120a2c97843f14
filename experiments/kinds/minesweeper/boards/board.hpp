// A board of an experiment: its size and mines, its name and key, and the place of the first dig.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

struct GraphBoard;  // graph_board.hpp

// The topology of a board that has a graph_board is of no account.
struct Board {
  int rows = 0;  // of one layer; of a graph without rows 1, and the number of cells
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
  std::shared_ptr<const GraphBoard> graph_board = nullptr;  // null: a board of the planes, of that topology

  sim::BoardSize size() const { return {rows, cols}; }  // of one layer
  std::uint32_t cell_count() const;                     // of all layers
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

}  // namespace sapper::experiments::minesweeper

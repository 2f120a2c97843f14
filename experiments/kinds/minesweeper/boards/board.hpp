// A board of an experiment: its size and mines, its name and key, and the place of the first dig.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
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
// Of the layouts of games, as replays name them.
constexpr std::string_view layout_name(bool are_mines_fixed, Guessing guessing) {
  if (guessing != Guessing::allowed) return row_of(guessing).name;
  return are_mines_fixed ? kGivenLayout : kRandomLayout;
}

// How the first dig is chosen.
struct FirstClick {
  // board: the board's own first cell (Board::first), or the usual one of the rule where it has none; of a graph cell 0.
  // numbered: of a graph.
  enum class Cell : std::uint8_t { corner, center, strategy, all, board, given, numbered };
  sim::FirstClickRule rule = sim::FirstClickRule::opening;
  Cell cell = Cell::center;
  int row = 0;  // where given
  int col = 0;
  std::optional<int> layer = {};  // where given on a board in layers
  sim::Cell number = 0;           // where numbered

  bool operator==(const FirstClick&) const = default;
};

struct GraphBoard;  // graph_board.hpp

// The topology of a board that has a graph_board is of no account.
struct Board {
  int rows = 0;  // of one layer; of a graph without rows 1, and the number of cells
  int cols = 0;
  std::uint32_t mines = 0;
  sim::Topology topology = sim::Topology::square;
  std::string level = {};  // the level's name, if the config gave one
  std::string file = {};  // of the layout, the lattice or the graph, if the config gave one, as written there
  std::optional<double> asked_density =
      {};  // the density, if the config gave one: `mines` is the nearest number
  // The mines of a board from a file, ascending.
  std::shared_ptr<const std::vector<sim::Cell>> fixed_mines = nullptr;
  Guessing guessing = Guessing::allowed;  // `allowed` with fixed mines
  std::optional<sim::Cell> first = {};    // the first dig that fixed mines were drawn for, if it is known
  std::shared_ptr<const GraphBoard> graph_board = nullptr;  // null: a board of the planes, of that topology

  sim::BoardSize size() const { return {rows, cols}; }  // of one layer
  std::uint32_t cell_count() const;                     // of all layers
  std::optional<int> layers() const;                    // nullopt: boards of its kind have none
  bool is_graph() const;                                // without rows and columns
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

// `16 x 30, 99 mines`, with level, file and topology if they are not the default; `triangle 16 x 16, 40 mines`, with layers
// `cube6 4 x 8 x 8, 20 mines`; `g.json, 60 cells, 9 mines`.
std::string name_of(const Board& board);
// `triangle 16 x 16`, `g.json, 60 cells`: the shape of a board that has a graph_board.
std::string shape_text(const Board& board);
// The file text of a board with fixed mines or on a graph: `bombes.txt`; `layout` if the config holds the mines.
std::string file_text(const Board& board);
// The same of the fixed mines alone, which on lattices and graphs come from no file.
std::string layout_text(const Board& board);

// [row, col]; in layers [layer, row, col]; of a graph the cell's number.
boost::json::value cell_json(const Board& board, sim::Cell cell);
// The cell with these coordinates, of a graph a number; nullopt if the board has none such.
std::optional<sim::Cell> cell_at(const Board& board, std::span<const std::uint64_t> coordinates);
// `3,4`, in layers `0,3,4`, of a graph `12`.
std::string cell_name(const Board& board, sim::Cell cell);
// `row,col 3,4`, `layer,row,col 0,3,4`, `cell 12`.
std::string cell_words(const Board& board, sim::Cell cell);

// The board's key in the random streams of its games (sim::GameId): 64-bit FNV-1a over rows, cols, mines, topology and,
// for a board from a file, its mines, each as four bytes, little-endian; of a board with a graph_board over the graph's
// hash, the number of mines and, where they are fixed, the mines. The same board has the same games in any
// experiment with the same seed, wherever it is in the list and however its entry is written. Boards that need no guess
// have the key of those that may: their layouts are first looked for among the same games.
std::uint64_t key_of(const Board& board);
std::uint64_t key_of(const sim::GameRules& rules);

// The rules of its games; cells open and mines stay as usual. A board of the planes; one on a lattice or graph, InputError
// if its graph is missing.
sim::GameRules rules_of(const Board& board, sim::FirstClickRule first_click);
sim::GraphGameRules graph_rules_of(const Board& board, sim::FirstClickRule first_click);

boost::json::object to_json(const Board& board);
// Adds `rows`, `cols` and `topology`, `layers` where there are some; of a graph `graph`, its file, and `cells`.
void add_shape(boost::json::object& object, const Board& board);

// The default place of the first dig.
FirstClick::Cell usual_first_cell(sim::FirstClickRule rule);

// The first cells on a board: one; kNoCell if the strategy chooses; for `all` the lowest cell of each class of cells
// equivalent under the board's symmetries, ascending, on boards of the planes. The cells lie on the board.
std::vector<sim::Cell> first_cells_on(const Board& board, const FirstClick& first);

// The most mines that a board can hold under the rule, one on each cell that it does not keep free. first: kNoCell if the
// first dig may be anywhere. The rule is one that the board's games can have. Of a missing graph all cells.
std::uint32_t max_mines(const Board& board, sim::FirstClickRule rule, sim::Cell first);

}  // namespace sapper::experiments::minesweeper

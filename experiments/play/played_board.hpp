// A game as a session plays it, on a board of any kind: what its cells show and are called, what digs and flags do, and what
// hints need. Cells are numbered from 0 and drawn in rows one after another: those of a lattice's layers below one another, a
// graph's as a table of numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/drawing/board_picture.hpp"
#include "experiments/drawing/text_board.hpp"
#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "experiments/play/board_table.hpp"
#include "experiments/play/minesweeper_setup.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"

namespace sapper::experiments::minesweeper {

class PlayedBoard {
 public:
  PlayedBoard() = default;
  PlayedBoard(const PlayedBoard&) = delete;
  PlayedBoard& operator=(const PlayedBoard&) = delete;
  virtual ~PlayedBoard() = default;

  // The rows and columns in which cells are drawn; the last row may be longer than the cells.
  virtual const sim::Grid& sheet() const = 0;
  virtual std::uint32_t cell_count() const = 0;
  virtual int largest_number() const = 0;  // that a cell may show
  virtual bool is_shown(sim::Cell cell) const = 0;
  virtual bool is_flagged(sim::Cell cell) const = 0;
  virtual std::uint32_t hidden_count() const = 0;
  virtual std::uint32_t mine_count() const = 0;
  virtual std::uint32_t flag_count() const = 0;
  virtual bool is_laid() const = 0;  // the mines are
  virtual bool is_over() const = 0;
  virtual bool is_won() const = 0;
  virtual sim::Cell exploded() const = 0;  // the mine that was dug, or kNoCell

  // Of hidden cells without a flag, in a game that is not over. std::runtime_error, and nothing has changed, if no layout is
  // found that needs no guess.
  virtual void dig(sim::Cell cell) = 0;
  virtual void flag(sim::Cell cell) = 0;
  virtual void unflag(sim::Cell cell) = 0;

  // The exact P(mine) of every hidden cell. Flags are marks, not evidence. Throws ComponentTooWide if counting exceeds its
  // limits.
  virtual solvers::CellRisks risks() const = 0;
  // The move of the strongest strategy that can play this game, which is not over, and that strategy's name. `seed`: of its
  // random choices.
  virtual std::pair<solvers::Move, std::string_view> advised_move(std::uint64_t seed) const = 0;
  // As solvers::prove(), and short_argument().
  virtual std::optional<solvers::Proof> prove(sim::Cell cell, const solvers::ProofLimits& limits) const = 0;
  virtual std::string argument(const solvers::Proof& proof) const = 0;

  virtual std::string name_of(sim::Cell cell) const = 0;
  virtual CellReading read_cell(std::string_view text) const = 0;
  virtual sim::Cell example_cell() const = 0;
  // How cells are named, in a line.
  virtual std::string notation() const = 0;
  // The name of a row of the sheet, as it is drawn.
  virtual std::string row_name(int row) const = 0;
  // `0,0 touches 0,1 1,0`: the cells that its number counts.
  virtual std::string neighbors_text(sim::Cell cell) const = 0;
  // Cells have other neighbours than on a sheet of squares.
  virtual bool has_unusual_neighbors() const = 0;

  // What is drawn lives as long as this object and does not change it. marked: kNoCell if no cell is.
  virtual BoardPicture picture(sim::Cell marked) const = 0;
  // With the risks of hidden cells, which must outlive the picture.
  virtual BoardPicture picture(const solvers::CellRisks& risks) const = 0;
  // A game that is over: see finished_picture().
  virtual BoardPicture finished() const = 0;
  // A position file. title: what it is; file: its name.
  virtual std::string position_file(const std::string& title, const std::string& file) const = 0;
};

// A new game on a board of any kind, of the planes, and of another one. The setup must outlive it.
std::unique_ptr<PlayedBoard> start_game(const MinesweeperSetup& setup);
std::unique_ptr<PlayedBoard> start_game_on_grid(const MinesweeperSetup& setup);
std::unique_ptr<PlayedBoard> start_game_on_graph(const MinesweeperSetup& setup);

}  // namespace sapper::experiments::minesweeper

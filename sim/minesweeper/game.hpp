// One game of Minesweeper: dig, flag, unflag; openings; moving mines; win and loss.
//
// - The mines are laid at the first dig, which the first-click rule may protect.
// - Digging a shown or flagged cell has no effect. Digging a 0 shows its neighbours, but not with Reveal::single; with
//   Reveal::flood the opening spreads from every 0 that it shows. An opening that reaches a flagged cell shows it and
//   removes the flag, or stops there: FlagProtection.
// - The game is won when every cell without a mine is shown, and lost when a mine is dug.
// - With moving mines, after each dig that did not end the game the mines are laid again, uniformly among the hidden
//   cells that the rules do not keep free, and the shown numbers are recomputed. No opening spreads at that point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/block_operations.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/opening.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::sim {

class Game {
 public:
  enum class Status : std::uint8_t { playing, won, lost };

  explicit Game(GameRules rules, const BlockOperations& operations = *supported_block_operations().back());
  Game(const Game&) = delete;  // members point into each other
  Game& operator=(const Game&) = delete;

  // A new game: all cells hidden, no flags, mines not laid yet. Keeps its memory.
  void start(const GameId& id);

  // A game from the middle on: the view without its flags, and the mines of a layout whose numbers it shows. Not with
  // moving mines. With another mine count than that of the rules, the game can only be resumed again, not started.
  void resume(const View& view, const Layout& layout);

  const GameRules& rules() const { return rules_; }
  const View& view() const { return view_; }
  std::uint32_t hidden_count() const { return view_.hidden_count(); }
  Status status() const { return status_; }
  bool is_over() const { return status_ != Status::playing; }
  bool is_won() const { return status_ == Status::won; }
  bool is_laid() const { return is_laid_; }
  // The layout: for referees, never for players. Only after the mines have been laid.
  const Layout& layout() const { return layout_; }
  // The mine that was dug, or kNoCell.
  Cell exploded() const { return exploded_; }

  // Lays the mines as the first dig at `first` would, without digging. No effect if they are laid already.
  void lay(Cell first);
  Status dig(Cell cell);
  // Digs each of the cells in their order until the game ends. Returns how many digs had an effect.
  std::uint32_t dig(const CellBlock& cells);
  std::uint32_t dig(std::span<const CellBlock> cells);
  void flag(Cell cell);    // no effect on a shown cell
  void unflag(Cell cell);  // no effect without a flag

  // Cells shown since the last forget_shown(), each once: lists of cells of one block that one dig, or several together,
  // showed; a block may have several.
  std::span<const CellBlock> shown() const { return shown_; }
  void forget_shown() { shown_.clear(); }

 private:
  static GamePlanes planes_of(View& view, const Layout& layout);
  bool is_diggable(Grid::Place place) const { return view_.is_hidden(place) && !view_.is_flagged(place); }
  bool do_openings_stop_at_flags() const {
    return rules_.flag_protection == FlagProtection::digs_and_openings;
  }
  Status dig_laid(Cell cell, Grid::Place place);
  Status check_won();
  std::uint32_t dig_one_by_one(const CellBlock& cells);
  std::uint32_t dig_block(const CellBlock& cells);
  void dig_other(Cell cell);
  void show(Cell hidden, Grid::Place place);
  void show(const CellBlock& hidden);
  void open_from(Cell zero);
  void show_around(Cell zero);
  void move_mines();

  GameRules rules_;
  const RevealRow* reveal_;
  void (*move_)(Layout&, const View&, Stream&);  // null: the mines stay
  Layout layout_;
  View view_;
  Opening opening_;
  const BlockOperations* operations_;
  BlockOperations::Dig dig_in_block_;
  const std::uint32_t* exits_;  // of openings; all cells if they do not spread, or may stop at flags
  GamePlanes planes_;
  GameId id_;
  Stream relaying_;
  Status status_ = Status::playing;
  bool is_laid_ = false;
  Cell exploded_ = kNoCell;
  std::vector<CellBlock> shown_;
};

}  // namespace sapper::sim

// One game on a graph: Game's counterpart for boards of any shape, without flags. A 0 shows the cells that it `opens`; the
// layouts are drawn from the same streams as those of grids, so that a graph made from a grid has the same games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/random/stream.hpp"

namespace sapper::sim {

class GraphGame {
 public:
  // The rules' mines fit under their first-click rule.
  explicit GraphGame(GraphGameRules rules);

  // A new game: all cells hidden, mines not laid yet. Keeps its memory.
  void start(const GameId& id);
  // Continues from a position of this graph on a known layout, as Game::resume(): not with moving mines.
  void resume(const GraphPosition& view, const GraphLayout& layout);
  // Lays the mines as the first dig at `first` would, without digging. No effect if they are laid already.
  void lay(Cell first);
  // Returns whether the dig had an effect: not on a shown cell, or once the game is over.
  bool dig(Cell cell);
  // Digs each of the cells in their order until the game ends.
  void dig(std::span<const Cell> cells);

  const GraphGameRules& rules() const { return rules_; }
  // What a player sees, with the number of mines.
  const GraphPosition& view() const { return view_; }
  std::uint32_t hidden_count() const { return hidden_count_; }
  bool is_won() const { return is_won_; }
  bool is_lost() const { return exploded_ != kNoCell; }
  bool is_laid() const { return is_laid_; }
  bool is_over() const { return is_won() || is_lost(); }
  // The mine that was dug, or kNoCell.
  Cell exploded() const { return exploded_; }

  // The layout: for referees, never for players. Only after the mines have been laid.
  const GraphLayout& layout() const { return layout_; }

  // The cells shown since the last forget_shown(), each once.
  std::span<const Cell> shown() const { return shown_; }
  void forget_shown() { shown_.clear(); }

 private:
  void draw_mines(std::uint32_t allowed_count, Stream& random);
  void relocate_mine(Cell from);
  void show(Cell cell);
  void move_mines();
  void check_won() { is_won_ = hidden_count_ == layout_.mines().size(); }

  GraphGameRules rules_;
  const RevealRow* reveal_;
  GraphPosition view_;
  GameId id_;
  Stream relaying_;
  GraphLayout layout_;
  std::vector<Cell> shown_;
  // Scratch of lay() and move_mines(): the mines drawn, the cells that hold one or are kept free, and those left for mines.
  std::vector<Cell> drawn_;
  std::vector<std::uint8_t> is_taken_;  // [cell]
  std::vector<Cell> kept_free_, places_;
  std::uint32_t hidden_count_ = 0;
  bool is_laid_ = false;
  bool is_won_ = false;
  Cell exploded_ = kNoCell;
};

}  // namespace sapper::sim

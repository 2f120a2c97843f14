// One game of Minesweeper: dig, flag, unflag; openings; moving mines; win and loss.
//
// - The mines are laid at the first dig, which the first-click rule may protect.
// - Digging a shown or flagged cell does nothing. Digging a 0 shows its neighbours: spreading from every 0
// met
//   (`flood`) or these alone (`ring`). An opening that reaches a flagged cell shows it and drops the flag.
// - Won when every cell without a mine is shown, lost when a mine is dug.
// - With moving mines, after each dig that ended nothing the mines are laid anew, uniformly among the hidden
// cells
//   (less those that the rules keep free), and the shown numbers are recomputed. Nothing spreads then.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::sim {

enum class Reveal : std::uint8_t { flood, ring };
enum class MineMotion : std::uint8_t { fixed, moving };
std::string_view name_of(Reveal reveal);
std::string_view name_of(MineMotion motion);

// All that distinguishes one kind of game from another.
struct GameRules {
  std::shared_ptr<const Grid> grid;
  std::uint32_t mine_count = 0;
  FirstClickRule first_click = FirstClickRule::unprotected;
  Reveal reveal = Reveal::flood;
  MineMotion motion = MineMotion::fixed;
  // Where the mines lie in every game, from a board file; empty: laid at random in each game.
  std::shared_ptr<const std::vector<Cell>> fixed_mines;
};

class Game {
 public:
  enum class Status : std::uint8_t { playing, won, lost };

  explicit Game(GameRules rules);
  Game(const Game&) = delete;  // the view points into the rules
  Game& operator=(const Game&) = delete;

  // A new game: all cells hidden, no flags, mines not laid yet. Keeps its memory.
  void start(const GameId& id);

  const GameRules& rules() const { return rules_; }
  const View& view() const { return view_; }
  Status status() const { return status_; }
  bool is_laid() const { return is_laid_; }
  // Where the mines lie; for whoever judges a game, never for who plays it. Laid games only.
  const Layout& layout() const { return layout_; }
  // The mine that was dug, or kNoCell.
  Cell exploded() const { return exploded_; }

  // Lays the mines as the first dig at `first` would, without digging. Nothing if they are laid.
  void lay(Cell first);
  Status dig(Cell cell);
  void flag(Cell cell);    // nothing on a shown cell
  void unflag(Cell cell);  // nothing without a flag

  // Cells shown since the last forget_shown(), in the order in which they were shown.
  std::span<const Cell> shown() const { return shown_; }
  void forget_shown() { shown_.clear(); }

 private:
  void show(Cell cell);
  void spread_from(std::size_t first);
  void move_mines();

  GameRules rules_;
  Layout layout_;
  View view_;
  GameId id_;
  Stream relaying_;
  Status status_ = Status::playing;
  bool is_laid_ = false;
  Cell exploded_ = kNoCell;
  std::vector<Cell> shown_;
};

}  // namespace sapper::sim

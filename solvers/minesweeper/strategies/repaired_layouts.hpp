// Boards that need no guess where rejection (no_guess.hpp) would take too long: layouts that are changed until complete
// inference solves them. Not uniform.
//
// Repair moves mines as many programs do (first S. Tatham's Mines, 2005). The layout is played by all that is certain.
// Where that gets stuck, the unknown cells around one shown number, or all if no number has any, are filled with mines
// or emptied; the mines come from, or go to, other unknown cells on the frontier, else unknown cells elsewhere, else
// known cells that the first-click rule does not keep free, each in random order; whichever of filling and emptying is
// first supplied is done. Play goes on with what is shown, and once it wins the layout is played again from the first
// cell, until it takes no move. A layout that takes as many moves as in the pass before is dropped for a new one.
//
// A walk of N steps makes the result less biased: each step moves a random mine to a random cell and is taken back
// unless the layout still needs no guess. Both ways of a step are equally likely, so the walk tends to the uniform
// distribution over the layouts that need no guess and that such steps join with the first one. These are all of them on
// the small boards with an opening that were enumerated, but not on all with a safe start. How far N steps lead is known
// by measurement only: data/studies/boards_without_a_guess.md.
//
// A layout depends on the game's identity, the first cell and the number of steps alone. Cost: a pass of repair plays about
// as long as a game of `csp` and one posterior per move; a step of the walk is such a game. Allocates.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/strategies/certain_play.hpp"

namespace sapper::solvers {

class RepairedLayouts {
 public:
  // Mines laid at random that do not move. walk_steps: after the repair.
  RepairedLayouts(const sim::GameRules& rules, std::uint32_t walk_steps);

  // Draws layouts, as NoGuessLayouts::draw, until one can be repaired, at most `most_tries`; returns how many were drawn,
  // or nothing if none could be.
  std::optional<std::uint64_t> draw(const sim::GameId& id, sim::Cell first, std::uint64_t most_tries);

  const sim::Layout& layout() const { return layout_; }  // the last one
  std::uint64_t moved_mines() const { return moved_; }   // in it: by repair, and by steps that were kept

 private:
  bool repair(const sim::GameId& id, sim::Cell first);
  // Starts a game on the layout; takes a changed layout into the game: corrects the numbers, hides cells that are mines
  // now, and shows what new 0s open.
  void start(sim::Cell first);
  void take_changes();
  void walk(sim::Cell first);
  // Fills or empties the unknown cells around one number; false if other cells have too few mines or too little room.
  bool move_mines();
  void choose_area(const LocalRules& knowledge);
  void list_supply(const LocalRules& knowledge);
  void append_shuffled(std::vector<sim::Cell>& cells);
  void move_mine(sim::Cell from, sim::Cell to);

  std::shared_ptr<const sim::Grid> grid_;
  sim::FirstClickRule rule_;
  std::uint32_t mine_count_;
  std::uint32_t walk_steps_;
  sim::Layout layout_;
  sim::View hidden_;  // nothing shown
  sim::Game game_;
  CertainPlay play_;
  sim::Stream random_;
  std::uint64_t moved_ = 0;
  std::vector<std::uint8_t> is_kept_free_;  // [cell]
  std::vector<std::uint8_t> is_in_area_;    // [cell]
  // Scratch of move_mines().
  std::vector<sim::Cell> constraints_;
  std::vector<sim::Cell> area_;    // to be filled or emptied
  std::vector<sim::Cell> supply_;  // cells that mines come from or go to, in order
  std::vector<sim::Cell> near_, far_, known_;
  std::vector<sim::Cell> visible_;  // scratch of take_changes()
};

}  // namespace sapper::solvers

// Boards that need no guess: layouts that complete inference solves from a given first cell, on grids and on graphs. They do
// not depend on how openings spread, as every cell that an opening shows is certainly safe. Layouts on which counting exceeds
// its limits (counting.hpp) pass for such that need a guess.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"

namespace sapper::solvers {

// Plays games by all that is certain, as `csp` does, and stops where a guess would be due. Boards: OnGrids or OnGraphs.
template <class Boards>
class CertainPlayOf {
 public:
  // Sees each dig before it is made.
  using Watch = std::function<void(const typename Boards::View& view, const Move& dig)>;

  // The board must outlive the object.
  explicit CertainPlayOf(const typename Boards::Board& board) : reasoner_(board, telemetry_) {}

  // Goes on with a game that has begun, until nothing is certain. True if the game is won. ComponentTooWide where it cannot
  // be counted what is certain.
  [[nodiscard]] bool play(typename Boards::Game& game, const Watch& watch = {});

  // What is known after play() has returned false: no cell that is unknown to it is certain.
  const typename Boards::Knowledge& settled_knowledge() {
    reasoner_.settle();
    return reasoner_.knowledge();
  }

 private:
  Telemetry telemetry_;
  ReasonerOf<Boards> reasoner_;
  typename Boards::Digs digs_;
};
using CertainPlay = CertainPlayOf<OnGrids>;

// Rejection: layouts are drawn as the first-click rule says and played by all that is certain; one at which that gets
// stuck is dropped. So the result is uniform over the layouts that the rule allows and that need no guess.
// The expected number of tries is one over their share: 6 on Expert boards with an opening at 3,3, and it grows fast
// with the mine density and the size of the board.
//
// A layout depends on the game's identity and the first cell alone. The first try of a game is the layout that the same
// game has without this condition.
template <class Boards>
class NoGuessLayoutsOf {
 public:
  using Watch = typename CertainPlayOf<Boards>::Watch;

  // Mines laid at random that do not move.
  explicit NoGuessLayoutsOf(typename Boards::GameRules rules);

  // Draws layouts until one needs no guess, at most `most_tries`; returns how many were drawn, or nothing if none of
  // them was such a layout. After it game() is won.
  std::optional<std::uint64_t> draw(const sim::GameId& id, sim::Cell first, std::uint64_t most_tries);
  // Plays the layout of that try (from 0) from the first cell, whose dig `watch` does not see. True if that wins without a
  // guess.
  [[nodiscard]] bool solves(const sim::GameId& id, std::uint64_t attempt, sim::Cell first,
                            const Watch& watch = {});

  // The game played last.
  const typename Boards::Game& game() const { return game_; }

 private:
  typename Boards::Game game_;
  CertainPlayOf<Boards> play_;
};
using NoGuessLayouts = NoGuessLayoutsOf<OnGrids>;

// The identity that the layout of a try is drawn from: the game's own for try 0.
sim::GameId id_of_try(const sim::GameId& id, std::uint64_t attempt);

// Where rejection would take too long, layouts are changed until complete inference solves them. The result is not
// uniform.
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
// as long as a game of `csp` and one posterior per move; a step of the walk is such a game. Both allocate.
template <class Boards>
class RepairedLayoutsOf {
 public:
  using Knowledge = typename Boards::Knowledge;

  // Mines laid at random that do not move. walk_steps: after the repair.
  RepairedLayoutsOf(const typename Boards::GameRules& rules, std::uint32_t walk_steps);

  // Draws layouts, as NoGuessLayoutsOf::draw, until one can be repaired, at most `most_tries`; returns how many were drawn,
  // or nothing if none could be.
  std::optional<std::uint64_t> draw(const sim::GameId& id, sim::Cell first, std::uint64_t most_tries);

  const typename Boards::Layout& layout() const { return layout_; }  // the last one
  std::uint64_t moved_mines() const { return moved_; }  // in it: by repair, and by steps that were kept

 private:
  bool repair(const sim::GameId& id, sim::Cell first);
  // Starts a game on the layout; takes a changed layout into the game: corrects the numbers, hides cells that are mines
  // now, and shows what new 0s open.
  void start(sim::Cell first);
  void take_changes();
  void walk(sim::Cell first);
  // Fills or empties the unknown cells around one number; false if other cells have too few mines or too little room.
  bool move_mines();
  void choose_area(const Knowledge& knowledge);
  void list_supply(const Knowledge& knowledge);
  void append_shuffled(std::vector<sim::Cell>& cells);
  void move_mine(sim::Cell from, sim::Cell to);

  typename Boards::GameRules rules_;
  std::uint32_t walk_steps_;
  typename Boards::Layout layout_;
  typename Boards::View hidden_;  // nothing shown
  typename Boards::Game game_;
  CertainPlayOf<Boards> play_;
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
using RepairedLayouts = RepairedLayoutsOf<OnGrids>;

extern template class CertainPlayOf<OnGrids>;
extern template class CertainPlayOf<OnGraphs>;
extern template class NoGuessLayoutsOf<OnGrids>;
extern template class NoGuessLayoutsOf<OnGraphs>;
extern template class RepairedLayoutsOf<OnGrids>;
extern template class RepairedLayoutsOf<OnGraphs>;

}  // namespace sapper::solvers

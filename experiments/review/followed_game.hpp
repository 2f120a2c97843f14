// A recorded game played again on its mines, by the rules that it was played by (sim/minesweeper/game.hpp), dig by dig.
//
// Cost: that of the game, and of each dig the flags that have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/review/recorded_game.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments {

// The recorded game's rules, for a game on its very mines.
sim::GameRules rules_on_its_mines(const RecordedGame& recorded);

// A game that stops before its end counts as given up.
enum class GameEnding : std::uint8_t { won, lost, given_up };

// Boards: OnGrids or OnGraphs, as the recorded game's board is.
template <class Boards>
class FollowedGameOf {
 public:
  // A game whose mines do not move; it must outlive the object.
  explicit FollowedGameOf(const RecordedGame& recorded);

  // Goes on to the next dig of hidden cells; cells already shown are left out, as are digs of nothing else. False after
  // the last one and after the end of the game.
  bool next();
  // The dig, which is made by make().
  std::size_t index() const { return next_ - 1; }  // in RecordedGame::digs
  const RecordedDig& dig() const { return recorded_.digs[index()]; }
  std::span<const sim::Cell> cells() const { return cells_; }  // the hidden ones that it digs
  // Makes the dig. Returns the cells that it shows, ascending; none if one is a mine. Valid until the next call.
  std::span<const sim::Cell> make();

  // What the player sees, with the flags at the dig.
  const typename Boards::View& view() const { return game_.view(); }
  const typename Boards::Layout& layout() const { return game_.layout(); }
  GameEnding ending() const;  // of the digs made so far

 private:
  const RecordedGame& recorded_;
  typename Boards::Game game_;
  std::size_t next_ = 0;  // in RecordedGame::digs
  std::vector<sim::Cell> cells_, shown_;
};
using FollowedGame = FollowedGameOf<solvers::OnGrids>;

extern template class FollowedGameOf<solvers::OnGrids>;
extern template class FollowedGameOf<solvers::OnGraphs>;

// Calls visit(game) with the followed game, which must not outlive the recorded one.
template <class Visit>
auto follow(const RecordedGame& recorded, const Visit& visit) {
  return recorded.on_graph ? visit(FollowedGameOf<solvers::OnGraphs>(recorded))
                           : visit(FollowedGame(recorded));
}

}  // namespace sapper::experiments

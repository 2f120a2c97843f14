// The chance to win under best play, from above: a random number whose mean over games is at least that chance.
//
// Write V for the chance to win from a position under best play, all layouts being equally likely.
// 1. Digs of certainly safe cells never hurt, and where a player gets by them does not depend on their order. So V of a
//    first dig is the mean, over the layouts that the first-click rule allows, of V of the stuck position (without a
//    certainly safe cell) that they lead to, or 1 where they win.
// 2. At a stuck position the next dig is a guess: V = the maximum over its cells c of the sum over the numbers n of
//    P(c is free and shows n) times the mean of V over the stuck positions that follow.
// 3. V is at most the mean of the winnable share over the layouts of the position (look_alikes.hpp), also right after a
//    dig; it is exact where the layouts are few enough to be listed and searched (Endgame).
// With a depth of k guesses, 2. is followed k times and then 3. is taken: V <= U_k. The true probabilities are replaced by
// exact ones where they are at hand, else by the share of layouts that are sampled uniformly, each with its own results. For
// any fixed way to choose cells, what is computed has the mean that it should have, or more where a number has no
// layout: there an upper limit is taken (the lowest risk of the position that follows). The computed maximum is over all
// ways at once, and E[max] >= max E: noise makes the bound looser, never wrong. The mean over independent games, of numbers
// in [0, 1], has the usual interval.
//
// A cell is left out only where a limit that no result can exceed is at most the best result so far: so the order of the
// cells is irrelevant, and a position's number depends only on the game's identity and on the position.
//
// If the layouts of every position are no more than BoundSettings::layouts, all of them are taken instead of a sample, and
// the bound is U_k itself; with as many guesses as any game needs it is V.
//
// Assumptions: mines that stay; a square board of at most kMostBoundCells. Openings may spread or not: their cells are
// certainly safe. Cost on an Expert board: for one guess a millisecond per game, for two a second; each further one some
// hundreds of times more.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/game.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

struct BoundSettings {
  int depth = 1;                // guesses that are followed
  std::uint32_t layouts = 500;  // sampled in the first stuck position; all, if it has no more
  // The same for a position after a guess that fewer of these layouts lead to.
  std::uint32_t fewest_layouts = 40;
  std::uint32_t exact_layouts = 128;  // positions with at most so many are solved; 0: none is
};

class ValueBound {
 public:
  static constexpr int kMostDepth = 8;
  static constexpr std::uint32_t kMostLayouts = 4096;

  // Games on this grid, which must outlive the object. One object serves one thread.
  ValueBound(const sim::Grid& grid, const BoundSettings& settings);
  ~ValueBound();
  ValueBound(const ValueBound&) = delete;
  ValueBound& operator=(const ValueBound&) = delete;

  // Plays a started game by certainty alone, after a first dig, and returns the number of the position where it is stuck: 1
  // if it is won, 0 if the first dig hit a mine. All random choices depend on the id alone.
  double of_game(sim::Game& game, sim::Cell first, const sim::GameId& id);
  // The number of a position without certainly safe cells. std::invalid_argument if it has some.
  double of_position(const sim::View& view, const sim::GameId& id);

 private:
  class Level;

  double of_stuck(Reasoner& reasoner, const sim::GameId& id);

  BoundSettings settings_;
  Telemetry telemetry_;  // not read
  Reasoner reasoner_;
  Digs digs_;
  std::vector<std::unique_ptr<Level>> levels_;  // [guesses made]
};

}  // namespace sapper::solvers

// A position that is played on, on a known layout, by certainty and by digs of the caller's choice: the unit of play-outs
// and of the bound from above. It copies the knowledge of the position's posterior, and adds all that has been shown since,
// only where it is first asked for safe cells; callers that keep answers by key() mostly need neither.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/choice/shown_key.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

class ResumedGame {
 public:
  // The grid must outlive the object.
  explicit ResumedGame(const sim::Grid& grid)
      : game_({.grid = {std::shared_ptr<void>(), &grid}}), reasoner_(grid, telemetry_), key_(grid) {}
  ResumedGame(const ResumedGame&) = delete;
  ResumedGame& operator=(const ResumedGame&) = delete;

  // Goes back to a position, which is combined and has nothing pending; its posterior and the layout must stay in place.
  void resume(const Posterior& base, const sim::Layout& layout) {
    base_ = &base;
    game_.resume(base.knowledge().view(), layout);
    has_knowledge_ = false;
    key_.clear();
    in_key_ = 0;
  }

  sim::Game& game() { return game_; }
  // Of what is shown beyond the base; equal for equal positions, and different ones rarely share it.
  std::uint64_t key() {
    const std::span<const sim::CellBlock> shown = game_.shown();
    for (; in_key_ < shown.size(); ++in_key_) key_.add(shown[in_key_], game_.view());
    return key_.value();
  }
  // The certainly safe cells. If there are none, posterior() is that of the position, settled. Looks for interruptions.
  const std::vector<sim::CellBlock>& find_safe();
  Posterior& posterior() { return reasoner_.posterior(); }

 private:
  const Posterior* base_ = nullptr;
  sim::Game game_;
  Telemetry telemetry_;  // not read
  Reasoner reasoner_;
  ShownKey key_;
  std::size_t in_key_ = 0;      // blocks of game_.shown() in key_
  bool has_knowledge_ = false;  // the reasoner follows this game
  std::vector<sim::CellBlock> shown_;
  Digs digs_;
};

}  // namespace sapper::solvers

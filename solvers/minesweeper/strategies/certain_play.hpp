// Plays a known layout by all that is certain, as `csp` does, and stops where a guess would be due. The layout may be changed
// in between. For makers of boards that need no guess (repaired_layouts.hpp); what they make does not depend on how
// openings spread, as every cell that an opening shows is certainly safe.
#pragma once

#include <vector>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"

namespace sapper::solvers {

class CertainPlay {
 public:
  // Keeps the grid of the rules, which must outlive the object.
  explicit CertainPlay(const sim::GameRules& rules);

  // All cells hidden but those that a dig at `first`, which is free, shows. The layout must outlive the game.
  void start(const sim::Layout& layout, sim::Cell first);
  // Digs what is certain until nothing is. True if the game is won.
  [[nodiscard]] bool play();
  // The layout has changed: corrects the shown numbers, hides cells that are mines now, and shows what new 0s open.
  void see_changes();

  const sim::View& view() const { return view_; }
  // After play() has returned false: no cell that is unknown to it is certain.
  const LocalRules& knowledge() const { return reasoner_.knowledge(); }

 private:
  void show(sim::Cell cell);

  const sim::Layout* layout_ = nullptr;
  sim::View view_;
  Telemetry telemetry_;
  Reasoner reasoner_;
  Digs digs_;
  std::vector<sim::CellBlock> shown_;  // since the reasoner was told
  std::vector<sim::Cell> spread_;      // scratch of show()
  std::vector<sim::Cell> visible_;     // scratch of see_changes()
};

}  // namespace sapper::solvers

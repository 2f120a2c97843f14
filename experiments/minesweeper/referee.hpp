// The one source of the risks of guesses, for every strategy alike: the exact P(mine) of the cell, given the
// view. A strategy that has computed the posterior for its choice passes its risk on; for all others the
// referee computes it, in time of its own.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::experiments::minesweeper {

class Referee {
 public:
  // The grid must outlive the object.
  explicit Referee(const sim::Grid& grid) : grid_(&grid) {}

  // Makes the risk of a guess exact. Where the frontier is too wide to be counted it keeps the strategy's own:
  // the mean over the cells that its draw could hit, which is exact on average.
  void judge(const sim::View& view, solvers::Move& guess);
  std::uint64_t elapsed_ns() const { return elapsed_ns_; }  // since the last reset
  void reset_clock() { elapsed_ns_ = 0; }

 private:
  const sim::Grid* grid_;
  std::optional<solvers::Posterior> posterior_;  // made at the first guess that needs it
  std::uint64_t elapsed_ns_ = 0;
};

}  // namespace sapper::experiments::minesweeper

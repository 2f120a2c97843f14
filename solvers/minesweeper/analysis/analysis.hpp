// All that can be said of one position exactly: how many layouts it leaves, P(mine) of every cell, what is
// certain, the frontier's components, and what each strategy would play. For single positions, not for the
// hot path: counts are big integers.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::solvers {

// Hidden cells linked by shown numbers, before any deduction.
struct ComponentAnalysis {
  std::vector<sim::Cell> cells;        // ascending
  std::vector<sim::Cell> constraints;  // the shown cells next to them, ascending
  std::string solutions;  // ways to lay mines on the cells that meet the constraints; decimal, exact
  std::size_t width = 0;  // the most states that counting it kept at once; 0 where the local rules decide it
};

struct StrategyMove {
  std::string strategy;
  Move move;
  double p_mine;  // exact, of the chosen cell
};

struct Analysis {
  std::string solutions;       // layouts consistent with the view; decimal, exact
  std::vector<double> p_mine;  // [cell], in [0, 1]; NaN where shown. 0 and 1 mean certainty, by counts
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mine;
  std::vector<ComponentAnalysis> components;
  std::vector<StrategyMove> moves;  // by strategy, in the registry's order; none where the game is over
};

// A view that no layout satisfies.
struct Inconsistency {
  sim::Cell cell = sim::kNoCell;  // the shown number that cannot be met; kNoCell: the mine count
  std::string message;            // what cannot be met and what could, rows and columns from 0
};

class InconsistentPosition : public std::runtime_error {
 public:
  explicit InconsistentPosition(Inconsistency inconsistency)
      : std::runtime_error(inconsistency.message), inconsistency_(std::move(inconsistency)) {}
  const Inconsistency& inconsistency() const { return inconsistency_; }

 private:
  Inconsistency inconsistency_;
};

// trusted_mines: hidden cells taken to be mines as if a number said so (strategies do not see them). seed:
// for the strategies' random choices. Throws InconsistentPosition, or ComponentTooWide where counting passes
// its limits.
Analysis analyze(const sim::View& view, std::span<const sim::Cell> trusted_mines, std::uint64_t seed);

}  // namespace sapper::solvers

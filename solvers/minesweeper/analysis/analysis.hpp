// Everything that can be said exactly of one position: how many layouts it leaves, P(mine) of every cell, what
// is certain, the frontier's components, and what each strategy would play. For single positions, not for the
// hot path; a few seconds at most for a board of a million cells. Counts are given exactly up to some ten
// thousand digits, and their logarithms always.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

// A positive count.
struct Count {
  static constexpr int kMostDigits = 10'000;

  double log10 = 0;  // to 1e-12 relatively
  // Decimal; nullopt beyond kMostDigits, and where the exact count would take more than some seconds: see
  // ExactLayouts.
  std::optional<std::string> exact;
};

// Hidden cells linked by shown numbers, before any deduction.
struct ComponentAnalysis {
  std::vector<sim::Cell> cells;        // ascending
  std::vector<sim::Cell> constraints;  // the shown cells next to them, ascending
  // The ways to lay mines on the cells that meet the constraints.
  Count solutions;
  // The most states that counting it kept at once; 0 where the local rules decide it.
  std::size_t width = 0;
};

struct StrategyMove {
  std::string strategy;
  Move move;
  double p_mine;  // exact, of the chosen cell
  // Of a guess, where the strategy says so: see Explanation.
  std::string why = {};
  std::optional<double> win_probability = {};
  std::vector<Explanation::Candidate> candidates = {};
};

struct Analysis {
  Count solutions;             // layouts consistent with the view
  std::vector<double> p_mine;  // [cell], in [0, 1]; NaN where shown. 0 and 1 mean certainty, by counts
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mine;
  std::vector<ComponentAnalysis> components;
  // By strategy, in the registry's order; none where the game is over. `pinv` is left out where it would take
  // more than some seconds.
  std::vector<StrategyMove> moves;
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

enum class Moves : bool { left_out, listed };
// trusted_mines: hidden cells taken to be mines as if a number said so (strategies do not see them). seed:
// for the strategies' random choices; what they play is left out on demand, which saves most of the time of a
// small position. Throws InconsistentPosition, or ComponentTooWide where counting passes
// its limits.
Analysis analyze(const sim::View& view, std::span<const sim::Cell> trusted_mines, std::uint64_t seed,
                 Moves moves = Moves::listed);

}  // namespace sapper::solvers

// The exact analysis of one position: the number of layouts, P(mine) of every cell, the certain cells, the frontier's
// components, and the move of each strategy. For single positions, not for the hot path; a few seconds at most for a
// board of a million cells. Counts are exact up to some ten thousand digits; their logarithms are always given.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/strategy_moves.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

// A positive count.
struct Count {
  static constexpr int kMostDigits = 10'000;

  double log10 = 0;  // relative error 1e-12
  // Decimal; nullopt beyond kMostDigits, and where the exact count would take more than a few seconds: see
  // ExactLayouts.
  std::optional<std::string> exact;
};

// Hidden cells linked by shown numbers, before any deduction.
struct ComponentAnalysis {
  std::vector<sim::Cell> cells;        // ascending
  std::vector<sim::Cell> constraints;  // the shown cells next to them, ascending
  // The ways to lay mines on the cells that meet the constraints.
  Count solutions;
  // The maximum number of states kept at once while counting it; 0 where the local rules decide it.
  std::size_t width = 0;
};

struct Analysis : CellRisks {
  Count solutions;  // layouts consistent with the view
  std::vector<ComponentAnalysis> components;
  // By strategy, in the registry's order; empty if the game is over. A strategy is omitted where it would take more than
  // a few seconds.
  std::vector<StrategyMove> moves;
};

// How messages name cells: `3,4 (row,col from 0)`, or `7 (cells from 0)`.
struct CellNames {
  std::function<std::string(sim::Cell)> name;
  std::string convention;

  std::string place_of(sim::Cell cell) const { return name(cell) + " (" + convention + ")"; }
};
CellNames cell_names(const sim::Grid& grid);  // which must outlive them

// `certain by the shown numbers alone (row,col from 0): safe 1,2; mines none`, of cells that are not given.
std::string certain_cells_text(std::span<const sim::Cell> safe, std::span<const sim::Cell> mines,
                               const CellNames& names);

// A view that no layout satisfies.
struct Inconsistency {
  sim::Cell cell = sim::kNoCell;  // the shown number that cannot be met; kNoCell: the mine count
  std::string message;            // what cannot be met, and what would be possible; rows and columns from 0
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
// trusted_mines: hidden cells assumed to be mines, as if a number proved it (strategies do not see them). seed: of the
// strategies' random choices. The moves can be omitted, which saves most of the time of a small position. Throws
// InconsistentPosition, or ComponentTooWide where counting passes its limits: its message names the cells that are certain
// all the same.
Analysis analyze(const sim::View& view, std::span<const sim::Cell> trusted_mines, std::uint64_t seed,
                 Moves moves = Moves::listed);

// The counted components of a consistent position, on a board of any kind.
struct CountedPosition {
  std::span<CountedComponent* const> components;
  std::uint32_t cell_count = 0;            // of the board
  std::uint32_t outside_count = 0;         // unknown cells away from the frontier
  std::optional<std::int64_t> mines_left;  // among the unknown cells; nullopt: any number of them
  double log_layouts = 0;
};

// Fills in the components of an analysis and its counts: the layouts of the whole board, and the solutions of each
// component. plain: the frontier before any deduction. Cells decided by the local rules have one way; a plain
// component's solutions are the product over its remaining components.
void count_solutions(const CountedPosition& position, const Frontier& plain, Analysis& analysis);

}  // namespace sapper::solvers

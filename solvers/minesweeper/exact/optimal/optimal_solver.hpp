// The exact value of best play on one kind of board, with the best first cells and best digs.
//
// Of the games' rules the board, the mines and the first-click rule matter. Assumptions: the mines do not move, and all
// layouts that the first-click rule allows are equally likely. Whether openings spread makes no difference, since free digs
// cost nothing. `relocate` results in the same uniform distribution over layouts as `safe`, and has the same values.
//
// The search is that of belief_search.hpp. Literature: the 5 x 4 and 4 x 4 examples of "Optimal Minesweeper on
// the largest board" (codegolf.stackexchange.com 34276), which the tests reproduce.
//
// Cost grows steeply with the number of cells and is largest when about a third of them are mines; see
// data/reference/optimal_values.json for boards solved. Everything but stop() and
// progress() may throw SearchStopped once stop() was called, and ends with the thread that called it
// (sim/support/interruptible.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/exact/optimal/belief_search.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::solvers::optimal {

// Best play wins `won` of `layouts` layouts.
struct OptimalValue {
  std::uint64_t won = 0;
  std::uint64_t layouts = 1;
  std::vector<sim::Cell> best_first;  // ascending

  double probability() const { return static_cast<double>(won) / static_cast<double>(layouts); }
};

struct OptimalDig {
  sim::Cell cell = sim::kNoCell;
  std::uint32_t won = 0;      // layouts won by best play from here on
  std::uint32_t layouts = 0;  // consistent with the view
  std::uint32_t mines = 0;    // of them, those with a mine in the cell

  double p_mine() const { return static_cast<double>(mines) / static_cast<double>(layouts); }
};

// The progress of a search.
struct SearchProgress {
  std::uint64_t positions = 0;    // searched
  std::uint32_t first_cell = 0;   // from 1, the class of first cells being tried
  std::uint32_t first_cells = 0;  // classes under the board's symmetries
};

// The number of layouts of a board, ignoring the first-click rule; kMostLayouts + 1 if there are more.
inline constexpr std::uint64_t kMostLayouts = std::uint64_t{1} << 26;
std::uint64_t layout_count(std::uint32_t places, std::uint32_t mine_count);

// First cells that are equivalent under the symmetries of the board and the rule. On graphs, of whose symmetries nothing is
// known, each is a class of its own.
sim::CellClasses first_cell_classes(const sim::GameRules& rules);
sim::CellClasses first_cell_classes(const sim::GraphGameRules& rules);

// Rules: GameRules or GraphGameRules.
template <class Rules>
class OptimalSolverOf {
 public:
  using View = typename Rules::View;

  // Why these games cannot be solved within this much memory; nullopt if they can.
  static std::optional<std::string> refusal(const Rules& rules, std::uint64_t memory_bytes);

  // Precondition: the games are not refused.
  OptimalSolverOf(Rules rules, std::uint64_t memory_bytes, ThreadUse threads);
  // The process's solver for these games, with its table: a new one only if none is in use or was the last one made.
  static std::shared_ptr<OptimalSolverOf> shared(const Rules& rules, std::uint64_t memory_bytes);

  const Rules& rules() const { return rules_; }

  // The player chooses the first cell. best_first: all cells that are best.
  OptimalValue solve();
  // The first cell is given.
  OptimalValue solve(sim::Cell first);
  // For a view with a shown cell and without certainly free cells: a best dig, the same for any number of threads.
  // std::logic_error if no layout is consistent with the view.
  OptimalDig best_dig(const View& view);
  // For a view with a shown cell: the layouts, as a share of those consistent with it, that are won by digging all of
  // these hidden cells at once, then by best play; without cells, the value of the position.
  double probability_after(const View& view, std::span<const sim::Cell> cells);

  // Callable from another thread: the progress of the running search, and a request that makes it throw SearchStopped.
  SearchProgress progress() const {
    return {context_.positions(), first_cell_.load(std::memory_order_relaxed),
            first_cells_.load(std::memory_order_relaxed)};
  }
  void stop() { context_.stop(); }

 private:
  struct FirstCell;
  std::vector<CellMask> layouts_of(sim::Cell first) const;
  std::vector<FirstCell> first_cells() const;
  std::uint32_t value_of(const FirstCell& first, std::int64_t floor);
  std::vector<CellMask> consistent_layouts(const View& view);
  OptimalDig search_best_dig(std::vector<CellMask> layouts, const View& view);

  Rules rules_;
  NeighborMasks neighbors_;
  CellMask all_cells_;
  PositionKeys keys_;
  ValueTable table_;
  SearchContext context_;

  std::atomic<std::uint32_t> first_cell_{0};
  std::atomic<std::uint32_t> first_cells_{0};
  std::mutex solving_;
  std::optional<OptimalValue> solved_;  // by solve()
  std::once_flag listing_;
  std::vector<CellMask> every_layout_;  // all layouts, without protecting a first cell; filled by best_dig()
  std::shared_mutex digs_mutex_;
  std::unordered_map<std::string, OptimalDig> digs_;  // by the view's numbers
};

using OptimalSolver = OptimalSolverOf<sim::GameRules>;

extern template class OptimalSolverOf<sim::GameRules>;
extern template class OptimalSolverOf<sim::GraphGameRules>;

}  // namespace sapper::solvers::optimal

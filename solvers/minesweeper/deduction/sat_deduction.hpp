// Finds certain cells by satisfiability instead of counting: a cell is a mine in every consistent layout exactly if the
// formula "the layout is consistent and the cell is free" is unsatisfiable.
//
// Variables: the unknown cells next to shown numbers (the frontier), true for a mine.
// - "Exactly n of these m cells", one per shown number: the direct (binomial) encoding, with the clauses "not all"
//   over each n + 1 of the cells and "not none" over each m - n + 1. At most 112 clauses, as m <= 8 on grids; of more
//   cells on graphs the totalizer below.
// - The cells away from the frontier are interchangeable and can hold any number of mines from none to all of them:
//   with L mines left and A such cells, the frontier holds between L - A and L. Its mines are counted in
//   unary by a totalizer (Bailleux & Boufkhad 2003, "Efficient CNF encoding of Boolean cardinality
//   constraints", section 3), truncated above L + 1, over cells in the order of a walk along the constraints, so that
//   subtrees contain nearby cells. It is built only when nothing is safe without it and the models found so far do not
//   decide all cells.
// Each candidate is tested with an assumption, in one incremental solver; each model eliminates all candidates that it
// refutes, and the solver's phases prefer values not yet seen.
//
// It shares only the local rules with the counting solvers: a cross-check, not a fast method. Cost:
// exponential in the worst case; in play some ten times that of counting. Where the mine count matters, the
// totalizer's clauses are quadratic in the frontier's cells. A call allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solvers/minesweeper/deduction/graph_rules.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/sat_formula.hpp"

namespace sapper::solvers {

class SatDeduction {
 public:
  explicit SatDeduction(const sim::Grid& grid) : SatDeduction(grid.cell_count()) {}
  explicit SatDeduction(const sim::Graph& graph) : SatDeduction(graph.cell_count()) {}
  ~SatDeduction();

  // To be called at a fixed point of the local rules. If some cells are safe whatever the mine count, finds all cells
  // that are certain whatever the mine count, and stops there; otherwise finds all that are certain given the mine
  // count. False if no layout is consistent with what was considered.
  [[nodiscard]] bool compute(const LocalRules& knowledge) { return compute_all(knowledge); }
  [[nodiscard]] bool compute(const GraphRules& knowledge) { return compute_all(knowledge); }
  // Finds the cells that are certain by the numbers alone, whatever the mine count, in the components of these shown
  // cells; misses some where a cell would take long. False if no layout meets their numbers.
  [[nodiscard]] bool compute_by_numbers(const LocalRules& knowledge, std::span<const sim::Cell> constraints);
  [[nodiscard]] bool compute_by_numbers(const GraphRules& knowledge, std::span<const sim::Cell> constraints);

  // The certain cells among the unknown ones.
  std::span<const sim::Cell> safe() const { return safe_; }
  std::span<const sim::Cell> mines() const { return mines_; }

 private:
  static constexpr int kUnlimited = -1;
  static constexpr int kMaxConflicts = 5'000;
  static constexpr int kMostGivenUp = 20;
  static constexpr std::size_t kMostValues = 400'000'000;  // of cells in models, where conflicts are limited

  // The values that models gave a cell.
  struct ModelValues {
    bool free = false;
    bool mine = false;
    bool is_open() const { return !(free && mine); }
  };

  explicit SatDeduction(std::uint32_t cell_count);
  void start();
  // Knowledge: LocalRules or GraphRules.
  template <class Knowledge>
  bool compute_all(const Knowledge& knowledge);
  template <class Knowledge>
  bool compute_limited(const Knowledge& knowledge, std::span<const sim::Cell> constraints);
  template <class Knowledge>
  void meet(const Knowledge& knowledge, sim::Cell cell);
  template <class Knowledge>
  void walk_from(const Knowledge& knowledge, sim::Cell first);
  template <class Knowledge>
  void add_constraints(const Knowledge& knowledge);
  [[nodiscard]] bool settle(std::vector<ModelValues>& seen);
  [[nodiscard]] SatFormula::Outcome solve(int assumption);
  [[nodiscard]] bool find_model(int assumption = 0) {
    return solve(assumption) == SatFormula::Outcome::model;
  }
  static int unseen_literal(const std::vector<ModelValues>& seen, std::size_t index);
  void try_unseen_first(const std::vector<ModelValues>& seen);
  void require_mine_count();
  bool outside_can_be_mine();
  bool outside_can_be_free();
  void take_frontier(const std::vector<ModelValues>& seen);
  template <class Knowledge>
  void take_outside(const Knowledge& knowledge);

  std::int64_t frontier_count() const { return static_cast<std::int64_t>(frontier_.size()); }

  std::unique_ptr<SatFormula> formula_;
  std::vector<sim::Cell> frontier_;     // variable v is cell frontier_[v - 1]
  std::vector<sim::Cell> constraints_;  // shown cells
  std::vector<int> variable_of_;        // [cell], 0: none
  std::vector<std::uint8_t> is_met_;    // [cell], constraints met by the walk
  std::size_t walked_ = 0;              // of constraints_
  int max_conflicts_ = kUnlimited;      // of a call of the solver
  std::int64_t outside_count_ = 0;
  std::int64_t least_ = 0;  // mines on the frontier, by the mine count
  std::int64_t most_ = 0;
  std::vector<int> count_;  // [i]: the variable "more than i mines on the frontier"; empty until it is needed
  std::vector<ModelValues> seen_;          // [variable - 1], in models of the shown numbers
  std::vector<ModelValues> seen_counted_;  // in models that meet the mine count too
  std::int64_t fewest_seen_ = 0;           // mines on the frontier in the latter
  std::int64_t max_seen_ = 0;
  std::vector<sim::Cell> safe_;
  std::vector<sim::Cell> mines_;
};

}  // namespace sapper::solvers

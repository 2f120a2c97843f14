// `pinv`: the pseudo-inverse bot. Variables are the hidden unflagged cells; each shown number with such neighbours
// gives one equation (number minus flagged neighbours, at least 0), the mine count another (mines minus flags, at least
// 0). Of the minimum-norm least-squares solution x, cells next to a shown cell with x >= 0.99 are flagged and those
// with x <= 0 dug. If nothing follows, a single remaining variable is dug; otherwise a uniformly random unflagged cell
// is guessed. Its decisions can be wrong.
//
// The system is solved without the full matrix, with the same result:
//
// Cells with equal columns have equal x (the solution lies in the row space), so a group of s cells is one
// variable with its column scaled by sqrt(s).
//
// Without the mine count's equation the system falls into components: x0 = A+ b, component by component. Let
// u be the part of the all-ones vector that is orthogonal to A's rows. If u is not 0, moving along u satisfies the last
// equation exactly and changes no other residual, so the solution is x0 + u (m - sum x0) / |u|^2; it has minimum norm,
// since every other vector with the same sum differs by a vector orthogonal to both u and the rows. If u is 0 (never
// while a cell lies away from the frontier), the whole system is solved at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/counting/graph_frontier.hpp"

namespace sapper::solvers {

// Finds the frontier of a view in which flags stand for mines ([cell], 0 or 1), before any deduction.
class FlaggedFrontier {
 public:
  // The grid must outlive the object.
  explicit FlaggedFrontier(const sim::Grid& grid) : builder_(grid) {}
  void find(const sim::View& view, std::span<const std::uint8_t> flags, Frontier& frontier) {
    builder_.build(FlaggedView(view, flags), frontier);
  }

 private:
  FrontierBuilder builder_;
};
class FlaggedGraphFrontier {
 public:
  explicit FlaggedGraphFrontier(const sim::Graph& graph) : rules_(graph), builder_(graph) {}
  void find(const sim::GraphPosition& view, std::span<const std::uint8_t> flags, Frontier& frontier);

 private:
  GraphRules rules_;
  GraphFrontierBuilder builder_;
};

// Boards: OnGrids or OnGraphs.
template <class Boards>
class PinvSolverOf {
 public:
  // The board must outlive the object.
  explicit PinvSolverOf(const typename Boards::Board& board);
  ~PinvSolverOf();

  // Computes the solution for the view with these flags ([cell], 0 or 1). By frontier group: group_values().
  void compute(const typename Boards::View& view, std::span<const std::uint8_t> flags);
  const Frontier& frontier() const { return frontier_; }
  std::span<const double> group_values() const { return group_values_; }  // [group of frontier()]
  std::uint32_t variable_count() const { return variable_count_; }

 private:
  struct Matrices;

  void solve_components(double mines_left);
  void solve_at_once(double mines_left);

  Frontier frontier_;
  std::conditional_t<std::is_same_v<Boards, OnGrids>, FlaggedFrontier, FlaggedGraphFrontier> builder_;
  std::vector<double> group_values_;
  std::uint32_t variable_count_ = 0;
  std::unique_ptr<Matrices> matrices_;
};
using PinvSolver = PinvSolverOf<OnGrids>;

}  // namespace sapper::solvers

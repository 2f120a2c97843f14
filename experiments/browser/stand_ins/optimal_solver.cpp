// In place of the solver of `optimal`, which is not part of a page (optimal_strategy.cpp): no board is solved, so that none
// of this is called.
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"

#include <stdexcept>

namespace sapper::solvers::optimal {
namespace {

[[noreturn]] void fail() { throw std::logic_error("no board is solved in a page"); }

}  // namespace

std::shared_ptr<OptimalSolver> OptimalSolver::shared(const sim::GameRules&, std::size_t) { fail(); }
OptimalValue OptimalSolver::solve() { fail(); }
OptimalValue OptimalSolver::solve(sim::Cell) { fail(); }
OptimalDig OptimalSolver::best_dig(const sim::View&) { fail(); }
double OptimalSolver::probability_after(const sim::View&, std::span<const sim::Cell>) { fail(); }

}  // namespace sapper::solvers::optimal

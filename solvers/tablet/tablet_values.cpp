#include "solvers/tablet/tablet_values.hpp"

#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"

namespace sapper::solvers::tablet {

using sim::tablet::Tablet;

std::unique_ptr<nim::Solver> make_solver(std::span<const Tablet> tablets, const nim::SolverOptions& options) {
  std::vector<sim::nim::Heaps> covered;
  covered.reserve(tablets.size());
  for (const Tablet& tablet : tablets) covered.push_back(distances_of(tablet));
  return nim::make_solver(covered, options);
}

std::unique_ptr<nim::Solver> make_solver(const Tablet& tablet, const nim::SolverOptions& options) {
  return make_solver(std::span(&tablet, 1), options);
}

int value_of(const Tablet& tablet, nim::Solver& solver) { return solver.value(distances_of(tablet)); }

std::vector<ValuedMove> valued_moves(const Tablet& tablet, nim::Solver& solver) {
  std::vector<ValuedMove> moves;
  for (const sim::tablet::Move& move : moves_of(tablet))
    moves.push_back({move, nim::value_before(value_of(after(tablet, move), solver))});
  return moves;
}

bool is_better(const ValuedMove& a, const ValuedMove& b) {
  // Prefer a win to a loss, an early win and a late loss.
  if ((a.value > 0) != (b.value > 0)) return a.value > 0;
  return a.value < b.value;
}

std::optional<ValuedMove> best_move(const Tablet& tablet, nim::Solver& solver) {
  std::optional<ValuedMove> best;
  for (const ValuedMove& move : valued_moves(tablet, solver))
    if (!best || is_better(move, *best)) best = move;
  return best;
}

std::vector<Tablet> squares_of(int cols, int rows) {
  std::vector<Tablet> squares;
  squares.reserve(static_cast<std::size_t>(cols) * static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) squares.push_back({cols, rows, col, row});
  return squares;
}

SquareValues values_of_squares(int cols, int rows, const nim::SolverOptions& options) {
  const std::vector<Tablet> squares = squares_of(cols, rows);
  const std::unique_ptr<nim::Solver> solver = make_solver(squares, options);
  SquareValues result;
  result.values.reserve(squares.size());
  for (const Tablet& square : squares) result.values.push_back(value_of(square, *solver));
  result.states = solver->states();
  return result;
}

}  // namespace sapper::solvers::tablet

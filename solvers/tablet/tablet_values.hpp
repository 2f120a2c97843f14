// Values of poisoned tablets: those of Nim on the four distances from the poison to the edges
// (sim/tablet/tablet.hpp says why), found by any of the algorithms of solvers/nim/solver.hpp.
//
// All squares of one tablet share one table. With `normalized` a 127x127 tablet needs 8 million states.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/tablet/tablet.hpp"
#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"

namespace sapper::solvers::tablet {

// A solver for these tablets (at least one) and all that are reachable from them.
std::unique_ptr<nim::Solver> make_solver(std::span<const sim::tablet::Tablet> tablets,
                                         const nim::SolverOptions& options);
std::unique_ptr<nim::Solver> make_solver(const sim::tablet::Tablet& tablet,
                                         const nim::SolverOptions& options);

int value_of(const sim::tablet::Tablet& tablet, nim::Solver& solver);

struct ValuedMove {
  sim::tablet::Move move;
  // For the player who makes the move: the value of the position if this were the best move. Above 0 the move wins; the
  // absolute value is the number of moves until the end, this one included, under best play afterwards.
  int value = 0;
};
// All moves, in the order of moves_of().
std::vector<ValuedMove> valued_moves(const sim::tablet::Tablet& tablet, nim::Solver& solver);
// Whether a move is better for the player who makes it.
bool is_better(const ValuedMove& a, const ValuedMove& b);
// The first of the best moves; nullopt on the 1x1 tablet.
std::optional<ValuedMove> best_move(const sim::tablet::Tablet& tablet, nim::Solver& solver);

// All positions of the poison on a tablet: squares_of()[row * cols + col].
std::vector<sim::tablet::Tablet> squares_of(int cols, int rows);
struct SquareValues {
  std::vector<int> values;  // [rows*cols], row-major
  std::uint64_t states = 0;
};
SquareValues values_of_squares(int cols, int rows, const nim::SolverOptions& options);

}  // namespace sapper::solvers::tablet

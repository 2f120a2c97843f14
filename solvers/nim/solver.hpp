// Exact values of positions in games of heaps, by one of three algorithms behind one interface.
//
//   plain       Recursion over all lines of play, as deep as the longest. Exponential unless one object is taken at a
//               time; a state is counted each time it is reached.
//   memo        Each state once: a table of all states with the heaps in their given order.
//   normalized  A table of states up to the order of the heaps (heap_index.hpp says why this suffices): for
//               four large heaps, a twenty-fourth of them.
//
// The tables are filled bottom-up, successors first. All states below a position are reachable from it, so these are
// exactly the states that a memoized recursion would visit, without its depth. Cost: a table takes 4 bytes per state, 8
// more per line while it is filled (heap_index.hpp), and about as many steps per state as there are heaps; with a limit
// on the objects taken, as many as there are moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "sim/nim/heaps.hpp"
#include "solvers/nim/successors.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::solvers::nim {

enum class Algorithm : std::uint8_t { plain, memo, normalized };
inline constexpr std::array<std::string_view, 3> kAlgorithmNames{"plain", "memo", "normalized"};

inline constexpr std::uint64_t kDefaultMaxStates = 200'000'000;

struct SolverOptions {
  Algorithm algorithm = Algorithm::normalized;
  ThreadUse threads = ThreadUse::one;
  int max_taken = sim::nim::kNoLimit;
  std::uint64_t max_states = kDefaultMaxStates;
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();  // for a table and its lines
};

// A solver needs more than max_states states.
class TooManyStates : public std::runtime_error {
 public:
  explicit TooManyStates(const SolverOptions& options);
};

// A table needs more than max_bytes.
class TooMuchMemory : public std::runtime_error {
 public:
  explicit TooMuchMemory(const SolverOptions& options);
};

// Longer lines of play are too deep for `plain`, which uses one stack frame per move.
inline constexpr int kDeepestPlain = 5000;

class TooDeep : public std::runtime_error {
 public:
  explicit TooDeep(int depth);
};

class Solver {
 public:
  virtual ~Solver() = default;
  // The position is covered or reachable from a covered one. Tables can be read by many threads at once; `plain` cannot
  // be used so.
  virtual int value(const sim::nim::Heaps& heaps) = 0;
  // States evaluated so far; for a table, all its states from the start.
  virtual std::uint64_t states() const = 0;
  virtual int max_taken() const = 0;
};

// A solver for these positions: at least one, all with the same number of heaps. Throws TooManyStates
// and TooMuchMemory; `plain` may throw the first from value() too, and throws TooDeep.
std::unique_ptr<Solver> make_solver(std::span<const sim::nim::Heaps> covered, const SolverOptions& options);

// The states that `algorithm` would take: exact for tables, unknown for `plain`.
std::optional<std::uint64_t> states_needed(std::span<const sim::nim::Heaps> covered, Algorithm algorithm);

struct BestMove {
  sim::nim::Move move;
  int next = 0;  // value of the position that it leads to
};
// The first best move in the order of for_each_move(); nullopt if there is no move.
std::optional<BestMove> best_move(const sim::nim::Heaps& heaps, Solver& solver);

}  // namespace sapper::solvers::nim

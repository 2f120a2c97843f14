#include "solvers/nim/solver.hpp"

#include <string>

#include "solvers/nim/value_table.hpp"

namespace sapper::solvers::nim {
namespace {

using sim::nim::Heaps;

class PlainSolver final : public Solver {
 public:
  PlainSolver(std::span<const Heaps> covered, const SolverOptions& options) : options_(options) {
    for (const Heaps& heaps : covered)
      if (heaps.total() > kDeepestPlain) throw TooDeep(heaps.total());
  }

  int value(const Heaps& heaps) override {
    if (++states_ > options_.max_states) throw TooManyStates(options_);
    Successors successors;
    sim::nim::for_each_move(heaps, options_.max_taken, [&](const sim::nim::Move& move) {
      successors.add(value(sim::nim::after(heaps, move)));
    });
    return successors.value();
  }
  std::uint64_t states() const override { return states_; }
  int max_taken() const override { return options_.max_taken; }

 private:
  SolverOptions options_;
  std::uint64_t states_ = 0;
};

}  // namespace

TooManyStates::TooManyStates(const SolverOptions& options)
    : std::runtime_error(std::string(kAlgorithmNames[static_cast<std::size_t>(options.algorithm)]) +
                         " needs more than " + std::to_string(options.max_states) + " states") {}

TooMuchMemory::TooMuchMemory(const SolverOptions& options)
    : std::runtime_error(std::string(kAlgorithmNames[static_cast<std::size_t>(options.algorithm)]) +
                         " needs more than " + std::to_string(options.max_bytes >> 20) + " MB") {}

TooDeep::TooDeep(int depth)
    : std::runtime_error("plain would look " + std::to_string(depth) + " moves ahead, and can look " +
                         std::to_string(kDeepestPlain)) {}

std::unique_ptr<Solver> make_solver(std::span<const Heaps> covered, const SolverOptions& options) {
  switch (options.algorithm) {
    case Algorithm::plain:
      return std::make_unique<PlainSolver>(covered, options);
    case Algorithm::memo:
      return std::make_unique<ValueTable<OrderedIndex>>(covered, options);
    case Algorithm::normalized:
      break;
  }
  return std::make_unique<ValueTable<SortedIndex>>(covered, options);
}

std::optional<std::uint64_t> states_needed(std::span<const Heaps> covered, Algorithm algorithm) {
  if (algorithm == Algorithm::plain) return std::nullopt;
  return algorithm == Algorithm::memo ? OrderedIndex(covered).size() : SortedIndex(covered).size();
}

std::optional<BestMove> best_move(const Heaps& heaps, Solver& solver) {
  std::optional<BestMove> best;
  sim::nim::for_each_move(heaps, solver.max_taken(), [&](const sim::nim::Move& move) {
    const int next = solver.value(sim::nim::after(heaps, move));
    if (!best || is_better_next(next, best->next)) best = BestMove{move, next};
  });
  return best;
}

}  // namespace sapper::solvers::nim

#include "solvers/nim/solver.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "sim/support/contracts.hpp"
#include "solvers/nim/heap_index.hpp"
#include "solvers/nim/successors.hpp"

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

HeapOrder order_of(Algorithm algorithm) {
  return algorithm == Algorithm::memo ? HeapOrder::given : HeapOrder::ascending;
}

// Smaller tables are filled faster than threads start.
constexpr std::size_t kFewStates = 100'000;

// The heaps that are constant within a plane.
constexpr std::size_t kPlaneHeaps = 2;

// The values of all positions that an index covers.
class ValueTable final : public Solver {
 public:
  // Throws TooManyStates and TooMuchMemory before it allocates the table.
  ValueTable(std::span<const Heaps> covered, const SolverOptions& options)
      : index_(covered, order_of(options.algorithm)), max_taken_(options.max_taken) {
    if (index_.size() > options.max_states) throw TooManyStates(options);
    const bool has_limit = std::any_of(index_.bounds().begin(), index_.bounds().end(),
                                       [&](int bound) { return bound > max_taken_; });
    const std::size_t line_count = has_limit ? 0 : index_.line_count();
    if (index_.size() > options.max_bytes / sizeof(int) ||
        line_count > (options.max_bytes - index_.size() * sizeof(int)) / sizeof(Successors))
      throw TooMuchMemory(options);
    values_.resize(index_.size());
    if (has_limit) {
      fill_by_successors();
      return;
    }
    lines_.resize(line_count);
    if (options.threads == ThreadUse::all && index_.size() > kFewStates &&
        index_.bounds().count() > kPlaneHeaps)
      fill_planes_by_threads();
    else
      fill_by_lines(no_objects(), index_.bounds().count());
    lines_ = {};
  }

  int value(const Heaps& heaps) override {
    const Heaps normalized = index_.normalized(heaps);
    SAPPER_EXPECT(index_.covers(normalized));
    return values_[index_.number_of(normalized)];
  }
  std::uint64_t states() const override { return values_.size(); }
  int max_taken() const override { return max_taken_; }

 private:
  Heaps no_objects() const {
    Heaps heaps = index_.bounds();
    std::fill(heaps.begin(), heaps.end(), 0);
    return heaps;
  }

  void fill_by_successors() {
    Heaps heaps = no_objects();
    std::size_t number = 0;
    do {
      Successors successors;
      sim::nim::for_each_move(heaps, max_taken_, [&](const sim::nim::Move& move) {
        successors.add(values_[index_.number_with(heaps, move.heap, move.left)]);
      });
      values_[number++] = successors.value();
    } while (index_.advance(heaps, heaps.count()));
  }

  // Fills, starting at `heaps`, all positions that differ from it in the first `moving` heaps, which are empty at
  // first.
  void fill_by_lines(Heaps heaps, std::size_t moving) {
    std::size_t number = index_.number_of(heaps);
    do {
      set_from_lines(heaps, number++);
    } while (index_.advance(heaps, moving));
  }

  void set_from_lines(const Heaps& heaps, std::size_t number) {
    std::array<std::size_t, sim::nim::kMaxHeaps> lines{};
    std::size_t count = 0;
    Successors successors;
    for (std::size_t heap = 0; heap < heaps.count(); ++heap) {
      if (index_.repeats_line(heaps, heap)) continue;
      lines[count] = index_.line_of(heaps, heap);
      successors.add(lines_[lines[count++]]);
    }
    values_[number] = successors.value();
    for (std::size_t i = 0; i < count; ++i) lines_[lines[i]].add(values_[number]);
  }

  // Fills all positions. A plane is the set of positions that share the last two heaps; its numbers are consecutive.
  // Planes whose last two heaps have the same total are filled in parallel: none contains a successor of another, and
  // no two share a line (two positions of a line differ in one heap; in ascending heaps too, where the larger of the
  // two last heaps is found in one of the planes only).
  void fill_planes_by_threads() {
    const Heaps& bounds = index_.bounds();
    const std::size_t last = bounds.count() - 1;
    std::vector<Heaps> planes;
    for (int total = 0; total <= bounds[last - 1] + bounds[last]; ++total) {
      planes.clear();
      for (int size = std::max(0, total - bounds[last - 1]); size <= std::min(total, bounds[last]); ++size) {
        Heaps first = no_objects();
        first[last - 1] = total - size;
        first[last] = size;
        if (index_.covers(first)) planes.push_back(first);
      }
      for_each_index_in_parallel(
          planes.size(), [&](std::size_t i) { fill_by_lines(planes[i], bounds.count() - kPlaneHeaps); });
    }
  }

  HeapIndex index_;
  int max_taken_;
  std::vector<int> values_;        // [number]
  std::vector<Successors> lines_;  // [line], of the positions of the line set so far; empty once all are set
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
  if (options.algorithm == Algorithm::plain) return std::make_unique<PlainSolver>(covered, options);
  return std::make_unique<ValueTable>(covered, options);
}

std::optional<std::uint64_t> states_needed(std::span<const Heaps> covered, Algorithm algorithm) {
  if (algorithm == Algorithm::plain) return std::nullopt;
  return HeapIndex(covered, order_of(algorithm)).size();
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

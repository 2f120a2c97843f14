// The values of all positions that an index covers.
#pragma once

#include <vector>

#include "solvers/nim/heap_index.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::solvers::nim {

template <class Index>
class ValueTable final : public Solver {
 public:
  // Throws TooManyStates and TooMuchMemory before it allocates the table.
  ValueTable(std::span<const sim::nim::Heaps> covered, const SolverOptions& options);

  int value(const sim::nim::Heaps& heaps) override;
  std::uint64_t states() const override { return values_.size(); }
  int max_taken() const override { return max_taken_; }

 private:
  void fill_by_successors();
  // Fills, starting at `heaps`, all positions that differ from it in the first `moving` heaps, which are empty at
  // first.
  void fill_by_lines(sim::nim::Heaps heaps, std::size_t moving);
  // Fills all positions. A plane is the set of positions that share the last two heaps; its numbers are consecutive.
  // Planes whose last two heaps have the same total are filled in parallel: none contains a successor of another, and
  // no two share a line (two positions of a line differ in one heap; in ascending heaps too, where the larger of the
  // two last heaps is found in one of the planes only).
  void fill_planes_by_threads();
  void set_from_lines(const sim::nim::Heaps& heaps, std::size_t number);

  Index index_;
  int max_taken_;
  std::vector<int> values_;        // [number]
  std::vector<Successors> lines_;  // [line], of the positions of the line set so far; empty once all are set
};

extern template class ValueTable<OrderedIndex>;
extern template class ValueTable<SortedIndex>;

}  // namespace sapper::solvers::nim

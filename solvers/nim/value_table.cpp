#include "solvers/nim/value_table.hpp"

#include <algorithm>

#include "solvers/support/parallel.hpp"

namespace sapper::solvers::nim {

using sim::nim::Heaps;

namespace {

// Smaller tables are filled faster than threads start.
constexpr std::size_t kFewStates = 100'000;
// The heaps that are constant within a plane.
constexpr std::size_t kPlaneHeaps = 2;

}  // namespace

template <class Index>
ValueTable<Index>::ValueTable(std::span<const Heaps> covered, const SolverOptions& options)
    : index_(covered), max_taken_(options.max_taken) {
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
  Heaps start = index_.bounds();
  std::fill(start.begin(), start.end(), 0);
  if (options.threads == Threads::all && index_.size() > kFewStates && start.count() > kPlaneHeaps)
    fill_planes_by_threads();
  else
    fill_by_lines(start, start.count());
  lines_ = {};
}

template <class Index>
int ValueTable<Index>::value(const Heaps& heaps) {
  const Heaps normalized = index_.normalized(heaps);
  SAPPER_EXPECT(index_.covers(normalized));
  return values_[index_.number_of(normalized)];
}

template <class Index>
void ValueTable<Index>::fill_by_successors() {
  Heaps heaps = index_.bounds();
  std::fill(heaps.begin(), heaps.end(), 0);
  std::size_t number = 0;
  do {
    Successors successors;
    sim::nim::for_each_move(heaps, max_taken_, [&](const sim::nim::Move& move) {
      successors.add(values_[index_.number_with(heaps, move.heap, move.left)]);
    });
    values_[number++] = successors.value();
  } while (index_.advance(heaps, heaps.count()));
}

template <class Index>
void ValueTable<Index>::fill_by_lines(Heaps heaps, std::size_t moving) {
  std::size_t number = index_.number_of(heaps);
  do {
    set_from_lines(heaps, number++);
  } while (index_.advance(heaps, moving));
}

template <class Index>
void ValueTable<Index>::set_from_lines(const Heaps& heaps, std::size_t number) {
  std::array<std::size_t, sim::nim::kMaxHeaps> lines{};
  std::size_t count = 0;
  Successors successors;
  for (std::size_t heap = 0; heap < heaps.count(); ++heap) {
    if (Index::repeats_line(heaps, heap)) continue;
    lines[count] = index_.line_of(heaps, heap);
    successors.add(lines_[lines[count++]]);
  }
  values_[number] = successors.value();
  for (std::size_t i = 0; i < count; ++i) lines_[lines[i]].add(values_[number]);
}

template <class Index>
void ValueTable<Index>::fill_planes_by_threads() {
  const Heaps& bounds = index_.bounds();
  const std::size_t last = bounds.count() - 1;
  std::vector<Heaps> planes;
  for (int total = 0; total <= bounds[last - 1] + bounds[last]; ++total) {
    planes.clear();
    for (int size = std::max(0, total - bounds[last - 1]); size <= std::min(total, bounds[last]); ++size) {
      Heaps first = bounds;
      std::fill(first.begin(), first.end(), 0);
      first[last - 1] = total - size;
      first[last] = size;
      if (index_.covers(first)) planes.push_back(first);
    }
    for_each_index_in_parallel(
        planes.size(), [&](std::size_t i) { fill_by_lines(planes[i], bounds.count() - kPlaneHeaps); });
  }
}

template class ValueTable<OrderedIndex>;
template class ValueTable<SortedIndex>;

}  // namespace sapper::solvers::nim

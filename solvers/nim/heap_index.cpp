#include "solvers/nim/heap_index.hpp"

#include <algorithm>

#include "sim/support/contracts.hpp"

namespace sapper::solvers::nim {
namespace {

using sim::nim::Heaps;

// Both saturate at kTooMany.
std::size_t plus(std::size_t a, std::size_t b) { return std::min(a + b, HeapIndex::kTooMany); }
std::size_t times(std::size_t a, std::size_t b) {
  return a > HeapIndex::kTooMany / b ? HeapIndex::kTooMany : a * b;
}

}  // namespace

HeapIndex::HeapIndex(std::span<const Heaps> covered, HeapOrder order)
    : is_ascending_(order == HeapOrder::ascending), bounds_(normalized(covered.front())) {
  for (const Heaps& position : covered) {
    const Heaps heaps = normalized(position);
    SAPPER_EXPECT(heaps.count() == bounds_.count());
    for (std::size_t i = 0; i < heaps.count(); ++i) bounds_[i] = std::max(bounds_[i], heaps[i]);
  }
  const std::span<const int> bounds(bounds_.begin(), bounds_.end());
  if (bounds.empty()) return;
  if (is_ascending_) {
    position_below_ = count_below(bounds);
    size_ = position_below_.back().back();
    // Removing a heap from an ascending row moves each later one forward by one place, where the bound may be lower; but
    // each bound is at least the previous one, so the rows without one heap are those within all bounds but the first.
    line_below_ = count_below(bounds.subspan(1));
    line_count_ = line_below_.empty() ? 1 : line_below_.back().back();
    return;
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    step_[i] = size_;
    size_ = times(size_, static_cast<std::size_t>(bounds[i]) + 1);
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    first_line_[i] = line_count_;
    const std::size_t length = static_cast<std::size_t>(bounds[i]) + 1;
    line_count_ = plus(line_count_, size_ / length);
    for (std::size_t other = 0; other < bounds.size(); ++other)
      if (other != i) line_step_[i][other] = other < i ? step_[other] : step_[other] / length;
  }
}

HeapIndex::Table HeapIndex::count_below(std::span<const int> bounds) {
  Table below(bounds.size());
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const auto most = static_cast<std::size_t>(bounds[k]);
    below[k].assign(most + 2, 0);
    for (std::size_t x = 0; x <= most; ++x) {
      // Rows of k heaps whose last is at most x.
      const std::size_t rows = k == 0 ? 1 : below[k - 1][std::min(x + 1, below[k - 1].size() - 1)];
      below[k][x + 1] = plus(below[k][x], rows);
    }
  }
  return below;
}

// Insertion sort: there are few heaps, and every table lookup does this.
Heaps HeapIndex::normalized(Heaps heaps) const {
  for (std::size_t i = 1; is_ascending_ && i < heaps.count(); ++i) {
    const int size = heaps[i];
    std::size_t place = i;
    for (; place > 0 && heaps[place - 1] > size; --place) heaps[place] = heaps[place - 1];
    heaps[place] = size;
  }
  return heaps;
}

bool HeapIndex::covers(const Heaps& heaps) const {
  if (heaps.count() != bounds_.count()) return false;
  for (std::size_t i = 0; i < heaps.count(); ++i)
    if (heaps[i] < 0 || heaps[i] > bounds_[i]) return false;
  return !is_ascending_ || std::is_sorted(heaps.begin(), heaps.end());
}

std::size_t HeapIndex::number_of(const Heaps& heaps) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < heaps.count(); ++i) {
    const auto size = static_cast<std::size_t>(heaps[i]);
    number += is_ascending_ ? position_below_[i][size] : size * step_[i];
  }
  return number;
}

std::size_t HeapIndex::number_with(Heaps heaps, std::size_t heap, int size) const {
  for (; is_ascending_ && heap > 0 && heaps[heap - 1] > size; --heap) heaps[heap] = heaps[heap - 1];
  heaps[heap] = size;
  return number_of(heaps);
}

// A loop for each order: a table is filled in a few steps per position, and this is most of them.
std::size_t HeapIndex::line_of(const Heaps& heaps, std::size_t heap) const {
  if (is_ascending_) {
    std::size_t line = 0;
    for (std::size_t i = 0; i < heap; ++i) line += line_below_[i][static_cast<std::size_t>(heaps[i])];
    for (std::size_t i = heap + 1; i < heaps.count(); ++i)
      line += line_below_[i - 1][static_cast<std::size_t>(heaps[i])];
    return line;
  }
  std::size_t line = first_line_[heap];
  for (std::size_t i = 0; i < heaps.count(); ++i)
    line += static_cast<std::size_t>(heaps[i]) * line_step_[heap][i];
  return line;
}

bool HeapIndex::advance(Heaps& heaps, std::size_t moving) const {
  for (std::size_t i = 0; i < moving; ++i) {
    const bool is_free = !is_ascending_ || i + 1 == heaps.count() || heaps[i] < heaps[i + 1];
    if (heaps[i] < bounds_[i] && is_free) {
      ++heaps[i];
      return true;
    }
    heaps[i] = 0;
  }
  return false;
}

}  // namespace sapper::solvers::nim

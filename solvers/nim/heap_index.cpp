#include "solvers/nim/heap_index.hpp"

#include <algorithm>

namespace sapper::solvers::nim {
namespace {

using sim::nim::Heaps;

// Both saturate at kTooMany.
std::size_t plus(std::size_t a, std::size_t b) { return std::min(a + b, kTooMany); }
std::size_t times(std::size_t a, std::size_t b) { return a > kTooMany / b ? kTooMany : a * b; }

Heaps largest_of(std::span<const Heaps> positions) {
  Heaps bounds = positions.front();
  for (const Heaps& heaps : positions) {
    SAPPER_EXPECT(heaps.count() == bounds.count());
    for (std::size_t i = 0; i < bounds.count(); ++i) bounds[i] = std::max(bounds[i], heaps[i]);
  }
  return bounds;
}

// Insertion sort: there are few heaps, and every table lookup does this.
Heaps ascending(Heaps heaps) {
  for (std::size_t i = 1; i < heaps.count(); ++i) {
    const int size = heaps[i];
    std::size_t place = i;
    for (; place > 0 && heaps[place - 1] > size; --place) heaps[place] = heaps[place - 1];
    heaps[place] = size;
  }
  return heaps;
}

bool is_within(const Heaps& heaps, const Heaps& bounds) {
  if (heaps.count() != bounds.count()) return false;
  for (std::size_t i = 0; i < heaps.count(); ++i)
    if (heaps[i] < 0 || heaps[i] > bounds[i]) return false;
  return true;
}

}  // namespace

OrderedIndex::OrderedIndex(std::span<const Heaps> covered) : bounds_(largest_of(covered)) {
  for (std::size_t i = 0; i < bounds_.count(); ++i) {
    step_[i] = size_;
    size_ = times(size_, static_cast<std::size_t>(bounds_[i]) + 1);
  }
  for (std::size_t i = 0; i < bounds_.count(); ++i) {
    first_line_[i] = line_count_;
    line_count_ = plus(line_count_, size_ / (static_cast<std::size_t>(bounds_[i]) + 1));
  }
}

bool OrderedIndex::covers(const Heaps& heaps) const { return is_within(heaps, bounds_); }

std::size_t OrderedIndex::number_of(const Heaps& heaps) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < heaps.count(); ++i) number += static_cast<std::size_t>(heaps[i]) * step_[i];
  return number;
}

std::size_t OrderedIndex::number_with(Heaps heaps, std::size_t heap, int size) const {
  heaps[heap] = size;
  return number_of(heaps);
}

std::size_t OrderedIndex::line_of(const Heaps& heaps, std::size_t heap) const {
  const std::size_t length = static_cast<std::size_t>(bounds_[heap]) + 1;
  std::size_t line = first_line_[heap];
  for (std::size_t i = 0; i < heaps.count(); ++i)
    if (i != heap) line += static_cast<std::size_t>(heaps[i]) * (i < heap ? step_[i] : step_[i] / length);
  return line;
}

bool OrderedIndex::advance(Heaps& heaps, std::size_t moving) const {
  for (std::size_t i = 0; i < moving; ++i) {
    if (heaps[i] < bounds_[i]) {
      ++heaps[i];
      return true;
    }
    heaps[i] = 0;
  }
  return false;
}

SortedIndex::SortedIndex(std::span<const Heaps> covered) {
  std::vector<Heaps> sorted(covered.begin(), covered.end());
  for (Heaps& heaps : sorted) heaps = ascending(heaps);
  bounds_ = largest_of(sorted);
  if (bounds_.count() == 0) return;
  const std::span<const int> bounds(bounds_.begin(), bounds_.end());
  position_below_ = count_below(bounds);
  size_ = position_below_.back().back();
  // Removing a heap from an ascending row moves each later one forward by one place, where the bound may be lower; but
  // each bound is at least the previous one, so the rows without one heap are those within all bounds but the first.
  line_below_ = count_below(bounds.subspan(1));
  if (!line_below_.empty()) line_count_ = line_below_.back().back();
}

SortedIndex::Table SortedIndex::count_below(std::span<const int> bounds) {
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

Heaps SortedIndex::normalized(const Heaps& heaps) const { return ascending(heaps); }

bool SortedIndex::covers(const Heaps& heaps) const {
  return is_within(heaps, bounds_) && std::is_sorted(heaps.begin(), heaps.end());
}

std::size_t SortedIndex::number_of(const Heaps& heaps) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < heaps.count(); ++i)
    number += position_below_[i][static_cast<std::size_t>(heaps[i])];
  return number;
}

std::size_t SortedIndex::number_with(Heaps heaps, std::size_t heap, int size) const {
  for (; heap > 0 && heaps[heap - 1] > size; --heap) heaps[heap] = heaps[heap - 1];
  heaps[heap] = size;
  return number_of(heaps);
}

std::size_t SortedIndex::line_of(const Heaps& heaps, std::size_t heap) const {
  std::size_t line = 0;
  for (std::size_t i = 0; i < heap; ++i) line += line_below_[i][static_cast<std::size_t>(heaps[i])];
  for (std::size_t i = heap + 1; i < heaps.count(); ++i)
    line += line_below_[i - 1][static_cast<std::size_t>(heaps[i])];
  return line;
}

bool SortedIndex::advance(Heaps& heaps, std::size_t moving) const {
  for (std::size_t i = 0; i < moving; ++i) {
    const bool is_last = i + 1 == heaps.count();
    if (heaps[i] < bounds_[i] && (is_last || heaps[i] < heaps[i + 1])) {
      ++heaps[i];
      return true;
    }
    heaps[i] = 0;
  }
  return false;
}

}  // namespace sapper::solvers::nim

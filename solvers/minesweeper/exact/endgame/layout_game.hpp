// Best play over a set of equally likely layouts: how many of them the best strategy wins.
//
// A belief is the set S of layouts still possible; W(S) is the number of them won. Digging cell c wins the sum over its
// numbers v of W(the layouts of S in which c is free and shows v), so W(S) is the largest such sum; W of one layout is
// 1. Cells already dug need not be tracked: they show one number throughout S and no longer split it.
//
// - A cell that is free throughout S costs nothing: if it has several numbers in S it is dug at once, and nothing else
//   needs to be tried.
// - A cell with one number wherever it is free is dead. Digging it only restricts S to the layouts where it is free,
//   and a strategy for that smaller set wins as many without the dig. So dead cells are dug only when nothing else is
//   left; then no number carries information, and W is 1. A dead cell stays dead in subsets.
// - The other cells are tried in the order of the layouts in which they are free, which bounds what they win; then by
//   how evenly their numbers split these.
// - Values are cached by set (by 128 bits of its hash if a set has more than one word). Sets that fit into fewer words
//   are renumbered and solved there.
//
// Cost: exponential in principle; some microseconds for 64 layouts of a Minesweeper end-game. The budget
// counts scans of a set's cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/exact/endgame/layout_set.hpp"

namespace sapper::solvers {

// A cell within a set of layouts: the layouts in which it is free, and those in which it shows each number.
template <std::size_t kWords>
struct CellInLayouts {
  static constexpr std::size_t kMostNumbers = 9;
  LayoutSet<kWords> free;
  std::array<LayoutSet<kWords>, kMostNumbers> shows;  // only numbers that occur, in no particular order
  std::uint32_t number_count = 0;
};

struct ScanBudget {
  std::uint64_t left = 0;
  bool is_spent = false;
};

template <std::size_t kWords>
class LayoutGame {
 public:
  using Set = LayoutSet<kWords>;
  using CellMasks = CellInLayouts<kWords>;
  // The next smaller game, for sets that fit into it.
  static constexpr std::size_t kSmallerWords = kWords > 8 ? 8 : 1;

  // Starts a new set of layouts. Fill cells(), one per hidden cell, before value() or best().
  void start() {
    cells_.clear();
    live_.clear();
    if (++generation_ == 0) {
      memo_.assign(memo_.size(), Entry{});
      generation_ = 1;
    }
    if (memo_.empty()) memo_.resize(kMemoSize);
  }
  std::vector<CellMasks>& cells() { return cells_; }

  struct Choice {
    std::uint32_t cell = 0;  // in cells()
    std::uint32_t won = 0;   // layouts won by digging it first
  };

  // The number of layouts won by best play over `set`; unspecified once the budget is used up.
  std::uint32_t value(const Set& set, ScanBudget& budget) {
    begin(budget);
    return value_from(set, set.size(), 0);
  }

  // The number of layouts won by digging this cell of cells() first, then by best play.
  std::uint32_t value_of(std::uint32_t cell, const Set& set, ScanBudget& budget) {
    begin(budget);
    return sum_over_numbers(cells_[cell], set, (cells_[cell].free & set).size(), 0, 0);
  }

  // A best first dig; the set has at least two layouts.
  Choice best(const Set& set, ScanBudget& budget) {
    begin(budget);
    return search(set, set.size(), 0);
  }

 private:
  static constexpr std::uint64_t kScansBetweenLooks = 1 << 14;
  static constexpr std::size_t kMemoSize = kWords == 1 ? 1 << 12 : 1 << 14;
  static constexpr std::uint64_t kMultipliers[2]{0xD6E8FEB86659FD93U, 0xA0761D6478BD642FU};
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t check = 0;  // a second hash where the key is not the set itself
    std::uint32_t generation = 0;
    std::uint32_t value = 0;
  };
  struct Candidate {
    std::uint32_t cell;
    std::uint32_t free;     // layouts
    std::uint32_t largest;  // layouts with its most frequent number
  };

  // All cells may be live.
  void begin(ScanBudget& budget) {
    budget_ = &budget;
    live_.clear();
    for (std::uint32_t i = 0; i < cells_.size(); ++i) live_.push_back(i);
  }

  // live_ from first_live on holds the cells that may be live in the set.
  std::uint32_t value_from(const Set& set, std::uint32_t size, std::size_t first_live) {
    if (size <= 1) return size;
    if (size == 2) return can_tell_apart(set, first_live) ? 2 : 1;
    if constexpr (kWords > 1) {
      if (size <= 64 * kSmallerWords) return value_of_smaller(set, size, first_live);
    }
    const std::uint64_t key = kWords == 1 ? set.words[0] : set.hash(kMultipliers[0]);
    const std::uint64_t check = kWords == 1 ? 0 : set.hash(kMultipliers[1]);
    const std::size_t place = (key * 0x9E3779B97F4A7C15U) >> 40 & (kMemoSize - 1);
    Entry& entry = memo_[place];
    if (entry.generation == generation_ && entry.key == key && entry.check == check) return entry.value;
    const std::uint32_t found = search(set, size, first_live).won;
    memo_[place] = {key, check, generation_, found};
    return found;
  }

  // Two layouts are both won only if some cell that is free in both shows different numbers.
  bool can_tell_apart(const Set& set, std::size_t first_live) const {
    for (std::size_t i = first_live; i < live_.size(); ++i) {
      const CellMasks& cell = cells_[live_[i]];
      if ((cell.free & set) == set && (cell.shows[0] & set).size() == 1) return true;
      if ((cell.free & set) == set)
        for (std::uint32_t number = 1; number < cell.number_count; ++number)
          if ((cell.shows[number] & set).size() == 1) return true;
    }
    return false;
  }

  Choice search(const Set& set, std::uint32_t size, std::size_t first_live) {
    if (budget_->left == 0) {
      budget_->is_spent = true;
      return {};
    }
    if ((--budget_->left & (kScansBetweenLooks - 1)) == 0) sim::end_if_interrupted();
    const std::size_t last_live = live_.size();
    const std::size_t first_candidate = candidates_.size();
    Candidate most_free{0, 0, 0};  // a dead cell, used if all cells are dead
    for (std::size_t i = first_live; i < last_live; ++i) {
      const std::uint32_t index = live_[i];
      const CellMasks& cell = cells_[index];
      const std::uint32_t free = (cell.free & set).size();
      if (free == 0) continue;
      std::uint32_t largest = 0;
      for (std::uint32_t number = 0; number < cell.number_count; ++number)
        largest = std::max(largest, (cell.shows[number] & set).size());
      if (largest == free) {
        if (free > most_free.free && free < size) most_free = {index, free, largest};
        continue;
      }
      if (free == size) {
        // Free of risk and informative.
        candidates_.resize(first_candidate);
        live_.resize(last_live);
        return {index, sum_over_numbers(cell, set, size, 0, first_live)};
      }
      live_.push_back(index);
      candidates_.push_back({index, free, largest});
    }
    Choice best{most_free.cell, 1};
    const auto begin = candidates_.begin() + static_cast<std::ptrdiff_t>(first_candidate);
    std::sort(begin, candidates_.end(), [](const Candidate& a, const Candidate& b) {
      if (a.free != b.free) return a.free > b.free;
      return a.largest != b.largest ? a.largest < b.largest : a.cell < b.cell;
    });
    const std::size_t last_candidate = candidates_.size();
    for (std::size_t i = first_candidate; i < last_candidate; ++i) {
      const Candidate candidate = candidates_[i];
      if (candidate.free <= best.won && i > first_candidate) break;
      const std::uint32_t won = sum_over_numbers(cells_[candidate.cell], set, candidate.free,
                                                 i > first_candidate ? best.won : 0, last_live);
      if (won > best.won || i == first_candidate) best = {candidate.cell, won};
    }
    candidates_.resize(first_candidate);
    live_.resize(last_live);
    return best;
  }

  // The layouts won by digging the cell, or, as soon as they are known to be at most `enough`, some bound up to
  // `enough`. bound: the layouts in which it is free.
  std::uint32_t sum_over_numbers(const CellMasks& cell, const Set& set, std::uint32_t bound,
                                 std::uint32_t enough, std::size_t first_live) {
    for (std::uint32_t number = 0; number < cell.number_count; ++number) {
      const Set part = cell.shows[number] & set;
      const std::uint32_t size = part.size();
      if (size <= 1) continue;
      bound -= size - value_from(part, size, first_live);
      if (bound <= enough || budget_->is_spent) return bound;
    }
    return bound;
  }

  std::uint32_t value_of_smaller(const Set& set, std::uint32_t size, std::size_t first_live) {
    if constexpr (kWords > 1) {
      if (!smaller_) smaller_ = std::make_unique<LayoutGame<kSmallerWords>>();
      smaller_->start();
      for (std::size_t i = first_live; i < live_.size(); ++i) {
        const CellMasks& cell = cells_[live_[i]];
        CellInLayouts<kSmallerWords>& copy = smaller_->cells().emplace_back();
        copy.free = compact<kSmallerWords>(cell.free, set);
        for (std::uint32_t number = 0; number < cell.number_count; ++number) {
          const auto shows = compact<kSmallerWords>(cell.shows[number], set);
          if (!shows.is_empty()) copy.shows[copy.number_count++] = shows;
        }
        if (copy.number_count <= 1) smaller_->cells().pop_back();
      }
      return smaller_->value(LayoutSet<kSmallerWords>::first(size), *budget_);
    } else {
      return 0;
    }
  }

  std::vector<CellMasks> cells_;
  std::vector<std::uint32_t> live_;    // a stack: the cells to consider, for each set on the current path
  std::vector<Candidate> candidates_;  // a stack too
  std::vector<Entry> memo_;
  std::uint32_t generation_ = 0;
  ScanBudget* budget_ = nullptr;
  std::unique_ptr<LayoutGame<kSmallerWords>> smaller_;
};

}  // namespace sapper::solvers

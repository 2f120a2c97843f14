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
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/exact/endgame/layout_set.hpp"

namespace sapper::solvers {

struct ScanBudget {
  std::uint64_t left = 0;
  bool is_spent = false;
};

template <std::size_t kWords>
class LayoutGame {
 public:
  using Set = LayoutSet<kWords>;
  // The next smaller game, for sets that fit into it.
  static constexpr std::size_t kSmallerWords = kWords > 8 ? 8 : 1;

  // Starts a new set of layouts. Add the hidden cells, each with its numbers, of which there are at most max_numbers, before
  // value() or best().
  void start(std::size_t max_numbers) {
    number_counts_.clear();
    stride_ = max_numbers + 1;
    live_count_ = 0;
    if (++generation_ == 0) {
      memo_.assign(memo_.size(), Entry{});
      generation_ = 1;
    }
    if (memo_.empty()) memo_.resize(kMemoSize);
  }
  // Where the sets of the next cell are written: the layouts in which it is free, then those in which it shows each number
  // that occurs, in any order of the numbers.
  Set* next_cell() {
    const std::size_t first = number_counts_.size() * stride_;
    if (sets_.size() < first + stride_) [[unlikely]]
      sets_.resize(2 * (first + stride_));
    return sets_.data() + first;
  }
  // Adds that cell.
  void add_cell(std::uint32_t number_count) { number_counts_.push_back(number_count); }
  // Cells are numbered in the order in which they were added.
  const Set& free(std::size_t cell) const { return sets_of(cell)[0]; }

  struct Choice {
    std::uint32_t cell = 0;
    std::uint32_t won = 0;  // layouts won by digging it first
  };

  // The number of layouts won by best play over `set`; unspecified once the budget is used up.
  std::uint32_t value(const Set& set, ScanBudget& budget) {
    begin(budget);
    return value_from(set, set.size(), 0);
  }

  // The number of layouts won by digging this cell first, then by best play.
  std::uint32_t value_of(std::uint32_t cell, const Set& set, ScanBudget& budget) {
    begin(budget);
    return sum_over_numbers(cell, set, (free(cell) & set).size(), 0, 0);
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
    candidates_.clear();  // a search that was interrupted left some
    live_count_ = number_counts_.size();
    if (live_.size() < live_count_) live_.resize(live_count_);
    std::iota(live_.begin(), live_.begin() + static_cast<std::ptrdiff_t>(live_count_), 0U);
  }

  const Set* sets_of(std::size_t cell) const { return sets_.data() + cell * stride_; }
  std::span<const Set> shows_of(std::size_t cell) const { return {sets_of(cell) + 1, number_counts_[cell]}; }

  // live_ from first_live to live_count_ holds the cells that may be live in the set.
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
    if (!budget_->is_spent) memo_[place] = {key, check, generation_, found};  // else it is no value
    return found;
  }

  // Two layouts are both won only if some cell that is free in both shows different numbers.
  bool can_tell_apart(const Set& set, std::size_t first_live) const {
    for (std::size_t i = first_live; i < live_count_; ++i) {
      const Set* const sets = sets_of(live_[i]);
      if ((sets[0] & set) != set) continue;
      if ((sets[1] & set).size() == 1) return true;  // mostly
      for (const Set& shows : shows_of(live_[i]).subspan(1))
        if ((shows & set).size() == 1) return true;
    }
    return false;
  }

  Choice search(const Set& set, std::uint32_t size, std::size_t first_live) {
    if (budget_->left == 0) {
      budget_->is_spent = true;
      return {};
    }
    if ((--budget_->left & (kScansBetweenLooks - 1)) == 0) sim::end_if_interrupted();
    const std::size_t last_live = live_count_;
    if (const std::size_t most = last_live + (last_live - first_live); live_.size() < most) [[unlikely]]
      live_.resize(2 * most);
    std::uint32_t* const live = live_.data();
    std::size_t live_count = last_live;
    const std::size_t first_candidate = candidates_.size();
    Candidate most_free{0, 0, 0};  // a dead cell, used if all cells are dead
    for (std::size_t i = first_live; i < last_live; ++i) {
      const std::uint32_t index = live[i];
      const std::uint32_t free = (sets_of(index)[0] & set).size();
      if (free == 0) continue;
      std::uint32_t largest = 0;
      for (const Set& shows : shows_of(index)) largest = std::max(largest, (shows & set).size());
      if (largest == free) {
        if (free > most_free.free && free < size) most_free = {index, free, largest};
        continue;
      }
      if (free == size) {
        // Free of risk and informative.
        candidates_.resize(first_candidate);
        return {index, sum_over_numbers(index, set, size, 0, first_live)};
      }
      live[live_count++] = index;
      candidates_.push_back({index, free, largest});
    }
    live_count_ = live_count;
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
      const std::uint32_t won = sum_over_numbers(candidate.cell, set, candidate.free,
                                                 i > first_candidate ? best.won : 0, last_live);
      if (won > best.won || i == first_candidate) best = {candidate.cell, won};
    }
    candidates_.resize(first_candidate);
    live_count_ = last_live;
    return best;
  }

  // The layouts won by digging the cell, or, as soon as they are known to be at most `enough`, some bound up to
  // `enough`. bound: the layouts in which it is free.
  std::uint32_t sum_over_numbers(std::uint32_t cell, const Set& set, std::uint32_t bound,
                                 std::uint32_t enough, std::size_t first_live) {
    for (const Set& shows : shows_of(cell)) {
      const Set part = shows & set;
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
      smaller_->start(stride_ - 1);
      for (std::size_t i = first_live; i < live_count_; ++i) {
        auto* const compacted = smaller_->next_cell();
        compacted[0] = compact<kSmallerWords>(free(live_[i]), set);
        std::uint32_t numbers = 0;
        for (const Set& shows : shows_of(live_[i])) {
          const auto in_set = compact<kSmallerWords>(shows, set);
          if (!in_set.is_empty()) compacted[++numbers] = in_set;
        }
        if (numbers > 1) smaller_->add_cell(numbers);
      }
      return smaller_->value(LayoutSet<kSmallerWords>::first(size), *budget_);
    } else {
      return 0;
    }
  }

  // stride_ sets for each cell: see next_cell().
  std::vector<Set> sets_;
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> number_counts_;  // [cell]
  // A stack, the first live_count_: the cells to consider, for each set on the current path.
  std::vector<std::uint32_t> live_;
  std::size_t live_count_ = 0;
  std::vector<Candidate> candidates_;  // a stack too
  std::vector<Entry> memo_;
  std::uint32_t generation_ = 0;
  ScanBudget* budget_ = nullptr;
  std::unique_ptr<LayoutGame<kSmallerWords>> smaller_;
};

}  // namespace sapper::solvers

#include "solvers/minesweeper/posterior/possible_totals.hpp"

#include <algorithm>
#include <bit>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

std::size_t NumberSet::next_member(std::size_t from) const {
  while (from < size_) {
    const std::uint64_t rest = words_[from / 64] >> (from % 64);
    if (rest != 0) return from + static_cast<std::size_t>(std::countr_zero(rest));
    from = (from / 64 + 1) * 64;
  }
  return size_;
}

std::size_t NumberSet::next_gap(std::size_t from) const {
  while (from < size_) {
    const std::uint64_t rest = ~words_[from / 64] >> (from % 64);
    if (rest != 0) return std::min(size_, from + static_cast<std::size_t>(std::countr_zero(rest)));
    from = (from / 64 + 1) * 64;
  }
  return size_;
}

std::size_t NumberSet::last_member() const {
  std::size_t word = words_.size() - 1;
  while (words_[word] == 0) --word;
  return 64 * word + 63 - static_cast<std::size_t>(std::countl_zero(words_[word]));
}

// In place too (other == *this): words are read before they are written.
void NumberSet::add_raised(const NumberSet& other, std::size_t shift) {
  const std::size_t skipped = shift / 64;
  const unsigned bits = shift % 64;
  const std::size_t end = std::min(words_.size(), other.words_.size() + skipped + 1);
  for (std::size_t to = end; to-- > skipped;) {
    const std::size_t from = to - skipped;
    std::uint64_t word = from < other.words_.size() ? other.words_[from] << bits : 0;
    if (bits != 0 && from > 0) word |= other.words_[from - 1] >> (64 - bits);
    words_[to] |= word;
  }
  clear_beyond_end();
}

void NumberSet::add_lowered(const NumberSet& other, std::size_t shift) {
  const std::size_t skipped = shift / 64;
  const unsigned bits = shift % 64;
  for (std::size_t to = 0; to < words_.size() && to + skipped < other.words_.size(); ++to) {
    const std::size_t from = to + skipped;
    std::uint64_t word = other.words_[from] >> bits;
    if (bits != 0 && from + 1 < other.words_.size()) word |= other.words_[from + 1] << (64 - bits);
    words_[to] |= word;
  }
  clear_beyond_end();
}

void NumberSet::clear_beyond_end() {
  if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
}

namespace {

// Calls visit(first, length) for each run of consecutive members.
template <class Visit>
void for_each_run(const NumberSet& set, Visit visit) {
  for (std::size_t first = set.next_member(0); first < set.size();) {
    const std::size_t end = set.next_gap(first);
    visit(first, end - first);
    first = set.next_member(end);
  }
}

// Calls step(shift) with doubling shifts, which extend each member to `length` consecutive numbers.
template <class Step>
void smear(std::size_t length, Step step) {
  for (std::size_t covered = 1; covered < length;) {
    const std::size_t shift = std::min(covered, length - covered);
    step(shift);
    covered += shift;
  }
}

void add_sums(const NumberSet& a, const NumberSet& b, NumberSet& smeared, NumberSet& sums) {
  sums.assign(a.size() + b.size() - 1);
  for_each_run(a, [&](std::size_t first, std::size_t length) {
    smeared.assign(b.size() + length - 1);
    smeared.add_raised(b, 0);
    smear(length, [&](std::size_t shift) { smeared.add_raised(smeared, shift); });
    sums.add_raised(smeared, first);
  });
}

void add_differences(const NumberSet& totals, const NumberSet& others, std::size_t size, NumberSet& smeared,
                     NumberSet& differences) {
  differences.assign(size);
  for_each_run(others, [&](std::size_t first, std::size_t length) {
    smeared.assign(totals.size());
    smeared.add_raised(totals, 0);
    smear(length, [&](std::size_t shift) { smeared.add_lowered(smeared, shift); });
    differences.add_lowered(smeared, first);
  });
}

}  // namespace

void PossibleTotals::start(std::size_t leaf_count) {
  leaf_count_ = leaf_count;
  if (reachable_.size() < 2 * leaf_count + 2) {
    reachable_.resize(2 * leaf_count + 2);
    possible_.resize(2 * leaf_count + 2);
  }
  if (leaf_count == 0) {
    reachable_[1].assign(1);
    reachable_[1].insert(0);
  }
}

const NumberSet& PossibleTotals::build() {
  for (std::size_t node = leaf_count_; node-- > 1;)
    add_sums(reachable_[2 * node], reachable_[2 * node + 1], smeared_, reachable_[node]);
  return reachable_[1];
}

void PossibleTotals::spread(const NumberSet& allowed) {
  SAPPER_EXPECT(allowed.size() == reachable_[1].size());
  possible_[1] = allowed;
  for (std::size_t node = 1; node < leaf_count_; ++node) {
    for (const std::size_t child : {2 * node, 2 * node + 1})
      add_differences(possible_[node], reachable_[child ^ 1], reachable_[child].size(), smeared_,
                      possible_[child]);
  }
}

}  // namespace sapper::solvers

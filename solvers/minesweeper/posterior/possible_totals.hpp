// The numbers of extra mines that each component can hold, given the totals that the rest of the board allows: exact
// where probabilities may underflow.
//
// WaysTree's tree over sets instead of numbers: a node holds the totals that the leaves below it can reach. Sets are
// bit sets, combined by shifts; a run of consecutive members takes a logarithmic number of shifts, so that components
// without gaps are nearly free. Worst case, for R extra mines in all: R^2 / 128 word operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper::solvers {

// A set of the numbers 0..size() - 1.
class NumberSet {
 public:
  void assign(std::size_t size) {
    size_ = size;
    words_.assign((size + 63) / 64, 0);
  }
  std::size_t size() const { return size_; }
  bool contains(std::size_t number) const { return ((words_[number / 64] >> (number % 64)) & 1) != 0; }
  void insert(std::size_t number) { words_[number / 64] |= std::uint64_t{1} << (number % 64); }
  // The first member, or the first non-member, at or above `from`; size() if there is none.
  std::size_t next_member(std::size_t from) const;
  std::size_t next_gap(std::size_t from) const;
  std::size_t last_member() const;  // the set must not be empty

  // Adds number + shift (or number - shift) for each member of the other set, if it is in 0..size() - 1.
  void add_raised(const NumberSet& other, std::size_t shift);
  void add_lowered(const NumberSet& other, std::size_t shift);

 private:
  void clear_beyond_end();

  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

class PossibleTotals {
 public:
  // Starts a new tree; fill leaf(i) for each leaf, at least one member each, before build().
  void start(std::size_t leaf_count);
  NumberSet& leaf(std::size_t index) { return reachable_[leaf_count_ + index]; }

  // The totals that all leaves together can reach.
  const NumberSet& build();

  // allowed: totals, a set of the same size as that returned by build(). Fills possible_of().
  void spread(const NumberSet& allowed);
  // The numbers that reach an allowed total together with some numbers of all other leaves. They need not be members of
  // the leaf.
  const NumberSet& possible_of(std::size_t index) const { return possible_[leaf_count_ + index]; }

 private:
  std::size_t leaf_count_ = 0;
  std::vector<NumberSet> reachable_;  // [node], a heap as in WaysTree
  std::vector<NumberSet> possible_;   // [node]
  NumberSet smeared_;                 // scratch
};

}  // namespace sapper::solvers

// The numbers of extra mines that each component can hold, given the totals that the rest of the board allows: exact
// where probabilities may underflow.
//
// The tree of ways_tree.hpp over sets instead of numbers: a node holds the totals that the leaves below it can reach. Sets are
// bit sets, combined by shifts; a run of consecutive members takes a logarithmic number of shifts, so that components
// without gaps are nearly free. Worst case, for R extra mines in all: R^2 / 128 word operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/minesweeper/posterior/ways_tree.hpp"

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

class SetSums {
 public:
  static void set_to_one(NumberSet& set);
  // All sums of a member of each.
  void multiply(const NumberSet& a, const NumberSet& b, NumberSet& sums);
  // All differences from 0 to self.size() - 1 of a member of `totals` and one of `others`.
  void correlate(const NumberSet& others, const NumberSet& totals, const NumberSet& self,
                 NumberSet& differences);

 private:
  NumberSet smeared_;  // scratch
};

// Leaves have at least one member each. The weights for totals are the set of allowed ones; those of a leaf are the
// numbers that reach an allowed total together with some numbers of all other leaves, members of the leaf or not.
using PossibleTotals = CombiningTree<NumberSet, SetSums>;

}  // namespace sapper::solvers

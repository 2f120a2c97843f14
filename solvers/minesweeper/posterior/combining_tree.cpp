#include "solvers/minesweeper/posterior/combining_tree.hpp"

#include <algorithm>
#include <bit>

namespace sapper::solvers {
namespace {

// Sets negligible values to 0 and drops those at both ends.
void trim(OffsetCounts& window) {
  std::vector<double>& values = window.values;
  for (double& value : values) value = value < ProbabilityTree::kNegligible ? 0 : value;
  const auto is_positive = [](double value) { return value > 0; };
  values.erase(std::find_if(values.rbegin(), values.rend(), is_positive).base(), values.end());
  const auto begin = std::find_if(values.begin(), values.end(), is_positive);
  window.first += static_cast<std::size_t>(begin - values.begin());
  values.erase(values.begin(), begin);
}

}  // namespace

void WindowProduct::set_to_one(OffsetCounts& window) {
  window.first = 0;
  window.values.assign(1, 1.0);
}

void WindowProduct::multiply(const OffsetCounts& a, const OffsetCounts& b, OffsetCounts& product) {
  product.first = a.first + b.first;
  product.values.clear();
  if (a.values.empty() || b.values.empty()) return;
  WaysProduct<double>::multiply(a.values, b.values, product.values);
  trim(product);
}

void WindowProduct::correlate(const OffsetCounts& sibling, const OffsetCounts& parent,
                              const OffsetCounts& self, OffsetCounts& result) {
  result.first = self.first;
  result.values.assign(self.values.size(), 0);
  for (std::size_t i = sibling.first; i < sibling.end(); ++i) {
    const double factor = sibling.values[i - sibling.first];
    if (factor == 0 || parent.end() <= i) continue;
    const std::size_t begin = std::max(self.first, parent.first - std::min(parent.first, i));
    const std::size_t end = std::min(self.end(), parent.end() - i);
    if (begin >= end) continue;
    const double* const from = parent.values.data() + (i + begin - parent.first);
    double* const to = result.values.data() + (begin - self.first);
    for (std::size_t j = 0; j < end - begin; ++j) to[j] += factor * from[j];
  }
  trim(result);
}

void ProbabilityTree::set_leaf(std::size_t index, std::span<const double> probabilities) {
  OffsetCounts& leaf = this->leaf(index);
  leaf.first = 0;
  leaf.values.assign(probabilities.begin(), probabilities.end());
  trim(leaf);
}

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

// Works in place too (other == *this): words are read before they are written.
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

}  // namespace

void SetSums::set_to_one(NumberSet& set) {
  set.assign(1);
  set.insert(0);
}

void SetSums::multiply(const NumberSet& a, const NumberSet& b, NumberSet& sums) {
  sums.assign(a.size() + b.size() - 1);
  for_each_run(a, [&](std::size_t first, std::size_t length) {
    smeared_.assign(b.size() + length - 1);
    smeared_.add_raised(b, 0);
    smear(length, [&](std::size_t shift) { smeared_.add_raised(smeared_, shift); });
    sums.add_raised(smeared_, first);
  });
}

void SetSums::correlate(const NumberSet& others, const NumberSet& totals, const NumberSet& self,
                        NumberSet& differences) {
  differences.assign(self.size());
  for_each_run(others, [&](std::size_t first, std::size_t length) {
    smeared_.assign(totals.size());
    smeared_.add_raised(totals, 0);
    smear(length, [&](std::size_t shift) { smeared_.add_lowered(smeared_, shift); });
    differences.add_lowered(smeared_, first);
  });
}

}  // namespace sapper::solvers

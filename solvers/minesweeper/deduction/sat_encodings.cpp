// The encodings of a formula, which need nothing of the solver.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solvers/minesweeper/deduction/sat_formula.hpp"

namespace sapper::solvers {

namespace {

constexpr int kMostDirect = 8;  // of them the binomial encoding has at most 112 clauses

}  // namespace

void SatFormula::add_exactly(std::span<const int> variables, int count, int guard) {
  const int size = static_cast<int>(variables.size());
  std::vector<int> clause;
  const auto start_clause = [&] {
    clause.clear();
    if (guard != 0) clause.push_back(-guard);
  };
  if (count < 0 || count > size) {
    start_clause();
    return add_clause(clause);
  }
  if (size > kMostDirect) {
    const std::vector<int> more = add_totalizer(variables, static_cast<std::size_t>(count) + 1);
    const auto require = [&](int literal) {
      start_clause();
      clause.push_back(literal);
      add_clause(clause);
    };
    if (count < size) require(-more[static_cast<std::size_t>(count)]);
    if (count > 0) require(more[static_cast<std::size_t>(count) - 1]);
    return;
  }
  for (std::uint32_t subset = 0; subset < 1U << size; ++subset) {
    const int chosen = std::popcount(subset);
    for (const int sign : {-1, 1}) {
      if (chosen != (sign < 0 ? count + 1 : size - count + 1)) continue;
      start_clause();
      for (int i = 0; i < size; ++i)
        if ((subset >> i & 1) != 0) clause.push_back(sign * variables[static_cast<std::size_t>(i)]);
      add_clause(clause);
    }
  }
}

std::vector<int> SatFormula::add_totalizer(std::span<const int> variables, std::size_t limit) {
  if (variables.size() <= 1 || limit == 0) {
    return {variables.begin(),
            variables.begin() + static_cast<std::ptrdiff_t>(std::min(variables.size(), limit))};
  }
  const std::size_t half = variables.size() / 2;
  const std::vector<int> left = add_totalizer(variables.first(half), limit);
  const std::vector<int> right = add_totalizer(variables.subspan(half), limit);
  std::vector<int> sum(std::min(variables.size(), limit));
  for (int& variable : sum) variable = new_variable();
  std::vector<int> clause;
  for (std::size_t i = 0; i <= left.size(); ++i)
    for (std::size_t j = 0; j <= right.size(); ++j) {
      // At least i here and j there make at least i + j.
      if (i + j >= 1 && i + j <= sum.size()) {
        clause.assign(1, sum[i + j - 1]);
        if (i > 0) clause.push_back(-left[i - 1]);
        if (j > 0) clause.push_back(-right[j - 1]);
        add_clause(clause);
      }
      // No more than i here and j there make no more than i + j. A truncated half has no clauses beyond its limit, where
      // the sum is truncated too.
      if (i + j < sum.size()) {
        clause.assign(1, -sum[i + j]);
        if (i < left.size()) clause.push_back(left[i]);
        if (j < right.size()) clause.push_back(right[j]);
        add_clause(clause);
      }
    }
  return sum;
}

}  // namespace sapper::solvers

#include "solvers/minesweeper/posterior/probability_tree.hpp"

#include <algorithm>

namespace sapper::solvers {
namespace {

// Sets negligible values to 0 and drops those at both ends.
void trim(Window& window) {
  std::vector<double>& values = window.values;
  for (double& value : values) value = value < ProbabilityTree::kNegligible ? 0 : value;
  const auto is_positive = [](double value) { return value > 0; };
  values.erase(std::find_if(values.rbegin(), values.rend(), is_positive).base(), values.end());
  const auto begin = std::find_if(values.begin(), values.end(), is_positive);
  window.first += static_cast<std::size_t>(begin - values.begin());
  values.erase(values.begin(), begin);
}

}  // namespace

void WindowProduct::set_to_one(Window& window) {
  window.first = 0;
  window.values.assign(1, 1.0);
}

void WindowProduct::multiply(const Window& a, const Window& b, Window& product) {
  const Window& shorter = a.values.size() < b.values.size() ? a : b;
  const Window& longer = a.values.size() < b.values.size() ? b : a;
  product.first = a.first + b.first;
  product.values.clear();
  if (shorter.values.empty()) return;
  product.values.resize(a.values.size() + b.values.size() - 1, 0);
  for (std::size_t i = 0; i < shorter.values.size(); ++i) {
    const double factor = shorter.values[i];
    if (factor == 0) continue;
    double* const to = product.values.data() + i;
    for (std::size_t j = 0; j < longer.values.size(); ++j) to[j] += factor * longer.values[j];
  }
  trim(product);
}

void WindowProduct::correlate(const Window& sibling, const Window& parent, const Window& self,
                              Window& result) {
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
  Window& leaf = this->leaf(index);
  leaf.first = 0;
  leaf.values.assign(probabilities.begin(), probabilities.end());
  trim(leaf);
}

}  // namespace sapper::solvers

#include "solvers/minesweeper/posterior/combination.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

bool Combination::start(std::span<CountedComponent* const> components, std::int64_t mines,
                        std::uint32_t outside_count) {
  fewest_mines_ = 0;
  std::uint32_t max_extra = 0;
  std::uint32_t cell_count = 0;
  for (const CountedComponent* component : components) {
    fewest_mines_ += component->min_mines();
    max_extra += static_cast<std::uint32_t>(component->range()) - 1;
    cell_count += component->component().cell_count;
  }
  const std::int64_t outside = outside_count;
  parts_ = {components, outside, max_extra, mines - fewest_mines_};
  if (parts_.mines_outside < 0 || parts_.mines_outside - max_extra > outside) return false;

  // Neighbouring binomials differ by a factor that is monotone in the mines outside: its ends bound it.
  const std::int64_t max_outside = std::min(parts_.mines_outside, outside);
  const std::int64_t fewest_outside = std::max<std::int64_t>(parts_.mines_outside - max_extra, 0);
  double orders = 0;
  if (max_outside > fewest_outside) {
    const auto binary_orders = [&](std::int64_t count) {
      return std::abs(std::ilogb(static_cast<double>(count) / static_cast<double>(outside - count + 1))) + 1;
    };
    orders = static_cast<double>(max_outside - fewest_outside) *
             std::max(binary_orders(max_outside), binary_orders(fewest_outside + 1));
  }
  is_plain_safe_ = orders + cell_count < kSafeBinaryOrders;
  return true;
}

bool Combination::combine() {
  if (is_plain_safe_) return combine_by(Method::plain) == Outcome::done;
  Outcome outcome = combine_by(Method::tilted);
  if (outcome == Outcome::refused) outcome = combine_by(Method::wide);
  return outcome == Outcome::done;
}

Combination::Outcome Combination::combine_by(Method method) {
  method_ = method;
  const auto outcome_of = [](bool has_layouts) { return has_layouts ? Outcome::done : Outcome::no_layout; };
  SAPPER_EXPECT(method != Method::plain || is_plain_safe_);
  if (method == Method::plain) return outcome_of(combine_plainly(plain_tree_, outside_ways_));
  if (method == Method::wide) return outcome_of(combine_plainly(wide_tree_, wide_outside_ways_));
  const Outcome outcome = tilted_.combine(parts_);
  if (outcome != Outcome::done) return outcome;
  outside_risk_ = tilted_.outside_risk();
  total_ = WideNumber(tilted_.total());
  log_factor_ = tilted_.log_factor();
  reference_mines_ = tilted_.reference_mines();
  return outcome;
}

template <class Number>
bool Combination::combine_plainly(WaysTree<Number>& tree, std::vector<Number>& outside_ways) {
  const std::span<CountedComponent* const> components = parts_.components;
  tree.start(components.size());
  for (std::size_t index = 0; index < components.size(); ++index) {
    std::vector<Number>& leaf = tree.leaf(index);
    leaf.clear();
    for (std::size_t extra = 0; extra < components[index]->range(); ++extra)
      leaf.push_back(components[index]->template ways<Number>(extra));
  }
  const std::span<const Number> frontier_ways = tree.build();
  parts_.fill_outside_ways(outside_ways);
  if (!take_totals<Number>(frontier_ways, outside_ways)) return false;
  tree.spread(outside_ways);
  for (std::size_t index = 0; index < components.size(); ++index)
    components[index]->take_risks(tree.weights_of(index));
  return true;
}

// Sums over the ways of the whole frontier and of the cells outside, both by extra mines on the frontier; false if no number
// of mines is possible for both.
template <class Number>
bool Combination::take_totals(std::span<const Number> frontier_ways, std::span<const Number> outside_ways) {
  Number total(0);
  Number mines(0);
  bool can_be_mine = false;
  bool can_be_free = false;
  for (std::size_t extra = 0; extra <= parts_.max_extra; ++extra) {
    const Number ways = frontier_ways[extra] * outside_ways[extra];
    if (ways == Number(0)) continue;
    const std::int64_t outside = parts_.mines_outside - static_cast<std::int64_t>(extra);
    total += ways;
    mines += ways * Number(static_cast<double>(outside));
    can_be_mine |= outside > 0;
    can_be_free |= outside < parts_.outside_count;
  }
  if (total == Number(0)) return false;
  total_ = WideNumber(total);
  log_factor_ = 0;
  reference_mines_ = std::min(parts_.mines_outside, parts_.outside_count);
  if (parts_.outside_count > 0)
    outside_risk_ = make_risk(ratio(mines, total * Number(static_cast<double>(parts_.outside_count))),
                              can_be_mine, can_be_free);
  return true;
}

// Boost's function, unlike the C library's, may be called from several threads.
long double Combination::log_factorial(std::int64_t n) const {
  constexpr std::size_t kKept = 4096;
  const auto index = static_cast<std::size_t>(n);
  if (index < kKept) {
    if (index >= log_factorials_.size()) log_factorials_.resize(index + 1, -1);
    if (log_factorials_[index] >= 0) return log_factorials_[index];
  }
  const long double value = boost::math::lgamma(static_cast<long double>(n) + 1);
  if (index < kKept) log_factorials_[index] = value;
  return value;
}

double Combination::log_layouts() const {
  const long double log_choose = log_factorial(parts_.outside_count) - log_factorial(reference_mines_) -
                                 log_factorial(parts_.outside_count - reference_mines_);
  return static_cast<double>(log_of(total_) + log_factor_ + log_choose);
}

}  // namespace sapper::solvers

#include "solvers/minesweeper/counting/counted_component.hpp"

#include <algorithm>
#include <limits>

#include "solvers/support/parallel.hpp"

namespace sapper::solvers {

Risk make_risk(double p_mine, bool can_be_mine, bool can_be_free) {
  if (!can_be_mine) return {0, false, can_be_free};
  if (!can_be_free) return {1, can_be_mine, false};
  constexpr double kLeast = std::numeric_limits<double>::min();
  constexpr double kMost = 1 - std::numeric_limits<double>::epsilon() / 2;
  return {std::clamp(p_mine, kLeast, kMost), true, true};
}

void CountedComponent::count(std::size_t max_entries) {
  is_wide_ = component_.cell_count >= kSafeBinaryOrders;
  risks_.resize(group_count());
  shares_.clear();
  if (is_wide_) {
    count_wide(max_entries);
  } else {
    narrow_.count(component_, max_entries);
  }
}

void CountedComponent::release() {
  narrow_.release();
  if (wide_) wide_->release();
}

void CountedComponent::find_certainty() {
  if (is_wide_) {
    take_certainty(*wide_, wide_marginals_);
  } else {
    take_certainty(narrow_, narrow_marginals_);
  }
}

template <class Number>
void CountedComponent::take_certainty(Eliminator<Number>& eliminator,
                                      std::vector<GroupMarginal<Number>>& marginals) {
  marginals.resize(group_count());
  eliminator.certainty(marginals);
  for (std::size_t group = 0; group < marginals.size(); ++group)
    risks_[group] = make_risk(0.5, marginals[group].can_hold_mine, marginals[group].can_hold_free);
}

void CountedComponent::count_wide(std::size_t max_entries) {
  if (!wide_) wide_ = std::make_unique<Eliminator<WideNumber>>(budget_);
  wide_->count(component_, max_entries);
}

std::span<const double> CountedComponent::shares_with(std::size_t extra) {
  const std::size_t groups = group_count();
  if (shares_.empty()) {
    narrow_marginals_.resize(groups);
    for (std::size_t some = 0; some < range(); ++some) {
      narrow_weights_.assign(range(), 0);
      narrow_weights_[some] = 1;
      narrow_.marginals(narrow_weights_, narrow_marginals_);
      const double total = narrow_.counts().counts[some];
      for (std::size_t group = 0; group < groups; ++group) {
        const auto& marginal = narrow_marginals_[group];
        shares_.push_back(make_risk(marginal.mines / (total * component_.sizes[group]),
                                    marginal.can_hold_mine, marginal.can_hold_free)
                              .p_mine);
      }
    }
  }
  return std::span(shares_).subspan(extra * groups, groups);
}

void CountedComponent::take_risks(std::span<const double> weights) {
  narrow_marginals_.resize(group_count());
  narrow_.marginals(weights, narrow_marginals_);
  fill_risks<double>(narrow_.counts(), weights, narrow_marginals_);
}

// The weights of the rest of the board can exceed the range of doubles although the component's own counts do not.
void CountedComponent::take_risks(std::span<const WideNumber> weights) {
  const WideNumber zero;
  const WideNumber* largest = weights.data();  // of those that are not 0, of which there are some
  const WideNumber* smallest = weights.data();
  for (const WideNumber& weight : weights) {
    if (weight == zero) continue;
    if (*largest == zero || largest->exponent() < weight.exponent()) largest = &weight;
    if (*smallest == zero || smallest->exponent() > weight.exponent()) smallest = &weight;
  }
  const auto orders = static_cast<double>(largest->exponent() - smallest->exponent()) + 2;
  if (!is_wide_ && orders + component_.cell_count < kSafeBinaryOrders) {
    narrow_weights_.clear();
    for (const WideNumber& weight : weights) narrow_weights_.push_back(ratio(weight, *largest));
    take_risks(narrow_weights_);
    return;
  }
  if (!is_wide_) count_wide(Eliminator<double>::kMaxEntries);
  wide_marginals_.resize(group_count());
  wide_->marginals(weights, wide_marginals_);
  fill_risks<WideNumber>(wide_->counts(), weights, wide_marginals_);
}

template <class Number>
void CountedComponent::fill_risks(const MineCounts<Number>& counts, std::span<const Number> weights,
                                  std::span<const GroupMarginal<Number>> marginals) {
  Number total(0);
  for (std::size_t i = 0; i < weights.size(); ++i) total += counts.counts[i] * weights[i];
  for (std::size_t group = 0; group < marginals.size(); ++group) {
    const auto& marginal = marginals[group];
    const double p_mine = ratio(marginal.mines, times(total, component_.sizes[group]));
    risks_[group] = make_risk(p_mine, marginal.can_hold_mine, marginal.can_hold_free);
  }
}

void count_components(std::span<CountedComponent* const> components, std::size_t cell_count,
                      std::size_t max_entries) {
  // Below that, handing out the work costs more than it saves (measured: experiments/bench).
  constexpr std::size_t kParallelCells = 1000;
  if (components.size() > 1 && cell_count >= kParallelCells) {
    for_each_index_in_parallel(components.size(),
                               [&](std::size_t index) { components[index]->count(max_entries); });
  } else {
    for (CountedComponent* const component : components) component->count(max_entries);
  }
}

}  // namespace sapper::solvers

#include "solvers/minesweeper/posterior/tilted_combination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper::solvers {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

// The mean number of extra mines on the frontier if each has this factor.
Moments extra_mines_at(std::span<CountedComponent* const> components, double tilt) {
  Moments sum;
  for (const CountedComponent* component : components) {
    if (component->range() == 1) continue;
    WideNumber factor(1);
    WideNumber total;
    WideNumber first;
    WideNumber second;
    for (std::size_t extra = 0; extra < component->range(); ++extra) {
      const WideNumber ways = component->ways<WideNumber>(extra) * factor;
      const WideNumber weighted = ways * WideNumber(static_cast<double>(extra));
      total += ways;
      first += weighted;
      second += weighted * WideNumber(static_cast<double>(extra));
      factor *= WideNumber(tilt);
    }
    const double mean = ratio(first, total);
    sum.mean += mean;
    sum.variance += std::max(0.0, ratio(second, total) - mean * mean);
  }
  return sum;
}

}  // namespace

// C(n, m - 1) / C(n, m), smoothed by half a mine, is (m + 1/2) / (n - m + 1/2). The number of extra mines at
// which that is the tilt falls with the tilt, the frontier's mean rises: the difference has one root.
std::optional<double> find_log_tilt(const CombinedParts& parts) {
  constexpr double kFarthest = 690;
  constexpr double kTolerance = 0.5;  // much less than the spread of the totals, or than one mine
  const double mines = static_cast<double>(parts.mines_outside) + 0.5;
  const double cells = static_cast<double>(parts.outside_count) + 1;
  double below = -kFarthest;
  double above = kFarthest;
  const double middle =
      std::clamp<double>(parts.max_extra / 2.0, parts.fewest_extra_allowed(), parts.max_extra_allowed());
  double log_tilt = std::log((mines - middle) / (cells - mines + middle));
  double last_error = std::numeric_limits<double>::infinity();
  while (above - below > 1e-9) {
    const double tilt = std::exp(log_tilt);
    const double share = tilt / (1 + tilt);
    const Moments frontier = extra_mines_at(parts.components, tilt);
    const double error = frontier.mean - (mines - cells * share);
    if (std::abs(error) <= kTolerance) return log_tilt;
    (error < 0 ? below : above) = log_tilt;
    const double next = log_tilt - error / (frontier.variance + cells * share / (1 + tilt));
    const bool converges = next > below && next < above && std::abs(error) < 0.5 * last_error;
    log_tilt = converges ? next : (below + above) / 2;
    last_error = std::abs(error);
  }
  return std::nullopt;
}

TiltedCombination::Outcome TiltedCombination::combine(const CombinedParts& parts) {
  if (!parts.allows_all() && !find_possible(parts)) return Outcome::no_layout;
  const std::optional<double> log_tilt = find_log_tilt(parts);
  if (!log_tilt) return Outcome::refused;
  fill_leaves(parts, *log_tilt);
  const OffsetCounts& frontier = tree_.build();
  fill_outside(parts, *log_tilt);
  total_ = 0;
  for (std::size_t extra = std::max(frontier.first, outside_.first);
       extra < std::min(frontier.end(), outside_.end()); ++extra)
    total_ += frontier.values[extra - frontier.first] * outside_.values[extra - outside_.first];
  // The dropped values are below 1e-130, hence below 1e-70 relatively.
  constexpr double kLeastTotal = 1e-60;
  if (!(total_ >= kLeastTotal)) return Outcome::refused;
  take_outside_risk(parts, frontier);
  tree_.spread(outside_);
  take_risks(parts, std::exp(*log_tilt));
  return Outcome::done;
}

// Finds the possible numbers of mines if the outside cells cannot take every remainder; false if there are none.
bool TiltedCombination::find_possible(const CombinedParts& parts) {
  possible_totals_.start(parts.components.size());
  for (std::size_t index = 0; index < parts.components.size(); ++index) {
    const CountedComponent& component = *parts.components[index];
    NumberSet& leaf = possible_totals_.leaf(index);
    leaf.assign(component.range());
    for (std::size_t extra = 0; extra < component.range(); ++extra)
      if (!(component.ways<WideNumber>(extra) == WideNumber())) leaf.insert(extra);
  }
  const NumberSet& reachable = possible_totals_.build();
  allowed_.assign(reachable.size());
  bool is_possible = false;
  const std::size_t end = std::size_t{parts.max_extra_allowed()} + 1;
  for (std::size_t extra = reachable.next_member(parts.fewest_extra_allowed()); extra < end;
       extra = reachable.next_member(extra + 1)) {
    allowed_.insert(extra);
    is_possible = true;
  }
  if (is_possible) possible_totals_.spread(allowed_);
  return is_possible;
}

void TiltedCombination::fill_leaves(const CombinedParts& parts, double log_tilt) {
  const WideNumber tilt(std::exp(log_tilt));
  WideNumber product(1);
  tree_.start(parts.components.size());
  for (std::size_t index = 0; index < parts.components.size(); ++index) {
    const CountedComponent& component = *parts.components[index];
    wide_.clear();
    WideNumber factor(1);
    WideNumber total;
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      wide_.push_back(component.ways<WideNumber>(extra) * factor);
      total += wide_.back();
      factor *= tilt;
    }
    product *= total;
    probabilities_.clear();
    for (const WideNumber& ways : wide_) probabilities_.push_back(ratio(ways, total));
    tree_.set_leaf(index, probabilities_);
  }
  log_factor_ = log_of(product);
}

// Goes from about the peak in both directions: the ratio of neighbours is monotone, so everything after a negligible
// value is negligible.
void TiltedCombination::fill_outside(const CombinedParts& parts, double log_tilt) {
  const double tilt = std::exp(log_tilt);
  const auto mines = static_cast<double>(parts.mines_outside);
  const auto cells = static_cast<double>(parts.outside_count);
  const std::int64_t least = parts.fewest_extra_allowed();
  const std::int64_t most = parts.max_extra_allowed();
  const double share = tilt / (1 + tilt);
  const auto start = std::clamp<std::int64_t>(
      std::llround(std::clamp<double>(mines + 0.5 - (cells + 1) * share, 0, parts.max_extra)), least, most);
  // Ways outside with one more extra mine, relative to those with `extra`, tilted.
  const auto step = [&](std::int64_t extra) {
    const double left = mines - static_cast<double>(extra);
    return left / (cells - left + 1) / tilt;
  };
  std::vector<double>& values = outside_.values;
  values.clear();
  double value = 1;
  std::int64_t first = start;
  for (; first > least; --first) {
    value /= step(first - 1);
    if (value < ProbabilityTree::kNegligible) break;
    values.push_back(value);
  }
  std::reverse(values.begin(), values.end());
  value = 1;
  for (std::int64_t extra = start; extra <= most && value >= ProbabilityTree::kNegligible; ++extra) {
    values.push_back(value);
    value *= step(extra);
  }
  outside_.first = static_cast<std::size_t>(first);
  reference_mines_ = parts.mines_outside - start;
  log_factor_ -= static_cast<long double>(start) * log_tilt;
}

void TiltedCombination::take_outside_risk(const CombinedParts& parts, const OffsetCounts& frontier) {
  if (parts.outside_count == 0) return;
  double mines = 0;
  for (std::size_t extra = std::max(frontier.first, outside_.first);
       extra < std::min(frontier.end(), outside_.end()); ++extra)
    mines += frontier.values[extra - frontier.first] * outside_.values[extra - outside_.first] *
             static_cast<double>(parts.mines_outside - static_cast<std::int64_t>(extra));
  std::int64_t max_mines = parts.mines_outside;
  std::int64_t fewest_mines = parts.mines_outside - parts.max_extra;
  if (!parts.allows_all()) {
    max_mines -= static_cast<std::int64_t>(allowed_.next_member(0));
    fewest_mines = parts.mines_outside - static_cast<std::int64_t>(allowed_.last_member());
  }
  outside_risk_ = make_risk(mines / (total_ * static_cast<double>(parts.outside_count)), max_mines > 0,
                            fewest_mines < parts.outside_count);
}

void TiltedCombination::take_risks(const CombinedParts& parts, double tilt) {
  const bool allows_all = parts.allows_all();
  for (std::size_t index = 0; index < parts.components.size(); ++index) {
    const OffsetCounts& weights = tree_.weights_of(index);
    wide_.clear();
    WideNumber factor(1);
    for (std::size_t extra = 0; extra < parts.components[index]->range(); ++extra) {
      if (allows_all || possible_totals_.weights_of(index).contains(extra)) {
        // Whatever is possible keeps a positive weight.
        const bool is_inside = extra >= weights.first && extra < weights.end();
        const double weight = is_inside ? weights.values[extra - weights.first] : 0;
        wide_.push_back(WideNumber(std::max(weight, ProbabilityTree::kNegligible)) * factor);
      } else {
        wide_.emplace_back();
      }
      factor *= WideNumber(tilt);
    }
    parts.components[index]->take_risks(std::span<const WideNumber>(wide_));
  }
}

}  // namespace sapper::solvers

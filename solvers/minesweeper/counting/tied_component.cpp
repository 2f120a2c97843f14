#include "solvers/minesweeper/counting/tied_component.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

// Adds to a sum; what cancels out is gone.
void TiedComponent::Sum::add(std::uint32_t group, std::int32_t factor) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (terms[i].group != group) continue;
    terms[i].factor += factor;
    if (terms[i].factor == 0) terms[i] = terms[--count];
    return;
  }
  terms[count++] = {group, factor};
}

bool TiedComponent::tie(const Component& component) {
  read(component);
  compare_all();
  if (is_contradictory_) return true;
  if (!has_ties_) return false;
  choose_variables();
  list_constraints();
  return true;
}

void TiedComponent::read(const Component& component) {
  original_ = component;
  is_contradictory_ = has_ties_ = false;
  const std::uint32_t groups = component.group_count();
  const std::uint32_t constraints = component.constraint_count();
  sums_.assign(constraints, {});
  constraints_of_.assign(groups, {});
  substitutes_.assign(groups, std::nullopt);
  for (std::uint32_t constraint = 0; constraint < constraints; ++constraint)
    sums_[constraint].total = component.needs[constraint];
  for (std::uint32_t group = 0; group < groups; ++group)
    for (const std::uint32_t constraint : component.constraints_of(group)) {
      sums_[constraint].add(group, 1);
      constraints_of_[group].push_back(constraint);
    }
  queue_.resize(constraints);
  std::iota(queue_.begin(), queue_.end(), 0U);
  is_queued_.assign(constraints, 1);
}

void TiedComponent::touch(std::uint32_t constraint) {
  if (is_queued_[constraint] != 0 || sums_[constraint].count == 0) return;
  is_queued_[constraint] = 1;
  queue_.push_back(constraint);
}

// Compares each constraint with those that share a variable with it, again whenever it has changed.
void TiedComponent::compare_all() {
  std::uint64_t comparisons = 0;
  std::vector<std::uint32_t> others;
  for (std::size_t next = 0; next < queue_.size() && !is_contradictory_; ++next) {
    const std::uint32_t constraint = queue_[next];
    is_queued_[constraint] = 0;
    if (sums_[constraint].count == 0) continue;
    sim::end_if_interrupted();
    if (conclude(sums_[constraint])) {
      touch(constraint);
      continue;
    }
    others.clear();
    for (const Term& term : sums_[constraint].all())
      others.insert(others.end(), constraints_of_[term.group].begin(), constraints_of_[term.group].end());
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    comparisons += others.size();
    if (comparisons > kMostComparisons) return;
    for (const std::uint32_t other : others) {
      if (other == constraint || sums_[other].count == 0 || !compare(constraint, other)) continue;
      touch(constraint);
      break;
    }
  }
}

// True if the difference or the sum of two constraints says anything.
bool TiedComponent::compare(std::uint32_t constraint, std::uint32_t other) {
  for (const std::int32_t factor : {-1, 1}) {
    Sum sum = sums_[constraint];
    sum.total += factor * sums_[other].total;
    for (const Term& term : sums_[other].all()) sum.add(term.group, factor * term.factor);
    if (sum.count != 0) {
      if (conclude(sum)) return true;
      continue;
    }
    is_contradictory_ |= sum.total != 0;
    drop(other);
    return true;
  }
  return false;
}

// True if the sum ties its groups or makes them certain. By value: substituting changes the constraints.
bool TiedComponent::conclude(Sum sum) {
  std::int32_t least = 0;
  std::int32_t most = 0;
  for (const Term& term : sum.all())
    (term.factor < 0 ? least : most) += term.factor * original_.sizes[term.group];
  if (sum.total < least || sum.total > most) {
    is_contradictory_ = true;
    return true;
  }
  if (least == most) return false;
  if (sum.total == least || sum.total == most) {
    for (const Term& term : sum.all()) {
      const bool is_full = (term.factor > 0) == (sum.total == most);
      substitute(term.group, {is_full ? original_.sizes[term.group] : 0, kNone, 0});
    }
    return true;
  }
  if (sum.count != 2) return false;
  const Term& first = sum.terms[0];
  const Term& second = sum.terms[1];
  if (original_.sizes[first.group] != 1 || original_.sizes[second.group] != 1 ||
      std::abs(first.factor) != std::abs(second.factor))
    return false;
  if (sum.total % first.factor != 0) {
    is_contradictory_ = true;
    return true;
  }
  // The total is strictly between its bounds: that of the two, or of none.
  substitute(first.group, {sum.total / first.factor, second.group, -second.factor / first.factor});
  return true;
}

void TiedComponent::substitute(std::uint32_t group, const Substitute& by) {
  has_ties_ = true;
  substitutes_[group] = by;
  for (const std::uint32_t constraint : constraints_of_[group]) {
    Sum& sum = sums_[constraint];
    const auto terms = sum.all();
    const auto found = std::ranges::find(terms, group, &Term::group);
    if (found == terms.end()) continue;
    const std::int32_t factor = found->factor;
    sum.add(group, -factor);
    sum.total -= factor * by.base;
    if (by.other != kNone) {
      sum.add(by.other, factor * by.factor);
      constraints_of_[by.other].push_back(constraint);
    }
    if (sum.count == 0)
      is_contradictory_ |= sum.total != 0;
    else
      touch(constraint);
  }
  constraints_of_[group].clear();
  if (by.other == kNone) return;
  auto& constraints = constraints_of_[by.other];
  std::ranges::sort(constraints);
  constraints.erase(std::unique(constraints.begin(), constraints.end()), constraints.end());
}

void TiedComponent::drop(std::uint32_t constraint) {
  has_ties_ = true;
  sums_[constraint].count = 0;
}

// The group in terms of one that has no substitute, or of none.
TiedComponent::Substitute TiedComponent::resolve(std::uint32_t group) const {
  Substitute result{0, group, 1};
  while (result.other != kNone && substitutes_[result.other]) {
    const Substitute& next = *substitutes_[result.other];
    result = {result.base + result.factor * next.base, next.other, result.factor * next.factor};
  }
  return result;
}

// Numbers the variables: first those under constraints. What is certain belongs to the last one.
void TiedComponent::choose_variables() {
  const std::uint32_t groups = original_.group_count();
  std::vector<std::uint8_t> is_constrained(groups, 0);
  for (const Sum& sum : sums_)
    for (const Term& term : sum.all()) is_constrained[term.group] = 1;
  variable_of_.assign(groups, kNone);
  sizes_.clear();
  for (const bool wanted : {true, false}) {
    for (std::uint32_t group = 0; group < groups; ++group) {
      if (substitutes_[group] || (is_constrained[group] != 0) != wanted) continue;
      variable_of_[group] = static_cast<std::uint32_t>(sizes_.size());
      sizes_.push_back(original_.sizes[group]);
    }
    if (wanted) constrained_count_ = static_cast<std::uint32_t>(sizes_.size());
  }
  sizes_.push_back(0);
  list_members();
}

// A variable is turned if it then adds mines rather than taking them away.
void TiedComponent::list_members() {
  const auto certain = static_cast<std::uint32_t>(sizes_.size()) - 1;
  std::vector<std::vector<Member>> members(sizes_.size());
  for (std::uint32_t group = 0; group < original_.group_count(); ++group) {
    const Substitute value = resolve(group);
    const bool is_certain = value.other == kNone;
    members[is_certain ? certain : variable_of_[value.other]].push_back(
        {group, original_.sizes[group], is_certain ? value.base != 0 : value.factor < 0});
  }
  members_.clear();
  members_begin_.assign(1, 0);
  mines_of_.clear();
  is_turned_.clear();
  base_mines_ = 0;
  for (std::uint32_t variable = 0; variable <= certain; ++variable) {
    const auto all = static_cast<std::uint32_t>(members[variable].size());
    auto complements =
        static_cast<std::uint32_t>(std::ranges::count_if(members[variable], &Member::is_complement));
    const bool is_turned = variable != certain && complements > all - complements;
    if (is_turned) complements = all - complements;
    for (Member member : members[variable]) {
      member.is_complement = member.is_complement != is_turned;
      if (member.is_complement) base_mines_ += member.size;
      members_.push_back(member);
    }
    members_begin_.push_back(static_cast<std::uint32_t>(members_.size()));
    mines_of_.push_back(variable == certain ? 0 : all - 2 * complements);
    is_turned_.push_back(is_turned ? 1 : 0);
  }
}

// The constraints that are left, with needs that count the cells which falling listings leave free.
void TiedComponent::list_constraints() {
  struct Listing {
    std::uint32_t constraint;
    bool is_falling;
  };
  std::vector<std::vector<Listing>> listings(sizes_.size());
  needs_.clear();
  for (const Sum& sum : sums_) {
    if (sum.count == 0) continue;
    std::int32_t need = sum.total;
    for (const Term& term : sum.all()) {
      const std::uint32_t variable = variable_of_[term.group];
      const std::int32_t size = sizes_[variable];
      std::int32_t factor = term.factor;
      if (is_turned_[variable] != 0) {
        need -= factor * size;
        factor = -factor;
      }
      if (factor < 0) need -= factor * size;
      listings[variable].insert(listings[variable].end(), static_cast<std::size_t>(std::abs(factor)),
                                {static_cast<std::uint32_t>(needs_.size()), factor < 0});
    }
    // Sums that were not compared may ask for what no number does.
    if (need < 0 || need > 7) is_contradictory_ = true;
    needs_.push_back(static_cast<std::uint8_t>(need));
  }
  group_begin_.assign(1, 0);
  group_constraints_.clear();
  single_begin_.assign(1, 0);
  single_constraints_.clear();
  is_falling_.clear();
  for (const std::vector<Listing>& of_variable : listings) {
    for (const Listing& listing : of_variable) {
      if (single_constraints_.size() == single_begin_.back() ||
          single_constraints_.back() != listing.constraint)
        single_constraints_.push_back(listing.constraint);
      group_constraints_.push_back(listing.constraint);
      is_falling_.push_back(listing.is_falling ? 1 : 0);
    }
    group_begin_.push_back(static_cast<std::uint32_t>(group_constraints_.size()));
    single_begin_.push_back(static_cast<std::uint32_t>(single_constraints_.size()));
  }
  component_ = {needs_, sizes_, group_begin_, group_constraints_, 0, 0, original_.cell_count};
}

Component TiedComponent::constrained() const {
  Component component = component_;
  component.sizes = component.sizes.first(constrained_count_);
  component.group_begin = std::span(single_begin_).first(constrained_count_ + 1);
  component.group_constraints = single_constraints_;
  return component;
}

}  // namespace sapper::solvers

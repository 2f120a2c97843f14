#include "solvers/minesweeper/posterior/what_if.hpp"

#include <algorithm>
#include <cmath>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

bool is_uncertain(const Risk& risk) { return risk.can_be_mine && risk.can_be_free; }

// The product of two polynomials.
void multiply_into(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& product) {
  product.assign(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
}

void fill_ways(const CountedComponent& component, std::vector<double>& ways) {
  ways.clear();
  for (std::size_t extra = 0; extra < component.range(); ++extra)
    ways.push_back(component.ways<double>(extra));
}

}  // namespace

template <class AnyPosterior>
bool WhatIfOf<AnyPosterior>::start(const AnyPosterior& posterior) {
  posterior_ = &posterior;
  knowledge_ = &posterior.knowledge();
  is_rest_known_ = false;
  if (posterior.frontier_cell_count() > kMostCells) return false;
  if constexpr (!kIsSmall) {
    std::size_t entries = 0;
    for (const CountedComponent* component : posterior.components()) entries += component->entry_count();
    return entries <= kMostEntries;
  }
  return true;
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::dig(Cell cell) {
  SAPPER_EXPECT(knowledge_->is_unknown(cell));
  for (const Cell neighbor : neighbors_) is_neighbor_[neighbor] = 0;
  cell_ = cell;
  known_mines_ = knowledge_->known_mines_around(cell);
  find_touched();
  if constexpr (!kIsSmall) find_ways_beside();
  if (!is_rest_known_) find_rest();
  join(touched_count_, joint_);
  const bool is_away = posterior_->place_of(cell) == kNowhere;
  away_count_ = static_cast<std::int64_t>(posterior_->outside_count()) - neighbors_away_ - (is_away ? 1 : 0);
  find_away_ways();
  find_shared_ways();
  find_probabilities();
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_touched() {
  neighbors_.clear();
  neighbors_away_ = 0;
  touched_count_ = 0;
  for (const Cell neighbor : knowledge_->seen_from(cell_)) {
    if (!knowledge_->is_unknown(neighbor)) continue;
    neighbors_.push_back(neighbor);
    is_neighbor_[neighbor] = 1;
    const std::uint32_t place = posterior_->place_of(neighbor);
    if (place == kNowhere) {
      ++neighbors_away_;
    } else {
      touch(place);
    }
  }
  const std::uint32_t own = posterior_->place_of(cell_);
  if (own != kNowhere) touch(own);
  bool is_same = rest_touched_.size() == touched_count_;
  for (std::size_t i = 0; i < touched_count_; ++i) {
    RecountedComponent& touched = *pool_[i];
    is_same = is_same && rest_touched_[i] == touched.place;
    split(touched);
  }
  is_rest_known_ = is_rest_known_ && is_same;
}

// Sets number_count_ too.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_ways_beside() {
  number_count_ = static_cast<int>(knowledge_->seen_from(cell_).size()) + 1;
  ways_beside_.assign(1, 1);
  for (std::uint32_t mines = 1; mines <= neighbors_away_; ++mines)
    ways_beside_.push_back(ways_beside_.back() * (neighbors_away_ - mines + 1) / mines);
}

// Touched components are kept in the order of their places.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::touch(std::uint32_t place) {
  std::size_t at = 0;
  while (at < touched_count_ && pool_[at]->place < place) ++at;
  if (at < touched_count_ && pool_[at]->place == place) return;
  if (touched_count_ == pool_.size()) pool_.push_back(std::make_unique<RecountedComponent>());
  for (std::size_t i = touched_count_; i > at; --i) std::swap(pool_[i], pool_[i - 1]);
  pool_[at]->place = place;
  pool_[at]->original = posterior_->components()[place];
  ++touched_count_;
}

template <class AnyPosterior>
auto WhatIfOf<AnyPosterior>::touched_at(std::uint32_t place) const -> const RecountedComponent* {
  for (std::size_t i = 0; i < touched_count_; ++i)
    if (pool_[i]->place == place) return pool_[i].get();
  return nullptr;
}

// Sets up the component without the cell, and counts it.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::split(RecountedComponent& touched) const {
  split_groups(touched);
  const Component& original = touched.original->component();
  Component component;
  component.needs = original.needs;
  component.sizes = touched.sizes;
  component.group_begin = touched.group_begin;
  component.group_constraints = touched.group_constraints;
  component.cell_count = original.cell_count - (posterior_->place_of(cell_) == touched.place ? 1 : 0);
  component.has_wide_constraints = original.has_wide_constraints;
  touched.eliminator.count_tagged(component, touched.is_tagged);
}

// The original's groups, each split into the cells not adjacent to the dug one and the adjacent ones.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::split_groups(RecountedComponent& touched) const {
  const CountedComponent& original = *touched.original;
  touched.sizes.clear();
  touched.is_tagged.clear();
  touched.group_begin.assign(1, 0);
  touched.group_constraints.clear();
  touched.original_group.clear();
  touched.split_into.clear();
  for (std::uint32_t group = 0; group < original.group_count(); ++group) {
    std::array<std::uint32_t, 2> sizes{0, 0};
    for (const Cell cell : original.cells_of_group(group)) sizes[is_neighbor_[cell]] += cell != cell_;
    std::array<std::uint32_t, 2>& split_into = touched.split_into.emplace_back();
    for (const std::uint8_t tag : {std::uint8_t{0}, std::uint8_t{1}}) {
      split_into[tag] = kNowhere;
      if (sizes[tag] == 0) continue;
      split_into[tag] = static_cast<std::uint32_t>(touched.sizes.size());
      touched.sizes.push_back(static_cast<std::uint8_t>(sizes[tag]));
      touched.is_tagged.push_back(tag);
      touched.original_group.push_back(group);
      const auto constraints = original.component().constraints_of(group);
      touched.group_constraints.insert(touched.group_constraints.end(), constraints.begin(),
                                       constraints.end());
      touched.group_begin.push_back(static_cast<std::uint32_t>(touched.group_constraints.size()));
    }
  }
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::join(std::size_t except, JointWays& joint) {
  joint.width = 1;
  joint.fewest = 0;
  joint.ways.assign(static_cast<std::size_t>(number_count()), 0);
  joint.ways[0] = 1;
  for (std::size_t i = 0; i < touched_count_; ++i) {
    if (i == except) continue;
    multiply(*pool_[i], joint, joint_scratch_);
    std::swap(joint, joint_scratch_);
  }
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::multiply(const RecountedComponent& touched, const JointWays& before,
                                      JointWays& after) const {
  const auto mines = touched.eliminator.final_mines();
  const auto tagged = touched.eliminator.final_tagged();
  const auto ways = touched.eliminator.ways_to_end();
  const auto [fewest, most] = std::ranges::minmax(mines);
  after.fewest = before.fewest + fewest;
  after.width = before.width + most - fewest;
  const auto numbers = static_cast<std::size_t>(number_count());
  after.ways.assign(numbers * after.width, 0);
  for (std::size_t state = 0; state < mines.size(); ++state)
    for (std::size_t tags = 0; tags + tagged[state] < numbers; ++tags) {
      const double* const from = before.ways.data() + tags * before.width;
      double* const to = after.ways.data() + (tags + tagged[state]) * after.width + (mines[state] - fewest);
      for (std::size_t i = 0; i < before.width; ++i) to[i] += ways[state] * from[i];
    }
}

// The product of the untouched components.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_rest() {
  is_rest_known_ = true;
  are_rests_without_known_ = false;
  rest_touched_.clear();
  for (std::size_t i = 0; i < touched_count_; ++i) rest_touched_.push_back(pool_[i]->place);
  rest_places_.clear();
  mines_for_all_ = knowledge_->mines_left();
  rest_ways_.assign(1, 1);
  const auto components = posterior_->components();
  for (std::uint32_t place = 0; place < components.size(); ++place) {
    if (touched_at(place) != nullptr) continue;
    rest_places_.push_back(place);
    mines_for_all_ -= components[place]->min_mines();
    fill_ways(*components[place], component_weights_);
    multiply_into(rest_ways_, component_weights_, product_);
    rest_ways_.swap(product_);
  }
}

// rest_without_[i]: the product of all untouched components but the i-th, from prefix and suffix products.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_rest_without_each() {
  are_rests_without_known_ = true;
  const std::size_t count = rest_places_.size();
  const auto components = posterior_->components();
  if (rest_without_.size() < count) rest_without_.resize(count);
  if (suffixes_.size() < count + 1) suffixes_.resize(count + 1);
  suffixes_[count].assign(1, 1);
  for (std::size_t i = count; i-- > 0;) {
    fill_ways(*components[rest_places_[i]], component_weights_);
    multiply_into(suffixes_[i + 1], component_weights_, suffixes_[i]);
  }
  prefix_.assign(1, 1);
  for (std::size_t i = 0; i < count; ++i) {
    multiply_into(prefix_, suffixes_[i + 1], rest_without_[i]);
    fill_ways(*components[rest_places_[i]], component_weights_);
    multiply_into(prefix_, component_weights_, product_);
    prefix_.swap(product_);
  }
}

// C(away_count_, mines) for all possible numbers of mines on these cells, relative to the largest.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_away_ways() {
  const auto range = static_cast<std::int64_t>(joint_.width + rest_ways_.size()) + neighbors_away_;
  const std::int64_t most = std::min(mines_for_all_ - joint_.fewest, away_count_);
  away_from_ = std::max<std::int64_t>(mines_for_all_ - joint_.fewest - range, 0);
  away_ways_.clear();
  if (most < away_from_) return;
  away_ways_.assign(static_cast<std::size_t>(most - away_from_) + 1, 1);
  const std::int64_t start = std::clamp(away_count_ / 2, away_from_, most);
  const auto at = [&](std::int64_t mines) -> double& {
    return away_ways_[static_cast<std::size_t>(mines - away_from_)];
  };
  for (std::int64_t mines = start; mines < most; ++mines)
    at(mines + 1) = at(mines) * static_cast<double>(away_count_ - mines) / static_cast<double>(mines + 1);
  for (std::int64_t mines = start; mines > away_from_; --mines)
    at(mines - 1) = at(mines) * static_cast<double>(mines) / static_cast<double>(away_count_ - mines + 1);
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_shared_ways() {
  const std::size_t extras = rest_ways_.size();
  const std::size_t size = away_ways_.empty() ? 0 : away_ways_.size() + extras - 1;
  shared_from_ = away_from_;
  shared_ways_.assign(size, 0);
  shared_mines_.assign(size, 0);
  for (std::size_t i = 0; i < away_ways_.size(); ++i) {
    const double ways = away_ways_[i];
    const double mines = ways * static_cast<double>(away_from_ + static_cast<std::int64_t>(i));
    for (std::size_t extra = 0; extra < extras; ++extra) {
      shared_ways_[i + extra] += ways * rest_ways_[extra];
      shared_mines_[i + extra] += mines * rest_ways_[extra];
    }
  }
}

// Ways to lay this many mines on the cell's neighbours away from the frontier.
template <class AnyPosterior>
double WhatIfOf<AnyPosterior>::ways_beside(int mines) const {
  if (mines < 0 || mines > static_cast<int>(neighbors_away_)) return 0;
  if constexpr (kIsSmall) return kChoose[neighbors_away_][static_cast<std::size_t>(mines)];
  return ways_beside_[static_cast<std::size_t>(mines)];
}

template <class AnyPosterior>
double WhatIfOf<AnyPosterior>::shared(const std::vector<double>& ways, std::int64_t mines) const {
  const std::int64_t index = mines - shared_from_;
  return index < 0 || index >= static_cast<std::int64_t>(ways.size()) ? 0
                                                                      : ways[static_cast<std::size_t>(index)];
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_probabilities() {
  ways_.fill(0);
  const std::int64_t most = mines_for_all_ - joint_.fewest;
  for (int tags = 0; tags < number_count(); ++tags)
    for (int beside = 0; beside <= static_cast<int>(neighbors_away_); ++beside) {
      const int number = known_mines_ + tags + beside;
      if (number >= number_count()) break;
      const double* const joint = joint_.ways.data() + static_cast<std::size_t>(tags) * joint_.width;
      double sum = 0;
      for (std::size_t i = 0; i < joint_.width; ++i)
        sum += joint[i] * shared(shared_ways_, most - static_cast<std::int64_t>(i) - beside);
      ways_[static_cast<std::size_t>(number)] += sum * ways_beside(beside);
    }
  total_ways_ = 0;
  for (const double ways : ways_) total_ways_ += ways;
  const double p_free = 1 - posterior_->p_mine(cell_);
  for (std::size_t number = 0; number < ways_.size(); ++number)
    probabilities_[number] = p_free * (ways_[number] / total_ways_);
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::show(int number) {
  SAPPER_EXPECT(probability(number) > 0);
  number_ = number;
  are_rest_weights_known_ = false;
  find_touched_risks();
  find_risks_away();
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_touched_risks() {
  for (std::size_t i = 0; i < touched_count_; ++i) {
    RecountedComponent& touched = *pool_[i];
    join(i, joint_of_others_);
    const JointWays& others = joint_of_others_;
    const auto mines = touched.eliminator.final_mines();
    const auto tagged = touched.eliminator.final_tagged();
    const auto ways = touched.eliminator.ways_to_end();
    touched.weights.assign(mines.size(), 0);
    double total = 0;
    for (std::size_t state = 0; state < mines.size(); ++state) {
      const std::int64_t left = mines_for_all_ - others.fewest - mines[state];
      double weight = 0;
      for (int tags = 0; tags < number_count(); ++tags) {
        const int beside = number_ - known_mines_ - tags - static_cast<int>(tagged[state]);
        const double ways_here = ways_beside(beside);
        if (ways_here == 0) continue;
        const double* const other = others.ways.data() + static_cast<std::size_t>(tags) * others.width;
        for (std::size_t k = 0; k < others.width; ++k)
          weight += ways_here * other[k] * shared(shared_ways_, left - static_cast<std::int64_t>(k) - beside);
      }
      touched.weights[state] = weight;
      total += weight * ways[state];
    }
    touched.marginals.resize(touched.sizes.size());
    touched.eliminator.marginals_of_states(touched.weights, touched.marginals);
    touched.risks.resize(touched.sizes.size());
    for (std::size_t group = 0; group < touched.sizes.size(); ++group) {
      const auto& marginal = touched.marginals[group];
      touched.risks[group] = make_risk(marginal.mines / (total * touched.sizes[group]),
                                       marginal.can_hold_mine, marginal.can_hold_free);
    }
  }
}

template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_risks_away() {
  double total = 0;
  double beside_mines = 0;
  double away_mines = 0;
  bool beside_mine = false;
  bool beside_free = false;
  bool away_free = false;
  const std::int64_t most = mines_for_all_ - joint_.fewest;
  for (int tags = 0; tags < number_count(); ++tags) {
    const int beside = number_ - known_mines_ - tags;
    const double ways_here = ways_beside(beside);
    if (ways_here == 0) continue;
    const double* const joint = joint_.ways.data() + static_cast<std::size_t>(tags) * joint_.width;
    double sum = 0;
    for (std::size_t i = 0; i < joint_.width; ++i) {
      if (joint[i] == 0) continue;
      const std::int64_t left = most - static_cast<std::int64_t>(i) - beside;
      const double ways = shared(shared_ways_, left);
      if (ways == 0) continue;
      sum += joint[i] * ways;
      const double mines = ways_here * joint[i] * shared(shared_mines_, left);
      away_mines += mines;
      // Whether all of them are mines in all these ways is determined by the mines left for the untouched components.
      away_free |= can_leave_away_free(left);
    }
    total += ways_here * sum;
    beside_mines += ways_here * sum * beside;
    beside_mine |= sum > 0 && beside > 0;
    beside_free |= sum > 0 && beside < static_cast<int>(neighbors_away_);
  }
  beside_risk_ = neighbors_away_ == 0
                     ? Risk{}
                     : make_risk(beside_mines / (total * neighbors_away_), beside_mine, beside_free);
  away_risk_ = away_count_ == 0 ? Risk{}
                                : make_risk(away_mines / (total * static_cast<double>(away_count_)),
                                            away_mines > 0, away_free);
}

// Whether one of the cells away from the frontier can be free if they and the untouched components hold this many mines.
template <class AnyPosterior>
bool WhatIfOf<AnyPosterior>::can_leave_away_free(std::int64_t mines) const {
  for (std::size_t extra = 0; extra < rest_ways_.size(); ++extra) {
    const std::int64_t away = mines - static_cast<std::int64_t>(extra);
    if (rest_ways_[extra] > 0 && away >= 0 && away < away_count_) return true;
  }
  return false;
}

// [extra mines of the untouched components]: ways of all else under the number shown.
template <class AnyPosterior>
void WhatIfOf<AnyPosterior>::find_rest_weights() {
  are_rest_weights_known_ = true;
  if (!are_rests_without_known_) find_rest_without_each();
  if (untouched_risks_.size() < posterior_->components().size())
    untouched_risks_.resize(posterior_->components().size());
  for (const std::uint32_t place : rest_places_) untouched_risks_[place].clear();
  rest_weights_.assign(rest_ways_.size(), 0);
  const std::int64_t most = mines_for_all_ - joint_.fewest;
  for (int tags = 0; tags < number_count(); ++tags) {
    const int beside = number_ - known_mines_ - tags;
    const double ways_here = ways_beside(beside);
    if (ways_here == 0) continue;
    const double* const joint = joint_.ways.data() + static_cast<std::size_t>(tags) * joint_.width;
    for (std::size_t i = 0; i < joint_.width; ++i) {
      if (joint[i] == 0) continue;
      const double ways = ways_here * joint[i];
      const std::int64_t left = most - static_cast<std::int64_t>(i) - beside;
      for (std::size_t extra = 0; extra < rest_weights_.size(); ++extra) {
        const std::int64_t index = left - static_cast<std::int64_t>(extra) - away_from_;
        if (index >= 0 && index < static_cast<std::int64_t>(away_ways_.size()))
          rest_weights_[extra] += ways * away_ways_[static_cast<std::size_t>(index)];
      }
    }
  }
}

// [group]
template <class AnyPosterior>
std::span<const double> WhatIfOf<AnyPosterior>::untouched_risks(std::uint32_t place) {
  if (!are_rest_weights_known_) find_rest_weights();
  std::vector<double>& risks = untouched_risks_[place];
  if (!risks.empty()) return risks;
  CountedComponent& component = *posterior_->components()[place];
  const auto i =
      static_cast<std::size_t>(std::ranges::lower_bound(rest_places_, place) - rest_places_.begin());
  const std::vector<double>& without = rest_without_[i];
  component_weights_.assign(component.range(), 0);
  double total = 0;
  for (std::size_t own = 0; own < component.range(); ++own) {
    double weight = 0;
    for (std::size_t other = 0; other < without.size(); ++other)
      weight += without[other] * rest_weights_[own + other];
    component_weights_[own] = weight * component.ways<double>(own);
    total += component_weights_[own];
  }
  risks.assign(component.group_count(), 0);
  // Certainty must be exactly 0 or 1: determined by the contributing shares, not by their sum.
  min_shares_.assign(component.group_count(), 1);
  max_shares_.assign(component.group_count(), 0);
  for (std::size_t own = 0; own < component.range(); ++own) {
    if (component_weights_[own] == 0) continue;
    const double weight = component_weights_[own] / total;
    const auto shares = component.shares_with(own);
    for (std::size_t group = 0; group < risks.size(); ++group) {
      risks[group] += weight * shares[group];
      min_shares_[group] = std::min(min_shares_[group], shares[group]);
      max_shares_[group] = std::max(max_shares_[group], shares[group]);
    }
  }
  for (std::size_t group = 0; group < risks.size(); ++group)
    risks[group] = make_risk(risks[group], max_shares_[group] > 0, min_shares_[group] < 1).p_mine;
  return risks;
}

template <class AnyPosterior>
Risk WhatIfOf<AnyPosterior>::risk_of(Cell cell) {
  SAPPER_EXPECT(cell != cell_ && knowledge_->is_unknown(cell));
  const std::uint32_t place = posterior_->place_of(cell);
  if (place == kNowhere) return is_neighbor_[cell] != 0 ? beside_risk_ : away_risk_;
  const std::uint32_t group = posterior_->group_of(cell);
  if (const RecountedComponent* const touched = touched_at(place))
    return touched->risks[touched->split_into[group][is_neighbor_[cell]]];
  const double p_mine = untouched_risks(place)[group];
  return {p_mine, p_mine > 0, p_mine < 1};
}

template <class AnyPosterior>
bool WhatIfOf<AnyPosterior>::is_informative(Cell safe_cell) {
  for (const Cell neighbor : knowledge_->seen_from(safe_cell))
    if (neighbor != cell_ && knowledge_->is_unknown(neighbor) && is_uncertain(risk_of(neighbor))) return true;
  return false;
}

template <class AnyPosterior>
bool WhatIfOf<AnyPosterior>::touched_component_tells() {
  for (std::size_t i = 0; i < touched_count_; ++i) {
    const RecountedComponent& touched = *pool_[i];
    for (std::size_t group = 0; group < touched.risks.size(); ++group) {
      if (touched.risks[group].can_be_mine) continue;
      for (const Cell cell : touched.original->cells_of_group(touched.original_group[group]))
        if (cell != cell_ && is_neighbor_[cell] == touched.is_tagged[group] && is_informative(cell))
          return true;
    }
  }
  return false;
}

template <class AnyPosterior>
bool WhatIfOf<AnyPosterior>::untouched_component_tells() {
  for (const std::uint32_t place : rest_places_) {
    const auto risks = untouched_risks(place);
    for (std::uint32_t group = 0; group < risks.size(); ++group) {
      if (risks[group] != 0) continue;
      for (const Cell cell : posterior_->components()[place]->cells_of_group(group))
        if (is_informative(cell)) return true;
    }
  }
  return false;
}

template <class AnyPosterior>
bool WhatIfOf<AnyPosterior>::has_informative_safe_cell() {
  if (touched_component_tells()) return true;
  if (neighbors_away_ > 0 && !beside_risk_.can_be_mine)
    for (const Cell neighbor : neighbors_)
      if (posterior_->place_of(neighbor) == kNowhere && is_informative(neighbor)) return true;
  if (away_count_ > 0 && !away_risk_.can_be_mine) {
    bool is_found = false;
    posterior_->visit_outside([&](Cell cell) {
      is_found = cell != cell_ && is_neighbor_[cell] == 0 && is_informative(cell);
      return !is_found;
    });
    if (is_found) return true;
  }
  return untouched_component_tells();
}

template <class AnyPosterior>
std::uint32_t WhatIfOf<AnyPosterior>::safe_cell_count() {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < touched_count_; ++i) {
    const RecountedComponent& touched = *pool_[i];
    for (std::size_t group = 0; group < touched.risks.size(); ++group)
      if (!touched.risks[group].can_be_mine) count += touched.sizes[group];
  }
  if (neighbors_away_ > 0 && !beside_risk_.can_be_mine) count += neighbors_away_;
  if (away_count_ > 0 && !away_risk_.can_be_mine) count += static_cast<std::uint32_t>(away_count_);
  return count + untouched_safe_cells();
}

template <class AnyPosterior>
std::uint32_t WhatIfOf<AnyPosterior>::untouched_safe_cells() {
  if (rest_places_.empty()) return 0;
  if (!are_rest_weights_known_) find_rest_weights();
  // Certainty depends on which mine counts are possible. While all are, it is what it was before the dig.
  const bool are_all_possible = std::ranges::all_of(rest_weights_, [](double weight) { return weight > 0; });
  const auto components = posterior_->components();
  std::uint32_t count = 0;
  for (const std::uint32_t place : rest_places_) {
    const CountedComponent& component = *components[place];
    const std::span<const double> risks =
        are_all_possible ? std::span<const double>() : untouched_risks(place);
    for (std::uint32_t group = 0; group < component.group_count(); ++group)
      if (are_all_possible ? !component.risks()[group].can_be_mine : risks[group] == 0)
        count += static_cast<std::uint32_t>(component.cells_of_group(group).size());
  }
  return count;
}

template <class AnyPosterior>
double WhatIfOf<AnyPosterior>::lowest_risk() {
  constexpr double kNone = 2;
  double lowest = kNone;
  const auto offer = [&](const Risk& risk) {
    if (is_uncertain(risk)) lowest = std::min(lowest, risk.p_mine);
  };
  for (std::size_t i = 0; i < touched_count_; ++i)
    for (const Risk& risk : pool_[i]->risks) offer(risk);
  if (neighbors_away_ > 0) offer(beside_risk_);
  if (away_count_ > 0) offer(away_risk_);
  for (const std::uint32_t place : rest_places_)
    for (const double p_mine : untouched_risks(place))
      if (p_mine > 0 && p_mine < 1) lowest = std::min(lowest, p_mine);
  return lowest == kNone ? 0 : lowest;
}

template <class AnyPosterior>
GuessYield yield_of(WhatIfOf<AnyPosterior>& what_if, Cell cell) {
  what_if.dig(cell);
  GuessYield yield;
  double p_free = 0;
  for (int number = 0; number < what_if.number_count(); ++number) p_free += what_if.probability(number);
  for (int number = 0; number < what_if.number_count(); ++number) {
    const double probability = what_if.probability(number);
    if (probability <= 0) continue;
    const double share = probability / p_free;
    yield.entropy -= share * std::log2(share);
    what_if.show(number);
    const std::uint32_t safe_cells = what_if.safe_cell_count();
    if (safe_cells == 0) continue;
    yield.p_safe_follows += probability;
    yield.safe_cells += probability * safe_cells;
  }
  return yield;
}

template class WhatIfOf<Posterior>;
template class WhatIfOf<GraphPosterior>;
template GuessYield yield_of(WhatIf&, Cell);
template GuessYield yield_of(WhatIfOf<GraphPosterior>&, Cell);

}  // namespace sapper::solvers

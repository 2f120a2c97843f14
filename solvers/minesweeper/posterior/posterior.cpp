#include "solvers/minesweeper/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>

#include "sim/support/contracts.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::solvers {
namespace {

// Components are counted in parallel from this many frontier cells on: below, handing out the work costs more
// than it saves (measured: experiments/bench).
constexpr std::size_t kParallelCells = 1000;

double quotient(double a, double b) { return a / b; }
double quotient(const WideNumber& a, const WideNumber& b) { return ratio(a, b); }

}  // namespace

Posterior::Posterior(const sim::Grid& grid)
    : own_knowledge_(grid),
      builder_(grid),
      place_of_cell_(grid.cell_count(), kNowhere),
      place_of_constraint_(grid.cell_count(), kNowhere) {}

bool Posterior::compute(const sim::View& view) {
  own_knowledge_.reset(view);
  if (!own_knowledge_.propagate()) {
    knowledge_ = &own_knowledge_;
    return fail({Contradiction::Kind::number, own_knowledge_.contradiction()});
  }
  return compute(own_knowledge_);
}

bool Posterior::compute(LocalRules& knowledge) {
  start(knowledge);
  contradiction_ = {};
  find_updated(knowledge);
  return count_updated() && combine();
}

void Posterior::start(const LocalRules& knowledge) {
  knowledge_ = &knowledge;
  while (!components_.empty()) remove_component(static_cast<std::uint32_t>(components_.size()) - 1);
}

bool Posterior::update(LocalRules& knowledge, PhaseTimer* phases) {
  SAPPER_EXPECT(knowledge_ == &knowledge);
  const auto enter = [&](Phase phase) {
    if (phases) phases->enter(phase);
  };
  contradiction_ = {};
  enter(Phase::frontier);
  find_updated(knowledge);
  enter(Phase::counting);
  if (!count_updated()) return false;
  for (CountedComponent* component : updated_) component->find_certainty();
  return true;
}

bool Posterior::combine(PhaseTimer* phases) {
  if (phases) phases->enter(Phase::posterior);
  if (!find_mine_range()) return false;
  if (is_narrow_) return combine_plainly(narrow_tree_, outside_ways_);
  return is_binding_ ? combine_plainly(wide_tree_, wide_outside_ways_) : combine_tilted();
}

// Finds all components that hold a constraint that has changed; what an old component with such a constraint
// has left is among them, as a part of it that no change touched would still be linked to the rest of it.
void Posterior::find_updated(LocalRules& knowledge) {
  updated_.clear();
  updated_cell_count_ = 0;
  for (const sim::Cell constraint : knowledge.changed())
    if (place_of_constraint_[constraint] != kNowhere) remove_component(place_of_constraint_[constraint]);
  builder_.start();
  CountedComponent* component = take_spare();
  for (const sim::Cell constraint : knowledge.changed()) {
    if (!knowledge.is_open_constraint(constraint) || builder_.has_found(constraint)) continue;
    component->find(builder_, knowledge, constraint);
    add_component(component);
    component = take_spare();
  }
  spare_.push_back(component);
  knowledge.forget_changed();
}

// Takes the component at this place out of the frontier; the last one takes its place.
void Posterior::remove_component(std::uint32_t place) {
  CountedComponent* removed = components_[place];
  for (const sim::Cell cell : removed->cells()) place_of_cell_[cell] = kNowhere;
  for (const sim::Cell constraint : removed->constraint_cells()) place_of_constraint_[constraint] = kNowhere;
  frontier_cell_count_ -= removed->component().cell_count;
  spare_.push_back(removed);
  CountedComponent* last = components_.back();
  components_.pop_back();
  if (last == removed) return;
  components_[place] = last;
  for (const sim::Cell cell : last->cells()) place_of_cell_[cell] = place;
  for (const sim::Cell constraint : last->constraint_cells()) place_of_constraint_[constraint] = place;
}

// Old components to which the new one has become linked go.
void Posterior::add_component(CountedComponent* component) {
  for (const sim::Cell constraint : component->constraint_cells())
    if (place_of_constraint_[constraint] != kNowhere) remove_component(place_of_constraint_[constraint]);
  const auto place = static_cast<std::uint32_t>(components_.size());
  components_.push_back(component);
  updated_.push_back(component);
  frontier_cell_count_ += component->component().cell_count;
  updated_cell_count_ += component->component().cell_count;
  for (const sim::Cell constraint : component->constraint_cells()) place_of_constraint_[constraint] = place;
  for (const sim::Cell cell : component->cells()) place_of_cell_[cell] = place;
}

CountedComponent* Posterior::take_spare() {
  if (spare_.empty()) {
    pool_.push_back(std::make_unique<CountedComponent>());
    spare_.push_back(pool_.back().get());
  }
  CountedComponent* const component = spare_.back();
  spare_.pop_back();
  return component;
}

bool Posterior::count_updated() {
  if (updated_.size() > 1 && updated_cell_count_ >= kParallelCells) {
    for_each_index_in_parallel(updated_.size(), [&](std::size_t index) { updated_[index]->count(); });
  } else {
    for (CountedComponent* component : updated_) component->count();
  }
  for (const CountedComponent* component : updated_)
    if (!component->is_possible()) return fail({Contradiction::Kind::component, sim::kNoCell, component});
  return true;
}

// Which numbers of mines the frontier can hold, and whether what follows stays within the range of doubles.
bool Posterior::find_mine_range() {
  std::int64_t fewest = 0;
  most_extra_ = 0;
  for (const CountedComponent* component : components_) {
    fewest += component->min_mines();
    most_extra_ += static_cast<std::uint32_t>(component->range()) - 1;
  }
  outside_count_ = knowledge_->unknown_count() - frontier_cell_count_;
  mines_outside_ = knowledge_->mines_left() - fewest;
  const std::int64_t outside = outside_count();
  const std::int64_t known = knowledge_->view().mine_count() - knowledge_->mines_left();
  fewest_mines_ = known + fewest;
  most_mines_ = fewest_mines_ + most_extra_ + outside;
  if (mines_outside_ < 0 || mines_outside_ - most_extra_ > outside) return fail_mine_count();

  // Neighbouring binomials differ by a factor that is monotone in the mines outside: its ends bound it.
  const std::int64_t most_outside = std::min(mines_outside_, outside);
  const std::int64_t fewest_outside = std::max<std::int64_t>(mines_outside_ - most_extra_, 0);
  double orders = 0;
  if (most_outside > fewest_outside) {
    const auto binary_orders = [&](std::int64_t mines) {
      return std::abs(std::ilogb(static_cast<double>(mines) / static_cast<double>(outside - mines + 1))) + 1;
    };
    orders = static_cast<double>(most_outside - fewest_outside) *
             std::max(binary_orders(most_outside), binary_orders(fewest_outside + 1));
  }
  is_narrow_ = orders + static_cast<double>(frontier_cell_count_) < kSafeBinaryOrders;
  is_binding_ = mines_outside_ < most_extra_ || mines_outside_ > outside;
  return true;
}

// ways[e]: ways to lay mines_outside_ - e mines outside, up to a common factor.
template <class Number>
void Posterior::fill_outside_ways(std::vector<Number>& ways) const {
  ways.assign(most_extra_ + 1, Number(0));
  const auto outside = static_cast<std::int64_t>(outside_count());
  const auto first = static_cast<std::size_t>(std::max<std::int64_t>(mines_outside_ - outside, 0));
  Number current(1);
  for (std::size_t extra = first; extra <= most_extra_; ++extra) {
    const std::int64_t mines = mines_outside_ - static_cast<std::int64_t>(extra);
    if (mines < 0) return;
    ways[extra] = current;
    if (mines > 0) current *= Number(static_cast<double>(mines) / static_cast<double>(outside - mines + 1));
  }
}

template <class Number>
bool Posterior::combine_plainly(WaysTree<Number>& tree, std::vector<Number>& outside_ways) {
  tree.start(components_.size());
  for (std::size_t index = 0; index < components_.size(); ++index) {
    std::vector<Number>& leaf = tree.leaf(index);
    leaf.clear();
    for (std::size_t extra = 0; extra < components_[index]->range(); ++extra)
      leaf.push_back(components_[index]->template ways<Number>(extra));
  }
  const std::span<const Number> frontier_ways = tree.build(NodeScaling::none);
  fill_outside_ways(outside_ways);
  if (!take_outside_risk<Number>(frontier_ways, outside_ways)) return fail_mine_count();
  tree.spread(outside_ways);
  for (std::size_t index = 0; index < components_.size(); ++index)
    components_[index]->take_risks(tree.weights_of(index));
  return true;
}

// From the ways of the whole frontier and of the cells outside, both by extra mines on the frontier; false if
// no number of mines suits both.
template <class Number>
bool Posterior::take_outside_risk(std::span<const Number> frontier_ways,
                                  std::span<const Number> outside_ways) {
  Number total(0);
  Number mines(0);
  bool can_be_mine = false;
  bool can_be_free = false;
  for (std::size_t extra = 0; extra <= most_extra_; ++extra) {
    const Number ways = frontier_ways[extra] * outside_ways[extra];
    if (ways == Number(0)) continue;
    const std::int64_t outside = mines_outside_ - static_cast<std::int64_t>(extra);
    total += ways;
    mines += ways * Number(static_cast<double>(outside));
    can_be_mine |= outside > 0;
    can_be_free |= outside < static_cast<std::int64_t>(outside_count());
  }
  if (total == Number(0)) return false;
  if (outside_count() > 0)
    outside_risk_ = make_risk(quotient(mines, total * Number(static_cast<double>(outside_count()))),
                              can_be_mine, can_be_free);
  return true;
}

// Ways outside with one more extra mine on the frontier, relative to those with `extra`.
double Posterior::outside_ratio(double extra) const {
  const double mines = static_cast<double>(mines_outside_) - extra;
  return mines / (static_cast<double>(outside_count()) - mines + 1);
}

// The mean of the extra mines on the frontier if each mine has this factor.
double Posterior::expected_extra(double tilt) const {
  double expected = 0;
  for (const CountedComponent* component : components_) {
    WideNumber factor(1);
    WideNumber total;
    WideNumber weighted;
    for (std::size_t extra = 0; extra < component->range(); ++extra) {
      const WideNumber ways = component->ways<WideNumber>(extra) * factor;
      total += ways;
      weighted += ways * WideNumber(static_cast<double>(extra));
      factor *= WideNumber(tilt);
    }
    expected += ratio(weighted, total);
  }
  return expected;
}

bool Posterior::combine_tilted() {
  // The tilt at which the frontier's expected mines and the ways outside agree: the most likely totals lie
  // there.
  double middle = most_extra_ / 2.0;
  double tilt = outside_ratio(middle);
  constexpr int kRounds = 6;  // each gains a digit or more: the cells outside hardly feel the frontier
  for (int round = 0; round < kRounds; ++round) {
    middle = expected_extra(tilt);
    tilt = outside_ratio(middle);
  }

  narrow_tree_.start(components_.size());
  for (std::size_t index = 0; index < components_.size(); ++index) {
    const CountedComponent& component = *components_[index];
    wide_weights_.clear();
    WideNumber factor(1);
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      wide_weights_.push_back(component.ways<WideNumber>(extra) * factor);
      factor *= WideNumber(tilt);
    }
    WideNumber total;
    for (const WideNumber& ways : wide_weights_) total += ways;
    std::vector<double>& leaf = narrow_tree_.leaf(index);
    leaf.clear();
    for (const WideNumber& ways : wide_weights_) leaf.push_back(ratio(ways, total));
  }
  const std::span<const double> frontier_ways = narrow_tree_.build(NodeScaling::largest);

  // Ways outside, tilted the other way, from the middle both ways.
  outside_ways_.assign(most_extra_ + 1, 0);
  const auto start = static_cast<std::size_t>(middle);
  outside_ways_[start] = 1;
  for (std::size_t extra = start; extra < most_extra_; ++extra)
    outside_ways_[extra + 1] = outside_ways_[extra] * (outside_ratio(static_cast<double>(extra)) / tilt);
  for (std::size_t extra = start; extra > 0; --extra)
    outside_ways_[extra - 1] = outside_ways_[extra] * (tilt / outside_ratio(static_cast<double>(extra - 1)));
  take_outside_risk<double>(frontier_ways, outside_ways_);
  outside_risk_ = make_risk(outside_risk_.p_mine, mines_outside_ > 0,
                            mines_outside_ - most_extra_ < static_cast<std::int64_t>(outside_count()));

  narrow_tree_.spread(outside_ways_);
  for (std::size_t index = 0; index < components_.size(); ++index) {
    wide_weights_.clear();
    WideNumber factor(1);
    for (const double weight : narrow_tree_.weights_of(index)) {
      // Every number of mines is possible here, however little it weighs.
      constexpr double kLeast = 1e-280;
      wide_weights_.push_back(WideNumber(std::max(weight, kLeast)) * factor);
      factor *= WideNumber(tilt);
    }
    components_[index]->take_risks(std::span<const WideNumber>(wide_weights_));
  }
  return true;
}

const Risk& Posterior::risk_of(sim::Cell cell) const {
  const std::uint32_t place = place_of_cell_[cell];
  return place == kNowhere ? outside_risk_ : components_[place]->risks()[builder_.group_of(cell)];
}

double Posterior::p_mine(sim::Cell cell) const {
  if (knowledge_->is_unknown(cell)) return risk_of(cell).p_mine;
  return knowledge_->is_mine(cell) ? 1 : 0;
}

bool Posterior::is_certain_safe(sim::Cell cell) const {
  return knowledge_->is_unknown(cell) ? !risk_of(cell).can_be_mine : knowledge_->is_safe(cell);
}

bool Posterior::is_certain_mine(sim::Cell cell) const {
  return knowledge_->is_unknown(cell) ? !risk_of(cell).can_be_free : knowledge_->is_mine(cell);
}

bool Posterior::fail(const Contradiction& contradiction) {
  contradiction_ = contradiction;
  return false;
}

bool Posterior::fail_mine_count() {
  return fail({Contradiction::Kind::mine_count, sim::kNoCell, 0, fewest_mines_, most_mines_});
}

}  // namespace sapper::solvers

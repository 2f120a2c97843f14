#include "solvers/minesweeper/posterior/graph_posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"

namespace sapper::solvers {

using sim::Cell;

GraphPosterior::GraphPosterior(const sim::Graph& graph)
    : builder_(graph), place_of_cell_(graph.cell_count(), kNowhere) {}

GraphPosterior::Outcome GraphPosterior::compute(const GraphRules& rules, const sim::MinePrior& prior) {
  start(rules);
  builder_.start();
  for (Cell cell = 0; cell < place_of_cell_.size(); ++cell) find({&cell, 1});
  count_components(updated_, updated_cell_count_, Eliminator<double>::kMaxEntries);
  if (!are_updated_possible()) return Outcome::contradictory_numbers;
  outside_count_ = rules.unknown_count() - frontier_cell_count_;
  if (!prior.count) {
    weigh_by_density(prior.density);
    return Outcome::consistent;
  }
  mines_left_ = static_cast<std::int64_t>(*prior.count) - rules.mine_count();
  return combine_with_count() ? Outcome::consistent : Outcome::impossible_mine_count;
}

bool GraphPosterior::compute(GraphRules& rules) {
  start(rules);
  find_updated(rules);
  return count_updated(rules) && combine();
}

bool GraphPosterior::compute(const sim::GraphPosition& view) {
  if (!own_rules_) own_rules_.emplace(*view.graph);
  own_rules_->reset(view);
  return own_rules_->propagate() && compute(*own_rules_);
}

void GraphPosterior::start(const GraphRules& rules) {
  rules_ = &rules;
  mines_left_.reset();
  uncounted_.clear();
  updated_.clear();
  updated_cell_count_ = 0;
  while (!components_.empty()) remove_component(static_cast<std::uint32_t>(components_.size()) - 1);
}

void GraphPosterior::borrow(const GraphPosterior& base, const GraphRules& rules) {
  rules_ = &rules;
  mines_left_.reset();
  uncounted_.clear();
  updated_.clear();
  updated_cell_count_ = 0;
  for (CountedComponent* component : components_) give_back(component);
  components_.assign(base.components_.begin(), base.components_.end());
  place_of_cell_ = base.place_of_cell_;
  builder_.copy_numbers(base.builder_);
  frontier_cell_count_ = base.frontier_cell_count_;
}

void GraphPosterior::give_back(CountedComponent* component) {
  if (component->owner() != this) return;
  component->release();
  spare_.push_back(component);
}

bool GraphPosterior::update(GraphRules& rules, PhaseTimer* phases) {
  if (phases) phases->enter(Phase::frontier);
  find_updated(rules);
  if (phases) phases->enter(Phase::counting);
  if (!count_updated(rules)) return false;
  for (CountedComponent* component : updated_) component->find_certainty();
  return true;
}

bool GraphPosterior::combine(PhaseTimer* phases) {
  if (phases) phases->enter(Phase::posterior);
  outside_count_ = rules_->unknown_count() - frontier_cell_count_;
  mines_left_ = rules_->mines_left();
  return combine_with_count();
}

bool GraphPosterior::combine_with_count() {
  if (!combination_.start(components_, *mines_left_, outside_count_) || !combination_.combine()) return false;
  if (outside_count_ > 0) outside_risk_ = combination_.outside_risk();
  return true;
}

// Finds the components of these constraints that were not found since the builder's start().
void GraphPosterior::find(std::span<const Cell> constraints) {
  CountedComponent* component = take_spare();
  for (const Cell constraint : constraints) {
    if (builder_.has_found(constraint) || !component->find(builder_, *rules_, constraint)) continue;
    add_component(component);
    component = take_spare();
  }
  spare_.push_back(component);
}

// Finds all components with a changed constraint. They cover everything that is left of the old components with such
// constraints: a part without a change would still be linked to the rest.
void GraphPosterior::find_updated(GraphRules& rules) {
  updated_.clear();
  updated_cell_count_ = 0;
  const std::span<const Cell> changed = rules.changed();
  remove_components_at(changed);
  builder_.start();
  find(changed);
  find(uncounted_);
  uncounted_.clear();
  rules.forget_changed();
}

void GraphPosterior::remove_components_at(std::span<const Cell> constraints) {
  for (const Cell constraint : constraints)
    if (place_of_cell_[constraint] != kNowhere) remove_component(place_of_cell_[constraint]);
}

// Removes the component at this place; the last one moves to its place.
void GraphPosterior::remove_component(std::uint32_t place) {
  const auto set_place = [this](const CountedComponent& component, std::uint32_t to) {
    for (const Cell cell : component.cells()) place_of_cell_[cell] = to;
    for (const Cell constraint : component.constraint_cells()) place_of_cell_[constraint] = to;
  };
  CountedComponent* const removed = components_[place];
  set_place(*removed, kNowhere);
  frontier_cell_count_ -= removed->component().cell_count;
  give_back(removed);
  CountedComponent* const last = components_.back();
  components_.pop_back();
  if (last == removed) return;
  components_[place] = last;
  set_place(*last, place);
}

// Removes old components that the new one is now linked to.
void GraphPosterior::add_component(CountedComponent* component) {
  remove_components_at(component->constraint_cells());
  const auto place = static_cast<std::uint32_t>(components_.size());
  components_.push_back(component);
  updated_.push_back(component);
  frontier_cell_count_ += component->component().cell_count;
  updated_cell_count_ += component->component().cell_count;
  for (const Cell cell : component->cells()) place_of_cell_[cell] = place;
  for (const Cell constraint : component->constraint_cells()) place_of_cell_[constraint] = place;
}

CountedComponent* GraphPosterior::take_spare() {
  if (spare_.empty()) return pool_.emplace_back(std::make_unique<CountedComponent>(&budget_, this)).get();
  CountedComponent* const component = spare_.back();
  spare_.pop_back();
  return component;
}

// As Posterior::count_updated().
bool GraphPosterior::count_updated(GraphRules& rules) {
  std::exception_ptr refusal = try_to_count(Eliminator<double>::kMaxEntries);
  if (refusal != nullptr) [[unlikely]] {
    learn_by_overlaps(rules);
    refusal = try_to_count(kEntriesBeforeSatisfiability);
    if (refusal != nullptr) {
      if (!learn_by_satisfiability(rules)) return false;
      refusal = try_to_count(Eliminator<double>::kMaxEntries);
    }
    if (refusal != nullptr) {
      put_aside_updated();
      std::rethrow_exception(refusal);
    }
  }
  return are_updated_possible();
}

// Counts the updated components, until one takes more than that: returns what it threw.
std::exception_ptr GraphPosterior::try_to_count(std::size_t max_entries) {
  try {
    count_components(updated_, updated_cell_count_, max_entries);
  } catch (const ComponentTooWide&) {
    return std::current_exception();
  }
  return nullptr;
}

void GraphPosterior::learn_by_overlaps(GraphRules& rules) {
  put_aside_updated();
  while (apply_overlap_rule(rules))
    if (!rules.propagate()) throw std::logic_error("a certain cell contradicts a shown number");
  find_updated(rules);
}

// False if no layout meets the numbers of a component.
bool GraphPosterior::learn_by_satisfiability(GraphRules& rules) {
  SatDeduction deduction(rules.graph());
  std::vector<Cell> safe, mines;
  for (const CountedComponent* component : updated_) {
    if (!deduction.compute_by_numbers(rules, component->constraint_cells())) return false;
    safe.insert(safe.end(), deduction.safe().begin(), deduction.safe().end());
    mines.insert(mines.end(), deduction.mines().begin(), deduction.mines().end());
  }
  put_aside_updated();
  for (const Cell cell : safe) rules.learn(cell, false);
  for (const Cell cell : mines) rules.learn(cell, true);
  if (!rules.propagate()) throw std::logic_error("a certain cell contradicts a shown number");
  find_updated(rules);
  return true;
}

// Removes them, to be found again.
void GraphPosterior::put_aside_updated() {
  for (const CountedComponent* component : updated_)
    uncounted_.insert(uncounted_.end(), component->constraint_cells().begin(),
                      component->constraint_cells().end());
  remove_components_at(uncounted_);
  updated_.clear();
}

bool GraphPosterior::are_updated_possible() const {
  return std::ranges::all_of(updated_, &CountedComponent::is_possible);
}

void GraphPosterior::weigh_by_density(double density) {
  odds_ = density / (1 - density);
  const WideNumber odds(odds_);
  std::vector<WideNumber> weights;
  for (CountedComponent* component : components_) {
    sim::end_if_interrupted();
    weights.assign(1, WideNumber(1));
    while (weights.size() < component->range()) weights.push_back(weights.back() * odds);
    component->take_risks(weights);
  }
  outside_risk_ = make_risk(density, true, true);
}

// Without a mine count a layout weighs the odds to the power of its mines.
double GraphPosterior::log_weight(double odds) const {
  if (mines_left_) return combination_.log_layouts();
  std::int64_t mines = rules_->mine_count();  // that all layouts have
  long double sum = outside_count_ * std::log1p(static_cast<long double>(odds));
  for (const CountedComponent* component : components_) {
    WideNumber ways;
    WideNumber weight(1);
    for (std::size_t extra = 0; extra < component->range(); ++extra, weight *= WideNumber(odds))
      ways += component->ways<WideNumber>(extra) * weight;
    mines += component->min_mines();
    sum += log_of(ways);
  }
  sum += static_cast<long double>(mines) * std::log(static_cast<long double>(odds));
  return static_cast<double>(sum);
}

double GraphPosterior::lowest_risk() const {
  double lowest = outside_count_ > 0 ? outside_risk_.p_mine : 1;
  for (const CountedComponent* component : components_)
    for (const Risk& risk : component->risks()) lowest = std::min(lowest, risk.p_mine);
  return lowest;
}

const Risk& GraphPosterior::risk_of(Cell unknown_cell) const {
  const std::uint32_t place = place_of_cell_[unknown_cell];
  return place == kNowhere ? outside_risk_ : components_[place]->risks()[builder_.group_of(unknown_cell)];
}

double GraphPosterior::p_mine(Cell cell) const {
  if (!rules_->is_unknown(cell)) return rules_->is_mine(cell) ? 1 : 0;
  return risk_of(cell).p_mine;
}

bool GraphPosterior::is_certain_safe(Cell cell) const {
  return rules_->is_unknown(cell) ? !risk_of(cell).can_be_mine : rules_->is_safe(cell);
}

bool GraphPosterior::is_certain_mine(Cell cell) const {
  return rules_->is_unknown(cell) ? !risk_of(cell).can_be_free : rules_->is_mine(cell);
}

bool GraphPosterior::has_certain_safe() const {
  bool is_found = false;
  visit_risks([&](Cell, const Risk& risk) { is_found |= !risk.can_be_mine; });
  return is_found;
}

CellRisks GraphPosterior::cell_risks() const {
  CellRisks risks;
  risks.p_mine.assign(place_of_cell_.size(), std::numeric_limits<double>::quiet_NaN());
  visit_risks([&](Cell cell, const Risk& risk) {
    risks.p_mine[cell] = risk.p_mine;
    if (!risk.can_be_mine) risks.safe.push_back(cell);
    if (!risk.can_be_free) risks.mine.push_back(cell);
  });
  std::ranges::sort(risks.safe);
  std::ranges::sort(risks.mine);
  return risks;
}

}  // namespace sapper::solvers

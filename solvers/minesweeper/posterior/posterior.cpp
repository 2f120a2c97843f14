#include "solvers/minesweeper/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"

namespace sapper::solvers {

Posterior::Posterior(const sim::Grid& grid)
    : own_knowledge_(grid),
      builder_(grid),
      place_of_cell_(grid.cell_count(), kNowhere),
      place_of_constraint_(grid.cell_count(), kNowhere) {}

bool Posterior::compute(const sim::View& view, std::span<const sim::Cell> trusted_mines) {
  own_knowledge_.reset(view);
  for (const sim::Cell mine : trusted_mines)
    if (own_knowledge_.is_unknown(mine)) own_knowledge_.learn_mine(mine);
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
  return count_updated(knowledge) && combine();
}

void Posterior::start(const LocalRules& knowledge) {
  knowledge_ = &knowledge;
  uncounted_.clear();
  while (!components_.empty()) remove_component(static_cast<std::uint32_t>(components_.size()) - 1);
}

void Posterior::borrow(const Posterior& base, const LocalRules& knowledge) {
  knowledge_ = &knowledge;
  uncounted_.clear();
  for (CountedComponent* component : components_) give_back(component);
  components_.assign(base.components_.begin(), base.components_.end());
  place_of_cell_ = base.place_of_cell_;
  place_of_constraint_ = base.place_of_constraint_;
  builder_.copy_numbers(base.builder_);
  frontier_cell_count_ = base.frontier_cell_count_;
}

void Posterior::give_back(CountedComponent* component) {
  if (component->owner() != this) return;
  component->release();
  spare_.push_back(component);
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
  if (!count_updated(knowledge)) return false;
  for (CountedComponent* component : updated_) component->find_certainty();
  return true;
}

bool Posterior::combine(PhaseTimer* phases) {
  if (phases) phases->enter(Phase::posterior);
  outside_count_ = knowledge_->unknown_count() - frontier_cell_count_;
  lowest_risk_.reset();
  const std::int64_t mines = knowledge_->mines_left();
  if (!combination_.start(components_, mines, outside_count_) || !combination_.combine())
    return fail_mine_count();
  SAPPER_EXPECT(sums_to_mines());
  return true;
}

// The expected number of mines equals the mine count, to 1e-10.
bool Posterior::sums_to_mines() const {
  const std::int64_t mines = knowledge_->mines_left();
  long double sum = outside_count_ > 0 ? static_cast<long double>(outside_count_) * outside_risk().p_mine : 0;
  for (const CountedComponent* component : components_)
    for (std::uint32_t group = 0; group < component->group_count(); ++group)
      sum += static_cast<long double>(component->component().sizes[group]) * component->risks()[group].p_mine;
  return std::abs(sum - static_cast<long double>(mines)) <=
         1e-10L * static_cast<long double>(std::max<std::int64_t>(mines, 1));
}

// Finds all components with a changed constraint. They cover everything that is left of the old components with such
// constraints: a part without a change would still be linked to the rest.
void Posterior::find_updated(LocalRules& knowledge) {
  updated_.clear();
  updated_cell_count_ = 0;
  const std::span<const sim::Cell> changed = knowledge.changed();
  for (const sim::Cell constraint : changed)
    if (place_of_constraint_[constraint] != kNowhere) remove_component(place_of_constraint_[constraint]);
  builder_.start();
  CountedComponent* component = take_spare();
  const auto find = [&](std::span<const sim::Cell> constraints) {
    for (const sim::Cell constraint : constraints) {
      if (builder_.has_found(constraint) || !component->find(builder_, knowledge, constraint)) continue;
      add_component(component);
      component = take_spare();
    }
  };
  find(knowledge.changed_open());
  find(uncounted_);
  uncounted_.clear();
  spare_.push_back(component);
  knowledge.forget_changed();
}

// Removes the component at this place; the last one moves to its place.
void Posterior::remove_component(std::uint32_t place) {
  CountedComponent* removed = components_[place];
  for (const sim::Cell cell : removed->cells()) place_of_cell_[cell] = kNowhere;
  for (const sim::Cell constraint : removed->constraint_cells()) place_of_constraint_[constraint] = kNowhere;
  frontier_cell_count_ -= removed->component().cell_count;
  give_back(removed);
  CountedComponent* last = components_.back();
  components_.pop_back();
  if (last == removed) return;
  components_[place] = last;
  for (const sim::Cell cell : last->cells()) place_of_cell_[cell] = place;
  for (const sim::Cell constraint : last->constraint_cells()) place_of_constraint_[constraint] = place;
}

// Removes old components that the new one is now linked to.
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
    pool_.push_back(std::make_unique<CountedComponent>(&budget_, this));
    spare_.push_back(pool_.back().get());
  }
  CountedComponent* const component = spare_.back();
  spare_.pop_back();
  return component;
}

// Where counting takes too much, cells that are certain by the numbers alone are found by other means, the cheap ones
// before the others, and learned: what is left is smaller, and often in many components. Not before: what is left may
// find a worse order.
bool Posterior::count_updated(LocalRules& knowledge) {
  std::exception_ptr refusal = try_to_count(Eliminator<double>::kMaxEntries);
  if (refusal != nullptr) [[unlikely]] {
    if (!learn_by_overlaps(knowledge)) return false;
    refusal = try_to_count(kEntriesBeforeSatisfiability);
    if (refusal != nullptr) {
      if (!learn_by_satisfiability(knowledge)) return false;
      refusal = try_to_count(Eliminator<double>::kMaxEntries);
    }
    if (refusal != nullptr) {
      put_aside_updated();
      std::rethrow_exception(refusal);
    }
  }
  for (const CountedComponent* component : updated_)
    if (!component->is_possible()) return fail({Contradiction::Kind::component, sim::kNoCell, component});
  return true;
}

// Counts the updated components, until one takes more than that: returns what it threw.
std::exception_ptr Posterior::try_to_count(std::size_t max_entries) {
  try {
    count_components(updated_, updated_cell_count_, max_entries);
  } catch (const ComponentTooWide&) {
    return std::current_exception();
  }
  return nullptr;
}

// Removes them, to be found again.
void Posterior::put_aside_updated() {
  for (const CountedComponent* component : updated_)
    uncounted_.insert(uncounted_.end(), component->constraint_cells().begin(),
                      component->constraint_cells().end());
  for (const sim::Cell constraint : uncounted_)
    if (place_of_constraint_[constraint] != kNowhere) remove_component(place_of_constraint_[constraint]);
  updated_.clear();
}

// False if the numbers turn out to contradict one another.
bool Posterior::learn_by_overlaps(LocalRules& knowledge) {
  put_aside_updated();
  while (apply_overlap_rule(knowledge))
    if (!knowledge.propagate()) return fail({Contradiction::Kind::number, knowledge.contradiction()});
  find_updated(knowledge);
  return true;
}

// False if no layout meets the numbers of a component.
bool Posterior::learn_by_satisfiability(LocalRules& knowledge) {
  SatDeduction deduction(knowledge.grid());
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mines;
  for (const CountedComponent* component : updated_) {
    if (!deduction.compute_by_numbers(knowledge, component->constraint_cells()))
      return fail({Contradiction::Kind::component, sim::kNoCell, component});
    safe.insert(safe.end(), deduction.safe().begin(), deduction.safe().end());
    mines.insert(mines.end(), deduction.mines().begin(), deduction.mines().end());
  }
  put_aside_updated();
  for (const sim::Cell cell : safe) knowledge.learn_safe(cell);
  for (const sim::Cell cell : mines) knowledge.learn_mine(cell);
  if (!knowledge.propagate()) throw std::logic_error("a certain cell contradicts a shown number");
  find_updated(knowledge);
  return true;
}

const Risk& Posterior::risk_of(sim::Cell cell) const {
  const std::uint32_t place = place_of_cell_[cell];
  return place == kNowhere ? outside_risk() : components_[place]->risks()[builder_.group_of(cell)];
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

bool Posterior::has_certain_safe() const {
  const sim::View& view = knowledge_->view();
  for (sim::Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell) && is_certain_safe(cell)) return true;
  return false;
}

double Posterior::lowest_risk() const {
  if (lowest_risk_) return *lowest_risk_;
  double lowest = outside_count_ > 0 ? outside_risk().p_mine : 1;
  for (const CountedComponent* component : components_)
    for (const Risk& risk : component->risks()) lowest = std::min(lowest, risk.p_mine);
  return *(lowest_risk_ = lowest);
}

CellRisks Posterior::cell_risks() const {
  const sim::View& view = knowledge_->view();
  CellRisks risks;
  risks.p_mine.assign(view.grid().cell_count(), std::numeric_limits<double>::quiet_NaN());
  for (sim::Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    risks.p_mine[cell] = p_mine(cell);
    if (is_certain_safe(cell)) risks.safe.push_back(cell);
    if (is_certain_mine(cell)) risks.mine.push_back(cell);
  }
  return risks;
}

bool Posterior::fail(const Contradiction& contradiction) {
  contradiction_ = contradiction;
  return false;
}

bool Posterior::fail_mine_count() {
  const std::int64_t known = knowledge_->view().mine_count() - knowledge_->mines_left();
  return fail({Contradiction::Kind::mine_count, sim::kNoCell, nullptr, known + combination_.fewest_mines(),
               known + combination_.max_mines()});
}

}  // namespace sapper::solvers

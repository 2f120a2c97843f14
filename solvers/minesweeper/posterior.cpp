#include "solvers/minesweeper/posterior.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/contracts.hpp"
#include "solvers/parallel.hpp"

namespace sapper::solvers {
namespace {

// Components are counted in parallel from this many frontier cells on: below, handing out the work costs more
// than it saves (measured: experiments/bench).
constexpr std::size_t kParallelCells = 1000;

double quotient(double a, double b) { return a / b; }
double quotient(const WideNumber& a, const WideNumber& b) { return ratio(a, b); }

}  // namespace

template <class Number>
struct Posterior::Scratch {
  std::vector<Number> prefix;  // [component + 1] runs: ways by extra mines of the components before
  std::vector<std::size_t> prefix_begin;  // into prefix
  std::vector<Number> rest, next_rest;    // by extra mines so far: weighted ways of all that comes after
  std::vector<Number> weights;
};

Posterior::Posterior(const sim::Grid& grid)
    : grid_(&grid),
      own_knowledge_(grid),
      region_(grid),
      place_of_cell_(grid.cell_count(), kNowhere),
      group_of_cell_(grid.cell_count(), 0),
      place_of_constraint_(grid.cell_count(), kNowhere),
      visited_in_(grid.cell_count(), 0),
      narrow_(std::make_unique<Scratch<double>>()) {}
Posterior::~Posterior() = default;

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
  return update(knowledge) && combine();
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
  gather_region(knowledge);
  adopt_components();
  knowledge.forget_changed();
  enter(Phase::counting);
  return count_updated();
}

bool Posterior::combine(PhaseTimer* phases) {
  if (phases) phases->enter(Phase::posterior);
  if (!find_mine_range()) return false;
  return is_wide_ ? combine_as<WideNumber>() : combine_as<double>();
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

// Builds the region: all constraints linked to one that has changed, or to what an old component with a
// changed constraint has left. A part of an old component that no change touched would still be linked to the
// rest of it, so nothing else can have changed.
void Posterior::gather_region(const LocalRules& knowledge) {
  ++update_number_;
  visit_.clear();
  for (const sim::Cell constraint : knowledge.changed()) visit(knowledge, constraint);
  region_.start();
  std::array<sim::Cell, sim::kMaxNeighbors> cells;
  for (std::size_t i = 0; i < visit_.size(); ++i) {
    const sim::Cell constraint = visit_[i];
    std::size_t count = 0;
    for (const sim::Cell neighbor : grid_->neighbors(constraint)) {
      if (!knowledge.is_unknown(neighbor)) continue;
      cells[count++] = neighbor;
      if (region_.group_of(neighbor) != Frontier::kNoGroup) continue;
      for (const sim::Cell other : grid_->neighbors(neighbor)) visit(knowledge, other);
    }
    region_.add_constraint(constraint, static_cast<std::uint8_t>(knowledge.mines_needed(constraint)),
                           std::span(cells.data(), count));
  }
  region_.finish();
}

// Puts an open constraint into the region and its old component out of the frontier.
void Posterior::visit(const LocalRules& knowledge, sim::Cell constraint) {
  if (!knowledge.is_shown(constraint) || visited_in_[constraint] == update_number_) return;
  visited_in_[constraint] = update_number_;
  if (place_of_constraint_[constraint] != kNowhere) remove_component(place_of_constraint_[constraint]);
  if (knowledge.is_open_constraint(constraint)) visit_.push_back(constraint);
}

void Posterior::adopt_components() {
  updated_.clear();
  for (std::uint32_t index = 0; index < region_.component_count(); ++index) {
    if (spare_.empty()) {
      pool_.push_back(std::make_unique<CountedComponent>());
      spare_.push_back(pool_.back().get());
    }
    CountedComponent* component = spare_.back();
    spare_.pop_back();
    component->assign(region_, index);
    const auto place = static_cast<std::uint32_t>(components_.size());
    components_.push_back(component);
    updated_.push_back(component);
    frontier_cell_count_ += component->component().cell_count;
    for (const sim::Cell constraint : component->constraint_cells()) place_of_constraint_[constraint] = place;
    for (std::uint32_t group = 0; group < component->group_count(); ++group)
      for (const sim::Cell cell : component->cells_of_group(group)) {
        place_of_cell_[cell] = place;
        group_of_cell_[cell] = group;
      }
  }
}

bool Posterior::count_updated() {
  if (updated_.size() > 1 && region_.cells().size() >= kParallelCells) {
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
  is_wide_ = orders + static_cast<double>(frontier_cell_count_) >= kSafeBinaryOrders;
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
Posterior::Scratch<Number>& Posterior::scratch() {
  if constexpr (std::is_same_v<Number, double>) {
    return *narrow_;
  } else {
    if (!wide_) wide_ = std::make_unique<Scratch<WideNumber>>();
    return *wide_;
  }
}

template <class Number>
bool Posterior::combine_as() {
  Scratch<Number>& scratch = this->scratch<Number>();
  multiply_prefixes(scratch);
  std::vector<Number>& rest = scratch.rest;
  fill_outside_ways(rest);
  if (!take_outside_risk(scratch)) return fail_mine_count();

  for (std::size_t index = components_.size(); index-- > 0;) {
    CountedComponent& component = *components_[index];
    const std::size_t range = component.range();
    const std::span<const Number> before =
        std::span(scratch.prefix)
            .subspan(scratch.prefix_begin[index],
                     scratch.prefix_begin[index + 1] - scratch.prefix_begin[index]);
    scratch.weights.assign(range, Number(0));
    scratch.next_rest.assign(before.size(), Number(0));
    for (std::size_t extra = 0; extra < range; ++extra) {
      const Number ways = component.template ways<Number>(extra);
      if (ways == Number(0)) continue;
      for (std::size_t j = 0; j < before.size(); ++j) {
        scratch.weights[extra] += before[j] * rest[j + extra];
        scratch.next_rest[j] += ways * rest[j + extra];
      }
    }
    rest.swap(scratch.next_rest);
    component.take_risks(std::span<const Number>(scratch.weights));
  }
  return true;
}

template <class Number>
void Posterior::multiply_prefixes(Scratch<Number>& scratch) const {
  std::vector<Number>& prefix = scratch.prefix;
  prefix.assign(1, Number(1));
  scratch.prefix_begin.assign({0, 1});
  for (std::size_t index = 0; index < components_.size(); ++index) {
    const CountedComponent& component = *components_[index];
    const std::size_t before = scratch.prefix_begin[index];
    const std::size_t begin = scratch.prefix_begin[index + 1];
    const std::size_t length = begin - before;
    prefix.resize(begin + length + component.range() - 1, Number(0));
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      const Number ways = component.template ways<Number>(extra);
      for (std::size_t j = 0; j < length; ++j) prefix[begin + j + extra] += prefix[before + j] * ways;
    }
    scratch.prefix_begin.push_back(prefix.size());
  }
}

// From the ways of the whole frontier and of the cells outside; false if no number of mines suits both.
template <class Number>
bool Posterior::take_outside_risk(const Scratch<Number>& scratch) {
  const std::size_t frontier = scratch.prefix_begin[components_.size()];
  Number total(0);
  Number mines(0);
  bool can_be_mine = false;
  bool can_be_free = false;
  for (std::size_t extra = 0; extra <= most_extra_; ++extra) {
    const Number ways = scratch.prefix[frontier + extra] * scratch.rest[extra];
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

const Risk& Posterior::risk_of(sim::Cell cell) const {
  const std::uint32_t place = place_of_cell_[cell];
  return place == kNowhere ? outside_risk_ : components_[place]->risks()[group_of_cell_[cell]];
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

#include "solvers/minesweeper/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include "sim/contracts.hpp"
#include "solvers/parallel.hpp"

namespace sapper::solvers {
namespace {

// Doubles hold 2^-1022 to 2^1023; what is computed in them must stay within this many binary orders.
constexpr double kSafeBinaryOrders = 1000;

// Components are counted in parallel from this many frontier cells on: below, handing out the work costs more
// than it saves (measured: experiments/bench).
constexpr std::size_t kParallelCells = 1000;

double quotient(double a, double b) { return a / b; }
double quotient(const WideNumber& a, const WideNumber& b) { return ratio(a, b); }

Posterior::Risk make_risk(double p_mine, bool can_be_mine, bool can_be_free) {
  // Rounding must neither leave [0, 1] nor reach its ends where counts do not.
  if (!can_be_mine) return {0, false, can_be_free};
  if (!can_be_free) return {1, can_be_mine, false};
  constexpr double kLeast = std::numeric_limits<double>::min();
  constexpr double kMost = 1 - std::numeric_limits<double>::epsilon() / 2;
  return {std::clamp(p_mine, kLeast, kMost), true, true};
}

}  // namespace

// A component with what its counters keep between counting and marginals. It outlives its position: a
// component that the next moves leave alone is found again by its content and not counted again.
struct Posterior::CountedComponent {
  Component component;
  // The content: these determine the groups and the incidence too.
  std::vector<sim::Cell> constraint_cells;
  std::vector<std::uint8_t> needs;
  std::vector<sim::Cell> cells;
  std::uint64_t used_in = 0;  // the last computation that used it
  std::uint32_t slot = 0;     // in the pool
  Eliminator<double> narrow;
  std::unique_ptr<Eliminator<WideNumber>> wide;  // made when first needed
  bool is_wide = false;                          // counts may leave the range of doubles
  std::vector<GroupMarginal<double>> narrow_marginals;
  std::vector<GroupMarginal<WideNumber>> wide_marginals;
  std::vector<double> relative_weights;

  void count() {
    is_wide = component.cell_count >= kSafeBinaryOrders;
    if (is_wide) {
      count_wide();
    } else {
      narrow.count(component);
    }
  }
  bool has_content(const Frontier& frontier, const Component& other) const {
    return std::ranges::equal(needs, other.needs) &&
           std::ranges::equal(constraint_cells, frontier.constraint_cells_of(other)) &&
           std::ranges::equal(cells, frontier.cells_of(other));
  }
  void take_content(const Frontier& frontier) {
    const auto assign = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
    assign(needs, component.needs);
    assign(constraint_cells, frontier.constraint_cells_of(component));
    assign(cells, frontier.cells_of(component));
  }
  // The content cannot be found again: counting was not finished.
  void forget_content() { constraint_cells.clear(); }

  void count_wide() {
    if (!wide) wide = std::make_unique<Eliminator<WideNumber>>();
    wide->count(component);
  }

  std::size_t range() const { return is_wide ? wide->counts().counts.size() : narrow.counts().counts.size(); }
  std::uint32_t min_mines() const { return is_wide ? wide->counts().min_mines : narrow.counts().min_mines; }
  template <class Number>
  Number ways(std::size_t extra) const {
    if constexpr (std::is_same_v<Number, WideNumber>) {
      if (is_wide) return wide->counts().counts[extra];
      return WideNumber(narrow.counts().counts[extra]);
    } else {
      return narrow.counts().counts[extra];
    }
  }

  // The risks of the component's groups under the weights that the rest of the board lends each number of
  // mines.
  void take_risks(std::span<const double> weights, std::span<Risk> risks) {
    narrow_marginals.resize(component.group_count());
    narrow.marginals(weights, narrow_marginals);
    fill_risks<double>(narrow.counts(), weights, narrow_marginals, risks);
  }
  void take_risks(std::span<const WideNumber> weights, std::span<Risk> risks);

  template <class Number>
  void fill_risks(const MineCounts<Number>& counts, std::span<const Number> weights,
                  std::span<const GroupMarginal<Number>> marginals, std::span<Risk> risks) const {
    Number total(0);
    for (std::size_t i = 0; i < weights.size(); ++i) total += counts.counts[i] * weights[i];
    for (std::size_t group = 0; group < marginals.size(); ++group) {
      const auto& marginal = marginals[group];
      const double p_mine = quotient(marginal.mines, times(total, component.sizes[group]));
      risks[group] = make_risk(p_mine, marginal.can_hold_mine, marginal.can_hold_free);
    }
  }
};

// Weights of the rest of the board can leave the range of doubles although the component's own counts do not.
void Posterior::CountedComponent::take_risks(std::span<const WideNumber> weights, std::span<Risk> risks) {
  const WideNumber* largest = nullptr;
  const WideNumber* smallest = nullptr;
  for (const WideNumber& weight : weights) {
    if (weight == WideNumber()) continue;
    if (!largest || largest->exponent() < weight.exponent()) largest = &weight;
    if (!smallest || smallest->exponent() > weight.exponent()) smallest = &weight;
  }
  const auto orders = static_cast<double>(largest->exponent() - smallest->exponent()) + 2;
  if (!is_wide && orders + component.cell_count < kSafeBinaryOrders) {
    relative_weights.clear();
    for (const WideNumber& weight : weights) relative_weights.push_back(ratio(weight, *largest));
    take_risks(relative_weights, risks);
    return;
  }
  if (!is_wide) count_wide();
  wide_marginals.resize(component.group_count());
  wide->marginals(weights, wide_marginals);
  fill_risks<WideNumber>(wide->counts(), weights, wide_marginals, risks);
}

template <class Number>
struct Posterior::Scratch {
  std::vector<Number> prefix;  // [component + 1] runs: ways by extra mines of the components before
  std::vector<std::size_t> prefix_begin;  // into prefix
  std::vector<Number> rest, next_rest;    // by extra mines so far: weighted ways of all that comes after
  std::vector<Number> weights;
};

Posterior::Posterior(const sim::Grid& grid)
    : own_knowledge_(grid),
      frontier_(grid),
      slot_of_constraint_(grid.cell_count(), 0),
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

bool Posterior::compute(const LocalRules& knowledge, PhaseTimer* phases) {
  const auto enter = [&](Phase phase) {
    if (phases) phases->enter(phase);
  };
  knowledge_ = &knowledge;
  contradiction_ = {};
  enter(Phase::frontier);
  frontier_.build(knowledge);
  outside_count_ = knowledge.unknown_count() - static_cast<std::uint32_t>(frontier_.cells().size());
  enter(Phase::counting);
  if (!count_components()) return false;
  enter(Phase::posterior);
  group_risks_.resize(frontier_.group_count());
  if (!find_mine_range()) return false;
  return is_wide_ ? combine<WideNumber>() : combine<double>();
}

bool Posterior::count_components() {
  const std::uint32_t components = frontier_.component_count();
  find_counted_components();
  const auto count_one = [&](std::size_t index) { uncounted_[index]->count(); };
  if (uncounted_.size() > 1 && frontier_.cells().size() >= kParallelCells) {
    for_each_index_in_parallel(uncounted_.size(), count_one);
  } else {
    for (std::size_t index = 0; index < uncounted_.size(); ++index) count_one(index);
  }
  for (CountedComponent* counted : uncounted_) {
    counted->take_content(frontier_);
    slot_of_constraint_[counted->constraint_cells.front()] = counted->slot;
  }
  for (std::uint32_t index = 0; index < components; ++index)
    if (counted_[index]->range() == 0) return fail({Contradiction::Kind::component, sim::kNoCell, index});
  return true;
}

// Gives each component of the frontier its counted one: from an earlier position if the content is the same,
// else one that this position does not use, to be counted.
void Posterior::find_counted_components() {
  const std::uint32_t components = frontier_.component_count();
  ++computation_;
  counted_.assign(components, nullptr);
  uncounted_.clear();
  for (std::uint32_t index = 0; index < components; ++index) {
    const Component component = frontier_.component(index);
    const std::uint32_t slot = slot_of_constraint_[frontier_.constraint_cell(component.first_constraint)];
    if (slot >= pool_.size() || !pool_[slot]->has_content(frontier_, component)) continue;
    counted_[index] = pool_[slot].get();
    counted_[index]->component = component;
    counted_[index]->used_in = computation_;
  }
  std::uint32_t next_slot = 0;
  for (std::uint32_t index = 0; index < components; ++index) {
    if (counted_[index]) continue;
    while (next_slot < pool_.size() && pool_[next_slot]->used_in == computation_) ++next_slot;
    if (next_slot == pool_.size()) pool_.push_back(std::make_unique<CountedComponent>());
    CountedComponent* counted = counted_[index] = pool_[next_slot].get();
    counted->slot = next_slot;
    counted->used_in = computation_;
    counted->component = frontier_.component(index);
    counted->forget_content();
    uncounted_.push_back(counted);
  }
}

// Which numbers of mines the frontier can hold, and whether what follows stays within the range of doubles.
bool Posterior::find_mine_range() {
  const std::uint32_t components = frontier_.component_count();
  std::int64_t fewest = 0;
  most_extra_ = 0;
  for (std::uint32_t index = 0; index < components; ++index) {
    fewest += counted_[index]->min_mines();
    most_extra_ += static_cast<std::uint32_t>(counted_[index]->range()) - 1;
  }
  mines_outside_ = knowledge_->mines_left() - fewest;
  const std::int64_t outside = outside_count_;
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
  is_wide_ = orders + static_cast<double>(frontier_.cells().size()) >= kSafeBinaryOrders;
  return true;
}

// ways[e]: ways to lay mines_outside_ - e mines outside, up to a common factor.
template <class Number>
void Posterior::fill_outside_ways(std::vector<Number>& ways) const {
  ways.assign(most_extra_ + 1, Number(0));
  const auto outside = static_cast<std::int64_t>(outside_count_);
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
bool Posterior::combine() {
  Scratch<Number>& scratch = this->scratch<Number>();
  const std::uint32_t components = frontier_.component_count();
  multiply_prefixes(scratch);
  std::vector<Number>& rest = scratch.rest;
  fill_outside_ways(rest);
  if (!take_outside_risk(scratch)) return fail_mine_count();

  for (std::uint32_t index = components; index-- > 0;) {
    CountedComponent& counted = *counted_[index];
    const std::size_t range = counted.range();
    const std::span<const Number> before =
        std::span(scratch.prefix)
            .subspan(scratch.prefix_begin[index],
                     scratch.prefix_begin[index + 1] - scratch.prefix_begin[index]);
    scratch.weights.assign(range, Number(0));
    scratch.next_rest.assign(before.size(), Number(0));
    for (std::size_t extra = 0; extra < range; ++extra) {
      const Number ways = counted.template ways<Number>(extra);
      if (ways == Number(0)) continue;
      for (std::size_t j = 0; j < before.size(); ++j) {
        scratch.weights[extra] += before[j] * rest[j + extra];
        scratch.next_rest[j] += ways * rest[j + extra];
      }
    }
    rest.swap(scratch.next_rest);
    counted.take_risks(
        std::span<const Number>(scratch.weights),
        std::span(group_risks_).subspan(counted.component.first_group, counted.component.group_count()));
  }
  return true;
}

template <class Number>
void Posterior::multiply_prefixes(Scratch<Number>& scratch) const {
  const std::uint32_t components = frontier_.component_count();
  std::vector<Number>& prefix = scratch.prefix;
  prefix.assign(1, Number(1));
  scratch.prefix_begin.assign({0, 1});
  for (std::uint32_t index = 0; index < components; ++index) {
    const CountedComponent& counted = *counted_[index];
    const std::size_t before = scratch.prefix_begin[index];
    const std::size_t begin = scratch.prefix_begin[index + 1];
    const std::size_t length = begin - before;
    prefix.resize(begin + length + counted.range() - 1, Number(0));
    for (std::size_t extra = 0; extra < counted.range(); ++extra) {
      const Number ways = counted.template ways<Number>(extra);
      for (std::size_t j = 0; j < length; ++j) prefix[begin + j + extra] += prefix[before + j] * ways;
    }
    scratch.prefix_begin.push_back(prefix.size());
  }
}

// From the ways of the whole frontier and of the cells outside; false if no number of mines suits both.
template <class Number>
bool Posterior::take_outside_risk(const Scratch<Number>& scratch) {
  const std::size_t frontier = scratch.prefix_begin[frontier_.component_count()];
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
    can_be_free |= outside < static_cast<std::int64_t>(outside_count_);
  }
  if (total == Number(0)) return false;
  if (outside_count_ > 0)
    outside_risk_ = make_risk(quotient(mines, total * Number(static_cast<double>(outside_count_))),
                              can_be_mine, can_be_free);
  return true;
}

const Posterior::Risk& Posterior::risk_of(sim::Cell cell) const {
  const std::uint32_t group = frontier_.group_of(cell);
  return group == Frontier::kNoGroup ? outside_risk_ : group_risks_[group];
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

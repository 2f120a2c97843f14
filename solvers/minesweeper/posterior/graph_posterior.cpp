#include "solvers/minesweeper/posterior/graph_posterior.hpp"

#include <algorithm>
#include <numbers>

#include "sim/support/interruptible.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::solvers {
namespace {

// As in Posterior: below, handing out the work costs more than it saves.
constexpr std::size_t kParallelCells = 1000;

}  // namespace

GraphPosterior::Outcome GraphPosterior::compute(const GraphRules& rules, const sim::MinePrior& prior) {
  rules_ = &rules;
  mines_left_.reset();
  find_components();
  count_components();
  for (const CountedComponent* component : components_)
    if (!component->is_possible()) return Outcome::contradictory_numbers;
  if (!prior.count) {
    weigh_by_density(prior.density);
    return Outcome::consistent;
  }
  mines_left_ = static_cast<std::int64_t>(*prior.count) - rules.mine_count();
  if (!combination_.start(components_, *mines_left_, outside_count_) || !combination_.combine())
    return Outcome::impossible_mine_count;
  if (outside_count_ > 0) outside_risk_ = combination_.outside_risk();
  return Outcome::consistent;
}

void GraphPosterior::find_components() {
  const std::uint32_t cells = rules_->graph().cell_count();
  GraphFrontierBuilder builder(rules_->graph());
  components_.clear();
  is_outside_.assign(cells, 0);
  for (sim::Cell cell = 0; cell < cells; ++cell) is_outside_[cell] = rules_->is_unknown(cell) ? 1 : 0;
  outside_count_ = rules_->unknown_count();
  for (sim::Cell constraint = 0; constraint < cells; ++constraint) {
    if (pool_.size() == components_.size())
      pool_.push_back(std::make_unique<CountedComponent>(&budget_, this));
    CountedComponent* const component = pool_[components_.size()].get();
    if (!component->find(builder, *rules_, constraint)) continue;
    components_.push_back(component);
    outside_count_ -= component->component().cell_count;
    for (const sim::Cell cell : component->cells()) is_outside_[cell] = 0;
  }
}

void GraphPosterior::count_components() {
  for (const auto& component : pool_) component->release();
  const std::size_t frontier_cells = rules_->unknown_count() - outside_count_;
  if (components_.size() > 1 && frontier_cells >= kParallelCells) {
    for_each_index_in_parallel(components_.size(), [&](std::size_t index) { components_[index]->count(); });
  } else {
    for (CountedComponent* component : components_) component->count();
  }
}

void GraphPosterior::weigh_by_density(double density) {
  const WideNumber odds(density / (1 - density));
  std::vector<WideNumber> weights;
  for (CountedComponent* component : components_) {
    sim::end_if_interrupted();
    weights.assign(1, WideNumber(1));
    while (weights.size() < component->range()) weights.push_back(weights.back() * odds);
    component->take_risks(weights);
  }
  outside_risk_ = make_risk(density, true, true);
}

double GraphPosterior::log_layouts() const {
  if (mines_left_) return combination_.log_layouts();
  long double sum = outside_count_ * std::numbers::ln2_v<long double>;
  for (const CountedComponent* component : components_) {
    WideNumber ways;
    for (std::size_t extra = 0; extra < component->range(); ++extra)
      ways += component->ways<WideNumber>(extra);
    sum += log_of(ways);
  }
  return static_cast<double>(sum);
}

}  // namespace sapper::solvers

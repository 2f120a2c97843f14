#include "solvers/minesweeper/deduction/sat_deduction.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/deduction/sat_formula.hpp"

namespace sapper::solvers {

using sim::Cell;

SatDeduction::SatDeduction(std::uint32_t cell_count) : variable_of_(cell_count, 0), is_met_(cell_count, 0) {}

SatDeduction::~SatDeduction() = default;

template <class Knowledge>
bool SatDeduction::compute_all(const Knowledge& knowledge) {
  start();
  max_conflicts_ = kUnlimited;
  for (Cell cell = 0; cell < variable_of_.size(); ++cell) walk_from(knowledge, cell);
  outside_count_ = knowledge.unknown_count() - frontier_count();
  most_ = knowledge.mines_left();
  least_ = most_ - outside_count_;
  if (most_ < 0 || least_ > frontier_count()) return false;
  seen_.assign(frontier_.size(), {});
  seen_counted_.assign(frontier_.size(), {});
  // An empty frontier has one layout, which counts as seen.
  fewest_seen_ = frontier_.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
  max_seen_ = frontier_.empty() ? 0 : std::numeric_limits<std::int64_t>::min();
  count_.clear();
  add_constraints(knowledge);

  if (!settle(seen_)) return false;
  take_frontier(seen_);
  if (!safe_.empty()) return true;

  // Among the models of the shown numbers, some may meet the mine count; if it does not constrain, all do.
  mines_.clear();
  const bool is_binding = least_ > 0 || most_ < frontier_count();
  if (is_binding && std::ranges::any_of(seen_counted_, &ModelValues::is_open)) require_mine_count();
  if (!settle(seen_counted_)) return false;
  take_frontier(seen_counted_);
  take_outside(knowledge);
  return true;
}

bool SatDeduction::compute_by_numbers(const LocalRules& knowledge, std::span<const Cell> constraints) {
  return compute_limited(knowledge, constraints);
}

bool SatDeduction::compute_by_numbers(const GraphRules& knowledge, std::span<const Cell> constraints) {
  return compute_limited(knowledge, constraints);
}

template <class Knowledge>
bool SatDeduction::compute_limited(const Knowledge& knowledge, std::span<const Cell> constraints) {
  start();
  max_conflicts_ = kMaxConflicts;
  for (const Cell cell : constraints) walk_from(knowledge, cell);
  // Any number of mines will do.
  least_ = 0;
  most_ = frontier_count();
  seen_.assign(frontier_.size(), {});
  seen_counted_.assign(frontier_.size(), {});
  add_constraints(knowledge);
  if (!settle(seen_)) return false;
  take_frontier(seen_);
  return true;
}

void SatDeduction::start() {
  formula_ = std::make_unique<SatFormula>();
  safe_.clear();
  mines_.clear();
  for (const Cell cell : frontier_) variable_of_[cell] = 0;
  for (const Cell cell : constraints_) is_met_[cell] = 0;
  frontier_.clear();
  constraints_.clear();
  walked_ = 0;
}

template <class Knowledge>
void SatDeduction::meet(const Knowledge& knowledge, Cell cell) {
  if (!knowledge.is_open_constraint(cell) || is_met_[cell] != 0) return;
  is_met_[cell] = 1;
  constraints_.push_back(cell);
}

// Numbers the frontier cells and the constraints in the order of a walk along the constraints.
template <class Knowledge>
void SatDeduction::walk_from(const Knowledge& knowledge, Cell first) {
  meet(knowledge, first);
  for (; walked_ < constraints_.size(); ++walked_)
    for (const Cell cell : knowledge.seen_from(constraints_[walked_])) {
      if (!knowledge.is_unknown(cell) || variable_of_[cell] != 0) continue;
      frontier_.push_back(cell);
      variable_of_[cell] = formula_->new_variable();
      for (const Cell constraint : knowledge.seeing(cell)) meet(knowledge, constraint);
    }
}

template <class Knowledge>
void SatDeduction::add_constraints(const Knowledge& knowledge) {
  std::vector<int> variables;
  for (const Cell constraint : constraints_) {
    variables.clear();
    for (const Cell cell : knowledge.seen_from(constraint))
      if (knowledge.is_unknown(cell)) variables.push_back(variable_of_[cell]);
    formula_->add_exactly(variables, knowledge.mines_needed(constraint));
  }
}

// Requests models until each cell has been seen both free and as a mine, or cannot be. False if there is no model.
bool SatDeduction::settle(std::vector<ModelValues>& seen) {
  if (frontier_.empty()) return true;
  const bool has_models = seen[0].free || seen[0].mine;
  // Each model is read as a whole.
  const std::size_t max_calls =
      max_conflicts_ == kUnlimited ? std::numeric_limits<std::size_t>::max() : kMostValues / frontier_.size();
  std::size_t calls = 0;
  int given_up = 0;
  if (!has_models) {
    const SatFormula::Outcome outcome = solve(0);
    if (outcome == SatFormula::Outcome::no_model) return false;
    if (outcome == SatFormula::Outcome::gave_up) given_up = kMostGivenUp;
  }
  try_unseen_first(seen);
  for (std::size_t i = 0; i < frontier_.size(); ++i) {
    if (!seen[i].is_open()) continue;
    const int unseen = unseen_literal(seen, i);
    const bool is_tried = given_up < kMostGivenUp && calls++ < max_calls;
    const SatFormula::Outcome outcome = is_tried ? solve(unseen) : SatFormula::Outcome::gave_up;
    if (outcome == SatFormula::Outcome::model) {
      try_unseen_first(seen);
    } else if (outcome == SatFormula::Outcome::no_model) {
      formula_->add_clause({-unseen});
    } else {
      seen[i] = {true, true};  // for all that is known
      ++given_up;
    }
  }
  return true;
}

// Whether the cell has been seen in one way only.
int SatDeduction::unseen_literal(const std::vector<ModelValues>& seen, std::size_t index) {
  const int variable = static_cast<int>(index) + 1;
  return seen[index].free ? variable : -variable;
}

void SatDeduction::try_unseen_first(const std::vector<ModelValues>& seen) {
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i].is_open()) formula_->try_first(unseen_literal(seen, i));
}

// Seeks a model and notes the value of each cell. `assumption`: a literal that must hold in it, or 0.
SatFormula::Outcome SatDeduction::solve(int assumption) {
  sim::end_if_interrupted();
  const std::span<const int> assumptions(&assumption, assumption == 0 ? 0 : 1);
  const SatFormula::Outcome outcome = formula_->solve(assumptions, max_conflicts_);
  if (outcome != SatFormula::Outcome::model) return outcome;
  std::int64_t mines = 0;
  for (int variable = 1; variable <= frontier_count(); ++variable) mines += formula_->is_true(variable);
  const bool is_counted = mines >= least_ && mines <= most_;
  if (is_counted) {
    fewest_seen_ = std::min(fewest_seen_, mines);
    max_seen_ = std::max(max_seen_, mines);
  }
  for (std::size_t i = 0; i < frontier_.size(); ++i) {
    const bool is_mine = formula_->is_true(static_cast<int>(i) + 1);
    (is_mine ? seen_[i].mine : seen_[i].free) = true;
    if (is_counted) (is_mine ? seen_counted_[i].mine : seen_counted_[i].free) = true;
  }
  return outcome;
}

void SatDeduction::require_mine_count() {
  std::vector<int> variables(frontier_.size());
  std::iota(variables.begin(), variables.end(), 1);
  count_ = formula_->add_totalizer(variables, static_cast<std::size_t>(most_) + 1);
  if (most_ < frontier_count()) formula_->add_clause({-count_[static_cast<std::size_t>(most_)]});
  if (least_ > 0) formula_->add_clause({count_[static_cast<std::size_t>(least_) - 1]});
}

// Whether a layout leaves a mine for the cells away from the frontier, of which there is at least one.
bool SatDeduction::outside_can_be_mine() {
  if (fewest_seen_ < most_) return true;
  if (most_ == 0) return false;
  if (count_.empty()) require_mine_count();
  return find_model(-count_[static_cast<std::size_t>(most_) - 1]);
}

// Whether a layout leaves fewer mines for those cells than there are of them.
bool SatDeduction::outside_can_be_free() {
  if (max_seen_ > least_) return true;
  if (least_ == frontier_count()) return false;
  if (count_.empty()) require_mine_count();
  return find_model(count_[static_cast<std::size_t>(least_)]);
}

void SatDeduction::take_frontier(const std::vector<ModelValues>& seen) {
  for (std::size_t i = 0; i < frontier_.size(); ++i)
    if (seen[i].is_open()) (seen[i].mine ? mines_ : safe_).push_back(frontier_[i]);
}

template <class Knowledge>
void SatDeduction::take_outside(const Knowledge& knowledge) {
  if (outside_count_ == 0) return;
  const bool can_be_mine = outside_can_be_mine();
  const bool can_be_free = outside_can_be_free();
  if (can_be_mine && can_be_free) return;
  for (Cell cell = 0; cell < variable_of_.size(); ++cell)
    if (knowledge.is_unknown(cell) && variable_of_[cell] == 0) (can_be_mine ? mines_ : safe_).push_back(cell);
}

template bool SatDeduction::compute_all(const LocalRules&);
template bool SatDeduction::compute_all(const GraphRules&);

}  // namespace sapper::solvers

#include "solvers/minesweeper/clicks/click_formula.hpp"

#include <utility>

#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

namespace {

// Between two looks at the clock.
constexpr int kConflictsAtOnce = 2000;
// The limits for leaving a click out of a core, and for raising a core's bound by one.
constexpr int kConflictsToReduce = 300;
constexpr int kConflictsToRaise = 3000;
constexpr int kHastyConflicts = 5;

}  // namespace

int ClickFormula::new_click() {
  const int variable = formula_.new_variable();
  formula_.try_first(-variable);
  forbidden_.push_back(variable);
  return variable;
}

int ClickFormula::new_fixed_click(bool is_made) {
  const int variable = formula_.new_variable();
  formula_.add_clause({is_made ? variable : -variable});
  at_least_ += is_made ? 1 : 0;
  return variable;
}

ClickFormula::Outcome ClickFormula::solve(std::span<const int> assumptions, int max_conflicts) {
  sim::end_if_interrupted();
  clock_.count_question();
  return formula_.solve(assumptions, clock_.is_hasty() ? kHastyConflicts : max_conflicts);
}

ClickFormula::Outcome ClickFormula::find(const ClickClock::End& end) {
  std::vector<int> assumptions;
  for (const int variable : forbidden_) assumptions.push_back(-variable);
  for (;;) {
    const Outcome outcome = solve(assumptions, kConflictsAtOnce);
    if (outcome == Outcome::no_model) raise_bound(end);
    if (outcome != Outcome::gave_up || clock_.is_over(end)) return outcome;
  }
}

// After no_model: by the assumptions that contradict one another.
void ClickFormula::raise_bound(const ClickClock::End& end) {
  std::vector<int> core;
  for (const int variable : forbidden_)
    if (formula_.is_needed(-variable)) core.push_back(variable);
  if (!clock_.is_hasty()) core = reduced(std::move(core), end);
  std::vector<int> sums;
  std::size_t allowed = 1;  // of the core's clicks
  if (core.size() > 1) {
    sums = formula_.add_totalizer(core, core.size());
    while (!clock_.is_hasty() && allowed < core.size() && !clock_.is_over(end) &&
           solve(std::vector{-sums[allowed]}, kConflictsToRaise) == Outcome::no_model)
      ++allowed;
  }
  at_least_ += static_cast<std::uint32_t>(allowed);
  for (const int variable : core) {
    std::erase(forbidden_, variable);
    // One more of the core that it counts is allowed from now on.
    const auto count = counts_.find(variable);
    if (count != counts_.end()) forbid(count->second.core, count->second.index + 1);
  }
  cores_.push_back(std::move(sums));
  if (!cores_.back().empty()) forbid(cores_.size() - 1, allowed);
}

void ClickFormula::forbid(std::size_t core, std::size_t index) {
  if (index >= cores_[core].size()) return;
  const int variable = cores_[core][index];
  counts_[variable] = {core, index};
  forbidden_.push_back(variable);
}

// Leaves out what is not needed for the contradiction.
std::vector<int> ClickFormula::reduced(std::vector<int> core, const ClickClock::End& end) {
  std::vector<int> assumptions;
  for (std::size_t i = 0; i < core.size() && core.size() > 1 && !clock_.is_over(end);) {
    assumptions.clear();
    for (std::size_t j = 0; j < core.size(); ++j)
      if (j != i) assumptions.push_back(-core[j]);
    if (solve(assumptions, kConflictsToReduce) != Outcome::no_model) {
      ++i;
      continue;
    }
    // Those before i have been found necessary, and stay.
    std::vector<int> rest;
    for (std::size_t j = 0; j < core.size(); ++j)
      if (j != i && (j < i || formula_.is_needed(-core[j]))) rest.push_back(core[j]);
    core = std::move(rest);
  }
  return core;
}

}  // namespace sapper::solvers

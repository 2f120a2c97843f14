// Clauses over the clicks of a board, and a proven bound of how many clicks meet them (least_clicks.hpp).
//
// A SAT solver is asked for clicks that meet the clauses, none at first. Each core, a set of clicks of which at least one is
// needed, raises the bound by one (Fu & Malik 2006); a totalizer then counts its clicks, and the next question allows one of
// them (OLL: Andres, Kaufmann, Matheis & Schaub 2012; Morgado, Dodaro & Marques-Silva 2014). A core is reduced to fewer clicks
// first, and its bound is raised by itself as far as that goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <vector>

#include "solvers/minesweeper/clicks/click_limit.hpp"
#include "solvers/minesweeper/deduction/sat_formula.hpp"

namespace sapper::solvers {

class ClickFormula {
 public:
  using Outcome = SatFormula::Outcome;

  // The clock counts the questions; it must outlive the object.
  explicit ClickFormula(ClickClock& clock) : clock_(clock) {}

  // A variable that counts: a click, which is avoided.
  int new_click();
  // A click that is made or not, whatever is found.
  int new_fixed_click(bool is_made);
  // A variable that does not count.
  int new_variable() { return formula_.new_variable(); }
  void add_clause(std::span<const int> literals) { formula_.add_clause(literals); }
  void add_clause(std::initializer_list<int> literals) { formula_.add_clause(literals); }

  // Looks for as many clicks as the bound says that meet the clauses. model: they are found; no_model: there are none, and
  // the bound has been raised; gave_up: the limit is reached.
  Outcome find(const ClickClock::End& end);
  bool is_true(int variable) { return formula_.is_true(variable); }
  std::uint32_t at_least() const { return at_least_; }

 private:
  // "More than `index` clicks of a core"; a click by itself is a core of its own.
  struct Count {
    std::size_t core;
    std::size_t index;
  };

  Outcome solve(std::span<const int> assumptions, int max_conflicts);
  void raise_bound(const ClickClock::End& end);
  void forbid(std::size_t core, std::size_t index);
  std::vector<int> reduced(std::vector<int> core, const ClickClock::End& end);

  ClickClock& clock_;
  SatFormula formula_;
  std::vector<int> forbidden_;           // what the next question assumes to be false
  std::vector<std::vector<int>> cores_;  // [core][i] "more than i of its clicks"
  std::map<int, Count> counts_;          // by variable
  std::uint32_t at_least_ = 0;
};

}  // namespace sapper::solvers

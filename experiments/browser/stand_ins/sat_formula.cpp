// In place of CaDiCaL, whose sources Debian does not package for WebAssembly: a small SAT solver for the formulas of one
// position, some thousand clauses. It finds the same certainties; where a cell has several proofs of one size it may find
// another one.
//
// Conflict-driven clause learning (Marques-Silva and Sakallah 1999) with two watched literals, the first unique
// implication point and failed assumptions as in MiniSat (Een and Sorensson, "An extensible SAT-solver", 2003), and a
// decision queue of the most recently bumped variables (Biere and Froehlich, "Evaluating CDCL variable scoring schemes",
// 2015). Learned clauses are kept.
#include "solvers/minesweeper/deduction/sat_formula.hpp"

#include <algorithm>
#include <cstdlib>

namespace sapper::solvers {

struct SatFormula::Solver {
  static constexpr int kNoClause = -1;
  static constexpr int kConflictsPerRestart = 128;
  using Clause = std::vector<int>;  // literals; the first two are watched

  struct Variable {
    signed char value = 0;  // 1 true, -1 false, 0 open
    signed char first = 0;  // the value that the search tries first; 0: the last one
    signed char last = -1;
    bool is_seen = false;
    int level = 0;
    int reason = kNoClause;    // the clause that implied it; kNoClause: a decision
    int older = 0, newer = 0;  // the neighbours in the queue of decisions, 0: none
    std::uint64_t bumped = 0;
  };

  std::vector<Variable> variables{1};         // from 1
  std::vector<std::vector<int>> watching{2};  // [index_of(literal)] the clauses that watch it
  std::vector<Clause> clauses;
  std::vector<int> trail;              // literals that hold, in the order in which they came to
  std::vector<std::size_t> decisions;  // [level - 1] where it begins in the trail
  std::size_t propagated = 0;          // in the trail
  std::vector<bool> model, failed;     // [variable]
  int newest = 0, search = 0;          // of the queue; no open variable was bumped after `search`
  std::uint64_t bumps = 0;
  bool is_contradictory = false;

  static std::size_t index_of(int literal) {
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
  }
  Variable& of(int literal) { return variables[static_cast<std::size_t>(std::abs(literal))]; }
  int value(int literal) { return literal < 0 ? -of(literal).value : of(literal).value; }
  int level() const { return static_cast<int>(decisions.size()); }

  void require(int variable) {
    while (static_cast<int>(variables.size()) <= variable) {
      const int added = static_cast<int>(variables.size());
      variables.emplace_back();
      watching.resize(watching.size() + 2);
      push_newest(added);
    }
  }

  void push_newest(int variable) {
    Variable& added = of(variable);
    added.older = newest;
    added.newer = 0;
    added.bumped = ++bumps;
    if (newest != 0) of(newest).newer = variable;
    newest = variable;
    if (added.value == 0) search = variable;
  }
  void bump(int variable) {
    Variable& moved = of(variable);
    if (variable == newest) return;
    if (search == variable) search = moved.older != 0 ? moved.older : moved.newer;
    if (moved.older != 0) of(moved.older).newer = moved.newer;
    of(moved.newer).older = moved.older;
    push_newest(variable);
  }

  void assign(int literal, int reason) {
    Variable& variable = of(literal);
    variable.value = literal > 0 ? 1 : -1;
    variable.level = level();
    variable.reason = reason;
    trail.push_back(literal);
  }
  void decide(int literal) {
    decisions.push_back(trail.size());
    assign(literal, kNoClause);
  }
  void backtrack(int to) {
    if (level() <= to) return;
    const std::size_t end = decisions[static_cast<std::size_t>(to)];
    while (trail.size() > end) {
      Variable& variable = of(trail.back());
      variable.last = std::exchange(variable.value, 0);
      if (search == 0 || variable.bumped > of(search).bumped) search = std::abs(trail.back());
      trail.pop_back();
    }
    decisions.resize(static_cast<std::size_t>(to));
    propagated = trail.size();
  }

  // Watches the first two literals, of which the second is the last to become open again.
  int keep(Clause clause) {
    const int number = static_cast<int>(clauses.size());
    watching[index_of(clause[0])].push_back(number);
    watching[index_of(clause[1])].push_back(number);
    clauses.push_back(std::move(clause));
    return number;
  }

  void add(std::span<const int> literals) {
    backtrack(0);
    Clause clause;
    for (const int literal : literals) {
      require(std::abs(literal));
      if (value(literal) > 0) return;
      if (value(literal) == 0 && std::find(clause.begin(), clause.end(), literal) == clause.end())
        clause.push_back(literal);
    }
    if (clause.empty())
      is_contradictory = true;
    else if (clause.size() == 1)
      assign(clause[0], kNoClause);
    else
      keep(std::move(clause));
  }

  // A clause that is violated, or kNoClause.
  int propagate() {
    while (propagated < trail.size()) {
      const int violated = -trail[propagated++];
      std::vector<int>& watchers = watching[index_of(violated)];
      std::size_t kept = 0;
      for (std::size_t i = 0; i < watchers.size(); ++i) {
        const int number = watchers[i];
        Clause& clause = clauses[static_cast<std::size_t>(number)];
        if (clause[0] == violated) std::swap(clause[0], clause[1]);
        const auto other = value(clause[0]) > 0
                               ? clause.end()
                               : std::find_if(clause.begin() + 2, clause.end(),
                                              [&](int literal) { return value(literal) >= 0; });
        if (value(clause[0]) <= 0 && other != clause.end()) {
          std::swap(clause[1], *other);
          watching[index_of(clause[1])].push_back(number);
          continue;
        }
        watchers[kept++] = number;
        if (value(clause[0]) > 0) continue;
        if (value(clause[0]) < 0) {
          while (++i < watchers.size()) watchers[kept++] = watchers[i];
          watchers.resize(kept);
          return number;
        }
        assign(clause[0], number);
      }
      watchers.resize(kept);
    }
    return kNoClause;
  }

  // Learns from a violated clause, and goes back to where what was learned implies its first literal.
  void learn(int violated) {
    Clause learned{0};
    std::vector<int> seen;
    int open = 0;
    std::size_t at = trail.size();
    int implied = 0;
    for (int number = violated;; number = of(implied).reason) {
      for (const int literal : clauses[static_cast<std::size_t>(number)]) {
        Variable& variable = of(literal);
        if (literal == implied || variable.is_seen || variable.level == 0) continue;
        variable.is_seen = true;
        seen.push_back(std::abs(literal));
        if (variable.level == level())
          ++open;
        else
          learned.push_back(literal);
      }
      while (!of(trail[--at]).is_seen) continue;
      implied = trail[at];
      if (--open == 0) break;
    }
    learned[0] = -implied;
    for (const int variable : seen) of(variable).is_seen = false;
    std::sort(seen.begin(), seen.end(), [&](int a, int b) { return of(a).bumped < of(b).bumped; });
    for (const int variable : seen) bump(variable);
    if (learned.size() == 1) {
      backtrack(0);
      return assign(learned[0], kNoClause);
    }
    std::iter_swap(learned.begin() + 1,
                   std::max_element(learned.begin() + 1, learned.end(),
                                    [&](int a, int b) { return of(a).level < of(b).level; }));
    backtrack(of(learned[1]).level);
    const int first = learned[0];
    assign(first, keep(std::move(learned)));
  }

  // The assumptions that together imply the opposite of this one.
  void find_failed(int assumption) {
    failed.assign(variables.size(), false);
    failed[static_cast<std::size_t>(std::abs(assumption))] = true;
    if (of(assumption).level == 0) return;
    of(assumption).is_seen = true;
    for (std::size_t at = trail.size(); at-- > decisions.front();) {
      Variable& variable = of(trail[at]);
      if (!std::exchange(variable.is_seen, false)) continue;
      if (variable.reason == kNoClause) {
        failed[static_cast<std::size_t>(std::abs(trail[at]))] = true;
        continue;
      }
      for (const int literal : clauses[static_cast<std::size_t>(variable.reason)])
        if (literal != trail[at] && of(literal).level > 0) of(literal).is_seen = true;
    }
  }

  Outcome solve(std::span<const int> assumptions, int max_conflicts) {
    backtrack(0);
    failed.assign(variables.size(), false);
    for (int conflicts = 0;;) {
      if (const int violated = is_contradictory ? kNoClause : propagate(); violated != kNoClause) {
        if (level() == 0)
          is_contradictory = true;
        else
          learn(violated);
        if (++conflicts == max_conflicts) return Outcome::gave_up;
        if (conflicts % kConflictsPerRestart == 0) backtrack(0);
      }
      if (is_contradictory) return Outcome::no_model;
      if (propagated < trail.size()) continue;
      if (const auto decided = static_cast<std::size_t>(level()); decided < assumptions.size()) {
        const int assumption = assumptions[decided];
        if (value(assumption) < 0) {
          find_failed(assumption);
          return Outcome::no_model;
        }
        if (value(assumption) > 0)
          decisions.push_back(trail.size());
        else
          decide(assumption);
        continue;
      }
      while (search != 0 && of(search).value != 0) search = of(search).older;
      if (search == 0) break;
      const Variable& next = of(search);
      decide((next.first != 0 ? next.first : next.last) > 0 ? search : -search);
    }
    model.assign(variables.size(), false);
    for (std::size_t i = 1; i < variables.size(); ++i) model[i] = variables[i].value > 0;
    return Outcome::model;
  }
};

SatFormula::SatFormula() : solver_(std::make_unique<Solver>()) {}

SatFormula::~SatFormula() = default;

void SatFormula::add_clause(std::span<const int> literals) { solver_->add(literals); }

void SatFormula::try_first(int literal) {
  solver_->require(std::abs(literal));
  solver_->of(literal).first = literal > 0 ? 1 : -1;
}

SatFormula::Outcome SatFormula::solve(std::span<const int> assumptions, int max_conflicts) {
  for (const int literal : assumptions) solver_->require(std::abs(literal));
  return solver_->solve(assumptions, max_conflicts);
}

bool SatFormula::is_true(int variable) { return solver_->model[static_cast<std::size_t>(variable)]; }

bool SatFormula::is_needed(int assumption) {
  return solver_->failed[static_cast<std::size_t>(std::abs(assumption))];
}

}  // namespace sapper::solvers

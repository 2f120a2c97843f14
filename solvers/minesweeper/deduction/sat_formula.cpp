// The SAT solver of a formula; its encodings are in sat_encodings.cpp.
#include "solvers/minesweeper/deduction/sat_formula.hpp"

#include <cadical.hpp>

namespace sapper::solvers {

namespace {

constexpr int kSatisfiable = 10;
constexpr int kUnsatisfiable = 20;

}  // namespace

struct SatFormula::Solver {
  CaDiCaL::Solver cadical;
};

SatFormula::SatFormula() : solver_(std::make_unique<Solver>()) { solver_->cadical.set("quiet", 1); }

SatFormula::~SatFormula() = default;

void SatFormula::add_clause(std::span<const int> literals) {
  for (const int literal : literals) solver_->cadical.add(literal);
  solver_->cadical.add(0);
}

void SatFormula::try_first(int literal) { solver_->cadical.phase(literal); }

SatFormula::Outcome SatFormula::solve(std::span<const int> assumptions, int max_conflicts) {
  for (const int literal : assumptions) solver_->cadical.assume(literal);
  solver_->cadical.limit("conflicts", max_conflicts);
  const int result = solver_->cadical.solve();
  return result == kSatisfiable     ? Outcome::model
         : result == kUnsatisfiable ? Outcome::no_model
                                    : Outcome::gave_up;
}

bool SatFormula::is_true(int variable) { return solver_->cadical.val(variable) > 0; }

bool SatFormula::is_needed(int assumption) { return solver_->cadical.failed(assumption); }

}  // namespace sapper::solvers

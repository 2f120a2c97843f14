// Clauses and the SAT solver that holds them (CaDiCaL), with the encodings that Minesweeper needs. A literal is a
// variable's number, from 1, negative for "not".
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace sapper::solvers {

class SatFormula {
 public:
  enum class Outcome : std::uint8_t { model, no_model, gave_up };

  SatFormula();
  ~SatFormula();

  int new_variable() { return ++variable_count_; }

  void add_clause(std::span<const int> literals);
  void add_clause(std::initializer_list<int> literals) {
    add_clause(std::span(literals.begin(), literals.size()));
  }

  // Exactly `count` of these variables are true: by the direct (binomial) encoding of up to 8 variables, by a totalizer of
  // more. guard: a literal that activates the constraint, of up to 8 variables; 0: it is always active.
  void add_exactly(std::span<const int> variables, int count, int guard = 0);

  // Returns the variables "more than i of these variables are true", i from 0 up: as many as there are
  // variables, but at most `limit` (Bailleux & Boufkhad 2003, section 3).
  std::vector<int> add_totalizer(std::span<const int> variables, std::size_t limit);

  // Sets the value that the search tries first for a variable.
  void try_first(int literal);

  // Whether there is a model in which these literals hold. Gives up after this many conflicts; -1: never.
  Outcome solve(std::span<const int> assumptions, int max_conflicts = -1);

  // The variable's value in the last model found.
  bool is_true(int variable);
  // Whether the assumption took part in the contradiction. Call after no_model.
  bool is_needed(int assumption);

 private:
  struct Solver;  // wraps the library, which only the source file includes
  std::unique_ptr<Solver> solver_;
  int variable_count_ = 0;
};

}  // namespace sapper::solvers

// Why a cell is certain: a set of shown numbers, as small as can be found, that proves it.
//
// A set of numbers proves a cell if the cell is free (or a mine) in every way to lay mines on the hidden cells that
// meets these numbers, ignoring the other shown numbers; that shown cells are free is known without their numbers. The
// mine count is used only where all numbers together do not prove the cell without it; the smallest set is then sought
// in addition to the mine count.
//
// With a selector for each number, a SAT solver refutes "these numbers hold and the cell is the opposite"; the
// selectors in the refutation give a first set, and removing one number after another gives a minimal one: no proper
// subset is a proof. The smallest set comes from hitting sets (A. Ignatiev, A. Previti, M. Liffiton and J.
// Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015): each layout in which the
// cell is the opposite violates some numbers, of which a proof needs at least one; as long as the smallest set that
// meets all these demands is not a proof, it admits a layout that adds a new demand.
//
// Cost: milliseconds for most cells of Expert boards; the search for smaller sets took 13 s at worst. Limits that do not
// depend on the clock end it; Size says what was established.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::solvers {

struct Proof {
  enum class Means : std::uint8_t {
    given,       // a trusted flag, or a cell that the first-click rule keeps free
    rules,       // the two local rules, applied to the numbers of the set in turn
    numbers,     // all layouts that meet the numbers of the set together
    mine_count,  // those that meet the mine count too
  };
  enum class Size : std::uint8_t {
    smallest,  // no smaller set of numbers is a proof
    minimal,   // no number can be left out; another set may be smaller
    reduced,   // neither was established
  };

  sim::Cell cell = sim::kNoCell;
  bool is_mine = false;
  Means means = Means::given;
  Size size = Size::smallest;
  std::vector<sim::Cell> numbers;  // shown cells, ascending
};

struct ProofLimits {
  int max_conflicts = 20'000;          // of one call of the SAT solver
  int max_conflicts_of_smaller = 500;  // the same, in the search for a smallest set
  int max_calls_of_smaller = 3'000;
  // Hidden cells next to numbers, if the mine count is needed.
  std::size_t max_counted_cells = 2'000;
};

// The cell is hidden, the position consistent; trusted_mines as in analyze(). nullopt: the cell is not certain, or the
// limits ended the search before that was decided.
std::optional<Proof> prove(const sim::View& view, std::span<const sim::Cell> trusted_mines, sim::Cell cell,
                           const ProofLimits& limits = {});
// The same on a lattice or graph; the position's known mines are given. One without a mine count is proved by numbers alone.
std::optional<Proof> prove(const sim::GraphPosition& position, sim::Cell cell,
                           const ProofLimits& limits = {});

}  // namespace sapper::solvers

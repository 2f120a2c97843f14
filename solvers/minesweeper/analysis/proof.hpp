// Why a cell is certain: a set of shown numbers, as small as can be found, that proves it.
//
// A set of numbers proves a cell if the cell is free (or a mine) in every way to lay mines on the hidden cells that
// meets these numbers, whatever the other shown cells say; that shown cells are free is known without their numbers.
// The mine count is used only where all numbers together do not prove the cell without it; then the set that is
// sought is the smallest beside the mine count.
//
// With a selector for each number, a SAT solver refutes "these numbers hold and the cell is the other way"; the
// selectors that took part give a first set, and leaving out one number after another a minimal one: without any of its
// numbers it proves nothing. The smallest set comes from hitting sets (A. Ignatiev, A. Previti, M. Liffiton and
// J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015): each layout with the cell
// the other way breaks some numbers, of which a proof needs at least one; while the smallest set that meets all
// these demands is no proof, it leaves a layout that makes a new demand.
//
// Cost: milliseconds on Expert boards. Limits that do not depend on the clock end the search for smaller sets; Size
// says how far it came.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::solvers {

struct Proof {
  enum class Means : std::uint8_t {
    given,       // a trusted flag, or a cell that the first-click rule keeps free
    rules,       // the two local rules, applied to one number of the set after another
    numbers,     // all layouts that meet the numbers of the set together
    mine_count,  // those that meet the mine count too
  };
  enum class Size : std::uint8_t {
    smallest,  // no smaller set of numbers is a proof
    minimal,   // no number can be left out; whether another set is smaller was not settled
    reduced,   // neither was settled
  };

  sim::Cell cell = sim::kNoCell;
  bool is_mine = false;
  Means means = Means::given;
  Size size = Size::smallest;
  std::vector<sim::Cell> numbers;  // shown cells, ascending
};

struct ProofLimits {
  int most_conflicts = 20'000;          // of one call of the SAT solver
  int most_conflicts_of_smaller = 500;  // likewise, in the search for a smallest set
  int most_calls_of_smaller = 3'000;
  // Hidden cells beside numbers, where the mine count is needed.
  std::size_t most_counted_cells = 2'000;
};

// The cell is hidden, the position consistent; trusted_mines as in analyze(). nullopt: the cell is not certain, or the
// limits ended the search before that was known.
std::optional<Proof> prove(const sim::View& view, std::span<const sim::Cell> trusted_mines, sim::Cell cell,
                           const ProofLimits& limits = {});

}  // namespace sapper::solvers

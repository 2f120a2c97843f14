// Why the numbers of a proof make its cell certain: the steps of an argument that a person can follow one by one.
//
// Steps look at one shown number, at two of them, or at the mine count. Where such steps do not reach the cell, the
// argument supposes the contrary and follows it until a number cannot be met; where the contrary has several cases, it
// supposes more inside. For proofs of a few numbers: the cost grows with the square of their number, and with the cases.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::solvers {

struct ArgumentStep {
  enum class Kind : std::uint8_t {
    given,  // `mines` are trusted flags, `safe` cells that the first-click rule keeps free
    met,    // the number has all its mines: its other cells are safe
    full,   // the number needs all cells that are left: they are mines
    difference,  // the second number needs all its own cells beyond what it shares with the first: they are mines, and
                 // the first one's own cells are safe
    count_met,  // the mines that these numbers need, in different cells, are all: the other hidden cells are safe
    count_full,  // these numbers leave as many mines as there are other hidden cells: those are mines
    too_many,    // the number has more mines than it shows: contradiction
    too_few,     // the cells that are left do not suffice for the number: contradiction
    too_shared,  // the first number allows the second too few mines in the cells that they share: contradiction
    suppose,     // `mines` or `safe` holds the cell supposed to be so
    conclude,    // the contrary of the innermost supposition, after a contradiction
  };
  Kind kind = Kind::given;
  int depth = 0;  // how many suppositions are open, the one that the step makes or closes included
  std::vector<sim::Cell> numbers = {};  // shown cells
  bool uses_mine_count = false;         // in met, full, too_many and too_few: instead of a number
  // The mines that each of these numbers, and then the mine count, still needed, those known before left out.
  std::vector<std::int64_t> needed = {};
  std::vector<sim::Cell> mines = {};  // what the step finds, ascending
  std::vector<sim::Cell> safe = {};
  // What was known before of the hidden cells that the last number, or the mine count, speaks of: mines, and nothing.
  std::vector<sim::Cell> known_mines = {};
  std::vector<sim::Cell> left = {};
};

// The argument for a proof that prove() found in this view with these trusted mines, in order; its last step is about the
// cell. nullopt if it would take more than `most_steps` steps.
std::optional<std::vector<ArgumentStep>> argue(const sim::View& view,
                                               std::span<const sim::Cell> trusted_mines, const Proof& proof,
                                               std::size_t most_steps = 40);
// The same on a lattice or graph.
std::optional<std::vector<ArgumentStep>> argue(const sim::GraphPosition& position, const Proof& proof,
                                               std::size_t most_steps = 40);

}  // namespace sapper::solvers

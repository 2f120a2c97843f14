// What strategies must find, by the simplest methods: rules cell by cell, and brute force.
#pragma once

#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "tests/support/layout_oracle.hpp"

namespace sapper::tests {

// The two local rules and the overlap rule, in which nothing is counted before it is asked for:
//   1. as many hidden neighbours that are not known to be safe as the number says: all are mines;
//   2. as many neighbours known to be mines as the number says: the others are safe;
//   3. two constraints of which one needs more mines than the other by as many as it has unknown cells alone: these are
//      mines, and the unknown cells that the other has alone are safe.
// Cells free by rule are known to be safe from the start.
class NaiveRules {
 public:
  // The view must outlive the object.
  explicit NaiveRules(const sim::View& view);

  // Takes in cells that the view shows since.
  void show(std::span<const sim::Cell> cells);
  void learn(sim::Cell cell, bool is_mine) { set(cell, is_mine ? Belief::mine : Belief::safe); }
  // Applies the local rules until they find nothing; false if they meet a contradiction.
  [[nodiscard]] bool propagate();
  // Compares all open constraints that overlap, at a fixed point of the local rules; whether that found anything.
  [[nodiscard]] bool apply_overlap_rule();

  bool is_unknown(sim::Cell cell) const { return beliefs_[cell] == Belief::unknown; }
  bool is_mine(sim::Cell cell) const { return beliefs_[cell] == Belief::mine; }
  bool is_safe(sim::Cell cell) const { return beliefs_[cell] == Belief::safe; }
  bool is_open_constraint(sim::Cell cell) const;
  int unknown_neighbors(sim::Cell cell) const { return static_cast<int>(unknown_around(cell).size()); }
  int mines_needed(sim::Cell cell) const;  // of a shown cell
  // Hidden cells, ascending.
  std::vector<sim::Cell> unknown() const { return cells_of(Belief::unknown); }
  std::vector<sim::Cell> safe() const { return cells_of(Belief::safe); }
  std::vector<sim::Cell> mines() const { return cells_of(Belief::mine); }

 private:
  enum class Belief : std::uint8_t { unknown, safe, mine, shown };

  void set(sim::Cell cell, Belief belief);
  std::vector<sim::Cell> cells_of(Belief belief) const;
  std::vector<sim::Cell> unknown_around(sim::Cell cell) const;
  bool compare(sim::Cell constraint, sim::Cell other);

  const sim::View& view_;
  std::vector<Belief> beliefs_;  // [cell]
  std::vector<sim::Cell> work_;  // shown cells around which something has changed
  bool is_contradictory_ = false;
};

// Sets of hidden cells, ascending.
struct KnownCells {
  std::vector<sim::Cell> safe;
  std::vector<sim::Cell> mine;
};

// What the local rules find in a consistent view.
KnownCells known_by_rules(const sim::View& view);

// Cells with the same content in every consistent layout.
KnownCells known_by_layouts(const sim::View& view, const LayoutCounts& counts);

// Hidden cells that are not in `mines` (ascending), ascending.
std::vector<sim::Cell> hidden_cells_without(const sim::View& view, const std::vector<sim::Cell>& mines);

// Hidden cells with the fewest consistent layouts that hold a mine there.
std::vector<sim::Cell> cells_of_least_risk(const sim::View& view, const LayoutCounts& counts);

}  // namespace sapper::tests

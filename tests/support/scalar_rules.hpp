// The two local rules and the overlap rule cell by cell: the oracle for the rules on tiles.
//
// Each cell keeps, in one word, its status, its unknown neighbours and, where shown, how many of them are mines, so that
// a change costs only its neighbours. A cell enters the work list when one of its two numbers has changed. Shares
// nothing with the tiles but the grid's neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::tests {

class ScalarRules {
 public:
  // The grid must outlive the object.
  explicit ScalarRules(const sim::Grid& grid);

  // These functions do what those of solvers::LocalRules do.
  void reset(const sim::View& view);
  void show(std::span<const sim::Cell> cells);
  void learn_safe(sim::Cell cell);
  void learn_mine(sim::Cell cell);
  [[nodiscard]] bool propagate();

  bool is_unknown(sim::Cell cell) const { return (facts_[cell] & kKnown) == 0; }
  bool is_mine(sim::Cell cell) const { return (facts_[cell] & kMine) != 0; }
  bool is_safe(sim::Cell cell) const { return (facts_[cell] & kSafe) != 0; }
  bool is_shown(sim::Cell cell) const { return (facts_[cell] & kShown) != 0; }
  int unknown_neighbors(sim::Cell cell) const { return unknown_of(facts_[cell]); }
  int mines_needed(sim::Cell cell) const { return needed_of(facts_[cell]); }
  bool is_open_constraint(sim::Cell cell) const { return is_shown(cell) && unknown_neighbors(cell) != 0; }
  std::uint32_t unknown_count() const { return unknown_count_; }
  std::int64_t mines_left() const { return mines_left_; }

  // Compares each open constraint with all that overlap it, at a fixed point of the local rules, and learns what
  // follows; whether anything did.
  [[nodiscard]] bool apply_overlap_rule();

 private:
  // A cell's facts, from the low bits: its unknown neighbours; what is known about it; and, signed, the mines
  // needed among its unknown neighbours. One subtraction per neighbour updates both numbers.
  using Facts = std::uint32_t;
  static constexpr Facts kOneUnknown = 1;
  static constexpr Facts kUnknownMask = 0xFF;
  static constexpr Facts kSafe = 0x100;  // and hidden
  static constexpr Facts kMine = 0x200;
  static constexpr Facts kShown = 0x400;
  static constexpr Facts kKnown = kSafe | kMine | kShown;
  static constexpr Facts kQueued = 0x800;  // on the work list
  static constexpr Facts kOneNeeded = 0x100'0000;
  static int unknown_of(Facts facts) { return static_cast<int>(facts & kUnknownMask); }
  static int needed_of(Facts facts) { return static_cast<std::int32_t>(facts) >> 24; }

  void change_neighbors(sim::Cell cell, Facts by);
  void mark_safe(sim::Cell cell);
  void mark_mine(sim::Cell cell);
  bool compare_with_overlapping(sim::Cell constraint);
  void learn_difference(sim::Cell mines_of, sim::Cell safe_of);
  std::vector<sim::Cell> unknown_around(sim::Cell cell) const;

  const sim::Grid* grid_;
  const sim::View* view_ = nullptr;
  std::vector<Facts> facts_;  // [cell]
  std::vector<sim::Cell> work_;
  std::vector<int> shared_;  // [cell] unknown cells shared with the current constraint; 0 otherwise
  std::uint32_t unknown_count_ = 0;
  std::int64_t mines_left_ = 0;
  bool is_contradictory_ = false;
};

}  // namespace sapper::tests

// What a player knows about each cell, and the two local rules applied to a fixed point by a work list.
//
// Rule 1: if a shown n has as many unknown neighbours as it still needs mines, all of them are mines.
// Rule 2: if a shown n has n known mines around it, its other neighbours are safe.
//
// Each cell keeps, in one word, its status, its unknown neighbours and, where shown, how many of them are
// mines, so that a change costs its neighbours only. A cell enters the work list when one of its two numbers
// has changed. A view that shows many cells at once is read by sums over the whole board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/neighbor_sums.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::solvers {

class LocalRules {
 public:
  // The grid must outlive the object.
  explicit LocalRules(const sim::Grid& grid);

  // Starts over with what the view shows and the cells that its rules keep free, which become safe cells. The
  // view must outlive the game. Flags are the player's marks, not evidence.
  void reset(const sim::View& view);

  // Of a copy: reads another view from now on, which shows the same.
  void follow(const sim::View& view) { view_ = &view; }

  // Adds cells that the view shows now and did not show before. Does not apply the rules.
  void show(std::span<const sim::Cell> cells);

  // Adds a fact found by other means about an unknown cell. Does not apply the rules.
  void learn_safe(sim::Cell cell);
  void learn_mine(sim::Cell cell);

  // Applies both rules until nothing changes. False if some shown number cannot be met: contradiction() names
  // it, and the object is invalid until reset().
  [[nodiscard]] bool propagate();
  sim::Cell contradiction() const { return contradiction_; }

  bool is_unknown(sim::Cell cell) const { return (facts_[cell] & kKnown) == 0; }
  bool is_mine(sim::Cell cell) const { return (facts_[cell] & kMine) != 0; }
  bool is_safe(sim::Cell cell) const { return (facts_[cell] & kSafe) != 0; }  // and still hidden
  bool is_shown(sim::Cell cell) const { return (facts_[cell] & kShown) != 0; }

  // Of any cell: its unknown neighbours.
  int unknown_neighbors(sim::Cell cell) const { return unknown_of(facts_[cell]); }
  // Of a hidden cell: its neighbours known to be mines.
  int known_mines_around(sim::Cell cell) const { return -needed_of(facts_[cell]); }
  // Of a shown cell: how many of its unknown neighbours are mines.
  int mines_needed(sim::Cell cell) const { return needed_of(facts_[cell]); }
  // A shown cell with unknown neighbours.
  bool is_open_constraint(sim::Cell cell) const { return is_shown(cell) && unknown_neighbors(cell) != 0; }

  // Constraints that have changed since forget_changed(): every shown cell whose balance has changed and that
  // is open, or was when propagate() last finished; some more than once. Complete after propagate().
  std::span<const sim::Cell> changed() const { return changed_; }
  void forget_changed() { changed_.clear(); }

  std::uint32_t unknown_count() const { return unknown_count_; }
  // Mines among the unknown cells, by the mine count; negative if more are known than there should be.
  std::int64_t mines_left() const { return mines_left_; }

  // Safe cells in the order in which they were found, those shown since included; until forget_safe().
  std::span<const sim::Cell> safe() const { return safe_; }
  void forget_safe() { safe_.clear(); }

  const sim::Grid& grid() const { return *grid_; }
  const sim::View& view() const { return *view_; }

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
  static constexpr Facts kQueued = 0x800;    // on the work list
  static constexpr Facts kTracked = 0x1000;  // was once an open constraint
  static constexpr Facts kOneNeeded = 0x100'0000;
  static int unknown_of(Facts facts) { return static_cast<int>(facts & kUnknownMask); }
  static int needed_of(Facts facts) { return static_cast<std::int32_t>(facts) >> 24; }

  void take_in_whole_view();
  void list_work();
  void change_neighbors(sim::Cell cell, Facts by);
  void track(sim::Cell constraint, bool is_open);
  void mark_safe(sim::Cell cell);
  void mark_mine(sim::Cell cell);

  const sim::Grid* grid_;
  const sim::View* view_ = nullptr;
  std::vector<Facts> facts_;          // [cell]
  std::vector<Facts> initial_facts_;  // [cell], all cells unknown
  std::vector<sim::Cell> work_;       // the first work_count_ are the work list
  std::size_t work_count_ = 0;
  std::vector<sim::Cell> safe_;
  std::vector<sim::Cell> changed_;
  std::vector<std::uint8_t> is_unknown_, unknown_around_, is_mine_;  // [cell], scratch of reset()
  sim::NeighborSums neighbor_sums_;
  std::uint32_t unknown_count_ = 0;
  std::int64_t mines_left_ = 0;
  sim::Cell contradiction_ = sim::kNoCell;
};

}  // namespace sapper::solvers

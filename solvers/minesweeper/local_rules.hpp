// What a player knows of each cell, and the two local rules brought to a fixed point by a work list.
//
// Rule 1: a shown n with n less its known mines equal to its unknown neighbours: all of those are mines.
// Rule 2: a shown n with n known mines around it: the rest of its neighbours are safe.
//
// Each cell keeps its unknown neighbours and, where shown, how many of them are mines, so that a change costs
// its neighbours and nothing else. A cell enters the work list when one of its two numbers has changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::solvers {

class LocalRules {
 public:
  // The grid must outlive the object.
  explicit LocalRules(const sim::Grid& grid);

  // Forgets everything, then takes in what the view shows and the cells that its rules keep free, which come
  // out as safe cells. The view must outlive the game. Flags are marks of the player's, not evidence.
  void reset(const sim::View& view);

  // Takes in cells that the view shows now and did not show before. Does not apply the rules.
  void show(std::span<const sim::Cell> cells);

  // Takes in a fact found by other means, about an unknown cell. Does not apply the rules.
  void learn_safe(sim::Cell cell);
  void learn_mine(sim::Cell cell);

  // Applies both rules until nothing changes. False if some shown number cannot be met: contradiction() names
  // it, and the object is of no use until reset.
  bool propagate();
  sim::Cell contradiction() const { return contradiction_; }

  bool is_unknown(sim::Cell cell) const { return status_[cell] == kUnknown; }
  bool is_mine(sim::Cell cell) const { return status_[cell] == kMine; }
  bool is_safe(sim::Cell cell) const { return status_[cell] == kSafe; }  // and still hidden
  bool is_shown(sim::Cell cell) const { return (status_[cell] & kShown) != 0; }

  // Of a shown cell: its unknown neighbours, and how many of them are mines.
  int unknown_neighbors(sim::Cell cell) const { return balance_[cell] & 0xFF; }
  int mines_needed(sim::Cell cell) const { return balance_[cell] >> 8; }
  // A shown cell with unknown neighbours.
  bool is_open_constraint(sim::Cell cell) const { return is_shown(cell) && unknown_neighbors(cell) != 0; }

  // Constraints that have changed since forget_changed(): every shown cell that has unknown neighbours or had
  // some, and whose balance has changed; some more than once. Complete after propagate().
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
  // Of a cell's status. Beside kShown: kQueued while the cell is on the work list, kTracked once it was an
  // open constraint.
  static constexpr std::uint8_t kUnknown = 0;
  static constexpr std::uint8_t kSafe = 1;
  static constexpr std::uint8_t kMine = 2;
  static constexpr std::uint8_t kShown = 4;
  static constexpr std::uint8_t kQueued = 8;
  static constexpr std::uint8_t kTracked = 16;
  // A cell's balance: unknown neighbours in the low byte, mines needed in the high one, so that one
  // subtraction a neighbour keeps both.
  static constexpr std::int16_t kOneUnknown = 1;
  static constexpr std::int16_t kOneNeeded = 0x100;

  void change_neighbors(sim::Cell cell, std::int16_t by);
  void track(sim::Cell constraint, bool is_open);
  void mark_safe(sim::Cell cell);
  void mark_mine(sim::Cell cell);

  const sim::Grid* grid_;
  const sim::View* view_ = nullptr;
  std::vector<std::uint8_t> status_;           // [cell]
  std::vector<std::int16_t> balance_;          // [cell]
  std::vector<std::int16_t> initial_balance_;  // [cell], all cells unknown
  std::vector<sim::Cell> work_;
  std::vector<sim::Cell> safe_;
  std::vector<sim::Cell> changed_;
  std::vector<sim::Cell> shown_at_reset_;
  std::uint32_t unknown_count_ = 0;
  std::int64_t mines_left_ = 0;
  sim::Cell contradiction_ = sim::kNoCell;
};

}  // namespace sapper::solvers

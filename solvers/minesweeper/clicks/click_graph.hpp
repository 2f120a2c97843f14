// What each click opens on a board whose mines are known, where openings spread.
//
// Units are what one dig opens: an opening as a whole, or a number. Opening an opening also shows the numbers on its border.
// A dig of a number on the border of an opening is never needed: a dig of the opening costs the same and shows more.
// A chord, a click on a shown number with as many flags around it, digs its other neighbours. Only mines get flags, as
// another flag would make a chord dig a mine; so a chord needs the flags of all mines around it, and asks for no more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/layout.hpp"

namespace sapper::solvers {

enum class ClickKind : std::uint8_t { dig, flag, chord };

struct Click {
  ClickKind kind;
  sim::Cell cell;
  bool operator==(const Click&) const = default;
};

class ClickGraph {
 public:
  using Unit = std::uint32_t;
  static constexpr Unit kNoUnit = 0xFFFFFFFF;

  struct Chord {
    Unit number;                   // the one that is clicked
    std::vector<sim::Cell> flags;  // the mines around it
    std::vector<Unit> opens;       // each once
  };

  // The layout is read only here; its grid must outlive the graph. Without free cells there are no units.
  explicit ClickGraph(const sim::Layout& layout);

  const sim::Grid& grid() const { return *grid_; }
  // Units: first the openings, then the numbers.
  Unit unit_count() const { return static_cast<Unit>(cell_of_.size()); }
  Unit opening_count() const { return opening_count_; }
  bool is_opening(Unit unit) const { return unit < opening_count_; }
  // A cell whose dig opens the unit.
  sim::Cell cell_of(Unit unit) const { return cell_of_[unit]; }
  // The unit that holds the cell; kNoUnit for a mine.
  Unit unit_of(sim::Cell cell) const { return unit_of_[cell]; }
  // The numbers on an opening's border, or the openings on whose border a number lies.
  std::span<const Unit> border(Unit unit) const { return border_[unit]; }
  // Whether digging it is worth a click: an opening, or a number on no border. 3BV counts these.
  bool is_worth_a_dig(Unit unit) const { return is_opening(unit) || border_[unit].empty(); }
  std::uint32_t three_bv() const;
  // The chords that open more than any one dig does: another is replaced by that dig, which needs no flags.
  std::span<const Chord> chords() const { return chords_; }
  std::span<const std::uint32_t> chords_into(Unit unit) const { return chords_into_[unit]; }

 private:
  void find_openings(const sim::Layout& layout);
  void find_numbers(const sim::Layout& layout);
  void find_chords(const sim::Layout& layout);
  bool are_opened_by_one_dig(std::span<const Unit> units) const;

  const sim::Grid* grid_;
  Unit opening_count_ = 0;
  std::vector<Unit> unit_of_;
  std::vector<sim::Cell> cell_of_;
  std::vector<std::vector<Unit>> border_;
  std::vector<Chord> chords_;
  std::vector<std::vector<std::uint32_t>> chords_into_;
};

}  // namespace sapper::solvers

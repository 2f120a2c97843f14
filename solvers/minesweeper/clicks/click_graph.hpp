// What each click opens on a board whose mines are known, where openings spread.
//
// Units are what one dig opens: an opening as a whole, or a number. Opening an opening also shows the numbers on its border.
// A dig of a number on the border of an opening is never needed: a dig of the opening costs the same and shows more.
// A chord, a click on a shown number with as many flags around it, digs its other neighbours. Only mines get flags, as
// another flag would make a chord dig a mine; so a chord needs the flags of all mines around it, and asks for no more.
//
// On a graph a chord digs the cells that the number counts, and a 0 shows those that it opens, which may be fewer: then
// there are chords on zeros too. A 0 may open another one that does not open it: openings are those that no zero outside
// opens, as for 3BV (sim/minesweeper/graph_statistics.hpp), and each other zero is a unit by itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/graph_layout.hpp"
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
    sim::Cell cell;                // that is clicked
    Unit unit;                     // which holds it
    std::vector<sim::Cell> flags;  // the mines around it
    std::vector<Unit> opens;       // each once
  };

  // The layout is read only here. Without free cells there are no units.
  explicit ClickGraph(const sim::Layout& layout);
  // On a graph. size: rows and columns in which its cells lie one after another; {1, the cells} if there are none.
  ClickGraph(const sim::Graph& graph, const sim::GraphLayout& layout, sim::BoardSize size);

  sim::BoardSize size() const { return size_; }
  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(unit_of_.size()); }
  // Units: first the openings, then the numbers, on graphs with the other zeros.
  Unit unit_count() const { return static_cast<Unit>(cell_of_.size()); }
  // A cell whose dig opens the unit.
  sim::Cell cell_of(Unit unit) const { return cell_of_[unit]; }
  // The unit that holds the cell; kNoUnit for a mine.
  Unit unit_of(sim::Cell cell) const { return unit_of_[cell]; }
  // The units that it shows with itself, of an opening the numbers on its border; and the units by which it is shown.
  std::span<const Unit> shows(Unit unit) const { return shows_[unit]; }
  std::span<const Unit> shown_by(Unit unit) const { return shown_by_[unit]; }
  // Whether digging it is worth a click: an opening, or a number on no border. 3BV counts these.
  bool is_worth_a_dig(Unit unit) const { return shown_by_[unit].empty(); }
  // One that is worth a dig, and shows the unit.
  Unit worthy_unit(Unit unit) const;
  std::uint32_t three_bv() const;
  // The chords that open more than any one dig does: another is replaced by that dig, which needs no flags.
  std::span<const Chord> chords() const { return chords_; }
  std::span<const std::uint32_t> chords_into(Unit unit) const { return chords_into_[unit]; }
  std::span<const std::uint32_t> chords_on(Unit unit) const { return chords_on_[unit]; }

 private:
  // Cells: what the cells of a board see and open.
  template <class Cells>
  void find(const Cells& cells);
  template <class Cells>
  void find_openings(const Cells& cells);
  template <class Cells>
  void find_chords(const Cells& cells);
  void find_worthy_units();
  bool are_opened_by_one_dig(std::span<const Unit> units) const;

  sim::BoardSize size_;
  std::vector<Unit> unit_of_;
  std::vector<sim::Cell> cell_of_;
  std::vector<std::vector<Unit>> shows_, shown_by_;
  // [unit] worthy_unit(), where the first that shows it is not worth a dig; empty if that is nowhere so.
  std::vector<Unit> worthy_;
  std::vector<Chord> chords_;
  std::vector<std::vector<std::uint32_t>> chords_into_, chords_on_;
};

}  // namespace sapper::solvers

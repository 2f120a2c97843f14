// First-click rules: what a game guarantees about the first dig. All layouts that a rule allows are equally likely. A
// first-click rule consists of its enum value and its row in kFirstClickRules, with the functions that the row names.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/minesweeper/layout.hpp"

namespace sapper::sim {

enum class FirstClickRule : std::uint8_t { unprotected, safe, opening, relocate, safe_corners };

// A list of up to nine cells, ascending, each once.
class ProtectedCells {
 public:
  ProtectedCells() { cells_.fill(kNoCell); }
  void add(Cell cell);  // no effect if already among them
  bool contains(Cell cell) const {
    bool is_found = false;
    for (const Cell kept : cells_) is_found |= kept == cell;  // no early exit, so that it is vectorized
    return is_found;
  }
  std::span<const Cell> cells() const& { return {cells_.data(), count_}; }
  std::span<const Cell> cells() const&& = delete;  // would dangle in a range-for over corners(grid)
  std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }

 private:
  std::array<Cell, kMaxNeighbors + 1> cells_;  // the first count_; the others kNoCell
  std::size_t count_ = 0;
};

// The grid's corners: four, or fewer on boards with one row or column.
ProtectedCells corners(const Grid& grid);

// Which cells a rule keeps free of mines, and for how long.
enum class Protection : std::uint8_t {
  none,
  first_dig,   // the first cell dug, and possibly cells that depend on it; nothing after the first dig
  whole_game,  // the same cells whatever is dug, for the whole game
};

// The default place of the first dig.
enum class UsualFirstCell : std::uint8_t { center, corner };

struct FirstClickRuleRow {
  FirstClickRule rule;
  std::string_view name;
  std::string_view description;  // for lists of the rules
  std::string_view explanation;  // a sentence for a player
  Protection protection;
  // The cells that hold no mine after a first dig at `first`, which is ignored under Protection::whole_game.
  ProtectedCells (*protected_cells)(const Grid& grid, Cell first);
  // Null: the mines are laid uniformly outside the protected cells, and fixed mines must not lie on them. Otherwise the
  // mines are laid uniformly over all cells, or are fixed, and this function clears the first cell dug.
  void (*make_room)(Layout& layout, Cell first, const GameId& id);
  // P(mine) under the first dig at `first`, exact for mines laid at random.
  double (*first_dig_risk)(const Grid& grid, std::uint32_t mine_count, Cell first);
  UsualFirstCell usual_first_cell;
};

// The functions that the rows use.
namespace first_click {
ProtectedCells no_cells(const Grid& grid, Cell first);
ProtectedCells first_cell(const Grid& grid, Cell first);
ProtectedCells first_cell_and_neighbors(const Grid& grid, Cell first);
ProtectedCells corner_cells(const Grid& grid, Cell first);
double no_risk(const Grid& grid, std::uint32_t mine_count, Cell first);
double risk_anywhere(const Grid& grid, std::uint32_t mine_count, Cell first);
double risk_outside_corners(const Grid& grid, std::uint32_t mine_count, Cell first);
}  // namespace first_click

// Moves the mine at `from` to a uniformly random cell among the free ones; no effect if there is no mine at
// `from`. At least one cell is free.
void relocate_mine(Layout& layout, Cell from, const GameId& id);

// The order is that of `sapper list`; nothing else depends on it.
inline constexpr std::array<FirstClickRuleRow, 5> kFirstClickRules{{
    {FirstClickRule::unprotected, "unprotected", "uniform layout; the first click may lose",
     "The first dig may hit a mine.", Protection::none, first_click::no_cells, nullptr,
     first_click::risk_anywhere, UsualFirstCell::center},
    {FirstClickRule::safe, "safe", "no mine on the first cell", "The first dig hits no mine.",
     Protection::first_dig, first_click::first_cell, nullptr, first_click::no_risk, UsualFirstCell::center},
    {FirstClickRule::opening, "opening", "no mine on the first cell or its neighbours",
     "The first dig hits no mine and has none around it.", Protection::first_dig,
     first_click::first_cell_and_neighbors, nullptr, first_click::no_risk, UsualFirstCell::center},
    {FirstClickRule::relocate, "relocate", "a mine hit first moves to a uniformly random free cell",
     "A mine hit by the first dig moves elsewhere.", Protection::first_dig, first_click::first_cell,
     relocate_mine, first_click::no_risk, UsualFirstCell::center},
    {FirstClickRule::safe_corners, "safe_corners", "the corners never hold a mine",
     "The corners hold no mine.", Protection::whole_game, first_click::corner_cells, nullptr,
     first_click::risk_outside_corners, UsualFirstCell::corner},
}};

constexpr const FirstClickRuleRow& row_of(FirstClickRule rule) {
  return find_row(kFirstClickRules, &FirstClickRuleRow::rule, rule);
}
constexpr std::string_view name_of(FirstClickRule rule) { return row_of(rule).name; }

// The cells that hold no mine after a first dig at `first`.
ProtectedCells protected_cells(const Grid& grid, FirstClickRule rule, Cell first);
// Appends them, each once.
void append_protected_cells(const Grid& grid, FirstClickRule rule, Cell first, std::vector<Cell>& cells);
// The maximum number of cells that the rule keeps free, over all first digs.
std::uint32_t max_protected_cells(const Grid& grid, FirstClickRule rule);
// The most mines that a board can hold under the rule: one on each cell that is not protected. first: kNoCell if the
// first dig may be anywhere.
std::uint32_t max_mines(const Grid& grid, FirstClickRule rule, Cell first = kNoCell);
// The cells that the rule keeps free during the whole game, ascending.
std::vector<Cell> cells_free_by_rule(const Grid& grid, FirstClickRule rule);

// Lays mine_count mines, uniformly over the layouts that the rule allows for a first dig at `first`;
// mine_count <= cells - protected cells.
void lay_mines(Layout& layout, FirstClickRule rule, Cell first, std::uint32_t mine_count, const GameId& id);

}  // namespace sapper::sim

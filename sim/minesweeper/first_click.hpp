// First-click rules: what the rules of a game promise about the first dig. Each layout that a rule allows is
// equally likely. A first-click rule is its enum value, its row in kFirstClickRules and its case in
// protected_cells.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/minesweeper/layout.hpp"

namespace sapper::sim {

enum class FirstClickRule : std::uint8_t { unprotected, safe, opening, relocate, safe_corners };

struct FirstClickRuleName {
  FirstClickRule rule;
  std::string_view name;
  std::string_view description;
};
inline constexpr std::array<FirstClickRuleName, 5> kFirstClickRules{{
    {FirstClickRule::unprotected, "unprotected", "uniform layout, the first click may lose"},
    {FirstClickRule::safe, "safe", "no mine on the first cell"},
    {FirstClickRule::opening, "opening", "no mine on the first cell or its neighbours"},
    {FirstClickRule::relocate, "relocate", "a mine hit first moves to a uniformly random free cell"},
    {FirstClickRule::safe_corners, "safe_corners", "the corners never hold a mine"},
}};
std::string_view name_of(FirstClickRule rule);

// Up to nine cells, ascending, each once.
class ProtectedCells {
 public:
  void add(Cell cell);  // nothing if already among them
  bool contains(Cell cell) const {
    for (const Cell kept : cells())
      if (kept == cell) return true;
    return false;
  }
  std::span<const Cell> cells() const& { return {cells_.data(), count_}; }
  std::span<const Cell> cells() const&& =
      delete;  // would outlive its cells, as in a range-for over corners(grid)
  std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }

 private:
  std::array<Cell, kMaxNeighbors + 1> cells_{};
  std::size_t count_ = 0;
};

// The grid's corners: four, or fewer on boards with one row or column.
ProtectedCells corners(const Grid& grid);

// The cells that hold no mine after a first dig at `first`: under `relocate` too, once the mine has moved. A
// board holds at most its cells less these in mines.
ProtectedCells protected_cells(const Grid& grid, FirstClickRule rule, Cell first);
// The most cells that the rule keeps free for any first dig.
std::uint32_t most_protected_cells(const Grid& grid, FirstClickRule rule);

// Lays mine_count mines, uniformly over the layouts that the rule allows for a first dig at `first`;
// mine_count <= cells less protected cells.
void lay_mines(Layout& layout, FirstClickRule rule, Cell first, std::uint32_t mine_count, const GameId& id);

// Moves the mine at `from` to a uniformly random cell among the free ones; nothing if there is no mine at
// `from`. At least one cell is free.
void relocate_mine(Layout& layout, Cell from, const GameId& id);

}  // namespace sapper::sim

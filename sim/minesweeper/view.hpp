// What a player sees of a game: the shown numbers, the hidden cells, the flags and the mine count, but not the layout.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/cell_bytes.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::sim {

// A cell of a view: 0 to 8 where a number is shown.
inline constexpr std::uint8_t kHidden = 0x10;

class View {
 public:
  // All cells hidden. The grid must outlive the view. free_by_rule: the cells that the rules keep free of
  // mines during the whole game, ascending (the corners under `safe_corners`).
  View(const Grid& grid, std::uint32_t mine_count, std::vector<Cell> free_by_rule = {})
      : grid_(&grid),
        mine_count_(mine_count),
        hidden_count_(grid.cell_count()),
        free_by_rule_(std::move(free_by_rule)),
        cells_(grid.cell_count(), kHidden) {}

  const Grid& grid() const { return *grid_; }
  std::uint32_t mine_count() const { return mine_count_; }
  std::uint32_t hidden_count() const { return hidden_count_; }
  std::uint32_t flag_count() const { return flag_count_; }
  bool is_hidden(Cell cell) const { return cells_[cell] == kHidden; }
  bool is_shown(Cell cell) const { return cells_[cell] != kHidden; }
  bool is_flagged(Cell cell) const { return flag_count_ != 0 && flags_[cell] != 0; }
  // The number of a shown cell.
  int number(Cell cell) const {
    SAPPER_EXPECT(is_shown(cell));
    return cells_[cell];
  }
  std::span<const std::uint8_t> cells() const { return cells_.span(); }  // [cell], a number or kHidden
  const CellBytes& bytes() const { return cells_; }                      // the same
  std::span<const Cell> free_by_rule() const { return free_by_rule_; }

  // For games, and for code that sets up positions.
  void hide_all();
  void show(Cell cell, int number) {
    hidden_count_ -= is_hidden(cell);
    cells_[cell] = static_cast<std::uint8_t>(number);
  }
  // Shows hidden cells; numbers[cell] is a cell's number.
  void show(CellBits hidden, const CellBytes& numbers) {
    hidden_count_ -= hidden.count();
    cells_.copy(hidden, numbers);
  }
  // Those of the cells that are hidden.
  CellBits hidden_among(CellBits cells) const { return cells_.equal_to(kHidden, cells); }
  void set_flag(Cell cell, bool flagged) {
    if (flags_.empty()) {
      if (!flagged) return;
      flags_.resize(grid_->cell_count(), 0);
    }
    flag_count_ += static_cast<std::uint32_t>(flagged) - flags_[cell];
    flags_[cell] = static_cast<std::uint8_t>(flagged);
  }

 private:
  const Grid* grid_;
  std::uint32_t mine_count_;
  std::uint32_t hidden_count_;
  std::uint32_t flag_count_ = 0;
  std::vector<Cell> free_by_rule_;
  CellBytes cells_;                  // a number or kHidden
  std::vector<std::uint8_t> flags_;  // [cell], 0 or 1; empty before the first flag
};

}  // namespace sapper::sim

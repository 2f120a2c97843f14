// What a player sees of a game: the shown numbers, the hidden cells, the flags and the mine count, but not the layout.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::sim {

// A cell without a number, where cells are listed with theirs.
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
        hidden_(grid),
        flagged_(grid),
        numbers_(grid) {
    hidden_.fill(grid);
  }

  const Grid& grid() const { return *grid_; }
  std::uint32_t mine_count() const { return mine_count_; }
  std::uint32_t hidden_count() const { return hidden_count_; }
  std::uint32_t flag_count() const { return flag_count_; }
  bool is_hidden(Cell cell) const { return is_hidden(grid_->place_of(cell)); }
  bool is_hidden(Grid::Place place) const { return hidden_.contains(place); }
  bool is_shown(Cell cell) const { return !is_hidden(cell); }
  bool is_flagged(Cell cell) const { return is_flagged(grid_->place_of(cell)); }
  bool is_flagged(Grid::Place place) const { return flag_count_ != 0 && flagged_.contains(place); }
  // The number of a shown cell.
  int number(Cell cell) const {
    SAPPER_EXPECT(is_shown(cell));
    return numbers_[grid_->place_of(cell)];
  }
  const CellPlane& hidden() const { return hidden_; }
  const CellPlane& flagged() const { return flagged_; }
  const CellNumbers& numbers() const { return numbers_; }  // 0 where hidden
  bool shows_a_zero() const;
  std::span<const Cell> free_by_rule() const { return free_by_rule_; }

  // Games call these, and code that sets up positions.
  void hide_all();
  void show(Cell cell, int number) { show(grid_->place_of(cell), number); }
  void show(Grid::Place place, int number) {
    hidden_count_ -= static_cast<std::uint32_t>(hidden_.contains(place));
    hidden_.remove(place);
    numbers_.set(place, number);
  }
  // [word] and [digit][word]: whoever writes to the planes must report the cells that it shows.
  std::uint32_t* hidden_words() { return hidden_.data(); }
  std::uint32_t* number_words() { return numbers_.digit(0); }
  void count_shown(std::uint32_t cells) { hidden_count_ -= cells; }
  void set_flag(Cell cell, bool flagged) {
    const Grid::Place place = grid_->place_of(cell);
    flag_count_ += static_cast<std::uint32_t>(flagged) - static_cast<std::uint32_t>(flagged_.contains(place));
    flagged_.remove(place);
    if (flagged) flagged_.insert(place);
  }
  void remove_flags() {
    if (flag_count_ != 0) flagged_.clear();
    flag_count_ = 0;
  }
  void remove_flags(const CellBlock& cells) {
    cells.for_each([this](Cell cell) { set_flag(cell, false); });
  }

 private:
  const Grid* grid_;
  std::uint32_t mine_count_;
  std::uint32_t hidden_count_;
  std::uint32_t flag_count_ = 0;
  std::vector<Cell> free_by_rule_;
  CellPlane hidden_;
  CellPlane flagged_;
  CellNumbers numbers_;
};

// [cell] its number, or kHidden.
std::vector<std::uint8_t> cells_of(const View& view);

}  // namespace sapper::sim

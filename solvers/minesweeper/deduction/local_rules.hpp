// What a player knows about each cell, and the two local rules applied to a fixed point.
//
// Rule 1: if a shown n has exactly as many unknown neighbours as it still needs mines, all of them are mines.
// Rule 2: if a shown n has n known mines around it, its other neighbours are safe.
//
// The board is kept in tiles of bit planes, to which the rules are applied as a whole (tiles/tile_rules.hpp). Changed
// tiles are queued in a work list, and a tile passes findings in its border to the tiles that overlap it. In addition
// each cell has a byte, for queries of single cells. Cost: a changed tile costs some 30 ns with AVX-512 and four times
// that with SSE2, however many of its cells have changed, and each new fact some nanoseconds.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_map.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

namespace sapper::solvers {

class LocalRules {
 public:
  // The grid must outlive the object.
  explicit LocalRules(const sim::Grid& grid, const TileRulesSet& rules = *supported_tile_rules().back());

  // Starts over with what the view shows; cells that its rules keep free become safe cells. The view must outlive the
  // game. Flags are the player's marks, not evidence.
  void reset(const sim::View& view);

  // For a copy: switches to another view, which shows the same.
  void follow(const sim::View& view) { view_ = &view; }

  // Adds cells that the view newly shows: all of them. Does not apply the rules.
  void show(std::span<const sim::CellBits> cells);

  // Adds a fact found by other means about an unknown cell. Does not apply the rules.
  void learn_safe(sim::Cell cell);
  void learn_mine(sim::Cell cell);

  // Applies both rules until nothing changes. False if some shown number cannot be met: contradiction() names
  // it, and the object is invalid until reset().
  [[nodiscard]] bool propagate();
  sim::Cell contradiction() const { return contradiction_; }

  bool is_unknown(sim::Cell cell) const { return status_[cell] == 0; }
  bool is_mine(sim::Cell cell) const { return status_[cell] == kMine; }
  bool is_safe(sim::Cell cell) const { return status_[cell] == kSafe; }  // and still hidden
  bool is_shown(sim::Cell cell) const { return status_[cell] == kShown; }

  // For any cell; visits its neighbours.
  int unknown_neighbors(sim::Cell cell) const {
    int count = 0;
    for (const sim::Cell neighbor : grid_->neighbors(cell)) count += is_unknown(neighbor);
    return count;
  }
  int known_mines_around(sim::Cell cell) const {
    int count = 0;
    for (const sim::Cell neighbor : grid_->neighbors(cell)) count += is_mine(neighbor);
    return count;
  }
  // For a shown cell: how many of its unknown neighbours are mines.
  int mines_needed(sim::Cell cell) const { return view_->number(cell) - known_mines_around(cell); }
  // A shown cell with unknown neighbours.
  bool is_open_constraint(sim::Cell cell) const { return is_shown(cell) && unknown_neighbors(cell) != 0; }
  // Fills in all open constraints, ascending: faster than asking for each cell.
  void list_open_constraints(std::vector<sim::Cell>& constraints) const;

  // Constraints that have changed since forget_changed(), each once: every shown cell that is new or whose unknown
  // neighbours have changed, and that is open now or was then. Complete after propagate(); valid until the next call.
  // Likewise, filled by changed(): those that are open.
  std::span<const sim::Cell> changed();
  std::span<const sim::Cell> changed_open() const { return changed_open_; }
  void forget_changed();

  std::uint32_t unknown_count() const { return unknown_count_; }
  // Mines among the unknown cells, by the mine count; negative if more mines are known than the count allows.
  std::int64_t mines_left() const { return mines_left_; }

  // The cells found safe since forget_safe() and still hidden. Findings of one propagate() are ordered by
  // tile, as they are processed, and row by row within a tile: ascending on boards of up to 16 x 32 cells that are not
  // a torus. The order is the same on every machine.
  std::span<const sim::CellBits> safe() const { return safe_; }
  void forget_safe() { safe_.clear(); }
  // Moves them to `cells`, replacing its contents, and forgets them.
  void take_safe(std::vector<sim::CellBits>& cells) {
    cells.clear();
    cells.swap(safe_);
  }

  // For other rules on tiles: the tiles that have changed since the last call (valid until the next), their content,
  // and a way to report findings in one.
  std::span<const std::uint32_t> take_uncompared_tiles();
  const Tile& tile(std::uint32_t index) const { return tiles_[index]; }
  const TileRules& rules() const { return *rules_; }
  void learn(std::uint32_t tile, const MarkedCells& mines, const MarkedCells& safe);

  const sim::Grid& grid() const { return *grid_; }
  const sim::View& view() const { return *view_; }

 private:
  // The status of a cell; 0 if unknown.
  using Status = std::uint8_t;
  static constexpr Status kSafe = 1;  // and hidden
  static constexpr Status kMine = 2;
  static constexpr Status kShown = 4;

  using RowBytes = std::array<std::uint8_t, kTileCols>;
  using Rows = std::uint16_t;  // one bit for each row of a tile
  static_assert(kTileRows == 16);
  using CellArray = std::array<sim::Cell, std::size_t{kTileRows} * kTileCols + kListSlack>;

  // The work lists that contain a tile.
  using Marks = std::uint8_t;
  static constexpr Marks kQueued = 1;
  static constexpr Marks kChanged = 2;
  static constexpr Marks kUncompared = 4;

  void read_tile(std::uint32_t index);
  void read_rows(std::uint32_t index, Rows rows);
  const std::uint8_t* unwrapped(std::uint32_t tile, std::uint32_t row, RowBytes& buffer) const;
  void mark(std::uint32_t tile, Marks marks) {
    if ((marks_[tile] & marks) != marks) put_on_lists(tile, marks);
  }
  void put_on_lists(std::uint32_t tile, Marks marks);
  void contradict(std::uint32_t tile, std::uint32_t row, std::uint32_t bits);
  void take_in(std::uint32_t tile, TileFindings& findings);
  std::size_t list_cells(std::uint32_t tile, const MarkedCells& marked, sim::Cell* cells) const {
    if (marked.rows == 0) return 0;
    return rules_->list_cells(marked, map_->first_cells(tile), map_->cols().coordinates(map_->col_band(tile)),
                              cells);
  }
  void append_cells(std::uint32_t tile, const MarkedCells& marked, std::vector<sim::Cell>& cells) const;
  void hand_over(std::uint32_t tile, Status found, MarkedCells& marked);
  void drop_repeats(std::uint32_t tile, Status found, MarkedCells& marked);
  void mark_safe(sim::Cell cell);
  void mark_mine(sim::Cell cell);

  const sim::Grid* grid_;
  const TileRules* rules_;
  std::shared_ptr<const TileMap> map_;  // shared with copies
  const sim::View* view_ = nullptr;
  std::vector<Tile> tiles_;
  sim::CellBytes status_;
  std::vector<Marks> marks_;  // [tile]
  std::vector<std::uint32_t> queued_, changed_tiles_, uncompared_, taken_;
  // Scratch of show(): the tiles of newly shown cells, and the rows with such cells.
  std::vector<std::uint32_t> stale_;
  std::vector<Rows> stale_rows_;  // [tile]
  std::vector<sim::CellBits> safe_;
  std::vector<sim::Cell> changed_, changed_open_;
  std::uint32_t unknown_count_ = 0;
  std::int64_t mines_left_ = 0;
  sim::Cell contradiction_ = sim::kNoCell;
};

}  // namespace sapper::solvers

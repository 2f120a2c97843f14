// What a player knows about each cell, and the two local rules applied to a fixed point.
//
// Rule 1: if a shown n has exactly as many unknown neighbours as it still needs mines, all of them are mines.
// Rule 2: if a shown n has n known mines around it, its other neighbours are safe.
//
// What is known is kept in bit planes, like the view, and the rules are applied to blocks of the planes as a whole, each
// together with the ring of cells around it (tiles/tile_rules.hpp). Changed blocks are queued in a work list; a finding
// changes its block, and those in whose ring it is. Cost: a changed block costs some tens of nanoseconds with AVX-512,
// however many of its cells have changed or are found.
//
// Rules that look further than one cell around work on tiles, which overlap (tiles/tile_map.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/block_operations.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/deduction/tiles/block_map.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_map.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

namespace sapper::solvers {

// What an object knows in a game. reset() starts all of it over: a member that outlives a call belongs here, or the next
// game depends on this one. Beside it the object has only what depends on the grid alone, and scratch.
struct LocalRulesState {
  static constexpr std::uint32_t kNotListed = 0xFFFFFFFF;  // in safe_index_

  LocalRulesState(const sim::Grid& grid, std::size_t blocks, std::size_t tiles);
  // What the view hides is unknown; nothing is queued or listed.
  void start_over(const sim::View& view);
  bool operator==(const LocalRulesState&) const = default;

  sim::CellPlane unknown_, mine_;
  // The planes when changes were last forgotten.
  sim::CellPlane unknown_before_, hidden_before_;
  std::vector<std::uint64_t> queued_;  // [block / 64] those to which the rules must be applied, one bit each
  std::vector<std::uint8_t> marks_;    // [block] the lists that contain it
  std::vector<std::uint32_t> changed_blocks_, uncompared_blocks_;
  std::vector<std::uint8_t> tile_marks_;  // [tile] the lists that contain it
  std::vector<std::uint32_t> uncompared_tiles_;
  std::vector<sim::CellBlock> safe_;
  // [block] where propagate() last put its cells in safe_; they may have been moved or taken since.
  std::vector<std::uint32_t> safe_index_;
  std::uint32_t unknown_count_ = 0;
  std::int64_t mines_left_ = 0;
  sim::Cell contradiction_ = sim::kNoCell;
};

class LocalRules : private LocalRulesState {
 public:
  using Board = sim::Grid;

  // The grid must outlive the object.
  explicit LocalRules(const sim::Grid& grid, const TileRulesSet& rules = *supported_tile_rules().back());

  // Starts over with what the view shows; cells that its rules keep free become safe cells. The view must outlive the
  // game. Flags are the player's marks, not evidence.
  void reset(const sim::View& view);

  // Lets a copy switch to another view, which shows the same.
  void follow(const sim::View& view) { view_ = &view; }
  // Whether both know the same, and will find the same in the same order.
  bool knows_the_same(const LocalRules& other) const {
    return static_cast<const LocalRulesState&>(*this) == static_cast<const LocalRulesState&>(other);
  }

  // Adds cells that the view newly shows: all of them. Does not apply the rules.
  void show(std::span<const sim::CellBlock> cells);

  // Adds a fact found by other means about an unknown cell. Does not apply the rules.
  void learn_safe(sim::Cell cell);
  void learn_mine(sim::Cell cell);
  void learn(sim::Cell cell, bool is_mine) { is_mine ? learn_mine(cell) : learn_safe(cell); }

  // Applies both rules until nothing changes. False if some shown number cannot be met: contradiction() names
  // it, and the object is invalid until reset().
  [[nodiscard]] bool propagate();
  sim::Cell contradiction() const { return contradiction_; }

  bool is_unknown(sim::Cell cell) const { return unknown_.contains(grid_->place_of(cell)); }
  bool is_mine(sim::Cell cell) const { return mine_.contains(grid_->place_of(cell)); }
  bool is_safe(sim::Cell cell) const {  // and still hidden
    const sim::Grid::Place place = grid_->place_of(cell);
    return view_->hidden().contains(place) && !unknown_.contains(place) && !mine_.contains(place);
  }
  bool is_shown(sim::Cell cell) const { return view_->is_shown(cell); }
  // The planes of what is known; what is shown is in those of the view.
  const sim::CellPlane& unknown() const { return unknown_; }
  const sim::CellPlane& mines() const { return mine_; }

  // The cells that a cell's number counts, and those whose numbers count the cell.
  sim::Neighbors seen_from(sim::Cell cell) const { return grid_->neighbors(cell); }
  sim::Neighbors seeing(sim::Cell cell) const { return grid_->neighbors(cell); }
  // The cell may be any; visits its neighbours.
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
  // How many unknown neighbours of a shown cell are mines.
  int mines_needed(sim::Cell cell) const { return view_->number(cell) - known_mines_around(cell); }
  // A shown cell with unknown neighbours.
  bool is_open_constraint(sim::Cell cell) const { return is_shown(cell) && unknown_neighbors(cell) != 0; }
  // Fills in all open constraints, ascending: faster than asking for each cell.
  void list_open_constraints(std::vector<sim::Cell>& constraints) const;

  // Constraints that have changed since forget_changed(), each once: every shown cell that is new or whose unknown
  // neighbours have changed, and that is open now or was then. Complete after propagate(); valid until the next call.
  std::span<const sim::Cell> changed();
  // Those of them that are open; also filled by changed().
  std::span<const sim::Cell> changed_open() const { return changed_open_; }
  void forget_changed();

  std::uint32_t hidden_count() const { return view_->hidden_count(); }
  std::uint32_t unknown_count() const { return unknown_count_; }
  // Mines among the unknown cells, by the mine count; negative if more mines are known than the count allows.
  std::int64_t mines_left() const { return mines_left_; }

  // The cells found safe since forget_safe() and still hidden. Findings of one propagate() are ordered by block, as
  // they are first found in each, and row by row within a block: ascending on boards of up to 16 x 32 cells that are
  // not a torus. The order is the same on every machine, and however the cells were shown.
  std::span<const sim::CellBlock> safe() const { return safe_; }
  void forget_safe() { safe_.clear(); }
  // Moves them to `cells`, replacing its contents, and forgets them.
  void take_safe(std::vector<sim::CellBlock>& cells) {
    cells.clear();
    cells.swap(safe_);
  }

  // For other rules on tiles: those with cells that have changed since the last call, and perhaps more (valid until the
  // next call), their content (valid as long as the buffer and until the next finding), and a way to report findings in
  // one.
  std::span<const std::uint32_t> take_uncompared_tiles();
  TileSource tile(std::uint32_t index, UnrolledTile& buffer) const {
    return map_->wraps(index) ? unroll(index, buffer) : source(index, map_->first_place(index));
  }
  const TileRules& rules() const { return *rules_; }
  void learn(std::uint32_t tile, const MarkedCells& mines, const MarkedCells& safe);

  bool shows_a_zero() const { return view_->shows_a_zero(); }
  // Calls visit with each cell that is_safe(), ascending.
  template <class Visit>
  void visit_safe(Visit visit) const;

  const sim::Grid& grid() const { return *grid_; }
  const sim::View& view() const { return *view_; }

 private:
  // The lists that contain a block or a tile.
  using Marks = std::uint8_t;
  static constexpr Marks kChanged = 1;
  static constexpr Marks kUncompared = 2;

  LocalRules(const sim::Grid& grid, const TileRulesSet& rules, std::shared_ptr<const BlockMap> block_map,
             std::shared_ptr<const TileMap> map);
  TileSource source(std::uint32_t tile, sim::Grid::Place first) const;
  TileSource unroll(std::uint32_t tile, UnrolledTile& buffer) const;
  BlockPlanes block_planes(std::uint32_t block);
  void mark(std::uint32_t block) {
    if (marks_[block] != (kChanged | kUncompared)) put_on_lists(block);
  }
  void put_on_lists(std::uint32_t block);
  void mark_and_queue(std::uint32_t block) {
    mark(block);
    queued_[block / 64] |= std::uint64_t{1} << block % 64;
  }
  void remove_mark(std::uint32_t block, Marks mark) { marks_[block] &= static_cast<Marks>(~mark); }
  void mark_changed(std::uint32_t word, std::uint32_t bits);
  void queue_blocks_beside(std::uint32_t block, const sim::UsedRows& changed);
  void take_in(std::uint32_t block, const BlockFindings& findings);
  void take_in_ring(std::uint32_t block, const BlockFindings& findings);
  void contradict(std::uint32_t first_word, const MarkedCells& cells);
  void learn_block(std::uint32_t first_word, const std::uint32_t* mines, const std::uint32_t* safe);
  void learn_word(std::uint32_t word, std::uint32_t mines, std::uint32_t safe);
  void learn_column(std::uint32_t first_word, std::uint32_t bit, std::uint32_t mines, std::uint32_t safe);
  std::uint32_t learn_in_word(std::uint32_t word, std::uint32_t mines, std::uint32_t safe);
  sim::CellBlock& safe_in(std::uint32_t first_word);
  sim::CellBlock changes_in(std::uint32_t block) const;
  void list_tiles(std::span<const std::uint32_t> blocks, Marks mark, std::vector<std::uint32_t>& tiles);
  void list_uncompared_tiles();
  void append_cells(std::uint32_t tile, const MarkedCells& marked, std::vector<sim::Cell>& cells) const;

  const sim::Grid* grid_;
  const TileRules* rules_;
  const sim::BlockOperations* blocks_;
  // Shared with copies.
  std::shared_ptr<const BlockMap> block_map_;
  std::shared_ptr<const TileMap> map_;
  const sim::View* view_ = nullptr;
  // Results, valid until the next call.
  std::vector<sim::Cell> changed_, changed_open_;
  std::vector<std::uint32_t> taken_tiles_;
  std::vector<std::uint32_t> changed_tiles_;  // scratch of changed()
};

template <class Visit>
void LocalRules::visit_safe(Visit visit) const {
  // Mostly there are none, as strategies dig them: all hidden cells are mines or unknown then.
  const std::int64_t known_mines = static_cast<std::int64_t>(view_->mine_count()) - mines_left_;
  if (view_->hidden_count() == unknown_count_ + known_mines) return;
  sim::visit_cells(
      *grid_, [&](std::uint32_t word) { return view_->hidden()[word]; },
      [&](sim::Cell cell) {
        if (is_safe(cell)) visit(cell);
        return true;
      });
}

}  // namespace sapper::solvers

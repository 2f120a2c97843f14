#include "solvers/minesweeper/deduction/local_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"

namespace sapper::solvers {

using sim::Cell;

LocalRulesState::LocalRulesState(const sim::Grid& grid, std::size_t blocks, std::size_t tiles)
    : unknown_(grid),
      mine_(grid),
      unknown_before_(grid),
      hidden_before_(grid),
      queued_(blocks / 64 + 1),
      marks_(blocks),
      tile_marks_(tiles),
      safe_index_(blocks) {}

void LocalRulesState::start_over(const sim::View& view) {
  unknown_ = view.hidden();
  mine_.clear();
  unknown_before_ = unknown_;
  hidden_before_.fill(view.grid());
  std::ranges::fill(queued_, std::uint64_t{0});
  std::ranges::fill(marks_, std::uint8_t{0});
  changed_blocks_.clear();
  uncompared_blocks_.clear();
  std::ranges::fill(tile_marks_, std::uint8_t{0});
  uncompared_tiles_.clear();
  safe_.clear();
  std::ranges::fill(safe_index_, kNotListed);
  unknown_count_ = view.hidden_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
}

LocalRules::LocalRules(const sim::Grid& grid, const TileRulesSet& rules)
    : LocalRules(grid, rules, std::make_shared<const BlockMap>(grid), std::make_shared<const TileMap>(grid)) {
}

LocalRules::LocalRules(const sim::Grid& grid, const TileRulesSet& rules,
                       std::shared_ptr<const BlockMap> block_map, std::shared_ptr<const TileMap> map)
    : LocalRulesState(grid, block_map->number_end(), map->tile_count()),
      grid_(&grid),
      rules_(&tile_rules(grid.topology(), rules)),
      blocks_(sim::supported_block_operations().back()),
      block_map_(std::move(block_map)),
      map_(std::move(map)) {}

void LocalRules::reset(const sim::View& view) {
  start_over(view);
  view_ = &view;
  if (view.hidden_count() != grid_->cell_count()) {
    for (const std::uint32_t block : block_map_->blocks()) {
      const std::uint32_t word = block * kTileRows;
      if ((view.hidden().rows(word) ^ hidden_before_.rows(word)).any()) mark_and_queue(block);
    }
  }
  for (const Cell cell : view.free_by_rule())
    if (is_unknown(cell)) learn_safe(cell);
}

TileSource LocalRules::source(std::uint32_t tile, sim::Grid::Place first) const {
  const sim::CellNumbers& numbers = view_->numbers();
  return {unknown_.data() + first.word,
          mine_.data() + first.word,
          view_->hidden().data() + first.word,
          {numbers.digit(0) + first.word, numbers.digit(1) + first.word, numbers.digit(2) + first.word,
           numbers.digit(3) + first.word},
          unknown_before_.data() + first.word,
          hidden_before_.data() + first.word,
          first.bit,
          static_cast<std::ptrdiff_t>(grid_->word_stride()),
          &map_->constraint_rows(tile),
          map_->cols().for_constraints(map_->col_band(tile)),
          &map_->owned_rows(tile),
          map_->cols().owned(map_->col_band(tile))};
}

TileSource LocalRules::unroll(std::uint32_t tile, UnrolledTile& buffer) const {
  const auto board_cols = static_cast<std::uint32_t>(grid_->cols());
  const auto cols = static_cast<std::uint32_t>(std::popcount(map_->cols().used(map_->col_band(tile))));
  const std::uint32_t first_col = map_->cols().coordinates(map_->col_band(tile))[0];
  const std::uint32_t* const board_rows = map_->rows().coordinates(map_->row_band(tile));
  const auto copy = [&](const std::uint32_t* plane, TilePlane& to) {
    to = {};
    for (std::uint32_t left = map_->rows().used(map_->row_band(tile)); left != 0; left &= left - 1) {
      const auto row = static_cast<std::uint32_t>(std::countr_zero(left));
      // From where a word or the board ends, the columns continue in another word.
      for (std::uint32_t done = 0, col = first_col; done < cols;) {
        const std::uint32_t bit = col % sim::Grid::kWordCells;
        const std::uint32_t count = std::min({cols - done, board_cols - col, sim::Grid::kWordCells - bit});
        const std::uint32_t bits = plane[grid_->word_at(board_rows[row], col / sim::Grid::kWordCells)] >> bit;
        to.rows[row] |= (bits & ~std::uint32_t{0} >> (sim::Grid::kWordCells - count)) << done;
        done += count;
        col = (col + count) % board_cols;
      }
    }
    return to.rows;
  };
  TileSource result = source(tile, {0, 0});
  result.unknown = copy(result.unknown, buffer.unknown);
  result.mine = copy(result.mine, buffer.mine);
  result.hidden = copy(result.hidden, buffer.hidden);
  for (std::size_t i = 0; i < 4; ++i) result.number[i] = copy(result.number[i], buffer.number[i]);
  result.unknown_before = copy(result.unknown_before, buffer.unknown_before);
  result.hidden_before = copy(result.hidden_before, buffer.hidden_before);
  return result;
}

void LocalRules::show(std::span<const sim::CellBlock> shown) {
  for (const sim::CellBlock& cells : shown) {
    const std::uint32_t word = cells.first_word;
    const RingPlace& ring = block_map_->ring(word / kTileRows);
    const sim::Removed removed = blocks_->remove(unknown_.data() + word, mine_.data() + word,
                                                 cells.bits.data(), ring.first_col, ring.last_col);
    unknown_count_ -= removed.count;
    if (removed.rows_in_other != 0) [[unlikely]] {
      const auto row = static_cast<std::uint32_t>(std::countr_zero(removed.rows_in_other));
      sim::CellBlock wrong(*grid_, word);
      wrong.add(row, cells.bits[row] & mine_[word + row]);
      contradiction_ = wrong.front();
    }
    mark_and_queue(word / kTileRows);
    if (removed.count != 0) queue_blocks_beside(word / kTileRows, removed.rows);
  }
  if (!safe_.empty()) {
    for (sim::CellBlock& cells : safe_) cells.assign(cells.vector() & view_->hidden().rows(cells.first_word));
    std::erase_if(safe_, [](const sim::CellBlock& cells) { return cells.rows == 0; });
  }
}

void LocalRules::learn_safe(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  const sim::Grid::Place place = grid_->place_of(cell);
  unknown_.remove(place);
  --unknown_count_;
  sim::append_cells(safe_, *grid_, place.word, place.mask());
  mark_changed(place.word, place.mask());
}

void LocalRules::learn_mine(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  const sim::Grid::Place place = grid_->place_of(cell);
  unknown_.remove(place);
  mine_.insert(place);
  --unknown_count_;
  --mines_left_;
  mark_changed(place.word, place.mask());
}

void LocalRules::mark_changed(std::uint32_t word, std::uint32_t bits) {
  const std::uint32_t block = word / kTileRows;
  const std::uint32_t row = std::uint32_t{1} << word % kTileRows;
  const RingPlace& ring = block_map_->ring(block);
  mark_and_queue(block);
  queue_blocks_beside(block,
                      {row, (bits & ring.first_col) != 0 ? row : 0, (bits & ring.last_col) != 0 ? row : 0});
}

// Queues the blocks that have some of a block's changed cells in their rings.
inline void LocalRules::queue_blocks_beside(std::uint32_t block, const sim::UsedRows& changed) {
  if (block_map_->is_single()) return;
  const BlockMap::AdjacentBlocks& beside = block_map_->beside(block);
  // This is branch-free: the branches would be unpredictable.
  const auto queue_if = [&](bool is_in_ring, std::int32_t to_other) {
    const auto other = static_cast<std::uint32_t>(static_cast<std::int32_t>(block) + to_other);
    queued_[other / 64] |= static_cast<std::uint64_t>(is_in_ring) << other % 64;
  };
  queue_if(changed.first_col != 0, beside.left);
  queue_if(changed.last_col != 0, beside.right);
  const auto queue_row = [&](std::uint32_t row, std::int32_t to_row) {
    queue_if((changed.all & row) != 0, to_row);
    queue_if((changed.first_col & row) != 0, to_row + beside.left);
    queue_if((changed.last_col & row) != 0, to_row + beside.right);
  };
  queue_row(beside.first_row, beside.above);
  queue_row(beside.last_row, beside.below);
}

BlockPlanes LocalRules::block_planes(std::uint32_t block) {
  const std::uint32_t word = block * kTileRows;
  const sim::CellNumbers& numbers = view_->numbers();
  return {
      unknown_.data() + word,
      mine_.data() + word,
      view_->hidden().data() + word,
      {numbers.digit(0) + word, numbers.digit(1) + word, numbers.digit(2) + word, numbers.digit(3) + word},
      grid_->all_cells().data() + word,
      &block_map_->ring(block)};
}

bool LocalRules::propagate() {
  if (contradiction_ != sim::kNoCell) return false;
  const auto apply = block_map_->is_single() ? rules_->apply_local_rules_alone : rules_->apply_local_rules;
  BlockFindings findings;
  // Pass by pass over the queue, in the order of the blocks: the order of the findings does not depend on that in which
  // cells were shown.
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (std::size_t i = 0; i < queued_.size(); ++i) {
      for (std::uint64_t left = queued_[i]; left != 0;) {
        is_done = false;
        const int place = std::countr_zero(left);
        const std::uint64_t bit = std::uint64_t{1} << place;
        const auto block = static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(place);
        queued_[i] &= ~bit;
        if (apply(block_planes(block), findings)) take_in(block, findings);
        // A block knows what it has found in its ring. Where the ring may consist of cells of its own, they are news to
        // it.
        if (!block_map_->wraps()) queued_[i] &= ~bit;
        if (contradiction_ != sim::kNoCell) return false;
        left = queued_[i] & ~(bit | (bit - 1));
      }
    }
  }
  return true;
}

// The planes already have what was found in the block itself.
inline void LocalRules::take_in(std::uint32_t block, const BlockFindings& findings) {
  const std::uint32_t word = block * kTileRows;
  if (findings.known != 0) {
    unknown_count_ -= findings.known;
    mines_left_ -= findings.mines;
    if (findings.safe.rows != 0) safe_in(word).add(findings.safe.plane.rows, findings.safe.rows);
    mark(block);
    queue_blocks_beside(block, findings.rows);
  }
  if (findings.has_ring_cells) take_in_ring(block, findings);
  if (findings.violated.rows != 0) contradict(word, findings.violated);
}

// A block's safe cells, which are kept together; on a board of one block in the order in which they are found.
inline sim::CellBlock& LocalRules::safe_in(std::uint32_t first_word) {
  std::uint32_t& index = safe_index_[first_word / kTileRows];
  if (!block_map_->is_single() && index < safe_.size() && safe_[index].first_word == first_word)
    return safe_[index];
  index = static_cast<std::uint32_t>(safe_.size());
  return safe_.emplace_back(*grid_, first_word);
}

// Takes cells of a block in, [row], that are unknown.
void LocalRules::learn_block(std::uint32_t first_word, const std::uint32_t* mines,
                             const std::uint32_t* safe) {
  const sim::RowVector before = unknown_.rows(first_word);
  const sim::RowVector new_mines = before & sim::RowVector::load(mines);
  const sim::RowVector new_safe = before & ~new_mines & sim::RowVector::load(safe);
  const sim::RowVector known = new_mines | new_safe;
  if (!known.any()) return;
  (before ^ known).store(unknown_.data() + first_word);
  (mine_.rows(first_word) | new_mines).store(mine_.data() + first_word);
  unknown_count_ -= known.count();
  mines_left_ -= new_mines.count();
  if (new_safe.any()) {
    sim::CellBlock& block = safe_in(first_word);
    block.assign(block.vector() | new_safe);
  }
  const RingPlace& ring = block_map_->ring(first_word / kTileRows);
  mark_and_queue(first_word / kTileRows);
  queue_blocks_beside(first_word / kTileRows,
                      {known.used_rows(), known.in_columns(ring.first_col).used_rows(),
                       known.in_columns(ring.last_col).used_rows()});
}

// Takes cells of a word in that are unknown. Returns those.
inline std::uint32_t LocalRules::learn_in_word(std::uint32_t word, std::uint32_t mines, std::uint32_t safe) {
  const std::uint32_t new_mines = unknown_[word] & mines;
  const std::uint32_t new_safe = unknown_[word] & ~new_mines & safe;
  const std::uint32_t known = new_mines | new_safe;
  if (known == 0) return 0;
  unknown_[word] ^= known;
  mine_[word] |= new_mines;
  unknown_count_ -= static_cast<std::uint32_t>(std::popcount(known));
  mines_left_ -= std::popcount(new_mines);
  if (new_safe != 0) safe_in(word - word % kTileRows).add(word % kTileRows, new_safe);
  return known;
}

void LocalRules::learn_word(std::uint32_t word, std::uint32_t mines, std::uint32_t safe) {
  const std::uint32_t known = learn_in_word(word, mines, safe);
  if (known != 0) mark_changed(word, known);
}

// Takes cells of a block's column in, one bit for each row.
void LocalRules::learn_column(std::uint32_t first_word, std::uint32_t bit, std::uint32_t mines,
                              std::uint32_t safe) {
  std::uint32_t known = 0;
  for (std::uint32_t left = mines | safe; left != 0; left &= left - 1) {
    const auto row = static_cast<std::uint32_t>(std::countr_zero(left));
    if (learn_in_word(first_word + row, (mines >> row & 1) << bit, (safe >> row & 1) << bit) != 0)
      known |= std::uint32_t{1} << row;
  }
  if (known == 0) return;
  const std::uint32_t block = first_word / kTileRows;
  const RingPlace& ring = block_map_->ring(block);
  mark_and_queue(block);
  queue_blocks_beside(block, {known, (ring.first_col >> bit & 1) != 0 ? known : 0,
                              (ring.last_col >> bit & 1) != 0 ? known : 0});
}

// What was found around a block.
void LocalRules::take_in_ring(std::uint32_t block, const BlockFindings& findings) {
  const RingPlace& ring = block_map_->ring(block);
  const RingCells& mines = findings.ring_mines;
  const RingCells& safe = findings.ring_safe;
  const auto word_at = [&](std::ptrdiff_t offset) {
    return static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(block) * kTileRows + offset);
  };
  const auto learn = [&](std::ptrdiff_t offset, std::uint32_t mine, std::uint32_t free) {
    if ((mine | free) != 0) learn_word(word_at(offset), mine, free);
  };
  learn(ring.above, mines.above, safe.above);
  learn(ring.above + ring.left, mines.above_left << ring.left_bit, safe.above_left << ring.left_bit);
  learn(ring.above + ring.right, mines.above_right, safe.above_right);
  learn(ring.below, mines.below, safe.below);
  learn(ring.below + ring.left, mines.below_left << ring.left_bit, safe.below_left << ring.left_bit);
  learn(ring.below + ring.right, mines.below_right, safe.below_right);
  learn_column(word_at(ring.left), ring.left_bit, mines.left, safe.left);
  learn_column(word_at(ring.right), 0, mines.right, safe.right);
}

// The first of the cells cannot be what it was found to be.
void LocalRules::contradict(std::uint32_t first_word, const MarkedCells& cells) {
  const auto row = static_cast<std::uint32_t>(std::countr_zero(cells.rows));
  contradiction_ =
      grid_->first_cells()[first_word + row] + static_cast<Cell>(std::countr_zero(cells.plane.rows[row]));
}

// The cells of a block that have become known or shown since changes were last forgotten.
sim::CellBlock LocalRules::changes_in(std::uint32_t block) const {
  const std::uint32_t word = block * kTileRows;
  sim::CellBlock result(*grid_, word);
  result.assign((unknown_.rows(word) ^ unknown_before_.rows(word)) |
                (view_->hidden().rows(word) ^ hidden_before_.rows(word)));
  return result;
}

// Lists the tiles, not in the list yet, that have changed cells of these blocks.
void LocalRules::list_tiles(std::span<const std::uint32_t> blocks, Marks mark,
                            std::vector<std::uint32_t>& tiles) {
  for (const std::uint32_t block : blocks) {
    const sim::CellBlock changes = changes_in(block);
    if (changes.rows == 0) continue;
    map_->visit_tiles(changes, [&](std::uint32_t tile) {
      if ((tile_marks_[tile] & mark) != 0) return;
      tile_marks_[tile] |= mark;
      tiles.push_back(tile);
    });
  }
}

std::span<const Cell> LocalRules::changed() {
  changed_.clear();
  changed_open_.clear();
  changed_tiles_.clear();
  list_tiles(changed_blocks_, kChanged, changed_tiles_);
  std::ranges::sort(changed_tiles_);
  MarkedCells changed;
  MarkedCells open;
  UnrolledTile buffer;
  for (const std::uint32_t tile : changed_tiles_) {
    tile_marks_[tile] &= static_cast<Marks>(~kChanged);
    rules_->find_changed(this->tile(tile, buffer), changed, open);
    append_cells(tile, changed, changed_);
    append_cells(tile, open, changed_open_);
  }
  return changed_;
}

void LocalRules::list_open_constraints(std::vector<Cell>& constraints) const {
  constraints.clear();
  MarkedCells open;
  UnrolledTile buffer;
  for (std::uint32_t tile = 0; tile < map_->tile_count(); ++tile) {
    rules_->find_open(this->tile(tile, buffer), open);
    append_cells(tile, open, constraints);
  }
  if (map_->tile_count() > 1) std::sort(constraints.begin(), constraints.end());
}

void LocalRules::append_cells(std::uint32_t tile, const MarkedCells& marked, std::vector<Cell>& cells) const {
  if (marked.rows == 0) return;
  std::array<Cell, std::size_t{kTileRows} * kTileCols + kListSlack> listed;
  const std::size_t count = rules_->list_cells(marked, map_->first_cells(tile),
                                               map_->cols().coordinates(map_->col_band(tile)), listed.data());
  cells.insert(cells.end(), listed.data(), listed.data() + count);
}

void LocalRules::forget_changed() {
  list_uncompared_tiles();
  for (const std::uint32_t block : changed_blocks_) {
    const std::uint32_t word = block * kTileRows;
    unknown_.rows(word).store(unknown_before_.data() + word);
    view_->hidden().rows(word).store(hidden_before_.data() + word);
    remove_mark(block, kChanged);
  }
  changed_blocks_.clear();
}

void LocalRules::list_uncompared_tiles() {
  list_tiles(uncompared_blocks_, kUncompared, uncompared_tiles_);
  for (const std::uint32_t block : uncompared_blocks_) remove_mark(block, kUncompared);
  uncompared_blocks_.clear();
}

std::span<const std::uint32_t> LocalRules::take_uncompared_tiles() {
  list_uncompared_tiles();
  taken_tiles_.clear();
  std::swap(taken_tiles_, uncompared_tiles_);
  std::ranges::sort(taken_tiles_);
  for (const std::uint32_t tile : taken_tiles_) tile_marks_[tile] &= static_cast<Marks>(~kUncompared);
  return taken_tiles_;
}

void LocalRules::learn(std::uint32_t tile, const MarkedCells& mines, const MarkedCells& safe) {
  if (map_->wraps(tile)) {
    map_->visit_words(tile, mines,
                      [&](std::uint32_t word, std::uint32_t bits) { learn_word(word, bits, 0); });
    map_->visit_words(tile, safe, [&](std::uint32_t word, std::uint32_t bits) { learn_word(word, 0, bits); });
    return;
  }
  const sim::Grid::Place first = map_->first_place(tile);
  const std::uint32_t row = first.word % kTileRows;
  // A tile's rows in a strip lie in up to two blocks.
  const auto learn_strip = [&](std::uint32_t first_word, const sim::RowVector& mine,
                               const sim::RowVector& free) {
    std::uint32_t mine_rows[2 * kTileRows] = {};
    std::uint32_t free_rows[2 * kTileRows] = {};
    mine.store(mine_rows + row);
    free.store(free_rows + row);
    learn_block(first_word - row, mine_rows, free_rows);
    if (row != 0) learn_block(first_word - row + kTileRows, mine_rows + kTileRows, free_rows + kTileRows);
  };
  const sim::RowVector mine = sim::RowVector::load(mines.plane.rows);
  const sim::RowVector free = sim::RowVector::load(safe.plane.rows);
  learn_strip(first.word, mine << first.bit, free << first.bit);
  if (first.bit != 0)
    learn_strip(first.word + grid_->word_stride(), mine >> (kTileCols - first.bit),
                free >> (kTileCols - first.bit));
}

// Adds the block to the lists that do not contain it yet.
void LocalRules::put_on_lists(std::uint32_t block) {
  if ((marks_[block] & kChanged) == 0) changed_blocks_.push_back(block);
  if ((marks_[block] & kUncompared) == 0) uncompared_blocks_.push_back(block);
  marks_[block] = kChanged | kUncompared;
}

bool apply_overlap_rule(LocalRules& knowledge) {
  bool has_learned = false;
  TileFindings findings;
  UnrolledTile buffer;
  for (const std::uint32_t tile : knowledge.take_uncompared_tiles()) {
    if (!knowledge.rules().apply_overlap_rule(knowledge.tile(tile, buffer), findings)) continue;
    knowledge.learn(tile, findings.mines, findings.safe);
    has_learned = true;
  }
  return has_learned;
}

}  // namespace sapper::solvers

#include "solvers/minesweeper/deduction/local_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace sapper::solvers {

using sim::Cell;

LocalRules::LocalRules(const sim::Grid& grid, const TileRulesSet& rules)
    : grid_(&grid),
      rules_(&tile_rules(grid.topology(), rules)),
      blocks_(sim::supported_block_operations().back()),
      map_(std::make_shared<const TileMap>(grid)),
      unknown_(grid),
      mine_(grid),
      unknown_before_(grid),
      hidden_before_(grid),
      marks_(map_->tile_count(), 0) {}

void LocalRules::reset(const sim::View& view) {
  view_ = &view;
  safe_.clear();
  for (auto* const list : {&queued_, &changed_tiles_, &uncompared_}) list->clear();
  std::fill(marks_.begin(), marks_.end(), Marks{0});
  unknown_count_ = view.hidden_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
  unknown_ = view.hidden();
  mine_.clear();
  unknown_before_ = unknown_;
  hidden_before_.fill(*grid_);
  // The queue is last in, first out.
  if (view.hidden_count() != grid_->cell_count()) {
    UnrolledTile buffer;
    for (std::uint32_t index = map_->tile_count(); index-- > 0;)
      if (rules_->has_constraints(tile(index, buffer))) mark(index, kQueued | kChanged | kUncompared);
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
  const std::uint32_t cols = map_->cols().used(map_->col_band(tile));
  const auto copy = [&](const std::uint32_t* plane, TilePlane& to) {
    to = {};
    for (std::uint32_t left = map_->rows().used(map_->row_band(tile)); left != 0; left &= left - 1) {
      const auto row = static_cast<std::uint32_t>(std::countr_zero(left));
      for (std::uint32_t bits = cols; bits != 0; bits &= bits - 1) {
        const auto col = static_cast<std::uint32_t>(std::countr_zero(bits));
        const sim::Grid::Place place = map_->place(tile, row, col);
        to.rows[row] |= (plane[place.word] >> place.bit & 1) << col;
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
    const sim::Removed removed =
        blocks_->remove(unknown_.data() + word, mine_.data() + word, cells.bits.data());
    unknown_count_ -= removed.count;
    if (removed.rows_in_other != 0) [[unlikely]] {
      const auto row = static_cast<std::uint32_t>(std::countr_zero(removed.rows_in_other));
      sim::CellBlock wrong(*grid_, word);
      wrong.add(row, cells.bits[row] & mine_[word + row]);
      contradiction_ = wrong.front();
    }
    map_->visit_tiles(cells, [&](std::uint32_t tile) { mark(tile, kQueued | kChanged | kUncompared); });
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
  map_->visit_tiles(place, [&](std::uint32_t tile) { mark(tile, kQueued | kChanged | kUncompared); });
}

void LocalRules::learn_mine(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  const sim::Grid::Place place = grid_->place_of(cell);
  unknown_.remove(place);
  mine_.insert(place);
  --unknown_count_;
  --mines_left_;
  map_->visit_tiles(place, [&](std::uint32_t tile) { mark(tile, kQueued | kChanged | kUncompared); });
}

bool LocalRules::propagate() {
  if (contradiction_ != sim::kNoCell) return false;
  TileFindings findings;
  UnrolledTile buffer;
  while (!queued_.empty()) {
    const std::uint32_t index = queued_.back();
    queued_.pop_back();
    marks_[index] &= static_cast<Marks>(~kQueued);
    if (!rules_->apply_local_rules(tile(index, buffer), findings)) continue;
    take_in(index, findings);
    if (contradiction_ != sim::kNoCell) return false;
  }
  return true;
}

void LocalRules::take_in(std::uint32_t tile, const TileFindings& findings) {
  mark(tile, kChanged | kUncompared);
  take_in_mines(tile, findings.mines);
  take_in_safe(tile, findings.safe);
  mark_overlapping(tile, findings.mines);
  mark_overlapping(tile, findings.safe);
  if (findings.violated.rows != 0) contradict(tile, findings.violated);
}

// Calls take(first_word, bits) with 16 words of a strip at a time.
template <class Take>
void LocalRules::for_each_strip(std::uint32_t tile, const MarkedCells& marked, Take take) const {
  const sim::Grid::Place first = map_->first_place(tile);
  const sim::RowVector bits = sim::RowVector::load(marked.plane.rows);
  take(first.word, bits << first.bit);
  if (first.bit != 0) take(first.word + grid_->word_stride(), bits >> (kTileCols - first.bit));
}

void LocalRules::take_in_mines(std::uint32_t tile, const MarkedCells& mines) {
  if (mines.rows == 0) return;
  std::uint32_t count = 0;
  if (!map_->wraps(tile)) [[likely]] {
    for_each_strip(tile, mines, [&](std::uint32_t first_word, const sim::RowVector& bits) {
      (mine_.rows(first_word) | bits).store(mine_.data() + first_word);
      count += sim::take_out(unknown_.data() + first_word, bits);
    });
  } else {
    map_->visit_words(tile, mines, [&](std::uint32_t word, std::uint32_t bits) {
      const std::uint32_t found = bits & unknown_[word];
      unknown_[word] ^= found;
      mine_[word] |= found;
      count += static_cast<std::uint32_t>(std::popcount(found));
    });
  }
  unknown_count_ -= count;
  mines_left_ -= count;
}

void LocalRules::take_in_safe(std::uint32_t tile, const MarkedCells& safe) {
  if (safe.rows == 0) return;
  if (!map_->wraps(tile)) [[likely]] {
    for_each_strip(tile, safe, [&](std::uint32_t first_word, const sim::RowVector& bits) {
      if (bits.used_rows() == 0) return;
      safe_.emplace_back(*grid_, first_word).assign(bits);
      unknown_count_ -= sim::take_out(unknown_.data() + first_word, bits);
    });
    return;
  }
  // Of cells that the tile has twice, the first is taken.
  map_->visit_words(tile, safe, [&](std::uint32_t word, std::uint32_t bits) {
    const std::uint32_t found = bits & unknown_[word];
    if (found == 0) return;
    unknown_[word] ^= found;
    unknown_count_ -= static_cast<std::uint32_t>(std::popcount(found));
    sim::append_cells(safe_, *grid_, word, found);
  });
}

// The first of the cells cannot be what it was found to be.
void LocalRules::contradict(std::uint32_t tile, const MarkedCells& cells) {
  const int row = std::countr_zero(cells.rows);
  const int col = std::countr_zero(cells.plane.rows[row]);
  contradiction_ = map_->first_cells(tile)[row] + map_->cols().coordinates(map_->col_band(tile))[col];
}

std::span<const Cell> LocalRules::changed() {
  changed_.clear();
  changed_open_.clear();
  MarkedCells changed;
  MarkedCells open;
  UnrolledTile buffer;
  for (const std::uint32_t tile : changed_tiles_) {
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
  for (const std::uint32_t tile : changed_tiles_) {
    remember(tile);
    marks_[tile] &= static_cast<Marks>(~kChanged);
  }
  changed_tiles_.clear();
}

// Takes whole words: their other cells have changed only if other tiles have, whose changes are forgotten too.
void LocalRules::remember(std::uint32_t tile) {
  const auto copy = [this](std::uint32_t word) {
    unknown_before_[word] = unknown_[word];
    hidden_before_[word] = view_->hidden()[word];
  };
  if (map_->wraps(tile)) return map_->visit_words(tile, copy);
  const sim::Grid::Place first = map_->first_place(tile);
  for (std::uint32_t word = first.word; word < first.word + kTileRows; ++word) copy(word);
  if (first.bit == 0) return;
  for (std::uint32_t word = first.word; word < first.word + kTileRows; ++word)
    copy(word + grid_->word_stride());
}

std::span<const std::uint32_t> LocalRules::take_uncompared_tiles() {
  taken_.clear();
  std::swap(taken_, uncompared_);
  for (const std::uint32_t tile : taken_) marks_[tile] &= static_cast<Marks>(~kUncompared);
  return taken_;
}

void LocalRules::learn(std::uint32_t tile, const MarkedCells& mines, const MarkedCells& safe) {
  take_in_mines(tile, mines);
  take_in_safe(tile, safe);
  mark(tile, kQueued | kChanged | kUncompared);
  mark_overlapping(tile, mines);
  mark_overlapping(tile, safe);
}

// Adds the tile to the lists that do not contain it yet.
void LocalRules::put_on_lists(std::uint32_t tile, Marks marks) {
  const auto added = static_cast<Marks>(marks & ~marks_[tile]);
  marks_[tile] |= added;
  if ((added & kQueued) != 0) queued_.push_back(tile);
  if ((added & kChanged) != 0) changed_tiles_.push_back(tile);
  if ((added & kUncompared) != 0) uncompared_.push_back(tile);
}

}  // namespace sapper::solvers

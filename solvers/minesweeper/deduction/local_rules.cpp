#include "solvers/minesweeper/deduction/local_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sapper::solvers {
namespace {

using sim::Cell;

// From this many newly shown cells per tile on, reading the tile from the view is faster than adding each cell.
constexpr std::size_t kReadFrom = 24;

void add_bit(TilePlane& plane, const TileMap::Place& place, std::uint32_t bit = 1) {
  plane.rows[place.row] |= bit << place.col;
}
void remove_bit(TilePlane& plane, const TileMap::Place& place) {
  plane.rows[place.row] &= ~(std::uint32_t{1} << place.col);
}

bool has_bit(const TilePlane& plane, const TileMap::Place& place) {
  return (plane.rows[place.row] >> place.col & 1) != 0;
}

// The k-th bits of 32 bytes.
template <int k>
std::uint32_t gather_bits(const std::uint8_t* bytes) {
  std::uint32_t result = 0;
#ifdef __SSE2__
  for (std::size_t i = 0; i < kTileCols; i += 16) {
    const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + i));
    // Moves bit k of each byte to its top.
    const int moved = _mm_movemask_epi8(_mm_slli_epi16(sixteen, 7 - k));
    result |= static_cast<std::uint32_t>(moved) << i;
  }
#else
  for (std::size_t i = 0; i < kTileCols; i += 8) {
    std::uint64_t eight = 0;
    for (std::size_t j = 0; j < 8; ++j) eight |= std::uint64_t{bytes[i + j]} << (8 * j);
    // Moves bit 8 j to bit 56 + j.
    const std::uint64_t moved = (eight >> k & 0x0101'0101'0101'0101) * 0x0102'0408'1020'4080;
    result |= static_cast<std::uint32_t>(moved >> 56) << i;
  }
#endif
  return result;
}

}  // namespace

LocalRules::LocalRules(const sim::Grid& grid, const TileRulesSet& rules)
    : grid_(&grid),
      rules_(&tile_rules(grid.topology(), rules)),
      map_(std::make_shared<const TileMap>(grid)),
      tiles_(map_->tile_count()),
      status_(grid.cell_count(), 0),
      marks_(map_->tile_count(), 0),
      is_block_stale_(map_->block_count(), 0) {
  for (std::uint32_t tile = 0; tile < map_->tile_count(); ++tile)
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
      const std::uint32_t row_band = map_->row_band(tile);
      const std::uint32_t col_band = map_->col_band(tile);
      if ((map_->rows().owned(row_band) >> row & 1) != 0)
        tiles_[tile].owned.rows[row] = map_->cols().owned(col_band);
      if ((map_->rows().used(row_band) >> row & 1) == 0) continue;
      const bool is_row_shared = (map_->rows().shared(row_band) >> row & 1) != 0;
      tiles_[tile].shared.rows[row] =
          is_row_shared ? map_->cols().used(col_band) : map_->cols().shared(col_band);
    }
}

void LocalRules::reset(const sim::View& view) {
  view_ = &view;
  safe_.clear();
  for (auto* const list : {&queued_, &changed_tiles_, &uncompared_}) list->clear();
  std::fill(marks_.begin(), marks_.end(), Marks{0});
  unknown_count_ = view.hidden_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
  // In locals: the bytes stored could be a vector's own.
  const std::uint8_t* const cells = view.cells().data();
  Status* const status = status_.data();
  const std::size_t cell_count = status_.size();
  for (std::size_t i = 0; i < cell_count; ++i) status[i] = cells[i] == sim::kHidden ? 0 : kShown;
  // The queue is last in, first out.
  for (std::uint32_t tile = map_->tile_count(); tile-- > 0;) read_tile(tile);
  for (const Cell cell : view.free_by_rule())
    if (is_unknown(cell)) mark_safe(cell);
}

void LocalRules::read_tile(std::uint32_t index) {
  Tile& tile = tiles_[index];
  for (std::uint32_t row = 0; row < kTileRows; ++row)
    tile.unknown.rows[row] = (map_->rows().used(map_->row_band(index)) >> row & 1) != 0
                                 ? map_->cols().used(map_->col_band(index))
                                 : 0;
  tile.mine = tile.constraint = tile.constraint_before = {};
  for (TilePlane& plane : tile.number) plane = {};
  if (view_->hidden_count() != grid_->cell_count()) read_numbers(index);
  tile.unknown_before = tile.unknown;
  std::uint32_t any_shown = 0;
  for (const std::uint32_t row : tile.constraint.rows) any_shown |= row;
  if (any_shown != 0) mark(index, kQueued | kChanged | kUncompared);
}

// Replaces the constraints and their numbers by those that the view shows; none of its shown cells is unknown.
void LocalRules::read_numbers(std::uint32_t index) {
  const TileAxis& rows = map_->rows();
  const TileAxis& cols = map_->cols();
  const std::uint32_t row_band = map_->row_band(index);
  const std::uint32_t col_band = map_->col_band(index);
  Tile& tile = tiles_[index];
  RowBytes buffer{};
  for (std::uint32_t row = 0; row < kTileRows; ++row) {
    if ((rows.used(row_band) >> row & 1) == 0) continue;
    const std::uint8_t* const bytes = row_of_view(rows.coordinates(row_band)[row], col_band, buffer);
    const std::uint32_t shown = ~gather_bits<std::countr_zero(sim::kHidden)>(bytes);
    tile.unknown.rows[row] &= ~shown;
    if ((rows.for_constraints(row_band) >> row & 1) == 0) continue;
    const std::uint32_t constraint = shown & cols.for_constraints(col_band);
    tile.constraint.rows[row] = constraint;
    tile.number[0].rows[row] = gather_bits<0>(bytes) & constraint;
    tile.number[1].rows[row] = gather_bits<1>(bytes) & constraint;
    tile.number[2].rows[row] = gather_bits<2>(bytes) & constraint;
    tile.number[3].rows[row] = gather_bits<3>(bytes) & constraint;
  }
}

// The view's cells in a row of the board and the columns of a band, arbitrary in unused columns: in the view itself or, at
// the end of the board and where columns wrap around, in the buffer.
const std::uint8_t* LocalRules::row_of_view(std::uint32_t row, std::uint32_t col_band,
                                            RowBytes& buffer) const {
  const auto board_cols = static_cast<std::uint32_t>(grid_->cols());
  const std::span<const std::uint8_t> cells = view_->cells();
  const std::uint32_t* const cols = map_->cols().coordinates(col_band);
  const std::uint32_t adjacent = std::min<std::uint32_t>(board_cols - cols[0], kTileCols);
  const std::size_t first = std::size_t{row} * board_cols + cols[0];
  const bool wraps = grid_->wraps_cols() && adjacent < kTileCols;
  if (!wraps && first + kTileCols <= cells.size()) return cells.data() + first;
  std::copy_n(cells.data() + first, adjacent, buffer.data());
  if (wraps)
    for (std::uint32_t col = adjacent; col < kTileCols; ++col)
      buffer[col] = cells[first - cols[0] + cols[col]];
  return buffer.data();
}

void LocalRules::mark_shown(std::span<const Cell> cells) {
  // In locals: the bytes stored may alias members.
  Status* const status = status_.data();
  std::uint32_t was_unknown = 0;
  Cell contradiction = contradiction_;
  for (const Cell cell : cells) {
    const Status before = status[cell];
    SAPPER_EXPECT(before != kShown);
    if (before == kMine) contradiction = cell;
    was_unknown += static_cast<std::uint32_t>(before == 0);
    status[cell] = kShown;
  }
  unknown_count_ -= was_unknown;
  contradiction_ = contradiction;
}

// A newly shown cell, in all its places.
inline void LocalRules::add_number(Cell cell) {
  const auto number = static_cast<std::uint32_t>(view_->number(cell));
  map_->visit_places(cell, [&](const TileMap::Place& place) {
    Tile& tile = tiles_[place.tile];
    remove_bit(tile.unknown, place);
    if (place.is_for_constraints) {
      add_bit(tile.constraint, place);
      for (std::uint32_t k = 0; k < 3; ++k) add_bit(tile.number[k], place, number >> k & 1);
      if (number == 8) add_bit(tile.number[3], place);
    }
    mark(place.tile, kQueued | kChanged | kUncompared);
  });
}

void LocalRules::show(std::span<const Cell> cells) {
  mark_shown(cells);
  if (cells.size() < kReadFrom || !list_stale_tiles(cells)) {
    for (const Cell cell : cells) add_number(cell);
    return;
  }
  for (const std::uint32_t tile : stale_) {
    mark(tile, kQueued | kChanged | kUncompared);
    read_numbers(tile);
  }
}

// The tiles that hold the cells, each once, in their order. False if there are too many for reading them, which the
// first cells usually tell.
bool LocalRules::list_stale_tiles(std::span<const Cell> cells) {
  stale_.clear();
  if (map_->tile_count() == 1) {
    stale_.push_back(0);
    return true;
  }
  stale_blocks_.clear();
  const TileMap& map = *map_;
  std::uint8_t* const is_stale = is_block_stale_.data();
  constexpr std::size_t kAhead = 256;  // cells by which tiles may run ahead
  std::size_t next = 0;
  while (stale_.size() * kReadFrom <= next + kAhead) {
    // Most cells lie in a listed block. Without stores in between, the tables stay in registers.
    while (next < cells.size() && is_stale[map.block_of(cells[next])] != 0) ++next;
    if (next == cells.size()) break;
    const Cell cell = cells[next++];
    const std::uint32_t block = map.block_of(cell);
    is_stale[block] = 1;
    stale_blocks_.push_back(block);
    map.visit_places(cell, [&](const TileMap::Place& place) {
      if ((marks_[place.tile] & kStale) != 0) return;
      marks_[place.tile] |= kStale;
      stale_.push_back(place.tile);
    });
  }
  for (const std::uint32_t block : stale_blocks_) is_stale[block] = 0;
  for (const std::uint32_t tile : stale_) marks_[tile] &= static_cast<Marks>(~kStale);
  return next == cells.size() && stale_.size() * kReadFrom <= cells.size();
}

void LocalRules::learn_safe(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  mark_safe(cell);
}

void LocalRules::learn_mine(Cell cell) {
  SAPPER_EXPECT(is_unknown(cell));
  mark_mine(cell);
}

bool LocalRules::propagate() {
  if (contradiction_ != sim::kNoCell) return false;
  TileFindings findings;
  while (!queued_.empty()) {
    const std::uint32_t tile = queued_.back();
    queued_.pop_back();
    marks_[tile] &= static_cast<Marks>(~kQueued);
    if (!rules_->apply_local_rules(tiles_[tile], findings)) continue;
    take_in(tile, findings);
    if (contradiction_ != sim::kNoCell) return false;
  }
  return true;
}

// The tile includes its findings already; the cells and their other places do not.
void LocalRules::take_in(std::uint32_t tile, TileFindings& findings) {
  mark(tile, kChanged | kUncompared);
  CellArray cells;
  for (const Status found : {kMine, kSafe}) {
    MarkedCells& marked = found == kMine ? findings.mines : findings.safe;
    if (!map_->is_single()) hand_over(tile, found, marked);
    const std::size_t count = list_cells(tile, marked, cells.data());
    if (count == 0) continue;
    Status* const status = status_.data();
    for (std::size_t i = 0; i < count; ++i) status[cells[i]] = found;
    unknown_count_ -= static_cast<std::uint32_t>(count);
    if (found == kMine) mines_left_ -= static_cast<std::int64_t>(count);
    if (found == kSafe) safe_.insert(safe_.end(), cells.data(), cells.data() + count);
  }
  if (list_cells(tile, findings.violated, cells.data()) != 0) contradiction_ = cells.front();
}

// Puts what was found into all places of the cells. Of a cell that a small torus has several times in the tile, keeps
// the first.
void LocalRules::hand_over(std::uint32_t tile, Status found, MarkedCells& marked) {
  const TilePlane& shared = tiles_[tile].shared;
  const sim::Cell* const first_cells = map_->first_cells(tile);
  const std::uint32_t* const cols = map_->cols().coordinates(map_->col_band(tile));
  for (std::uint32_t rows = marked.rows; rows != 0; rows &= rows - 1) {
    const int row = std::countr_zero(rows);
    for (std::uint32_t bits = marked.plane.rows[row] & shared.rows[row]; bits != 0; bits &= bits - 1) {
      const Cell cell = first_cells[row] + cols[std::countr_zero(bits)];
      if (!is_unknown(cell)) {
        marked.plane.rows[row] &= ~(bits & -bits);
        continue;
      }
      status_[cell] = found;
      map_->visit_copies(cell, [&](const TileMap::Place& place) {
        Tile& other = tiles_[place.tile];
        if (!has_bit(other.unknown, place) && (found != kMine || has_bit(other.mine, place))) return;
        remove_bit(other.unknown, place);
        if (found == kMine) add_bit(other.mine, place);
        mark(place.tile, kQueued | kChanged | kUncompared);
      });
    }
  }
}

std::span<const Cell> LocalRules::changed() {
  changed_.clear();
  changed_open_.clear();
  MarkedCells changed;
  MarkedCells open;
  for (const std::uint32_t tile : changed_tiles_) {
    rules_->find_changed(tiles_[tile], changed, open);
    append_cells(tile, changed, changed_);
    append_cells(tile, open, changed_open_);
  }
  return changed_;
}

void LocalRules::list_open_constraints(std::vector<Cell>& constraints) const {
  constraints.clear();
  MarkedCells open;
  for (std::uint32_t tile = 0; tile < map_->tile_count(); ++tile) {
    rules_->find_open(tiles_[tile], open);
    append_cells(tile, open, constraints);
  }
  if (map_->tile_count() > 1) std::sort(constraints.begin(), constraints.end());
}

void LocalRules::append_cells(std::uint32_t tile, const MarkedCells& marked, std::vector<Cell>& cells) const {
  CellArray listed;
  const std::size_t count = list_cells(tile, marked, listed.data());
  cells.insert(cells.end(), listed.data(), listed.data() + count);
}

void LocalRules::forget_changed() {
  for (const std::uint32_t tile : changed_tiles_) {
    tiles_[tile].unknown_before = tiles_[tile].unknown;
    tiles_[tile].constraint_before = tiles_[tile].constraint;
    marks_[tile] &= static_cast<Marks>(~kChanged);
  }
  changed_tiles_.clear();
}

std::span<const std::uint32_t> LocalRules::take_uncompared_tiles() {
  taken_.clear();
  std::swap(taken_, uncompared_);
  for (const std::uint32_t tile : taken_) marks_[tile] &= static_cast<Marks>(~kUncompared);
  return taken_;
}

void LocalRules::learn(std::uint32_t tile, const MarkedCells& mines, const MarkedCells& safe) {
  CellArray cells;
  const std::size_t mine_count = list_cells(tile, mines, cells.data());
  for (const Cell cell : std::span(cells).first(mine_count))
    if (is_unknown(cell)) mark_mine(cell);
  const std::size_t safe_count = list_cells(tile, safe, cells.data());
  for (const Cell cell : std::span(cells).first(safe_count))
    if (is_unknown(cell)) mark_safe(cell);
}

// Adds the tile to the lists that do not contain it yet.
void LocalRules::put_on_lists(std::uint32_t tile, Marks marks) {
  const auto added = static_cast<Marks>(marks & ~marks_[tile]);
  marks_[tile] |= added;
  if ((added & kQueued) != 0) queued_.push_back(tile);
  if ((added & kChanged) != 0) changed_tiles_.push_back(tile);
  if ((added & kUncompared) != 0) uncompared_.push_back(tile);
}

void LocalRules::mark_safe(Cell cell) {
  status_[cell] = kSafe;
  safe_.push_back(cell);
  --unknown_count_;
  map_->visit_places(cell, [&](const TileMap::Place& place) {
    remove_bit(tiles_[place.tile].unknown, place);
    mark(place.tile, kQueued | kChanged | kUncompared);
  });
}

void LocalRules::mark_mine(Cell cell) {
  status_[cell] = kMine;
  --unknown_count_;
  --mines_left_;
  map_->visit_places(cell, [&](const TileMap::Place& place) {
    remove_bit(tiles_[place.tile].unknown, place);
    add_bit(tiles_[place.tile].mine, place);
    mark(place.tile, kQueued | kChanged | kUncompared);
  });
}

}  // namespace sapper::solvers

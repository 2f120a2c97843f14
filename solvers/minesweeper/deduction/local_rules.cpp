#include "solvers/minesweeper/deduction/local_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#if defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sapper::solvers {
namespace {

using sim::Cell;

void add_bit(TilePlane& plane, const TileMap::Place& place, std::uint32_t bit = 1) {
  plane.rows[place.row] |= bit << place.col;
}
void remove_bit(TilePlane& plane, const TileMap::Place& place) {
  plane.rows[place.row] &= ~(std::uint32_t{1} << place.col);
}

// What a view's bytes say of the cells of a tile's row.
struct RowOfView {
  std::uint32_t hidden;
  std::uint32_t number[4];  // in binary, where shown
};

RowOfView row_of(const std::uint8_t* bytes) {
  constexpr int kHiddenBit = std::countr_zero(sim::kHidden);
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const auto bit = [&](int k) -> std::uint32_t {
    return _mm256_test_epi8_mask(row, _mm256_set1_epi8(static_cast<char>(1 << k)));
  };
#elif defined(__SSE2__)
  const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16));
  const auto bit = [&](int k) {
    // Moves bit k of each byte to its top.
    const auto low = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_slli_epi16(left, 7 - k)));
    return low | static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_slli_epi16(right, 7 - k))) << 16;
  };
#else
  const auto bit = [&](int k) {
    std::uint32_t result = 0;
    for (int i = 0; i < kTileCols; ++i) result |= static_cast<std::uint32_t>(bytes[i] >> k & 1) << i;
    return result;
  };
#endif
  return {bit(kHiddenBit), {bit(0), bit(1), bit(2), bit(3)}};
}

}  // namespace

LocalRules::LocalRules(const sim::Grid& grid, const TileRulesSet& rules)
    : grid_(&grid),
      rules_(&tile_rules(grid.topology(), rules)),
      map_(std::make_shared<const TileMap>(grid)),
      tiles_(map_->tile_count()),
      status_(grid.cell_count(), 0),
      marks_(map_->tile_count(), 0),
      stale_rows_(map_->tile_count(), 0) {
  for (std::uint32_t tile = 0; tile < map_->tile_count(); ++tile)
    for (std::uint32_t row = 0; row < kTileRows; ++row)
      if ((map_->rows().owned(map_->row_band(tile)) >> row & 1) != 0)
        tiles_[tile].owned.rows[row] = map_->cols().owned(map_->col_band(tile));
}

void LocalRules::reset(const sim::View& view) {
  view_ = &view;
  safe_.clear();
  for (auto* const list : {&queued_, &changed_tiles_, &uncompared_}) list->clear();
  std::fill(marks_.begin(), marks_.end(), Marks{0});
  unknown_count_ = grid_->cell_count();
  mines_left_ = view.mine_count();
  contradiction_ = sim::kNoCell;
  const std::span<Status> status = status_.span();
  const std::span<const std::uint8_t> cells = view.cells();
  for (std::size_t i = 0; i < status.size(); ++i) status[i] = cells[i] == sim::kHidden ? 0 : kShown;
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
  if (view_->hidden_count() != grid_->cell_count()) read_rows(index, static_cast<Rows>(~Rows{0}));
  tile.unknown_before = tile.unknown;
  std::uint32_t any_shown = 0;
  for (const std::uint32_t row : tile.constraint.rows) any_shown |= row;
  if (any_shown != 0) mark(index, kQueued | kChanged | kUncompared);
}

// Reads the given rows of a tile from the view. Shown cells are no longer unknown; one that was known to be a mine is a
// contradiction.
void LocalRules::read_rows(std::uint32_t index, Rows stale) {
  const TileAxis& rows = map_->rows();
  const TileAxis& cols = map_->cols();
  const std::uint32_t row_band = map_->row_band(index);
  const std::uint32_t col_band = map_->col_band(index);
  const sim::Cell* const first_cells = map_->first_cells(index);
  const std::uint8_t* const bytes_of_band = view_->bytes().data() + cols.coordinates(col_band)[0];
  const bool wraps = cols.wraps(col_band);
  Tile& tile = tiles_[index];
  RowBytes buffer;
  for (std::uint32_t left = stale & rows.used(row_band); left != 0; left &= left - 1) {
    const auto row = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint8_t* const bytes =
        wraps ? unwrapped(index, row, buffer) : bytes_of_band + first_cells[row];
    const RowOfView read = row_of(bytes);
    const std::uint32_t shown = ~read.hidden;
    const std::uint32_t was_unknown = tile.unknown.rows[row] & shown;
    tile.unknown.rows[row] ^= was_unknown;
    unknown_count_ -= static_cast<std::uint32_t>(std::popcount(was_unknown & tile.owned.rows[row]));
    if ((tile.mine.rows[row] & shown) != 0) [[unlikely]]
      contradict(index, row, tile.mine.rows[row] & shown);
    if ((rows.for_constraints(row_band) >> row & 1) == 0) continue;
    const std::uint32_t constraint = shown & cols.for_constraints(col_band);
    tile.constraint.rows[row] = constraint;
    for (std::size_t k = 0; k < 4; ++k) tile.number[k].rows[row] = read.number[k] & constraint;
  }
}

// The view's cells in a tile's row, where columns wrap around.
const std::uint8_t* LocalRules::unwrapped(std::uint32_t tile, std::uint32_t row, RowBytes& buffer) const {
  const std::uint32_t* const cols = map_->cols().coordinates(map_->col_band(tile));
  for (std::uint32_t col = 0; col < kTileCols; ++col)
    buffer[col] = view_->bytes()[map_->first_cells(tile)[row] + cols[col]];
  return buffer.data();
}

void LocalRules::show(std::span<const sim::CellBits> shown) {
  for (const sim::CellBits cells : shown) {
    SAPPER_EXPECT(status_.equal_to(kShown, cells).bits == 0);
    status_.fill(cells, kShown);
    map_->visit_rows(cells, [&](std::uint32_t tile, std::uint32_t row) {
      if (stale_rows_[tile] == 0) stale_.push_back(tile);
      stale_rows_[tile] |= static_cast<Rows>(Rows{1} << row);
    });
  }
  if (!safe_.empty()) {
    for (sim::CellBits& cells : safe_) cells = status_.equal_to(kSafe, cells);
    std::erase_if(safe_, [](sim::CellBits cells) { return cells.bits == 0; });
  }
  for (const std::uint32_t tile : stale_) {
    mark(tile, kQueued | kChanged | kUncompared);
    read_rows(tile, std::exchange(stale_rows_[tile], Rows{0}));
  }
  stale_.clear();
}

// The first of the marked cells of a row cannot be what it was found to be.
void LocalRules::contradict(std::uint32_t tile, std::uint32_t row, std::uint32_t bits) {
  map_->visit_runs(tile, row, bits & -bits, [&](sim::CellBits cell) { contradiction_ = cell.first; });
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
  for (const Status found : {kMine, kSafe}) {
    MarkedCells& marked = found == kMine ? findings.mines : findings.safe;
    if (!map_->is_single()) hand_over(tile, found, marked);
    std::uint32_t count = 0;
    for (std::uint32_t rows = marked.rows; rows != 0; rows &= rows - 1) {
      const auto row = static_cast<std::uint32_t>(std::countr_zero(rows));
      const std::uint32_t bits = marked.plane.rows[row];
      count += static_cast<std::uint32_t>(std::popcount(bits));
      map_->visit_runs(tile, row, bits, [&](sim::CellBits cells) {
        status_.fill(cells, found);
        if (found == kSafe) safe_.push_back(cells);
      });
    }
    unknown_count_ -= count;
    if (found == kMine) mines_left_ -= count;
  }
  if (findings.violated.rows != 0) {
    const auto row = static_cast<std::uint32_t>(std::countr_zero(findings.violated.rows));
    contradict(tile, row, findings.violated.plane.rows[row]);
  }
}

// Puts what was found into all places of the cells.
void LocalRules::hand_over(std::uint32_t tile, Status found, MarkedCells& marked) {
  if (map_->has_repeats()) drop_repeats(tile, found, marked);
  map_->visit_overlaps(tile, marked.rows, [&](std::uint32_t index, const auto& in_rows, const auto& in_cols) {
    Tile& other = tiles_[index];
    std::uint32_t any_new = 0;
    for (std::uint32_t rows = marked.rows & in_rows.lines; rows != 0; rows &= rows - 1) {
      const int row = std::countr_zero(rows);
      const std::uint64_t common = marked.plane.rows[row] & in_cols.lines;
      const auto bits =
          static_cast<std::uint32_t>(in_cols.shift >= 0 ? common << in_cols.shift : common >> -in_cols.shift);
      std::uint32_t& unknown = other.unknown.rows[row + in_rows.shift];
      std::uint32_t& mine = other.mine.rows[row + in_rows.shift];
      any_new |= bits & unknown;
      unknown &= ~bits;
      if (found != kMine) continue;
      any_new |= bits & ~mine;
      mine |= bits;
    }
    if (any_new != 0) mark(index, kQueued | kChanged | kUncompared);
  });
}

// Of a cell that the tile has several times, keeps the first.
void LocalRules::drop_repeats(std::uint32_t tile, Status found, MarkedCells& marked) {
  const sim::Cell* const first_cells = map_->first_cells(tile);
  const std::uint32_t* const cols = map_->cols().coordinates(map_->col_band(tile));
  for (std::uint32_t rows = marked.rows; rows != 0; rows &= rows - 1) {
    const int row = std::countr_zero(rows);
    for (std::uint32_t bits = marked.plane.rows[row]; bits != 0; bits &= bits - 1) {
      const Cell cell = first_cells[row] + cols[std::countr_zero(bits)];
      if (!is_unknown(cell)) marked.plane.rows[row] &= ~(bits & -bits);
      status_[cell] = found;
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
  safe_.push_back(sim::CellBits::of(cell));
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

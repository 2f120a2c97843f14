// The rules on tiles for one instruction set: compiled once for each, with SAPPER_INSTRUCTION_SET defined (CMakeLists.txt).
// Nothing may be shared between instruction sets, so no function of the standard library is used.
#include "sim/minesweeper/row_vector.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

#if SAPPER_ROW_VECTOR_PARTS == 1
#include <immintrin.h>
#endif

namespace sapper::solvers {
namespace {

#define SAPPER_INLINE inline __attribute__((always_inline))

// A plane in registers. In rows and columns outside the board, no cell is unknown, a mine, hidden or a constraint.
using Bits = sim::RowVector;

SAPPER_INLINE void store(const Bits& bits, TilePlane& plane) { bits.store(plane.rows); }

// A plane of the board at a tile.
SAPPER_INLINE Bits load(const TileSource& tile, const std::uint32_t* plane) {
  const Bits result = Bits::load(plane);
  if (tile.first_col == 0) return result;
  const Bits next = Bits::load(plane + tile.to_next_strip);
  return result >> tile.first_col | next << (kTileCols - tile.first_col);
}
SAPPER_INLINE Bits load_constraints(const TileSource& tile, const std::uint32_t* hidden) {
  return Bits::load(tile.constraint_rows->rows).in_columns(tile.constraint_cols) & ~load(tile, hidden);
}
SAPPER_INLINE Bits load_owned(const TileSource& tile) {
  return Bits::load(tile.owned_rows->rows).in_columns(tile.owned_cols);
}

SAPPER_INLINE void store(const Bits& bits, MarkedCells& marked) {
  store(bits, marked.plane);
  marked.rows = bits.used_rows();
}
// Writes first_cell + cols[i] for each set bit i, and returns the end; may write kListSlack more.
SAPPER_INLINE std::uint32_t* list_row(std::uint32_t bits, std::uint32_t first_cell, const std::uint32_t* cols,
                                      std::uint32_t* cells) {
#if SAPPER_ROW_VECTOR_PARTS == 1
  // Compressing into memory is slow on some processors: into a register, and all of it stored.
  const __m512i first = _mm512_set1_epi32(static_cast<int>(first_cell));
  for (int part = 0; part < 2; ++part) {
    const auto wanted = static_cast<__mmask16>(bits >> (16 * part));
    const __m512i all = _mm512_add_epi32(first, _mm512_loadu_si512(cols + 16 * part));
    _mm512_storeu_si512(cells, _mm512_maskz_compress_epi32(wanted, all));
    cells += __builtin_popcount(wanted);
  }
#else
  for (; bits != 0; bits &= bits - 1) *cells++ = first_cell + cols[__builtin_ctz(bits)];
#endif
  return cells;
}
inline std::uint32_t list_cells(const MarkedCells& marked, const std::uint32_t* first_cells,
                                const std::uint32_t* cols, std::uint32_t* cells) {
  std::uint32_t* end = cells;
  for (std::uint32_t rows = marked.rows; rows != 0; rows &= rows - 1) {
    const int row = __builtin_ctz(rows);
    end = list_row(marked.plane.rows[row], first_cells[row], cols, end);
  }
  return static_cast<std::uint32_t>(end - cells);
}

// Each cell takes the bit of the cell above it, and so on; cells at the tile's edge take 0.
SAPPER_INLINE Bits from_left(const Bits& bits) { return bits << 1; }
SAPPER_INLINE Bits from_right(const Bits& bits) { return bits >> 1; }
SAPPER_INLINE Bits from_above(const Bits& bits) { return bits.moved_down(); }
SAPPER_INLINE Bits from_below(const Bits& bits) { return bits.moved_up(); }
template <int kRows, int kCols>
SAPPER_INLINE Bits from(const Bits& bits) {  // the cell this many rows below and columns to the right
  if constexpr (kRows > 0)
    return from<kRows - 1, kCols>(from_below(bits));
  else if constexpr (kRows < 0)
    return from<kRows + 1, kCols>(from_above(bits));
  else if constexpr (kCols > 0)
    return from<0, kCols - 1>(from_right(bits));
  else if constexpr (kCols < 0)
    return from<0, kCols + 1>(from_left(bits));
  else
    return bits;
}

// A number per cell, in binary.
struct Sum {
  Bits bit[4];
};
SAPPER_INLINE Sum load_numbers(const TileSource& tile) {
  return {{load(tile, tile.number[0]), load(tile, tile.number[1]), load(tile, tile.number[2]),
           load(tile, tile.number[3])}};
}
struct TwoBits {
  Bits low, high;
};

SAPPER_INLINE Sum add(const TwoBits& a, const TwoBits& b, const TwoBits& c) {
  const Bits carry = majority(a.low, b.low, c.low);
  const Bits twos = odd_of(a.high, b.high, c.high);
  const Bits fours = majority(a.high, b.high, c.high);
  const Bits carry_of_twos = twos & carry;
  return {{odd_of(a.low, b.low, c.low), twos ^ carry, fours ^ carry_of_twos, fours & carry_of_twos}};
}
SAPPER_INLINE Bits are_equal(const Sum& a, const Sum& b) {
  return ~((a.bit[0] ^ b.bit[0]) | (a.bit[1] ^ b.bit[1]) | (a.bit[2] ^ b.bit[2]) | (a.bit[3] ^ b.bit[3]));
}
struct Difference {
  Sum value;
  Bits is_negative;
};
SAPPER_INLINE Difference subtract(const Sum& a, const Sum& b) {
  Difference result;
  result.is_negative = {};
  for (int i = 0; i < 4; ++i) {
    result.value.bit[i] = odd_of(a.bit[i], b.bit[i], result.is_negative);
    result.is_negative = majority(~a.bit[i], b.bit[i], result.is_negative);
  }
  return result;
}

// A topology defines what the rows above and below contribute to a cell. The cell itself is counted too where that is
// simpler: a constraint is neither unknown nor a mine.
//
// Around a block, its ring adds what the block's own words lack. Of the ring, `rows` has the row above as its last and the
// row below as its first; of `sides` only the first and the last column are used, for the cells to the left and to the
// right; `corners` are the sides of `rows`.
struct Ring {
  Bits rows, sides, corners;
};
SAPPER_INLINE Ring operator|(const Ring& a, const Ring& b) {
  return {a.rows | b.rows, a.sides | b.sides, a.corners | b.corners};
}
SAPPER_INLINE Ring operator&(const Ring& a, const Ring& b) {
  return {a.rows & b.rows, a.sides & b.sides, a.corners & b.corners};
}
SAPPER_INLINE Ring operator^(const Ring& a, const Ring& b) {
  return {a.rows ^ b.rows, a.sides ^ b.sides, a.corners ^ b.corners};
}
SAPPER_INLINE bool any(const Ring& ring) { return (ring.rows | ring.sides | ring.corners).any(); }

constexpr std::uint32_t kFirstCol = 1;
constexpr std::uint32_t kLastCol = std::uint32_t{1} << (kTileCols - 1);
// The same with sides, which hold nothing but the first and last columns.
SAPPER_INLINE Bits from_left(const Bits& bits, const Bits& sides) {
  return from_left(bits) | sides.in_columns(kFirstCol);
}
SAPPER_INLINE Bits from_right(const Bits& bits, const Bits& sides) {
  return from_right(bits) | sides.in_columns(kLastCol);
}
// The same with the rows of a ring.
SAPPER_INLINE Bits from_above(const Bits& bits, const Bits& rows) { return bits.moved_down(rows); }
SAPPER_INLINE Bits from_below(const Bits& bits, const Bits& rows) { return bits.moved_up(rows); }
SAPPER_INLINE Bits first_row() { return Bits::before(1); }
SAPPER_INLINE Bits last_row() { return ~Bits::before(kTileRows - 1); }
// What a ring's rows take from the block: its last row in the first one, and its first row in the last one. The rows
// between are arbitrary.
SAPPER_INLINE Bits to_rows(const Bits& bits) {
  return (bits.moved_down(bits) & first_row()) | (bits.moved_up(bits) & ~first_row());
}

// What a ring that stays the same contributes to sums.
struct RingTerms {
  Bits sides;
  TwoBits rows;
};

struct Square {
  static SAPPER_INLINE TwoBits add_row(const Bits& left, const Bits& bits, const Bits& right) {
    return {odd_of(left, bits, right), majority(left, bits, right)};
  }
  static SAPPER_INLINE Sum sum(const Bits& bits) {
    const TwoBits row = add_row(from_left(bits), bits, from_right(bits));
    return add(row, {from_above(row.low), from_above(row.high)}, {from_below(row.low), from_below(row.high)});
  }
  static SAPPER_INLINE Bits spread(const Bits& bits) {
    const Bits row = bits | from_left(bits) | from_right(bits);
    return row | from_above(row) | from_below(row);
  }
  static SAPPER_INLINE RingTerms terms(const Ring& ring) {
    return {ring.sides,
            add_row(from_left(ring.rows, ring.corners), ring.rows, from_right(ring.rows, ring.corners))};
  }
  static SAPPER_INLINE Sum sum(const Bits& bits, const RingTerms& ring) {
    const TwoBits row = add_row(from_left(bits, ring.sides), bits, from_right(bits, ring.sides));
    return add(row, {from_above(row.low, ring.rows.low), from_above(row.high, ring.rows.high)},
               {from_below(row.low, ring.rows.low), from_below(row.high, ring.rows.high)});
  }
  // The cells around a block that the marked ones touch, and others where no cell of a ring is.
  static SAPPER_INLINE Ring spread_to_ring(const Bits& bits) {
    const Bits row = bits | from_left(bits) | from_right(bits);
    return {to_rows(row), bits | from_above(bits) | from_below(bits), to_rows(bits)};
  }
};

// Odd rows are shifted to the right by half a cell: below and above a cell of an odd row are those of its own column
// and the next, of an even row those of its own column and the one before. Tiles begin with an even row.
struct Hex {
  // The other cell, besides that of the same column, that a cell touches in the rows above and below; taken in the
  // row that is touched.
  static SAPPER_INLINE Bits beside(const Bits& left, const Bits& right) {
    const Bits odd = Bits::odd_rows();
    return (left & odd) | (right & ~odd);
  }
  static SAPPER_INLINE Sum sum(const Bits& bits) {
    const Bits left = from_left(bits);
    const Bits right = from_right(bits);
    const Bits other = beside(left, right);
    const TwoBits pair = {bits ^ other, bits & other};
    return add({left ^ right, left & right}, {from_above(pair.low), from_above(pair.high)},
               {from_below(pair.low), from_below(pair.high)});
  }
  static SAPPER_INLINE Bits spread(const Bits& bits) {
    const Bits left = from_left(bits);
    const Bits right = from_right(bits);
    const Bits pair = bits | beside(left, right);
    return left | right | from_above(pair) | from_below(pair);
  }
  static SAPPER_INLINE RingTerms terms(const Ring& ring) {
    const Bits other = beside(from_left(ring.rows, ring.corners), from_right(ring.rows, ring.corners));
    return {ring.sides, {ring.rows ^ other, ring.rows & other}};
  }
  static SAPPER_INLINE Sum sum(const Bits& bits, const RingTerms& ring) {
    const Bits left = from_left(bits, ring.sides);
    const Bits right = from_right(bits, ring.sides);
    const Bits other = beside(left, right);
    const TwoBits pair = {bits ^ other, bits & other};
    return add({left ^ right, left & right},
               {from_above(pair.low, ring.rows.low), from_above(pair.high, ring.rows.high)},
               {from_below(pair.low, ring.rows.low), from_below(pair.high, ring.rows.high)});
  }
  static SAPPER_INLINE Ring spread_to_ring(const Bits& bits) {
    const Bits pair = bits | beside(from_left(bits), from_right(bits));
    // In the rows above and below, cells of even rows touch the column to the left, those of odd rows that to the right.
    const Bits odd = Bits::odd_rows();
    const Bits to_sides = (bits & ~odd).in_columns(kFirstCol) | (bits & odd).in_columns(kLastCol);
    return {to_rows(pair), bits | from_above(to_sides) | from_below(to_sides), to_rows(to_sides)};
  }
};

// A plane at a block.
struct FramedBits {
  Bits bits;
  Ring ring;
};
// Some rows of the block's strip, and their sides.
SAPPER_INLINE void load_strips(const RingPlace& ring, const std::uint32_t* words, Bits& bits, Bits& sides) {
  bits = Bits::load(words);
  sides = (Bits::load(words + ring.left) >> ring.left_bit).in_columns(kFirstCol);
  const Bits right = Bits::load(words + ring.right);
  if (ring.cols == kTileCols) [[likely]] {
    sides = sides | right << (kTileCols - 1);
  } else {
    bits = bits | right.in_columns(kFirstCol) << ring.cols;
  }
}
SAPPER_INLINE FramedBits load_framed(const RingPlace& ring, const std::uint32_t* words) {
  FramedBits result;
  load_strips(ring, words, result.bits, result.ring.sides);
  load_strips(ring, words + ring.above - (kTileRows - 1), result.ring.rows, result.ring.corners);
  result.ring.rows = result.ring.rows & last_row();
  result.ring.corners = result.ring.corners & last_row();
  Bits below;
  Bits sides_below;
  if (ring.rows == kTileRows) [[likely]] {
    load_strips(ring, words + ring.below, below, sides_below);
    result.ring.rows = result.ring.rows | (below & first_row());
    result.ring.corners = result.ring.corners | (sides_below & first_row());
  } else {
    load_strips(ring, words + ring.below - ring.rows, below, sides_below);
    const Bits row_below = Bits::only(ring.rows, ~std::uint32_t{0});
    result.bits = result.bits | (below & row_below);
    result.ring.sides = result.ring.sides | (sides_below & row_below);
  }
  return result;
}

// What was found in a ring. Of a block with fewer rows or columns than a plane, the planes of the block, `bits`, have the row
// below and the column to the right.
SAPPER_INLINE RingCells cells_of(const RingPlace& place, const Ring& ring, const Bits& bits) {
  const bool is_low = place.rows < kTileRows;
  const bool is_narrow = place.cols < kTileCols;
  std::uint32_t rows[kTileRows];
  std::uint32_t corners[kTileRows];
  ring.rows.store(rows);
  ring.corners.store(corners);
  const std::uint32_t above = rows[kTileRows - 1];
  const std::uint32_t beside_above = corners[kTileRows - 1];
  std::uint32_t below = rows[0];
  std::uint32_t beside_below = corners[0];
  if (is_low) {
    bits.store(rows);
    ring.sides.store(corners);
    below = rows[place.rows];
    beside_below = corners[place.rows];
  }
  const Bits in_rows = Bits::before(place.rows);
  const Bits right = is_narrow ? bits >> place.cols : ring.sides >> (kTileCols - 1);
  const auto right_of = [&](std::uint32_t row, std::uint32_t beside) {
    return is_narrow ? row >> place.cols & 1 : beside >> (kTileCols - 1);
  };
  const std::uint32_t in_cols = ~std::uint32_t{0} >> (kTileCols - place.cols);
  return {above & in_cols,
          below & in_cols,
          (ring.sides.in_columns(kFirstCol) & in_rows).used_rows(),
          (right.in_columns(kFirstCol) & in_rows).used_rows(),
          beside_above & 1,
          right_of(above, beside_above),
          beside_below & 1,
          right_of(below, beside_below)};
}

// What the local rules work on, for a block with cells around it and for one without.
template <class Shape>
struct Framed {
  static constexpr bool kHasRing = true;
  Bits unknown, mine;
  Ring ring_unknown, ring_mine;
  RingTerms perhaps_mines_around, mines_around;

  explicit SAPPER_INLINE Framed(const BlockPlanes& block) {
    const FramedBits unknowns = load_framed(*block.ring, block.unknown);
    const FramedBits mines = load_framed(*block.ring, block.mine);
    unknown = unknowns.bits;
    mine = mines.bits;
    ring_unknown = unknowns.ring;
    ring_mine = mines.ring;
    see_ring();
  }
  SAPPER_INLINE void see_ring() {
    perhaps_mines_around = Shape::terms(ring_unknown | ring_mine);
    mines_around = Shape::terms(ring_mine);
  }
  SAPPER_INLINE Sum perhaps_mines() const { return Shape::sum(unknown | mine, perhaps_mines_around); }
  SAPPER_INLINE Sum mines() const { return Shape::sum(mine, mines_around); }
  // Adds what is found around the block where all (or none) of a number's unknown neighbours are mines. Returns whether
  // there is anything.
  SAPPER_INLINE bool find_in_ring(const Bits& all_are_mines, const Bits& none_are_mines, Ring& found_mines,
                                  Ring& found_safe) {
    const Ring new_mines = Shape::spread_to_ring(all_are_mines) & ring_unknown;
    ring_unknown = ring_unknown ^ new_mines;
    const Ring new_safe = Shape::spread_to_ring(none_are_mines) & ring_unknown;
    if (!any(new_mines | new_safe)) return false;
    ring_unknown = ring_unknown ^ new_safe;
    ring_mine = ring_mine | new_mines;
    found_mines = found_mines | new_mines;
    found_safe = found_safe | new_safe;
    see_ring();
    return true;
  }
};
template <class Shape>
struct Alone {
  static constexpr bool kHasRing = false;
  Bits unknown, mine;

  explicit SAPPER_INLINE Alone(const BlockPlanes& block)
      : unknown(Bits::load(block.unknown)), mine(Bits::load(block.mine)) {}
  SAPPER_INLINE Sum perhaps_mines() const { return Shape::sum(unknown | mine); }
  SAPPER_INLINE Sum mines() const { return Shape::sum(mine); }
};

template <class Shape, template <class> class Block>
bool apply_local_rules(const BlockPlanes& planes, BlockFindings& findings) {
  const Bits constraint = Bits::load(planes.all_cells) & ~Bits::load(planes.hidden);
  const Sum number = {{Bits::load(planes.number[0]), Bits::load(planes.number[1]),
                       Bits::load(planes.number[2]), Bits::load(planes.number[3])}};
  Block<Shape> block(planes);
  const Bits unknown_at_first = block.unknown;
  const Bits mine_at_first = block.mine;
  Sum perhaps_mines;
  Sum mines;
  [[maybe_unused]] Ring ring_mines{};
  [[maybe_unused]] Ring ring_safe{};
  bool has_ring_cells = false;
  while (true) {
    Bits all_are_mines;
    Bits none_are_mines;
    // Neither rule's findings affect its own condition: each runs once for the findings of the other, until there are
    // none.
    for (bool is_first = true;; is_first = false) {
      perhaps_mines = block.perhaps_mines();
      all_are_mines = constraint & are_equal(perhaps_mines, number);
      const Bits new_mines = Shape::spread(all_are_mines) & block.unknown;
      if (!is_first && !new_mines.any()) break;
      block.mine = block.mine | new_mines;
      block.unknown = block.unknown ^ new_mines;
      mines = block.mines();
      none_are_mines = constraint & are_equal(mines, number);
      const Bits new_safe = Shape::spread(none_are_mines) & block.unknown;
      if (!new_safe.any()) break;
      block.unknown = block.unknown ^ new_safe;
    }
    if constexpr (Block<Shape>::kHasRing) {
      if (block.find_in_ring(all_are_mines, none_are_mines, ring_mines, ring_safe)) {
        has_ring_cells = true;
        continue;
      }
    }
    break;
  }
  const Bits violated =
      constraint & (subtract(perhaps_mines, number).is_negative | subtract(number, mines).is_negative);
  const Bits all_known = unknown_at_first ^ block.unknown;
  const Bits all_mines = block.mine ^ mine_at_first;
  Bits known = all_known;
  Bits new_mines = all_mines;
  if constexpr (Block<Shape>::kHasRing) {
    // If a block has fewer rows or columns than a plane, the others may have cells of the ring.
    const Bits own = Bits::load(planes.all_cells);
    known = all_known & own;
    new_mines = all_mines & own;
    has_ring_cells |= (all_known & ~own).any();
  }
  if (!(known | violated).any() && !has_ring_cells) return false;
  findings.known = known.count();
  findings.mines = new_mines.count();
  (Bits::load(planes.unknown) & ~known).store(planes.unknown);
  (Bits::load(planes.mine) | new_mines).store(planes.mine);
  store(known ^ new_mines, findings.safe);
  store(violated, findings.violated);
  findings.has_ring_cells = has_ring_cells;
  if constexpr (Block<Shape>::kHasRing) {
    const RingPlace& ring = *planes.ring;
    findings.rows = {known.used_rows(), known.in_columns(ring.first_col).used_rows(),
                     known.in_columns(ring.last_col).used_rows()};
    if (has_ring_cells) {
      findings.ring_mines = cells_of(ring, ring_mines, all_mines);
      findings.ring_safe = cells_of(ring, ring_safe, all_known ^ all_mines);
    }
  }
  return true;
}

// Let A and B be the unknown cells of two constraints, which share s cells. A needs at least |A \ B| mines more than B
// exactly if the free cells of A and the mines of B add up to at most s, and for consistent numbers to exactly s. At a
// fixed point of the local rules both are at least 1, so that s is 2, 3 or 4.
struct Balance {
  Bits mines[3];  // [i]: needs i + 1 mines among its unknown neighbours
  Bits free[3];   // [i]: has i + 1 free cells there
};

SAPPER_INLINE void fill_ones(const Sum& value, const Bits& constraint, Bits* is_value) {
  const Bits is_small = constraint & ~(value.bit[2] | value.bit[3]);
  is_value[0] = is_small & value.bit[0] & ~value.bit[1];
  is_value[1] = is_small & value.bit[1] & ~value.bit[0];
  is_value[2] = is_small & value.bit[0] & value.bit[1];
}

// Whether the free cells of the one and the mines of the other add up to the number of shared cells, at most kShared.
template <int kShared>
SAPPER_INLINE Bits make_up(const Bits* free, const Bits* mines, const Bits* shared) {
  if constexpr (kShared == 2) return free[0] & mines[0] & shared[0] & shared[1];
  if constexpr (kShared == 3) {
    const Bits all = shared[0] & shared[1] & shared[2];
    const Bits two = majority(shared[0], shared[1], shared[2]) ^ all;
    return (two & free[0] & mines[0]) | (all & ((free[0] & mines[1]) | (free[1] & mines[0])));
  }
  if constexpr (kShared == 4) {
    const Bits one_a = shared[0] ^ shared[1];
    const Bits two_a = shared[0] & shared[1];
    const Bits one_b = shared[2] ^ shared[3];
    const Bits two_b = shared[2] & shared[3];
    const Bits two = (one_a & one_b) | ((two_a ^ two_b) & ~(one_a | one_b));
    const Bits three = (one_a & two_b) | (two_a & one_b);
    const Bits four = two_a & two_b;
    return (two & free[0] & mines[0]) | (three & ((free[0] & mines[1]) | (free[1] & mines[0]))) |
           (four & ((free[0] & mines[2]) | (free[1] & mines[1]) | (free[2] & mines[0])));
  }
}

struct Found {
  Bits mines, safe;
};

template <int kRows, int kCols>
struct SquarePair {  // a constraint and the one this many rows below and columns to the right
  static constexpr bool touches(int row, int col, int other_row, int other_col) {
    return row - other_row <= 1 && other_row - row <= 1 && col - other_col <= 1 && other_col - col <= 1;
  }
  // Whether the cell at this offset from the first is a neighbour of both.
  static constexpr bool is_shared(int row, int col) {
    return touches(row, col, 0, 0) && touches(row, col, kRows, kCols) && !(row == 0 && col == 0) &&
           !(row == kRows && col == kCols);
  }
  static constexpr int shared_count() {
    int count = 0;
    for (int row = -1; row <= 1; ++row)
      for (int col = -1; col <= 1; ++col) count += is_shared(row, col);
    return count;
  }

  // The neighbours of the marked cells that are not neighbours of their partner, which lies in the given direction.
  template <int kOtherRows, int kOtherCols>
  static SAPPER_INLINE Bits alone_around(const Bits& marked) {
    Bits result{};
    if constexpr (!touches(-1, -1, kOtherRows, kOtherCols)) result = result | from<1, 1>(marked);
    if constexpr (!touches(-1, 0, kOtherRows, kOtherCols)) result = result | from<1, 0>(marked);
    if constexpr (!touches(-1, 1, kOtherRows, kOtherCols)) result = result | from<1, -1>(marked);
    if constexpr (!touches(0, -1, kOtherRows, kOtherCols)) result = result | from<0, 1>(marked);
    if constexpr (!touches(0, 1, kOtherRows, kOtherCols)) result = result | from<0, -1>(marked);
    if constexpr (!touches(1, -1, kOtherRows, kOtherCols)) result = result | from<-1, 1>(marked);
    if constexpr (!touches(1, 0, kOtherRows, kOtherCols)) result = result | from<-1, 0>(marked);
    if constexpr (!touches(1, 1, kOtherRows, kOtherCols)) result = result | from<-1, -1>(marked);
    return result;
  }

  // around: what is unknown, seen from each of the 3 x 3 cells around.
  static SAPPER_INLINE void compare(const Balance& balance, const Bits (&around)[3][3], Found& found) {
    constexpr int kShared = shared_count();
    Bits shared[kShared];
    int count = 0;
    for (int row = -1; row <= 1; ++row)
      for (int col = -1; col <= 1; ++col)
        if (is_shared(row, col)) shared[count++] = around[row + 1][col + 1];
    Bits other_mines[3];
    Bits other_free[3];
    for (int i = 0; i + 1 < kShared; ++i) {
      other_mines[i] = from<kRows, kCols>(balance.mines[i]);
      other_free[i] = from<kRows, kCols>(balance.free[i]);
    }
    const Bits more_here = make_up<kShared>(balance.free, other_mines, shared);
    const Bits more_there = make_up<kShared>(other_free, balance.mines, shared);
    if (!(more_here | more_there).any()) return;
    found.mines = found.mines | alone_around<kRows, kCols>(more_here) |
                  alone_around<-kRows, -kCols>(from<-kRows, -kCols>(more_there));
    found.safe = found.safe | alone_around<kRows, kCols>(more_there) |
                 alone_around<-kRows, -kCols>(from<-kRows, -kCols>(more_here));
  }
};

SAPPER_INLINE Found compare_pairs(Square, const Balance& balance, const Bits& unknown) {
  const Bits above = from_above(unknown);
  const Bits below = from_below(unknown);
  const Bits around[3][3] = {{from_left(above), above, from_right(above)},
                             {from_left(unknown), unknown, from_right(unknown)},
                             {from_left(below), below, from_right(below)}};
  Found found{};
  SquarePair<0, 1>::compare(balance, around, found);
  SquarePair<0, 2>::compare(balance, around, found);
  SquarePair<1, -2>::compare(balance, around, found);
  SquarePair<1, -1>::compare(balance, around, found);
  SquarePair<1, 0>::compare(balance, around, found);
  SquarePair<1, 1>::compare(balance, around, found);
  SquarePair<1, 2>::compare(balance, around, found);
  SquarePair<2, -1>::compare(balance, around, found);
  SquarePair<2, 0>::compare(balance, around, found);
  SquarePair<2, 1>::compare(balance, around, found);
  return found;
}

// Directions on a hexagonal board, clockwise from the right. Each cell takes the bit of its neighbour there.
template <int kDirection>
SAPPER_INLINE Bits from_direction(const Bits& bits) {
  constexpr int kTurns = (kDirection % 6 + 6) % 6;
  const Bits odd = Bits::odd_rows();
  if constexpr (kTurns == 0) return from_right(bits);
  if constexpr (kTurns == 3) return from_left(bits);
  const Bits row = kTurns == 1 || kTurns == 2 ? from_below(bits) : from_above(bits);
  if constexpr (kTurns == 1 || kTurns == 5) return (row & ~odd) | (from_right(row) & odd);
  if constexpr (kTurns == 2 || kTurns == 4) return (row & odd) | (from_left(row) & ~odd);
}

// A constraint and the one kSteps (1 or 2) away: the first step in direction k, the second in direction k + 1. They
// share two cells.
template <int k, int kSteps>
struct HexPair {
  static SAPPER_INLINE Bits other_of(const Bits& bits) {
    if constexpr (kSteps == 1)
      return from_direction<k>(bits);
    else
      return from_direction<k>(from_direction<k + 1>(bits));
  }
  // The bits of the first, at the other.
  static SAPPER_INLINE Bits to_other(const Bits& bits) {
    if constexpr (kSteps == 1)
      return from_direction<k + 3>(bits);
    else
      return from_direction<k + 3>(from_direction<k + 4>(bits));
  }
  // This is as in SquarePair, for marked cells whose partner starts in direction kTo.
  template <int kTo>
  static SAPPER_INLINE Bits alone_around(const Bits& marked) {
    Bits result = from_direction<kTo + 2 + 3>(marked) | from_direction<kTo + 3 + 3>(marked) |
                  from_direction<kTo + 4 + 3>(marked);
    if constexpr (kSteps == 2) result = result | from_direction<kTo + 5 + 3>(marked);
    return result;
  }
  static SAPPER_INLINE void compare(const Balance& balance, const Bits& unknown, Found& found) {
    const Bits shared[2] = {from_direction < kSteps == 1 ? k - 1 : k > (unknown),
                            from_direction<k + 1>(unknown)};
    const Bits other_mines = other_of(balance.mines[0]);
    const Bits other_free = other_of(balance.free[0]);
    const Bits more_here = make_up<2>(balance.free, &other_mines, shared);
    const Bits more_there = make_up<2>(&other_free, balance.mines, shared);
    if (!(more_here | more_there).any()) return;
    found.mines = found.mines | alone_around<k>(more_here) | alone_around<k + 3>(to_other(more_there));
    found.safe = found.safe | alone_around<k>(more_there) | alone_around<k + 3>(to_other(more_here));
  }
};

SAPPER_INLINE Found compare_pairs(Hex, const Balance& balance, const Bits& unknown) {
  Found found{};
  HexPair<0, 1>::compare(balance, unknown, found);
  HexPair<1, 1>::compare(balance, unknown, found);
  HexPair<2, 1>::compare(balance, unknown, found);
  HexPair<0, 2>::compare(balance, unknown, found);
  HexPair<1, 2>::compare(balance, unknown, found);
  HexPair<2, 2>::compare(balance, unknown, found);
  return found;
}

template <class Shape>
bool apply_overlap_rule(const TileSource& tile, TileFindings& findings) {
  const Bits constraint = load_constraints(tile, tile.hidden);
  const Sum number = load_numbers(tile);
  const Bits unknown = load(tile, tile.unknown);
  const Bits mine = load(tile, tile.mine);
  Balance balance;
  fill_ones(subtract(number, Shape::sum(mine)).value, constraint, balance.mines);
  fill_ones(subtract(Shape::sum(unknown | mine), number).value, constraint, balance.free);
  Found found = compare_pairs(Shape{}, balance, unknown);
  found.mines = found.mines & unknown;
  found.safe = found.safe & unknown & ~found.mines;
  if (!(found.mines | found.safe).any()) return false;
  store(found.mines, findings.mines);
  store(found.safe, findings.safe);
  return true;
}

template <class Shape>
void find_changed(const TileSource& tile, MarkedCells& changed, MarkedCells& changed_open) {
  const Bits unknown = load(tile, tile.unknown);
  const Bits before = load_constraints(tile, tile.hidden_before);
  const Bits is_open = Shape::spread(unknown);
  const Bits has_changed = Shape::spread(unknown ^ load(tile, tile.unknown_before));
  const Bits is_wanted = (has_changed & (before | is_open)) | (is_open & ~before);
  const Bits wanted = is_wanted & load_constraints(tile, tile.hidden) & load_owned(tile);
  store(wanted, changed);
  store(wanted & is_open, changed_open);
}

template <class Shape>
void find_open(const TileSource& tile, MarkedCells& open) {
  store(Shape::spread(load(tile, tile.unknown)) & load_constraints(tile, tile.hidden) & load_owned(tile),
        open);
}

template <class Shape>
constexpr TileRules kRules = {apply_local_rules<Shape, Framed>,
                              apply_local_rules<Shape, Alone>,
                              apply_overlap_rule<Shape>,
                              find_changed<Shape>,
                              find_open<Shape>,
                              list_cells};

}  // namespace

namespace SAPPER_INSTRUCTION_SET {
extern const TileRulesSet kTileRules;
const TileRulesSet kTileRules{SAPPER_INSTRUCTION_SET_NAME, kRules<Square>, kRules<Hex>};
}  // namespace SAPPER_INSTRUCTION_SET

}  // namespace sapper::solvers

// Block operations for one instruction set: compiled once for each, with SAPPER_INSTRUCTION_SET defined (CMakeLists.txt).
// Nothing may be shared between instruction sets, so no function of the standard library is used.
#include "sim/minesweeper/block_operations.hpp"
#include "sim/minesweeper/row_vector.hpp"

namespace sapper::sim {
namespace {

// The row of the lowest bit.
[[gnu::always_inline]] inline std::uint32_t first_of(std::uint32_t rows) {
  return static_cast<std::uint32_t>(__builtin_ctz(rows));
}

[[gnu::always_inline]] inline void show_in(const GamePlanes& game, std::uint32_t first_word,
                                           const RowVector& cells, const RowVector* digits) {
  for (std::size_t digit = 0; digit < 4; ++digit) {
    std::uint32_t* const words = game.shown_numbers + digit * game.words + first_word;
    (RowVector::load(words) | (digits[digit] & cells)).store(words);
  }
}

std::uint32_t show(const GamePlanes& game, std::uint32_t first_word, const std::uint32_t* hidden) {
  const RowVector cells = RowVector::load(hidden);
  (RowVector::load(game.hidden + first_word) & ~cells).store(game.hidden + first_word);
  RowVector digits[4];
  for (std::size_t digit = 0; digit < 4; ++digit)
    digits[digit] = RowVector::load(game.numbers + digit * game.words + first_word);
  show_in(game, first_word, cells, digits);
  return cells.count();
}

Removed remove(std::uint32_t* from, const std::uint32_t* other, const std::uint32_t* cells,
               std::uint32_t first_col, std::uint32_t last_col) {
  const RowVector all = RowVector::load(cells);
  const RowVector before = RowVector::load(from);
  const RowVector in_both = before & all;
  const std::uint32_t rows_in_other = (RowVector::load(other) & all).used_rows();
  if (!in_both.any()) return {0, {0, 0, 0}, rows_in_other};
  (before ^ in_both).store(from);
  return {in_both.count(),
          {in_both.used_rows(), in_both.in_columns(first_col).used_rows(),
           in_both.in_columns(last_col).used_rows()},
          rows_in_other};
}

// The zeros, and their neighbours in the block.
template <bool kIsShifted>
[[gnu::always_inline]] inline RowVector with_neighbors(const RowVector& zeros) {
  const RowVector beside = zeros << 1 | zeros >> 1;
  RowVector next = zeros | beside;  // in the adjacent rows
  if constexpr (kIsShifted) {
    // Hexagons of an odd row lie between columns c and c + 1 of the adjacent rows, others between c - 1 and c.
    const RowVector odd = RowVector::odd_rows();
    next = zeros | (odd & zeros << 1) | (~odd & zeros >> 1);
  }
  return zeros | beside | next.moved_down() | next.moved_up();
}

// The zeros that are connected to these by zeros, themselves included.
template <bool kIsShifted>
[[gnu::always_inline]] inline RowVector connected(RowVector some, const RowVector& zeros) {
  for (RowVector before = some;; before = some) {
    for (int step = 0; step < 2; ++step) some = with_neighbors<kIsShifted>(some) & zeros;
    if (!(some ^ before).any()) return some;
  }
}

template <bool kIsShifted>
DigCounts dig(const GamePlanes& game, std::uint32_t first_word, const std::uint32_t* cells,
              const std::uint32_t* exits, std::uint32_t* shown) {
  const RowVector hidden = RowVector::load(game.hidden + first_word);
  const RowVector mines = RowVector::load(game.mine + first_word);
  RowVector digits[4];
  for (std::size_t digit = 0; digit < 4; ++digit)
    digits[digit] = RowVector::load(game.numbers + digit * game.words + first_word);
  const RowVector zeros = hidden & ~(mines | digits[0] | digits[1] | digits[2] | digits[3]);
  const RowVector ends = mines | RowVector::load(exits);
  RowVector left = RowVector::load(cells) & hidden & ~RowVector::load(game.flagged + first_word);
  // Numbers dug, of which a later opening may have some too.
  RowVector numbered = RowVector::before(0);
  RowVector opened = RowVector::before(0);
  std::uint32_t zeros_dug = 0;
  DigCounts result{0, 0, 0, 0, 0};
  for (std::uint32_t rows; (rows = (left & (mines | zeros)).used_rows()) != 0;) {
    std::uint32_t words[RowVector::kRows];
    (left & (mines | zeros)).store(words);
    const std::uint32_t row = first_of(rows);
    const std::uint32_t bit = words[row] & -words[row];
    const RowVector cell = RowVector::only(row, bit);
    const RowVector before = RowVector::before(row) | RowVector::only(row, bit - 1);
    numbered = numbered | (left & before);
    left = left & ~(before | cell);
    const RowVector opening = (cell & ends).any() ? cell : connected<kIsShifted>(cell, zeros);
    if ((opening & ends).any()) {
      result.other_row = row;
      result.other = bit;
      left = RowVector::before(0);
      break;
    }
    ++zeros_dug;
    opened = opened | (with_neighbors<kIsShifted>(opening) & hidden);
    left = left & ~opened;
  }
  numbered = numbered | left;
  const RowVector all = numbered | opened;
  all.store(shown);
  result.rows = all.used_rows();
  if (result.rows == 0) return result;
  (hidden ^ all).store(game.hidden + first_word);
  show_in(game, first_word, all, digits);
  result.shown = all.count();
  result.digs = zeros_dug == 0 ? result.shown : zeros_dug + numbered.count();
  return result;
}

template <bool kIsShifted>
void spread(const std::uint32_t* zeros, std::uint32_t* opened, std::uint32_t* spread,
            std::uint32_t* reached) {
  const RowVector all = RowVector::load(zeros);
  const RowVector opened_before = RowVector::load(opened);
  const RowVector spread_before = RowVector::load(spread);
  const RowVector zeros_reached = connected<kIsShifted>(opened_before & all & ~spread_before, all);
  (spread_before | zeros_reached).store(spread);
  (opened_before | with_neighbors<kIsShifted>(zeros_reached)).store(opened);
  zeros_reached.store(reached);
}

}  // namespace

namespace SAPPER_INSTRUCTION_SET {
extern const BlockOperations kBlockOperations;
const BlockOperations kBlockOperations{
    SAPPER_INSTRUCTION_SET_NAME, dig<false>, dig<true>, show, remove, spread<false>, spread<true>};
}  // namespace SAPPER_INSTRUCTION_SET

}  // namespace sapper::sim

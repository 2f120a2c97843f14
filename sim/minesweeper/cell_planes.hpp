// Bit planes of a board: sets of cells, as whole planes or as blocks of them, and a number for each cell. Words and their
// order are the grid's (grid.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <boost/align/aligned_allocator.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/row_vector.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::sim {

// Some cells of 16 rows and 32 columns: 16 words of a strip, from a multiple of 16 on, which are one vector.
struct CellBlock {
  alignas(64) std::array<std::uint32_t, Grid::kVectorWords> bits;  // [row]
  std::uint32_t first_word;                                        // that of row 0, a multiple of 16
  std::uint32_t rows;                                              // those with cells, one bit each
  const Cell* first_cells;                                         // [row] the cell of bit 0

  // Empty.
  CellBlock(const Grid& grid, std::uint32_t word)
      : bits{}, first_word(word), rows(0), first_cells(grid.first_cells().data() + word) {
    SAPPER_EXPECT(word % Grid::kVectorWords == 0);
  }

  [[gnu::always_inline]] RowVector vector() const { return RowVector::load(bits.data()); }
  [[gnu::always_inline]] void assign(const RowVector& some) {
    some.store(bits.data());
    rows = some.used_rows();
  }
  void add(std::uint32_t row, std::uint32_t some) {
    bits[row] |= some;
    rows |= static_cast<std::uint32_t>(some != 0) << row;
  }
  // [row]; used: the rows that have some, one bit each.
  [[gnu::always_inline]] void add(const std::uint32_t* some, std::uint32_t used) {
    (vector() | RowVector::load(some)).store(bits.data());
    rows |= used;
  }
  std::uint32_t count() const {
    std::uint32_t result = 0;
    for_each_row([&](std::uint32_t row) { result += static_cast<std::uint32_t>(std::popcount(bits[row])); });
    return result;
  }
  // There must be one.
  Cell front() const {
    const auto row = static_cast<std::size_t>(std::countr_zero(rows));
    return first_cells[row] + static_cast<Cell>(std::countr_zero(bits[row]));
  }
  bool operator==(const CellBlock&) const = default;
  // Calls visit with each cell, row by row.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_row([&](std::uint32_t row) {
      for (std::uint32_t left = bits[row]; left != 0; left &= left - 1)
        visit(first_cells[row] + static_cast<Cell>(std::countr_zero(left)));
    });
  }
  // Calls visit with each row that has cells.
  template <class Visit>
  void for_each_row(Visit visit) const {
    for (std::uint32_t left = rows; left != 0; left &= left - 1)
      visit(static_cast<std::uint32_t>(std::countr_zero(left)));
  }
};
template <class Visit>
void for_each_cell(std::span<const CellBlock> cells, Visit visit) {
  for (const CellBlock& block : cells) block.for_each(visit);
}
inline std::size_t cell_count(std::span<const CellBlock> cells) {
  std::size_t count = 0;
  for (const CellBlock& block : cells) count += block.count();
  return count;
}

// Appends cells of a word: to the last block, if they come after all of its cells there.
inline void append_cells(std::vector<CellBlock>& blocks, const Grid& grid, std::uint32_t word,
                         std::uint32_t bits) {
  const std::uint32_t row = word % Grid::kVectorWords;
  const bool fits = !blocks.empty() && blocks.back().first_word == word - row &&
                    (blocks.back().rows >> row == 0 ||
                     (blocks.back().rows >> row == 1 && blocks.back().bits[row] < (bits & -bits)));
  if (!fits) blocks.emplace_back(grid, word - row);
  blocks.back().add(row, bits);
}
// Adds cells of a word to blocks whose order does not matter.
inline void add_cells(std::vector<CellBlock>& blocks, const Grid& grid, std::uint32_t word,
                      std::uint32_t bits) {
  const std::uint32_t row = word % Grid::kVectorWords;
  for (CellBlock& block : blocks)
    if (block.first_word == word - row) return block.add(row, bits);
  blocks.emplace_back(grid, word - row).add(row, bits);
}

// Aligned like the vectors that read it.
using PlaneWords = std::vector<std::uint32_t, boost::alignment::aligned_allocator<std::uint32_t, 64>>;

class CellPlane {
 public:
  // No cells.
  explicit CellPlane(const Grid& grid) : words_(grid.word_count(), 0) {}

  const std::uint32_t* data() const { return words_.data(); }
  std::uint32_t* data() { return words_.data(); }
  std::uint32_t operator[](std::uint32_t word) const { return words_[word]; }
  std::uint32_t& operator[](std::uint32_t word) { return words_[word]; }
  // 16 words.
  [[gnu::always_inline]] RowVector rows(std::uint32_t first_word) const {
    return RowVector::load(words_.data() + first_word);
  }
  bool contains(Grid::Place place) const { return (words_[place.word] >> place.bit & 1) != 0; }
  void insert(Grid::Place place) { words_[place.word] |= place.mask(); }
  void remove(Grid::Place place) { words_[place.word] &= ~place.mask(); }
  void clear() { std::fill(words_.begin(), words_.end(), std::uint32_t{0}); }
  // All cells of the board that the plane was made for.
  void fill(const Grid& grid) { std::ranges::copy(grid.all_cells(), words_.begin()); }
  bool operator==(const CellPlane&) const = default;

 private:
  PlaneWords words_;
};

// The words of one strip of a plane, [row], and what is beside them: the same row moved by one column, so that each cell
// takes the bit of its neighbour. A row before the first or after the last one has no cells.
class StripWords {
 public:
  StripWords(const Grid& grid, const std::uint32_t* words, std::uint32_t strip);

  std::uint32_t operator[](std::ptrdiff_t row) const { return here_[row]; }
  std::uint32_t from_left(std::ptrdiff_t row) const {
    return here_[row] << 1 | (left_[row] >> left_bit_ & 1);
  }
  std::uint32_t from_right(std::ptrdiff_t row) const {
    return here_[row] >> 1 | (right_[row] & 1) << right_bit_;
  }

 private:
  const std::uint32_t* here_;
  const std::uint32_t* left_;
  const std::uint32_t* right_;
  std::uint32_t left_bit_, right_bit_;
};

// Fills `result`, another plane of the same grid, with the cells and all their neighbours.
void find_neighborhood(const Grid& grid, const CellPlane& cells, CellPlane& result);

// Calls visit with the cells whose bits are set in word_of(word), in the order of the cells, until it returns false.
template <class WordOf, class Visit>
void visit_cells(const Grid& grid, WordOf word_of, Visit visit) {
  for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(grid.rows()); ++row)
    for (std::uint32_t strip = 0; strip < grid.strip_count(); ++strip) {
      const std::uint32_t word = grid.word_at(row, strip);
      for (std::uint32_t left = word_of(word); left != 0; left &= left - 1)
        if (!visit(grid.first_cells()[word] + static_cast<Cell>(std::countr_zero(left)))) return;
    }
}

// Cell number n of a plane, counted from 0 in the order of the cells; there must be as many.
inline Cell nth_cell(const Grid& grid, const CellPlane& plane, std::uint32_t n) {
  for (std::uint32_t row = 0;; ++row)
    for (std::uint32_t strip = 0; strip < grid.strip_count(); ++strip) {
      const std::uint32_t word = grid.word_at(row, strip);
      std::uint32_t bits = plane[word];
      const auto count = static_cast<std::uint32_t>(std::popcount(bits));
      if (n >= count) {
        n -= count;
        continue;
      }
      for (; n > 0; --n) bits &= bits - 1;
      return grid.first_cells()[word] + static_cast<Cell>(std::countr_zero(bits));
    }
}

// A number from 0 to 15 for each cell, in binary: one plane for each digit.
class CellNumbers {
 public:
  static constexpr std::size_t kDigits = 4;

  // All 0.
  explicit CellNumbers(const Grid& grid)
      : plane_words_(grid.word_count()), words_(kDigits * std::size_t{plane_words_}, 0) {}

  // The plane of the digit for 2^digit.
  const std::uint32_t* digit(std::size_t digit) const { return words_.data() + digit * plane_words_; }
  std::uint32_t* digit(std::size_t digit) { return words_.data() + digit * plane_words_; }

  int operator[](Grid::Place place) const {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < kDigits; ++i) number |= (digit(i)[place.word] >> place.bit & 1) << i;
    return static_cast<int>(number);
  }
  void set(Grid::Place place, int number) {
    for (std::size_t i = 0; i < kDigits; ++i) {
      std::uint32_t& word = digit(i)[place.word];
      word = (word & ~place.mask()) | (static_cast<std::uint32_t>(number) >> i & 1) << place.bit;
    }
  }
  void increment(Grid::Place place) { carry(place, 0); }
  void decrement(Grid::Place place) { carry(place, ~std::uint32_t{0}); }
  // The digits of 16 words.
  [[gnu::always_inline]] RowVector digit_rows(std::size_t digit, std::uint32_t first_word) const {
    return RowVector::load(this->digit(digit) + first_word);
  }
  // The cells whose number is not 0, of a word and of 16.
  std::uint32_t positive(std::uint32_t word) const {
    return digit(0)[word] | digit(1)[word] | digit(2)[word] | digit(3)[word];
  }
  [[gnu::always_inline]] RowVector positive_rows(std::uint32_t first_word) const {
    return digit_rows(0, first_word) | digit_rows(1, first_word) | digit_rows(2, first_word) |
           digit_rows(3, first_word);
  }
  void clear() { std::fill(words_.begin(), words_.end(), std::uint32_t{0}); }

 private:
  // Adds 1 in binary; to the complement, which subtracts 1.
  void carry(Grid::Place place, std::uint32_t complement) {
    std::uint32_t carried = place.mask();
    for (std::size_t i = 0; i < kDigits && carried != 0; ++i) {
      std::uint32_t& word = digit(i)[place.word];
      const std::uint32_t next = carried & (word ^ complement);
      word ^= carried;
      carried = next;
    }
  }

  std::uint32_t plane_words_;
  PlaneWords words_;  // [digit][word]
};

}  // namespace sapper::sim

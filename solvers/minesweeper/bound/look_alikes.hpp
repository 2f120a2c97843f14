// The share of layouts that look the same which a player can win at most.
//
// Two layouts look the same if every cell that is free in both shows the same number in both. Until a player digs a cell
// that is a mine in one of them, he sees the same in both, and that dig loses one: a player, who must dig all free cells
// to win, wins at most one of layouts that all look the same in pairs. Layouts of a position are linked where an ambiguous
// pattern among its uncertain cells has its mines on A in one and on B in the other; since that changes no number, both are
// consistent with the position. All layouts that are linked to one another form a class, which is divided into sets of
// layouts that look the same: a player wins at most (sets / layouts) of a class, and of all layouts at most the mean of
// this share over them.
//
// Digs of cells that are certainly safe do not change a class: they show the same in all of its layouts.
//
// Cost: a microsecond or two per layout with a few patterns; by 64 cells at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/bound/ambiguous_patterns.hpp"

namespace sapper::solvers {

class LookAlikes {
 public:
  // The grid: square, of at most kMostBoundCells.
  explicit LookAlikes(const sim::Grid& grid);

  // Starts with a position: the cells that are a mine in some of its layouts and free in others, and those that are a mine
  // in all.
  void start(const CellBits& uncertain, const CellBits& certain_mines);

  // The share that can be won at most of the class of a layout of the position. dug: a cell, free in the layout, that was
  // dug beyond the position, so that its class holds only layouts in which it is free.
  double winnable_share(const CellBits& mines, sim::Cell dug = sim::kNoCell);
  // The cells of A and B of all patterns in the layouts of that class: a dig of another cell leaves the class as it is.
  const CellBits& exchanged_cells() const { return exchanged_; }

 private:
  // Larger classes are taken to be winnable.
  static constexpr std::size_t kMostLayouts = 128;
  static constexpr std::size_t kWords = std::tuple_size_v<CellBits>;
  static constexpr std::size_t kDigits = 4;

  // A set of cells, followed by words without cells.
  using PaddedBits = std::array<std::uint64_t, 2 * kWords + 1>;
  struct Numbers {
    std::array<CellBits, kDigits> digits;  // binary, [cell]
  };
  // The places of a pattern in the position.
  struct Possible {
    const PlacedPattern* pattern;
    CellBits places;
    std::size_t first_word, end_word;  // that have places
  };

  static PaddedBits padded(const CellBits& cells);
  // Bit i of the result: bit i + distance of the cells, from a word on.
  static std::uint64_t shifted(const PaddedBits& cells, std::uint32_t distance, std::size_t word) {
    const std::size_t from = word + distance / 64;
    const std::uint32_t bits = distance % 64;
    return cells[from] >> bits | cells[from + 1] << 1 << (63 - bits);
  }
  void link(std::size_t layout, sim::Cell dug);
  void add(const CellBits& layout);
  Numbers numbers_of(const CellBits& mines) const;
  bool look_the_same(std::size_t layout, std::size_t other) const;
  std::size_t count_sets();

  std::vector<PlacedPattern> patterns_;
  std::uint32_t cols_;
  std::size_t words_;  // that have cells
  CellBits board_{}, not_first_column_{}, not_last_column_{};
  std::vector<Possible> possible_;
  std::vector<CellBits> layouts_;  // of the class
  std::vector<Numbers> numbers_;   // [layout]
  std::vector<std::vector<std::size_t>> sets_;
  CellBits exchanged_{};
};

}  // namespace sapper::solvers

// The cells of a board and their neighbours.
//
// Cells are numbered row by row from 0. Neighbours come from a table of offsets by the kind of cell (the
// borders that it touches; on a hexagonal board also the parity of its row): one byte per cell, and a table that fits
// in the L1 cache for any board size. On tori with fewer than three rows or columns two cells may be neighbours in more
// than one way: each neighbour counts once, and no cell is its own neighbour.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

using Cell = std::uint32_t;
inline constexpr Cell kNoCell = 0xFFFFFFFF;

// Up to 64 adjacent cells of a row: `first` + i where bit i is set.
struct CellBits {
  Cell first;
  std::uint64_t bits;

  static CellBits of(Cell cell) { return {cell, 1}; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(std::popcount(bits)); }
  // Calls visit with each cell, ascending.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint64_t left = bits; left != 0; left &= left - 1)
      visit(first + static_cast<Cell>(std::countr_zero(left)));
  }
};
template <class Visit>
void for_each_cell(std::span<const CellBits> cells, Visit visit) {
  for (const CellBits some : cells) some.for_each(visit);
}
inline std::size_t cell_count(std::span<const CellBits> cells) {
  std::size_t count = 0;
  for (const CellBits some : cells) count += some.count();
  return count;
}

enum class Topology : std::uint8_t {
  square,  // 8 neighbours, fewer at the border
  torus,   // 8 neighbours, opposite borders are joined
  hex,     // 6 neighbours, odd rows shifted right by half a cell
};

// What else knows the topology reads it from the flags of its row.
struct TopologyRow {
  Topology topology;
  std::string_view name;
  std::string_view description;  // for lists
  std::string_view explanation;  // a sentence for a player; may be empty
  bool wraps_rows;               // the first row touches the last
  bool wraps_cols;               // the first column touches the last
  bool has_shifted_rows;         // hexagons: odd rows lie half a cell to the right; not with wraps_rows
};
inline constexpr std::array<TopologyRow, 3> kTopologies{{
    {Topology::square, "square", "8 neighbours, fewer at the border", "", false, false, false},
    {Topology::torus, "torus", "8 neighbours, opposite borders are joined", "Opposite borders are joined.",
     true, true, false},
    {Topology::hex, "hex", "6 neighbours, odd rows shifted right by half a cell",
     "A cell has six neighbours: two in its row, two above and two below.", false, false, true},
}};
constexpr const TopologyRow& row_of(Topology topology) {
  for (const TopologyRow& row : kTopologies)
    if (row.topology == topology) return row;
  SAPPER_EXPECT(false);  // a topology without a row in kTopologies
  return kTopologies.front();
}
constexpr std::string_view name_of(Topology topology) { return row_of(topology).name; }

inline constexpr int kMaxNeighbors = 8;

// The neighbours of one cell, each once, in a fixed order.
class Neighbors {
 public:
  class Iterator {
   public:
    Iterator(Cell cell, const std::int32_t* offset) : cell_(cell), offset_(offset) {}
    Cell operator*() const { return cell_ + static_cast<Cell>(*offset_); }
    Iterator& operator++() {
      ++offset_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return offset_ != other.offset_; }

   private:
    Cell cell_;
    const std::int32_t* offset_;
  };

  Neighbors(Cell cell, const std::int32_t* offsets, int count)
      : cell_(cell), offsets_(offsets), count_(count) {}
  Iterator begin() const { return {cell_, offsets_}; }
  Iterator end() const { return {cell_, offsets_ + count_}; }
  int size() const { return count_; }
  Cell operator[](int i) const { return cell_ + static_cast<Cell>(offsets_[i]); }

 private:
  Cell cell_;
  const std::int32_t* offsets_;
  int count_;
};

class Grid {
 public:
  static constexpr int kMaxSide = 4096;

  // 1 <= rows, cols <= kMaxSide; std::invalid_argument otherwise.
  Grid(int rows, int cols, Topology topology = Topology::square);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  Topology topology() const { return topology_; }
  // As the topology's row says.
  bool wraps_rows() const { return wraps_rows_; }
  bool wraps_cols() const { return wraps_cols_; }
  bool has_shifted_rows() const { return has_shifted_rows_; }
  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(kinds_.size()); }

  Cell at(int row, int col) const {
    SAPPER_EXPECT(row >= 0 && row < rows_ && col >= 0 && col < cols_);
    return static_cast<Cell>(row) * static_cast<Cell>(cols_) + static_cast<Cell>(col);
  }
  int row_of(Cell cell) const { return static_cast<int>(cell / static_cast<Cell>(cols_)); }
  int col_of(Cell cell) const { return static_cast<int>(cell % static_cast<Cell>(cols_)); }

  Neighbors neighbors(Cell cell) const {
    SAPPER_EXPECT(cell < cell_count());
    const Offsets& offsets = offsets_[kinds_[cell]];
    return {cell, offsets.values.data(), offsets.count};
  }

  bool operator==(const Grid& other) const {
    return rows_ == other.rows_ && cols_ == other.cols_ && topology_ == other.topology_;
  }

 private:
  struct Offsets {
    std::array<std::int32_t, kMaxNeighbors> values{};
    int count = 0;
  };
  // Kinds: position among the rows (first, middle, last, only) x position among the columns (the same four) x parity of
  // the row.
  static constexpr int kKinds = 4 * 4 * 2;

  int rows_;
  int cols_;
  Topology topology_;
  bool wraps_rows_, wraps_cols_, has_shifted_rows_;
  std::vector<std::uint8_t> kinds_;  // [cell]
  std::array<Offsets, kKinds> offsets_{};
};

}  // namespace sapper::sim

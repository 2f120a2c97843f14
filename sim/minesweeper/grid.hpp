// The cells of a board, their neighbours, and their places in bit planes.
//
// Cells are numbered row by row from 0. Neighbours come from a table of offsets by the kind of cell (the
// borders that it touches; on a hexagonal board also the parity of its row): one byte per cell, and a table that fits
// in the L1 cache for any board size. On tori with fewer than three rows or columns two cells may be neighbours in more
// than one way: each neighbour counts once, and no cell is its own neighbour.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

using Cell = std::uint32_t;
inline constexpr Cell kNoCell = 0xFFFFFFFF;

struct BoardSize {
  int rows = 0;
  int cols = 0;
  bool operator==(const BoardSize&) const = default;
};

// Where a cell lies on a board, from 0.
struct RowCol {
  int row = 0;
  int col = 0;
};
inline RowCol row_col_of(BoardSize size, Cell cell) {
  const auto cols = static_cast<Cell>(size.cols);
  return {static_cast<int>(cell / cols), static_cast<int>(cell % cols)};
}
inline Cell cell_at(BoardSize size, RowCol place) {
  return static_cast<Cell>(place.row) * static_cast<Cell>(size.cols) + static_cast<Cell>(place.col);
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

// The row of a table for a value of its enum; every value has one.
template <class Row, std::size_t count, class Value>
constexpr const Row& find_row(const std::array<Row, count>& rows, Value Row::*member, Value value) {
  for (const Row& row : rows)
    if (row.*member == value) return row;
  SAPPER_EXPECT(false);
  return rows.front();
}
constexpr const TopologyRow& row_of(Topology topology) {
  return find_row(kTopologies, &TopologyRow::topology, topology);
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
  BoardSize size() const { return {rows_, cols_}; }
  Topology topology() const { return topology_; }
  // The flags are those of the topology's row.
  bool wraps_rows() const { return wraps_rows_; }
  bool wraps_cols() const { return wraps_cols_; }
  bool has_shifted_rows() const { return has_shifted_rows_; }
  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(kinds_.size()); }

  Cell at(int row, int col) const {
    SAPPER_EXPECT(row >= 0 && row < rows_ && col >= 0 && col < cols_);
    return cell_at(size(), {row, col});
  }
  int row_of(Cell cell) const { return static_cast<int>(quick_row_of(cell)); }
  int col_of(Cell cell) const {
    return static_cast<int>(cell - quick_row_of(cell) * static_cast<Cell>(cols_));
  }

  Neighbors neighbors(Cell cell) const {
    SAPPER_EXPECT(cell < cell_count());
    const Offsets& offsets = offsets_[kinds_[cell]];
    return {cell, offsets.values.data(), offsets.count};
  }

  // Where a cell lies in a bit plane.
  struct Place {
    std::uint32_t word;
    std::uint32_t bit;
    std::uint32_t mask() const { return std::uint32_t{1} << bit; }
  };
  Place place_of(Cell cell) const {
    if (cell >= places_.size()) [[unlikely]]
      return compute_place(cell);
    const std::uint32_t place = places_[cell];
    return {place / kWordCells, place % kWordCells};
  }
  static constexpr std::uint32_t kWordCells = 32;
  static constexpr std::uint32_t kVectorWords = 16;  // of a RowVector
  std::uint32_t strip_count() const { return strip_count_; }
  std::uint32_t word_at(std::uint32_t row, std::uint32_t strip) const {
    return kVectorWords + (strip + 1) * word_stride_ + row;
  }
  // How far it is from a word to that of the same row in the next strip.
  std::uint32_t word_stride() const { return word_stride_; }
  // Words of a plane. All words around those of the board are in it, and 16 from any row of the board on.
  std::uint32_t word_count() const { return static_cast<std::uint32_t>(all_cells_.size()); }
  // [word] the bits that stand for cells.
  std::span<const std::uint32_t> all_cells() const { return all_cells_; }
  // [word] the cell of its lowest bit.
  std::span<const Cell> first_cells() const { return first_cells_; }

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

  void fill_planes();
  // Multiplies instead of dividing, which is exact for up to kMaxSide rows and columns.
  std::uint32_t quick_row_of(Cell cell) const {
    return static_cast<std::uint32_t>(cell * reciprocal_ >> kReciprocalBits);
  }
  static constexpr int kReciprocalBits = 36;
  Place compute_place(Cell cell) const {
    const std::uint32_t row = quick_row_of(cell);
    const std::uint32_t col = cell - row * static_cast<Cell>(cols_);
    return {word_at(row, col / kWordCells), col % kWordCells};
  }

  int rows_;
  int cols_;
  Topology topology_;
  bool wraps_rows_, wraps_cols_, has_shifted_rows_;
  std::uint64_t reciprocal_;
  std::uint32_t strip_count_, word_stride_;
  std::vector<std::uint32_t> all_cells_;  // [word]
  std::vector<Cell> first_cells_;         // [word] the cell of its lowest bit
  std::vector<std::uint32_t> places_;     // [cell] word * kWordCells + bit; empty on large boards
  std::vector<std::uint8_t> kinds_;       // [cell]
  std::array<Offsets, kKinds> offsets_{};
};

}  // namespace sapper::sim

// A transposition table of fixed size with what the search knows about positions, shared by threads without locks.
//
// An entry holds 64 bits of a position's key, two bounds on its value and the cost of finding them; another 64 bits of
// the key select the bucket. Threads may write the same entry at the same time: the key is stored XORed with the
// bounds, so that a torn entry matches no key (Hyatt and Mann 2002, "A lock-less transposition table implementation for
// parallel search"). When a bucket is full, the cheapest entry is replaced.
//
// Two positions are confused if 64 + log2(buckets) bits of their keys agree: with probability below 10^-8 over 10^10
// lookups.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/exact/optimal/layout_planes.hpp"

namespace sapper::solvers::optimal {

struct PositionKey {
  std::uint64_t place = 0;
  std::uint64_t check = 0;
};

// Layouts won by best play: at least `lower`, at most `upper`.
struct Bounds {
  std::uint32_t lower = 0;
  std::uint32_t upper = 0;
};

class ValueTable {
 public:
  static constexpr std::uint32_t kMostLayouts = (1U << 28) - 1;  // a bound's largest value

  // Takes at most `bytes` of memory, but at least one bucket; pages are touched only as the table fills.
  explicit ValueTable(std::size_t bytes);
  ~ValueTable();
  ValueTable(const ValueTable&) = delete;
  ValueTable& operator=(const ValueTable&) = delete;

  std::optional<Bounds> find(const PositionKey& key) const;
  // work: positions searched to find the bounds.
  void store(const PositionKey& key, Bounds bounds, std::uint64_t work);
  std::size_t bytes() const { return (bucket_mask_ + 1) * sizeof(Bucket); }

 private:
  struct Entry {
    std::atomic<std::uint64_t> key;   // check ^ data
    std::atomic<std::uint64_t> data;  // bounds and the logarithm of the work; 0: empty
  };
  struct alignas(64) Bucket {
    std::array<Entry, 4> entries;
  };

  Bucket* buckets_;  // zeroed
  std::size_t bucket_mask_;
};

// One key for all positions that are equal up to the board's symmetry.
//
// A position is the set of its layouts, restricted to the cells that are still undetermined: dug cells, certain mines
// and certain free cells do not affect what can still be won. Positions that a symmetry of the board maps onto one
// another have the same value; on a board with borders so do those that differ by a translation, since a border is
// merely an area without undetermined cells. A hexagonal board may be translated by an even number of rows; on a torus
// translations are symmetries of the board.
//
// The key: of the images of the undetermined cells the numerically smallest is chosen, the layouts are hashed under
// that symmetry, and their hashes are added, since a set has no order. If several symmetries give the smallest image,
// the smallest sum is taken. Cost: a few nanoseconds for each symmetry, and for each layout.
class PositionKeys {
 public:
  explicit PositionKeys(const sim::Grid& grid);
  explicit PositionKeys(const sim::Graph& graph);  // without symmetries

  // `undetermined`: the cells that hold a mine in some but not all of the layouts; at least one.
  PositionKey key_of(std::span<const CellMask> layouts, CellMask undetermined) const;

 private:
  // Maps cells to the bits of a word, byte by byte.
  struct BitPermutation {
    std::array<std::array<CellMask, 256>, 8> of_byte{};
  };
  struct Place {
    const BitPermutation* image;
    int shift;
  };

  void add_image(std::span<const sim::Cell> bit_of_cell);
  CellMask map(const BitPermutation& image, CellMask cells) const {
    CellMask mapped = 0;
    for (std::size_t byte = 0; byte < byte_count_; ++byte)
      mapped |= image.of_byte[byte][cells >> 8 * byte & 255];
    return mapped;
  }
  // How far the mapped cells can be shifted down towards bit 0 by a translation.
  int shift_of(CellMask mapped) const;

  std::size_t byte_count_;
  int row_step_;  // the row step of allowed translations; 0: none
  int width_;     // bits of a row of an image
  std::vector<BitPermutation> images_;
};

}  // namespace sapper::solvers::optimal

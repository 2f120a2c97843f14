// A set of layouts as bit planes by cell, and its subsets as bits in a few words.
//
// Layout i of the set is bit i of every plane. A cell has one plane for the layouts with a mine there, and one for each
// number that it shows in some layout. A subset of the layouts is a row of words, so that "the layouts of this subset
// in which the cell shows 2" takes one AND per 64 layouts, and counting them a popcount. Once a subset fits into fewer
// words it becomes a set of its own.
//
// Cost: planes take (layouts x cells x (1 + numbers per cell)) bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::solvers::optimal {

// Memory of a depth-first search: a stack of words that grows in blocks. Allocations stay in place until they are
// released, last in, first out; blocks are kept for reuse, so that a search allocates nothing once its deepest path has
// been reached.
class Scratch {
 public:
  struct Mark {
    std::size_t block;
    std::size_t used;
  };
  Mark mark() const { return {block_, used_}; }
  // Releases everything taken since the mark.
  void rewind(Mark mark) {
    block_ = mark.block;
    used_ = mark.used;
  }

  // Rewinds to its start when destroyed.
  class Scope {
   public:
    explicit Scope(Scratch& scratch) : scratch_(scratch), mark_(scratch.mark()) {}
    ~Scope() { scratch_.rewind(mark_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Scratch& scratch_;
    Mark mark_;
  };

  // Uninitialised words, contiguous.
  std::uint64_t* take(std::size_t words) {
    while (block_ < blocks_.size()) {
      if (blocks_[block_].size - used_ >= words) {
        std::uint64_t* const taken = blocks_[block_].words.get() + used_;
        used_ += words;
        return taken;
      }
      ++block_;
      used_ = 0;
    }
    const std::size_t size = std::max(words, kBlockWords);
    blocks_.push_back({std::make_unique_for_overwrite<std::uint64_t[]>(size), size});
    used_ = words;
    return blocks_.back().words.get();
  }

 private:
  static constexpr std::size_t kBlockWords = std::size_t{1} << 16;
  struct Block {
    std::unique_ptr<std::uint64_t[]> words;
    std::size_t size = 0;
  };

  std::vector<Block> blocks_;
  std::size_t block_ = 0;  // the block in use; blocks_.size() if none is left
  std::size_t used_ = 0;   // words used in it
};

// Bit i: cell i. A layout's mines, or any set of cells.
using CellMask = std::uint64_t;
inline constexpr std::uint32_t kMostCells = 64;
// That a cell may show, as planes are counted.
inline constexpr std::uint32_t kLargestNumber = 15;
constexpr CellMask mask_of(sim::Cell cell) { return CellMask{1} << cell; }

// The neighbours of each cell; at most kMostCells cells. No layout may have more than kLargestNumber mines among them.
struct NeighborMasks {
  explicit NeighborMasks(const sim::Grid& grid);
  explicit NeighborMasks(const sim::Graph& graph);  // the cells that each one sees
  std::array<CellMask, kMostCells> of{};
};

struct CellPlanes {
  const std::uint64_t* mines = nullptr;    // [words]
  const std::uint64_t* numbers = nullptr;  // [number_count][words], the layouts in which the cell shows each
  std::uint32_t number_count = 0;          // only numbers that occur
};

struct LayoutPlanes {
  std::uint32_t count = 0;                   // layouts
  std::uint32_t words = 0;                   // of a plane and of a subset
  const CellMask* layouts = nullptr;         // [count]
  std::array<CellPlanes, kMostCells> cells;  // of the requested cells
};

// 1, 2, 4 or a multiple of 8, so that loops over the words of a plane have no remainder.
constexpr std::uint32_t words_for(std::uint32_t layouts) {
  const std::uint32_t words = (layouts + 63) / 64;
  return words <= 8 ? std::bit_ceil(words) : (words + 7) / 8 * 8;
}

// The planes of `cells` over these layouts, which must outlive them. They are allocated in `scratch`. Cost: about 40
// operations for each cell and 64 layouts, and one for each mine of each layout.
LayoutPlanes* planes_of(std::span<const CellMask> layouts, CellMask cells, const NeighborMasks& neighbors,
                        Scratch& scratch);

}  // namespace sapper::solvers::optimal

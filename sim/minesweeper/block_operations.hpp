// What a game does to 16 words of its planes at once (grid.hpp): a block of 16 rows and 32 columns.
//
// The source is compiled for each worthwhile instruction set; one is selected at run time by the processor. All return
// the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sapper::sim {

// The planes of a game, [word]; those of numbers, [digit][word].
struct GamePlanes {
  std::uint32_t* hidden;
  std::uint32_t* shown_numbers;
  const std::uint32_t* flagged;
  const std::uint32_t* mine;
  const std::uint32_t* numbers;
  std::size_t words;
};

struct DigCounts {
  std::uint32_t digs;       // those that had an effect
  std::uint32_t shown;      // cells shown
  std::uint32_t rows;       // rows in which cells were shown, one bit each
  std::uint32_t other_row;  // the row of the first cell that must be dug by other means
  std::uint32_t other;      // the bit of that cell in its row, or 0 if there is no such cell
};

// The rows of a block that have some cells, and those that have one in the first or last column, one bit each.
struct UsedRows {
  std::uint32_t all, first_col, last_col;
};

struct Removed {
  std::uint32_t count;          // cells removed
  UsedRows rows;                // of them
  std::uint32_t rows_in_other;  // rows in which `other` has some of the cells, one bit each
};

struct BlockOperations {
  const char* name;
  // Digs some cells of a block in their order: those that are hidden and not flagged, up to the first one with a mine, or
  // with a 0 whose opening has zeros among `exits`, such as may open cells of other blocks. Shows them and their openings,
  // and lists what it shows in `shown`; the flags of cells that openings show are left to the caller. All [row].
  using Dig = DigCounts (*)(const GamePlanes& game, std::uint32_t first_word, const std::uint32_t* cells,
                            const std::uint32_t* exits, std::uint32_t* shown);
  Dig dig;
  Dig dig_shifted;  // on hexagons
  // Shows hidden cells, whatever their numbers. Returns how many.
  std::uint32_t (*show)(const GamePlanes& game, std::uint32_t first_word, const std::uint32_t* hidden);
  // Removes `cells` from `from`, which has no cell in common with `other`. The first and the last column are given as
  // one bit each.
  Removed (*remove)(std::uint32_t* from, const std::uint32_t* other, const std::uint32_t* cells,
                    std::uint32_t first_col, std::uint32_t last_col);
  // One block of an opening (opening.hpp): spreads from the opened zeros to all zeros of the block that are connected to
  // them, and opens their neighbours. All [row]; `reached`: the zeros spread from this time.
  using Spread = void (*)(const std::uint32_t* zeros, std::uint32_t* opened, std::uint32_t* spread,
                          std::uint32_t* reached);
  Spread spread;
  Spread spread_shifted;  // on hexagons
};

// Those that this processor supports; the fastest is last.
std::span<const BlockOperations* const> supported_block_operations();

}  // namespace sapper::sim

// Openings: the cells that digging a 0 shows.
//
// A flood fill of the hidden zeros, with 64 adjacent cells of a row at a time as bits of a word. A work list holds the
// words with zeros that have been reached but not spread from; within a word whole runs of zeros are filled at once. Words
// are read from the layout and the view when first reached, so that the cost grows with the words that the opening
// touches and not with the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::sim {

class Opening {
 public:
  // The grid must outlive the object.
  explicit Opening(const Grid& grid);

  // The hidden cells that digging `zero`, a hidden cell without mines around it, shows with a flood: the zeros that are
  // connected to it by hidden zeros, and all their hidden neighbours. In the order of the cells; valid until the next
  // call.
  std::span<const CellBits> find(const Layout& layout, const View& view, Cell zero);

 private:
  static constexpr std::uint32_t kWidth = 64;

  // Of adjacent cells of a row, the first in the lowest bit.
  struct Word {
    std::uint64_t hidden;
    std::uint64_t zeros;   // hidden ones
    std::uint64_t opened;  // where it overlaps `hidden`
    std::uint64_t spread;  // zeros whose neighbours are opened
  };

  // A word's place on the board.
  struct Place {
    std::uint32_t row;
    std::uint32_t col;  // counted in words
  };

  std::size_t index_of(Place place) const { return std::size_t{place.row} * words_per_row_ + place.col; }
  std::uint32_t width_of(std::uint32_t col) const { return col + 1 == words_per_row_ ? last_width_ : kWidth; }
  void open(Place place, std::uint64_t cells);
  void spread(Place place);
  void spread_to_row(std::uint32_t row, std::uint32_t col, std::uint64_t zeros, bool goes_left,
                     bool goes_right);
  void list();

  const Grid* grid_;
  std::uint32_t rows_, words_per_row_, last_width_;
  const Layout* layout_ = nullptr;  // within find()
  const View* view_ = nullptr;
  std::vector<Word> words_;
  std::vector<std::uint64_t> is_read_;  // one bit for each word
  std::size_t read_begin_, read_end_;   // where bits are set
  std::vector<Place> work_;
  std::vector<CellBits> found_;
};

}  // namespace sapper::sim

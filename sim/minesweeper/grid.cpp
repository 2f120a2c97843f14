#include "sim/minesweeper/grid.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sapper::sim {
namespace {

struct Step {
  int row;
  int col;
};

constexpr std::array<Step, 8> kSquareSteps{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
constexpr std::array<Step, 6> kHexEvenSteps{{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
constexpr std::array<Step, 6> kHexOddSteps{{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}}};

// Up to this many cells, their places are looked up. A table of a million cells leaves too little room in the caches for
// what the places are needed for: with it, rules takes a third longer on 1024 x 1024.
constexpr std::size_t kTabledCells = std::size_t{1} << 15;

// The position of a coordinate among `count`: 0 first, 1 between, 2 last, 3 the only one.
int place(int coordinate, int count) {
  if (count == 1) return 3;
  if (coordinate == 0) return 0;
  return coordinate == count - 1 ? 2 : 1;
}

}  // namespace

Grid::Grid(int rows, int cols, Topology topology)
    : rows_(rows),
      cols_(cols),
      topology_(topology),
      wraps_rows_(sim::row_of(topology).wraps_rows),
      wraps_cols_(sim::row_of(topology).wraps_cols),
      has_shifted_rows_(sim::row_of(topology).has_shifted_rows),
      reciprocal_(0),
      strip_count_(0),
      word_stride_(0) {
  if (rows < 1 || rows > kMaxSide || cols < 1 || cols > kMaxSide)
    throw std::invalid_argument("a board has 1 to " + std::to_string(kMaxSide) + " rows and columns, not " +
                                std::to_string(rows) + " x " + std::to_string(cols));
  kinds_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));

  fill_planes();

  const auto fill_offsets = [&](Offsets& offsets, int row, int col) {
    const auto add = [&](Step step) {
      int r = row + step.row;
      int c = col + step.col;
      if (wraps_rows_) r = (r + rows_) % rows_;
      if (wraps_cols_) c = (c + cols_) % cols_;
      if (r < 0 || r >= rows_ || c < 0 || c >= cols_ || (r == row && c == col)) return;
      const std::int32_t offset = (r - row) * cols_ + (c - col);
      const auto end = offsets.values.begin() + offsets.count;
      if (std::find(offsets.values.begin(), end, offset) == end)
        offsets.values[static_cast<std::size_t>(offsets.count++)] = offset;
    };
    if (has_shifted_rows_) {
      for (const Step step : row % 2 == 0 ? kHexEvenSteps : kHexOddSteps) add(step);
    } else {
      for (const Step step : kSquareSteps) add(step);
    }
  };

  std::array<bool, kKinds> known{};
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const int kind = (place(row, rows) * 4 + place(col, cols)) * 2 + row % 2;
      const auto index = static_cast<std::size_t>(kind);
      if (!known[index]) {
        known[index] = true;
        fill_offsets(offsets_[index], row, col);
      }
      kinds_[at(row, col)] = static_cast<std::uint8_t>(kind);
    }
  }
}

void Grid::fill_planes() {
  const auto rows = static_cast<std::uint32_t>(rows_);
  const auto cols = static_cast<std::uint32_t>(cols_);
  reciprocal_ = (std::uint64_t{1} << kReciprocalBits) / cols + 1;
  strip_count_ = (cols + kWordCells - 1) / kWordCells;
  // A strip has all words that a vector reads from the last row on, in whole vectors.
  word_stride_ = (rows + 2 * kVectorWords - 2) / kVectorWords * kVectorWords;
  all_cells_.assign(kVectorWords + std::size_t{strip_count_ + 2} * word_stride_, 0);
  first_cells_.assign(all_cells_.size(), 0);
  for (std::uint32_t strip = 0; strip < strip_count_; ++strip)
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint32_t last_bit = strip + 1 < strip_count_ ? kWordCells - 1 : (cols - 1) % kWordCells;
      all_cells_[word_at(row, strip)] = ~std::uint32_t{0} >> (kWordCells - 1 - last_bit);
      first_cells_[word_at(row, strip)] = row * cols + strip * kWordCells;
    }
  if (cell_count() > kTabledCells) return;
  places_.reserve(cell_count());
  for (Cell cell = 0; cell < cell_count(); ++cell) {
    const Place place = compute_place(cell);
    places_.push_back(place.word * kWordCells + place.bit);
  }
}

}  // namespace sapper::sim

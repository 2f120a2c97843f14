// A hash of the cells that were shown since some position, and of their numbers, whatever the order they came in.
//
// A sum over words of the bit planes (grid.hpp) of products with random factors: cells of a word that are shown at
// different times add up to the product of all of them. Two sets of cells have the same sum with a probability of
// about 2^-64 over the factors, which are fixed.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "sim/random/stream.hpp"

namespace sapper::solvers {

class ShownKey {
 public:
  explicit ShownKey(const sim::Grid& grid) : factors_(grid.word_count()) {
    std::uint64_t state = 0;
    for (Factors& factors : factors_)
      for (std::uint64_t* factor : {&factors.cells, &factors.middle, &factors.eights})
        *factor = sim::mix(++state * kOdd);
  }

  void clear() { sum_ = 0; }
  // Cells that the view now shows and that have not been added yet.
  void add(const sim::CellBlock& shown, const sim::View& view) {
    shown.for_each_row([&](std::uint32_t row) {
      const std::uint32_t word = shown.first_word + row;
      const std::uint64_t cells = shown.bits[row];
      const auto digit = [&](std::size_t index) { return cells & view.numbers().digit(index)[word]; };
      const Factors& factors = factors_[word];
      sum_ += static_cast<Sum>(cells | digit(0) << 32) * factors.cells;
      sum_ += static_cast<Sum>(digit(1) | digit(2) << 32) * factors.middle;
      sum_ += static_cast<Sum>(digit(3)) * factors.eights;
    });
  }
  std::uint64_t value() const {
    return sim::mix(static_cast<std::uint64_t>(sum_) ^
                    std::rotl(static_cast<std::uint64_t>(sum_ >> 64) * kOdd, 32));
  }

 private:
  using Sum = unsigned __int128;
  struct Factors {
    std::uint64_t cells;   // the cells, and the lowest digits of their numbers
    std::uint64_t middle;  // the digits for 2 and 4
    std::uint64_t eights;
  };
  static constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;  // 2^64 divided by the golden ratio

  std::vector<Factors> factors_;  // [word]
  Sum sum_ = 0;
};

// The same on graphs: a sum of random values, one for each cell and number.
class GraphShownKey {
 public:
  explicit GraphShownKey(const sim::Graph&) {}

  void clear() { sum_ = 0; }
  void add(sim::Cell shown, const sim::GraphPosition& view) {
    constexpr std::uint64_t kNumbers = 1 << 8;
    sum_ += sim::mix((shown * kNumbers + view.shown[shown] + 1) * 0x9E3779B97F4A7C15U);
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace sapper::solvers

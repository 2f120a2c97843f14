// Counts what reading a replay costs, and ends it on an interruption.
//
// A step is a byte looked at, a mouse event played, or a cell set up or opened. Every reader is linear: its steps are at
// most kMostStepsPerByte times the bytes of the file, and kMostStepsPerBoard for a board, of 255 x 255 cells or less,
// that a few bytes may ask for. A game of a collection holds its board as bits, so that the bytes of all games pay for
// their boards.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/support/interruptible.hpp"

namespace sapper::experiments {

class ReadingMeter {
 public:
  static constexpr std::uint64_t kMostStepsPerByte = 40;
  static constexpr std::uint64_t kMostStepsPerBoard = 1'000'000;

  // To be called before the steps, each time for less than a second of work.
  void add(std::size_t steps) {
    steps_ += steps;
    sim::end_if_interrupted();
  }

  std::uint64_t steps() const { return steps_; }
  bool is_linear_in(std::size_t bytes) const {
    return steps_ <= kMostStepsPerByte * bytes + kMostStepsPerBoard;
  }

 private:
  std::uint64_t steps_ = 0;
};

}  // namespace sapper::experiments

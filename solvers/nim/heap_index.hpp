// Numbers the positions of heaps, so that values can be kept in a flat table: with the heaps in their given order, or
// in ascending order.
//
// An index is built for given positions; it numbers every position within their bounds, which include all reachable
// positions, from 0 to size()-1. A successor's number is always lower than its position's.
//
// A *line* is a set of positions that differ in one heap only. Along a line, ascending in that heap, each
// position's successors in that heap are the positions before it: with lines, filling a table takes a few steps per
// position instead of one per successor. Lines are numbered 0..line_count()-1.
//
// Why the order of the heaps does not matter: permuting the heaps maps the successors of a position to those of the
// permuted position, and the value depends only on the successors' values; by induction over the total, all 4!
// arrangements of four heaps have the same value. For a tablet's distances, reflections and rotations give 8 of the 24.
//
// Ascending positions are numbered as subsets are in the combinatorial number system (D. H. Lehmer, 1964), within bounds:
// the number of a position is the sum over its heaps of the number of arrangements of the heaps up to this one in which
// this one is smaller.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/nim/heaps.hpp"

namespace sapper::solvers::nim {

enum class HeapOrder : std::uint8_t { given, ascending };

class HeapIndex {
 public:
  static constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max() / 4;

  // covered: at least one position, all with the same number of heaps.
  HeapIndex(std::span<const sim::nim::Heaps> covered, HeapOrder order);

  std::size_t size() const { return size_; }  // at most kTooMany, which stands for any larger number
  std::size_t line_count() const { return line_count_; }
  // The largest size of each heap (in ascending order: of the smallest, second smallest, ... heap) among the positions.
  const sim::nim::Heaps& bounds() const { return bounds_; }
  // The position with its heaps in the index's order. The other functions accept only this form.
  sim::nim::Heaps normalized(sim::nim::Heaps heaps) const;
  bool covers(const sim::nim::Heaps& heaps) const;
  std::size_t number_of(const sim::nim::Heaps& heaps) const;
  // The number of the position that differs in one smaller heap.
  std::size_t number_with(sim::nim::Heaps heaps, std::size_t heap, int size) const;
  // The line through the position along a heap, and whether it equals the line along the previous heap.
  std::size_t line_of(const sim::nim::Heaps& heaps, std::size_t heap) const;
  bool repeats_line(const sim::nim::Heaps& heaps, std::size_t heap) const {
    return is_ascending_ && heap > 0 && heaps[heap] == heaps[heap - 1];
  }
  // Advances a position to the next number if that one differs only in the first `moving` heaps; otherwise empties
  // these.
  bool advance(sim::nim::Heaps& heaps, std::size_t moving) const;

 private:
  // below[k][x]: ascending rows of k+1 heaps within bounds whose last is smaller than x.
  using Table = std::vector<std::vector<std::size_t>>;
  static Table count_below(std::span<const int> bounds);

  bool is_ascending_;
  sim::nim::Heaps bounds_;
  std::size_t size_ = 1;
  std::size_t line_count_ = 0;
  // [heap], in the given order: the difference in number per object, and the first of its lines.
  std::array<std::size_t, sim::nim::kMaxHeaps> step_{}, first_line_{};
  // [heap][other heap]: the same for the number of a line along the heap.
  std::array<std::array<std::size_t, sim::nim::kMaxHeaps>, sim::nim::kMaxHeaps> line_step_{};
  // Heaps ascend here. Lines are counted for the heaps without one: a row within all bounds but the first.
  Table position_below_, line_below_;
};

}  // namespace sapper::solvers::nim

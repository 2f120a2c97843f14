// Numbers for positions of heaps, so that values can be kept in a flat table: with every heap in its place,
// or with the heaps in ascending order.
//
// An index is built for the positions to be covered; it numbers from 0 to size()-1 every position within
// their bounds, which include all positions reachable from them. A successor's number is always lower than
// its position's.
//
// A *line* is the positions that differ in one heap only. Along a line, ascending in that heap, each
// position's successors in that heap are the positions before it: with lines, a table takes a few steps per
// position where it would otherwise take one per successor. Lines are numbered 0..line_count()-1.
//
// Why the order of the heaps does not matter: permuting the heaps turns the successors of a position into
// those of the permuted position, and the value depends on the successors' values alone; by induction over
// the total, all 4! arrangements of four heaps have the same value. Of a tablet's distances, reflections and
// rotations give 8 of the 24.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/nim/heaps.hpp"

namespace sapper::solvers::nim {

// Sizes of indices saturate here.
inline constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max() / 4;

// Every heap in its place. Bounds: the largest size that each heap has among the positions covered.
class OrderedIndex {
 public:
  explicit OrderedIndex(std::span<const sim::nim::Heaps> covered);

  std::size_t size() const { return size_; }  // at most kTooMany, which stands for any larger number
  std::size_t line_count() const { return line_count_; }
  const sim::nim::Heaps& bounds() const { return bounds_; }

  // The position as the index numbers it: here, itself. covers() and number_of() take no others.
  sim::nim::Heaps normalized(const sim::nim::Heaps& heaps) const { return heaps; }
  bool covers(const sim::nim::Heaps& heaps) const;
  std::size_t number_of(const sim::nim::Heaps& heaps) const;
  // Of a position that differs from a normalised one in a smaller heap.
  std::size_t number_with(sim::nim::Heaps heaps, std::size_t heap, int size) const;
  // The line through the position along a heap.
  std::size_t line_of(const sim::nim::Heaps& heaps, std::size_t heap) const;
  // Whether the line along this heap is that along the heap before.
  static constexpr bool repeats_line(const sim::nim::Heaps&, std::size_t) { return false; }

  // Moves a position to the next number if that one differs in the first `moving` heaps only; otherwise
  // empties these.
  bool advance(sim::nim::Heaps& heaps, std::size_t moving) const;

 private:
  sim::nim::Heaps bounds_;
  std::size_t size_ = 1;
  std::size_t line_count_ = 0;
  std::array<std::size_t, sim::nim::kMaxHeaps> step_{};  // [heap], between numbers one thing apart
  std::array<std::size_t, sim::nim::kMaxHeaps> first_line_{};
};

// Heaps ascending. Bounds: the largest size that the smallest, second smallest, ... heap has among the
// positions.
//
// Positions are numbered as subsets are in the combinatorial number system (D. H. Lehmer, 1964), within
// bounds: the number of a position is the sum over its heaps of how many positions of the heaps up to this
// one have this one smaller.
class SortedIndex {
 public:
  explicit SortedIndex(std::span<const sim::nim::Heaps> covered);

  std::size_t size() const { return size_; }
  std::size_t line_count() const { return line_count_; }
  const sim::nim::Heaps& bounds() const { return bounds_; }

  sim::nim::Heaps normalized(const sim::nim::Heaps& heaps) const;
  bool covers(const sim::nim::Heaps& heaps) const;
  std::size_t number_of(const sim::nim::Heaps& heaps) const;
  std::size_t number_with(sim::nim::Heaps heaps, std::size_t heap, int size) const;
  std::size_t line_of(const sim::nim::Heaps& heaps, std::size_t heap) const;
  static bool repeats_line(const sim::nim::Heaps& heaps, std::size_t heap) {
    return heap > 0 && heaps[heap] == heaps[heap - 1];
  }

  bool advance(sim::nim::Heaps& heaps, std::size_t moving) const;

 private:
  // below[k][x]: ascending rows of k+1 heaps within bounds whose last is smaller than x.
  using Table = std::vector<std::vector<std::size_t>>;
  static Table count_below(std::span<const int> bounds);

  sim::nim::Heaps bounds_;
  std::size_t size_ = 1;
  std::size_t line_count_ = 1;
  Table position_below_;
  Table line_below_;  // of the heaps without one: a row within all bounds but the first
};

}  // namespace sapper::solvers::nim

// Layouts consistent with the view: all of them, if they are few, or samples. Of a Posterior or a GraphPosterior.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/counting/counted_component.hpp"

namespace sapper::solvers {

// All layouts, as bits: the input of an end-game search.
//
// The layouts of each component come from its counted layers, by mines; they are joined, subject to the mine count,
// with all ways to lay the rest away from the frontier, without dead ends. Cost: proportional to layouts x unknown
// cells, once the count has shown that they are few; a few convolutions otherwise.
class LayoutList {
 public:
  static constexpr std::uint32_t kMostLayouts = 4096;
  // Positions with more unknown cells are treated as having too many layouts.
  static constexpr std::uint32_t kMostCells = 192;

  // Lists the layouts of a combined posterior if there are at most `limit` <= kMostLayouts of them; false
  // otherwise. The knowledge has not grown since combine().
  template <class AnyPosterior>
  [[nodiscard]] bool fill(const AnyPosterior& posterior, std::uint32_t limit);

  std::uint32_t layout_count() const { return layout_count_; }
  std::uint32_t word_count() const { return (layout_count_ + 63) / 64; }
  // The unknown cells: first those of the frontier, then those away from it.
  std::span<const sim::Cell> cells() const { return cells_; }
  // [word_count()] by place in cells(): bit i of the words: layout i has a mine there.
  std::span<const std::uint64_t> mines(std::size_t place) const {
    return std::span(mines_).subspan(place * word_count(), word_count());
  }

 private:
  using Row = std::array<std::uint64_t, kMostCells / 64>;  // bit i: a mine in cells()[i]
  // The layouts of a component with a given number of extra mines are contiguous in rows_.
  struct Part {
    std::size_t first_row;
    std::size_t row_count;
  };

  template <class AnyPosterior>
  double count(const AnyPosterior& posterior);
  void list_component(const CountedComponent& component, std::size_t index, std::size_t first_cell);
  void list_groups(const CountedComponent& component, std::uint32_t group, std::size_t first_cell, Row row);
  void list_cells(const CountedComponent& component, std::uint32_t group, std::size_t place, unsigned mines,
                  std::size_t group_end, Row row);
  void join(std::size_t index, std::size_t extra, const Row& row);
  void join_outside(std::size_t place, std::size_t mines, Row row);
  void transpose();

  std::uint32_t layout_count_ = 0;
  std::vector<sim::Cell> cells_;
  std::vector<std::uint64_t> mines_;  // [place in cells_][word]

  // By component: [extra mines of this component and all after it] whether the rest can be completed; the last one is
  // for the cells outside.
  std::vector<std::vector<double>> suffixes_;
  std::size_t component_count_ = 0;
  std::size_t first_outside_ = 0;         // place in cells_
  std::int64_t mines_outside_ = 0;        // when the frontier holds its minimum
  std::vector<std::uint8_t> mines_in_;    // [group] of the current component
  std::vector<std::vector<Part>> parts_;  // [component][extra]
  std::vector<Row> rows_;
  std::vector<Row> layouts_;
};

// Samples layouts from the posterior, uniformly over those consistent with the view.
//
// Backward sampling through the counts: first the total of mines on the frontier, by the ways of the frontier and of
// the cells away from it; then each component's mines, from the last component on, by the ways of the components before
// it; then an assignment of the component with this many mines, backward through its layers; finally
// the cells within each group and the cells away from the frontier. Works for counts of any magnitude. Cost: start(), a
// product of the components' counts; draw(), the entries of all layers.
class LayoutSampler {
 public:
  // Takes a combined posterior, which must not change while layouts are sampled and whose knowledge has not grown since
  // combine().
  template <class AnyPosterior>
  void start(const AnyPosterior& posterior);
  // Fills `mines` with the unknown cells that hold a mine, in no particular order.
  void draw(sim::Stream& random, std::vector<sim::Cell>& mines);

 private:
  std::size_t draw_index(sim::Stream& random);  // by weights_
  void draw_component(const CountedComponent& component, std::size_t extra, sim::Stream& random,
                      std::vector<sim::Cell>& mines);

  std::span<CountedComponent* const> components_;
  std::int64_t mines_outside_ = 0;  // when the frontier holds its minimum
  // [component + 1][extra mines]: ways of the components before
  std::vector<std::vector<WideNumber>> prefixes_;
  std::vector<WideNumber> outside_ways_;  // [extra mines on the frontier], up to a factor
  std::vector<sim::Cell> outside_;
  std::vector<WideNumber> weights_;
  std::vector<std::uint8_t> mines_in_;  // [group]
};

}  // namespace sapper::solvers

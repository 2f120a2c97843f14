// Samples layouts from the posterior, uniformly over those consistent with the view.
//
// Backward sampling through the counts: first the total of mines on the frontier, by the ways of the frontier and of
// the cells away from it; then each component's mines, from the last component on, by the ways of the components before
// it; then an assignment of the component with this many mines, backward through its layers (layer_walk.hpp); finally
// the cells within each group and the cells away from the frontier. Works for counts of any magnitude. Cost: start(), a
// product of the components' counts; draw(), the entries of all layers.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

class LayoutSampler {
 public:
  // Takes a combined posterior, which must not change while layouts are sampled and whose knowledge has not grown since
  // combine().
  void start(const Posterior& posterior);
  // Fills `mines` with the unknown cells that hold a mine, in no particular order.
  void draw(sim::Stream& random, std::vector<sim::Cell>& mines);

 private:
  std::size_t draw_index(sim::Stream& random);  // by weights_
  void draw_component(const CountedComponent& component, std::size_t extra, sim::Stream& random,
                      std::vector<sim::Cell>& mines);

  const Posterior* posterior_ = nullptr;
  std::int64_t mines_outside_ = 0;  // when the frontier holds its minimum
  std::vector<std::vector<WideNumber>>
      prefixes_;                          // [component + 1][extra mines]: ways of the components before
  std::vector<WideNumber> outside_ways_;  // [extra mines on the frontier], up to a factor
  std::vector<sim::Cell> outside_;
  std::vector<WideNumber> weights_;
  std::vector<std::uint8_t> mines_in_;  // [group]
};

}  // namespace sapper::solvers

// Draws layouts from the posterior, each exactly as likely as any other that the view allows.
//
// Backward sampling through the counts: the mines on the frontier in all, by the ways of the frontier and of
// the cells away from it; then each component's mines, the last first, by the ways of those before it; then an
// assignment of the component with so many mines, backward through its layers (layer_walk.hpp); last, which
// cells of a group, and which cells away from the frontier. Numbers of any range. Cost: start(), a product of
// the components' counts; draw(), the entries of all layers.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

class LayoutSampler {
 public:
  // Of a combined posterior, which must stay as it is while layouts are drawn; its knowledge has not grown
  // since combine().
  void start(const Posterior& posterior);
  // Fills `mines` with the unknown cells that hold a mine, in no particular order.
  void draw(sim::Stream& random, std::vector<sim::Cell>& mines);

 private:
  std::size_t draw_index(sim::Stream& random);  // by weights_
  void draw_component(const CountedComponent& component, std::size_t extra, sim::Stream& random,
                      std::vector<sim::Cell>& mines);

  const Posterior* posterior_ = nullptr;
  std::int64_t mines_outside_ = 0;                 // where the frontier has its fewest
  std::vector<std::vector<WideNumber>> prefixes_;  // [component + 1][extra mines]: ways of those before
  std::vector<WideNumber> outside_ways_;           // [extra mines on the frontier], up to a factor
  std::vector<sim::Cell> outside_;
  std::vector<WideNumber> weights_;
  std::vector<std::uint8_t> mines_in_;  // [group]
};

}  // namespace sapper::solvers

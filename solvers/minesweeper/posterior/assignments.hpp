// Assignments of a counted component, from the layers that its eliminator keeps: all of them, or one sampled uniformly
// over the ways to lay the mines.
//
// Both walk backward from a state of the last layer. Every state of a layer is reachable from the start, so no walk is
// a dead end; the ways to reach a state are the sum over its parents of their ways times C(group size, mines), and
// these summands are the weights for sampling a parent. Cost of a sample: the entries of all layers.
#pragma once

#include <cstdint>
#include <span>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"

namespace sapper::solvers {

// Samples an assignment that ends in this state of the last layer. mines_in: [group], filled.
template <class Number>
void draw_assignment(const Eliminator<Number>& eliminator, std::size_t final_state, sim::Stream& random,
                     std::span<std::uint8_t> mines_in) {
  const auto steps = eliminator.steps();
  const auto children = eliminator.children();
  const auto ways = eliminator.ways();
  std::size_t state = final_state;
  for (std::size_t at = steps.size(); at-- > 0;) {
    const auto& step = steps[at];
    const std::uint32_t runs = step.size + 1;
    const auto wanted = static_cast<std::uint32_t>(state) + 1;
    const std::uint32_t* child = children.data() + step.first_child;
    const Number& whole = ways[step.first_entry + step.entry_count + state];
    const double level = random.uniform();
    Number sum(0);
    std::size_t parent = 0;
    std::uint32_t mines = 0;
    for (std::size_t entry = 0; entry < step.entry_count; ++entry)
      for (std::uint32_t x = 0; x < runs; ++x) {
        if (*child++ != wanted) continue;
        sum += times(ways[step.first_entry + entry], kChoose[step.size][x]);
        parent = entry;
        mines = x;
        if (ratio(sum, whole) > level) goto found;
      }
  found:  // or the last parent, if rounding leaves the sum below the total
    eliminator.lay(step, mines, mines_in);
    state = parent;
  }
}

// Calls visit() for every assignment that ends in this state of the last layer, mines_in ([group]) filled.
template <class Number, class Visit>
void for_each_assignment(const Eliminator<Number>& eliminator, std::size_t final_state,
                         std::span<std::uint8_t> mines_in, const Visit& visit) {
  const auto steps = eliminator.steps();
  const auto children = eliminator.children();
  const auto walk = [&](const auto& self, std::size_t at, std::size_t state) -> void {
    if (at == 0) return visit();
    const auto& step = steps[at - 1];
    const std::uint32_t runs = step.size + 1;
    const std::uint32_t* child = children.data() + step.first_child;
    for (std::size_t entry = 0; entry < step.entry_count; ++entry)
      for (std::uint32_t x = 0; x < runs; ++x) {
        if (*child++ != state + 1) continue;
        eliminator.lay(step, x, mines_in);
        self(self, at - 1, entry);
      }
  };
  walk(walk, steps.size(), final_state);
}

}  // namespace sapper::solvers

// The fewest clicks that open all free cells of a board whose mines are known, where openings spread: digs, flags and
// chords. Proven, or between two bounds.
//
// A plan opens everything exactly if every set of units (click_graph.hpp) has a dig in it, or a chord into it from a number
// outside of it: a set without would stay hidden, whatever is opened elsewhere. That is a hitting set of exponentially many
// sets, of which few matter:
//
// - Lower bound: click_formula.hpp, with "a chord needs its flags" and a clause for each set found so far.
// - A plan that the solver finds may leave units hidden. The strongly connected groups of these that nothing enters are sets
//   without a dig or chord: their clauses are added, and it is asked again. If nothing stays hidden, the plan has as few
//   clicks as the bound: it is optimal.
// - Upper bound: the plan that is known, and each one found, completed by digs and freed from clicks that are not needed.
//
// Cost: Beginner some 10 ms, Intermediate about a second in the median, Expert often only bounds. Exponential in the worst case.
// Looks for interruptions (sim/support/interruptible.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/minesweeper/clicks/click_graph.hpp"
#include "solvers/minesweeper/clicks/click_limit.hpp"

namespace sapper::solvers {

struct LeastClicks {
  std::uint32_t at_least = 0;  // proven
  std::vector<Click>
      clicks;  // that open everything, in an order in which they can be made; at least at_least of them
  bool is_proven() const { return clicks.size() == at_least; }
  // Nullopt if it is not proven.
  std::optional<std::uint32_t> least() const { return is_proven() ? std::optional(at_least) : std::nullopt; }
};

// known: clicks that open everything, such as ZiNi's; their chords are among those of the graph. Takes about the limit at
// most, and then returns the bounds reached. Where it ends before, the number is the same on every machine, as are number and
// clicks where only questions are limited.
LeastClicks find_least_clicks(const ClickGraph& graph, std::span<const Click> known, const ClickLimit& limit);

}  // namespace sapper::solvers

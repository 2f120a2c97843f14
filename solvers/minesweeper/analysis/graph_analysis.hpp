// The exact analysis of a position on a graph, or of one on any board whose mine count is not known: see analysis.hpp.
#pragma once

#include <cstdint>
#include <span>

#include "sim/minesweeper/graph.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::solvers {

// Without a mine count `solutions` is the number of layouts that are consistent with the numbers, whatever their mines.
// Throws InconsistentPosition, whose cell is the first shown number that cannot be met together with those before it, or
// ComponentTooWide, as analyze().
// Moves are listed only of positions with a mine count; seed: of the strategies' random choices.
Analysis analyze_graph(const sim::GraphPosition& position, const CellNames& names,
                       Moves moves = Moves::left_out, std::uint64_t seed = 0);

// A view whose mine count does not count; each cell is a mine with this probability: see MinePrior.
sim::GraphPosition without_count(const sim::View& view, std::span<const sim::Cell> trusted_mines,
                                 double density);
// The analysis of that.
Analysis analyze_without_count(const sim::View& view, std::span<const sim::Cell> trusted_mines,
                               double density);

}  // namespace sapper::solvers

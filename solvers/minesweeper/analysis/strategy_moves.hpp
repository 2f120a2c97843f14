// The moves of the strategies in one position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

struct StrategyMove {
  std::string strategy;
  Move move;
  double p_mine;  // exact, of the chosen cell
  // The reason of a guess, if the strategy gives one: see Explanation.
  std::string why = {};
  std::optional<double> win_probability = {};
  std::vector<Explanation::Candidate> candidates = {};
};

// By strategy, in the registry's order; empty if the game is over. A strategy is omitted where it cannot play such a game,
// or would take more than a few seconds. posterior: of the position. seed: of the strategies' random choices.
std::vector<StrategyMove> moves_in(const sim::View& view, const Posterior& posterior, std::uint64_t seed);
// The same on a lattice or graph; the position has a mine count. Strategies do not see its known mines.
std::vector<StrategyMove> moves_in(const sim::GraphPosition& position, const GraphPosterior& posterior,
                                   std::uint64_t seed);

}  // namespace sapper::solvers

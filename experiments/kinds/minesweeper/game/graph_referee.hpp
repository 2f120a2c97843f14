// Judges guesses on graphs, as Referee does on grids: by a posterior computed from the view alone.
#pragma once

#include "experiments/kinds/minesweeper/game/referee.hpp"
#include "sim/minesweeper/graph.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"

namespace sapper::experiments::minesweeper {

class GraphReferee {
 public:
  // The graph must outlive the object.
  explicit GraphReferee(const sim::Graph& graph) : posterior_(graph) {}

  // Whether no consistent layout has a mine in the hidden cell; of what is certain without counting where the frontier is
  // too wide for that.
  bool is_certain_safe(const sim::GraphPosition& view, sim::Cell cell);
  // If the frontier is too wide to count, it uses the strategy's own risk: the mean over the cells that its draw could hit,
  // which is exact on average.
  DigAssessment judge_guess(const sim::GraphPosition& view, const solvers::Move& guess);

 private:
  bool compute(const sim::GraphPosition& view);

  solvers::GraphPosterior posterior_;
};

}  // namespace sapper::experiments::minesweeper

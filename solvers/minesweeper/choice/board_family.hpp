// Two families of types with the same functions: those that play on grids, in planes of bits, and those that play on graphs,
// cell by cell. Code that needs no more than these functions is a template over the family and plays alike on both.
#pragma once

#include <memory>

#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/away_cells.hpp"
#include "solvers/minesweeper/choice/graph_strategy.hpp"
#include "solvers/minesweeper/choice/shown_key.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/deduction/graph_rules.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/deduction/overlap_rule.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

struct OnGrids {
  using Board = sim::Grid;
  using GameRules = sim::GameRules;
  using Game = sim::Game;
  using Layout = sim::Layout;
  using View = sim::View;
  using Shown = sim::CellBlock;  // an element of what a dig shows
  using Digs = solvers::Digs;
  using Strategy = solvers::Strategy;
  using Knowledge = LocalRules;
  using Posterior = solvers::Posterior;
  using AwayCells = solvers::AwayCells;
  using ShownKey = solvers::ShownKey;

  static bool do_mines_move(const GameRules& rules) { return rules.motion == sim::MineMotion::moving; }
  // For games that are only resumed. The board must outlive the rules.
  static GameRules rules_on(const Board& board) { return {.grid = {std::shared_ptr<void>(), &board}}; }
  static const Board& board_of(const Knowledge& knowledge) { return knowledge.grid(); }
};

struct OnGraphs {
  using Board = sim::Graph;
  using GameRules = sim::GraphGameRules;
  using Game = sim::GraphGame;
  using Layout = sim::GraphLayout;
  using View = sim::GraphPosition;
  using Shown = sim::Cell;
  using Digs = GraphDigs;
  using Strategy = GraphStrategy;
  using Knowledge = GraphRules;
  using Posterior = GraphPosterior;
  using AwayCells = GraphAwayCells;
  using ShownKey = GraphShownKey;

  static bool do_mines_move(const GameRules&) { return false; }
  static GameRules rules_on(const Board& board) { return {.graph = {std::shared_ptr<void>(), &board}}; }
  static const Board& board_of(const Knowledge& knowledge) { return knowledge.graph(); }
};

}  // namespace sapper::solvers

// Two families of types with the same functions: those that play on grids, in planes of bits, and those that play on graphs,
// cell by cell. Code that needs no more than these functions is a template over the family and plays alike on both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

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
  static const Board& board_of(const View& view) { return view.grid(); }
  // The cells that a number there counts, and those whose numbers count the cell.
  static sim::Neighbors seen_from(const View& view, sim::Cell cell) { return view.grid().neighbors(cell); }
  static sim::Neighbors seeing(const View& view, sim::Cell cell) { return view.grid().neighbors(cell); }
  // The cells that are known to be free whatever the numbers say.
  static std::span<const sim::Cell> known_free(const View& view) { return view.free_by_rule(); }
  // nullopt if it is not known.
  static std::optional<std::uint64_t> mine_count(const View& view) { return view.mine_count(); }
  static bool is_flagged(const View& view, sim::Cell cell) { return view.is_flagged(cell); }
  // The cells that the first-click rule keeps free during the whole game, ascending.
  static std::vector<sim::Cell> free_by_rule(const GameRules& rules) {
    return sim::cells_free_by_rule(*rules.grid, rules.first_click);
  }
  // A view that shows nothing.
  static View untouched(const GameRules& rules, const std::vector<sim::Cell>& known_free) {
    return {*rules.grid, rules.mine_count, known_free};
  }
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

  static bool do_mines_move(const GameRules& rules) { return rules.motion == sim::MineMotion::moving; }
  static GameRules rules_on(const Board& board) { return {.graph = {std::shared_ptr<void>(), &board}}; }
  static const Board& board_of(const Knowledge& knowledge) { return knowledge.graph(); }
  static const Board& board_of(const View& view) { return *view.graph; }
  static std::span<const sim::Cell> seen_from(const View& view, sim::Cell cell) {
    return view.graph->sees(cell);
  }
  static std::span<const sim::Cell> seeing(const View& view, sim::Cell cell) {
    return view.graph->seen_by(cell);
  }
  static std::span<const sim::Cell> known_free(const View& view) { return view.known_safe; }
  static std::optional<std::uint64_t> mine_count(const View& view) { return view.prior.count; }
  static bool is_flagged(const View&, sim::Cell) { return false; }
  static std::vector<sim::Cell> free_by_rule(const GameRules&) { return {}; }
  static View untouched(const GameRules& rules, const std::vector<sim::Cell>& known_free) {
    return {rules.graph,
            std::vector(rules.graph->cell_count(), View::kHidden),
            {.count = rules.mine_count},
            {},
            known_free};
  }
};

}  // namespace sapper::solvers

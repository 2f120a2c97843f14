// The parameters of a game on a graph, and what the first-click rules keep free there: GameRules' counterpart for boards of
// any shape.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph.hpp"

namespace sapper::sim {

struct GraphGameRules {
  using Board = Graph;
  using View = GraphPosition;
  const Board& board() const { return *graph; }

  std::shared_ptr<const Graph> graph;
  std::uint32_t mine_count = 0;
  FirstClickRule first_click = FirstClickRule::unprotected;  // one that graphs have
  Reveal reveal = Reveal::flood;
  MineMotion motion = MineMotion::fixed;
  // The mines of every game; null: laid at random in each game.
  std::shared_ptr<const std::vector<Cell>> fixed_mines{};
};

// Whether games on graphs have the rule: not if it names places of a board with rows and columns, such as its corners.
bool is_for_graphs(FirstClickRule rule);

// Appends the cells that hold no mine after a first dig at `first`, each once.
void append_protected_cells(const Graph& graph, FirstClickRule rule, Cell first, std::vector<Cell>& cells);
// The most mines that a board can hold under the rule: one on each cell that is not protected. first: kNoCell if the
// first dig may be anywhere.
std::uint32_t max_mines(const Graph& graph, FirstClickRule rule, Cell first = kNoCell);

// P(mine) under the first dig, whichever cell it is, exact for mines laid at random.
double first_dig_risk(const GraphGameRules& rules, Cell first = kNoCell);

}  // namespace sapper::sim

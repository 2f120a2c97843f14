// All topologies, and every kind of game of Minesweeper that the tables hold: topology x first-click rule x reveal x motion
// of the mines.
#pragma once

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/grid.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// The rules of games on such a board; all else is as usual.
inline sim::GameRules game_rules(const sim::Grid& grid, std::uint32_t mines,
                                 sim::FirstClickRule first_click = sim::GameRules().first_click) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(grid);
  rules.mine_count = mines;
  rules.first_click = first_click;
  return rules;
}

struct BoardShape {
  int rows;
  int cols;
  std::uint32_t mines;  // or as many as the first-click rule leaves room for
};

// visit(rules) for each, with a trace that names it.
template <class Visit>
void for_each_kind_of_game(const BoardShape& shape, Visit visit) {
  for (const sim::TopologyRow& topology : sim::kTopologies) {
    const auto grid = std::make_shared<const sim::Grid>(shape.rows, shape.cols, topology.topology);
    for (const sim::FirstClickRuleRow& first_click : sim::kFirstClickRules)
      for (const sim::RevealRow& reveal : sim::kReveals)
        for (const sim::MineMotionRow& motion : sim::kMineMotions) {
          SCOPED_TRACE(testing::Message() << shape.rows << " x " << shape.cols << ' ' << topology.name << ", "
                                          << first_click.name << ", " << reveal.name << ", " << motion.name);
          sim::GameRules rules;
          rules.grid = grid;
          rules.first_click = first_click.rule;
          rules.reveal = reveal.reveal;
          rules.motion = motion.motion;
          rules.mine_count =
              std::min(shape.mines, grid->cell_count() - sim::max_protected_cells(*grid, first_click.rule));
          visit(rules);
        }
  }
}

inline std::vector<sim::Topology> all_topologies() {
  std::vector<sim::Topology> topologies;
  topologies.reserve(sim::kTopologies.size());
  for (const sim::TopologyRow& row : sim::kTopologies) topologies.push_back(row.topology);
  return topologies;
}

}  // namespace sapper::tests

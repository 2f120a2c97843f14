// All topologies, every kind of game of Minesweeper that the tables hold (topology x first-click rule x reveal x motion of the
// mines), and what a dig shows by the words of the rules.
#pragma once

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/view.hpp"
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

// A game on this layout: bit i: a mine in cell i.
inline sim::GameRules game_on(const sim::Grid& grid, std::uint64_t layout) {
  std::vector<sim::Cell> mines;
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
    if ((layout >> cell & 1) != 0) mines.push_back(cell);
  sim::GameRules rules = game_rules(grid, static_cast<std::uint32_t>(mines.size()));
  rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(std::move(mines));
  return rules;
}

inline int mines_around(const sim::Layout& layout, sim::Cell cell) {
  int mines = 0;
  for (const sim::Cell neighbor : layout.grid().neighbors(cell)) mines += layout.is_mine(neighbor);
  return mines;
}

// The cells hidden before that a dig of a free cell shows. A single dig shows that cell. Otherwise a zero opens its
// neighbours, and in a flood the zeros that it shows do likewise. A flag on the cell dug keeps it hidden; an opening takes no notice of flags, or stops
// there.
inline std::set<sim::Cell> opened_by(const sim::Layout& layout, const sim::View& before, sim::Cell dug,
                                     sim::Reveal reveal,
                                     sim::FlagProtection protection = sim::FlagProtection::digs) {
  std::set<sim::Cell> opened;
  std::vector<sim::Cell> to_show{dug};
  while (!to_show.empty()) {
    const sim::Cell cell = to_show.back();
    to_show.pop_back();
    if (before.is_shown(cell)) continue;
    if (protection == sim::FlagProtection::digs_and_openings && before.is_flagged(cell)) continue;
    if (!opened.insert(cell).second) continue;
    if (mines_around(layout, cell) > 0 || reveal == sim::Reveal::single) continue;
    if (reveal == sim::Reveal::ring && cell != dug) continue;
    for (const sim::Cell neighbor : layout.grid().neighbors(cell)) to_show.push_back(neighbor);
  }
  return opened;
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

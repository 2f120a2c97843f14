// A game as Python names it: names of topologies and rules become a game's rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/game_rules.hpp"

namespace sapper::experiments::python {

// The row of the table with that name; a ValueError that lists the names if there is none.
template <class Table>
const auto& find_row(const Table& table, const std::string& name, const std::string& what) {
  std::vector<std::string_view> names;
  for (const auto& row : table) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  throw InputError(what + " is \"" + printable(name) + "\"; " + json::suggest(name, names));
}

// InputError for an unknown name, a size that no board has and more mines than there is room for.
inline sim::GameRules rules_of(int rows, int cols, std::int64_t mines, const std::string& topology,
                               const std::string& first_click, const std::string& reveal,
                               const std::string& motion) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols,
                                                 find_row(sim::kTopologies, topology, "topology").topology);
  rules.first_click = find_row(sim::kFirstClickRules, first_click, "first_click").rule;
  rules.reveal = find_row(sim::kReveals, reveal, "reveal").reveal;
  rules.motion = find_row(sim::kMineMotions, motion, "motion").motion;
  const std::uint32_t room = sim::max_mines(*rules.grid, rules.first_click);
  if (mines < 0 || mines > room)
    throw InputError("mines is " + std::to_string(mines) + "; the board holds at most " +
                     std::to_string(room) + " under this first-click rule");
  rules.mine_count = static_cast<std::uint32_t>(mines);
  return rules;
}

// The key of the board, as experiments have it.
inline std::uint64_t key_of(const sim::GameRules& rules) {
  minesweeper::Board board;
  board.rows = rules.grid->rows();
  board.cols = rules.grid->cols();
  board.mines = rules.mine_count;
  board.topology = rules.grid->topology();
  return minesweeper::key_of(board);
}

}  // namespace sapper::experiments::python

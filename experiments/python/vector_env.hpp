// The compiled part of sapper.VectorEnv: minesweeper::GameSlots over NumPy arrays.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/game_rules.hpp"

namespace sapper::experiments::python {

// Adds the class `Slots`, which only sapper/vector_env.py uses.
void add_vector_env(pybind11::module_& module);

// A game as Python names it: names of topologies and rules become a game's rules.

// The row of the table with that name; a ValueError that lists the names if there is none.
template <class Table>
const auto& row_named(const Table& table, const std::string& name, const std::string& what) {
  const auto* const row = find_named(table, name);
  if (row == nullptr) throw json::unknown_name(what, name, names_in(table));
  return *row;
}

// InputError for an unknown name, a size that no board has and more mines than there is room for.
inline sim::GameRules rules_of(int rows, int cols, std::int64_t mines, const std::string& topology,
                               const std::string& first_click, const std::string& reveal,
                               const std::string& motion) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols,
                                                 row_named(sim::kTopologies, topology, "topology").topology);
  rules.first_click = row_named(sim::kFirstClickRules, first_click, "first_click").rule;
  rules.reveal = row_named(sim::kReveals, reveal, "reveal").reveal;
  rules.motion = row_named(sim::kMineMotions, motion, "motion").motion;
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

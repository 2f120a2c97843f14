// A game as Python names it: names of topologies and rules become a game's rules.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/game_rules.hpp"

namespace sapper::experiments::python {

// The row of the table with that name; a ValueError that lists the names if there is none.
template <class Table>
const auto& row_named(const Table& table, const std::string& name, const std::string& what) {
  const auto* const row = find_named(table, name);
  if (row == nullptr) throw json::unknown_name(what, name, names_in(table));
  return *row;
}

// InputError for an unknown name; sapper/_arguments.py has checked the numbers.
inline sim::GameRules rules_of(int rows, int cols, std::uint32_t mines, const std::string& topology,
                               const std::string& first_click, const std::string& reveal,
                               const std::string& motion) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols,
                                                 row_named(sim::kTopologies, topology, "topology").topology);
  rules.first_click = row_named(sim::kFirstClickRules, first_click, "first_click").rule;
  rules.reveal = row_named(sim::kReveals, reveal, "reveal").reveal;
  rules.motion = row_named(sim::kMineMotions, motion, "motion").motion;
  rules.mine_count = mines;
  return rules;
}

}  // namespace sapper::experiments::python

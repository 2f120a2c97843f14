// The boards of an experiment: from the config's entries, with their lists and densities, to boards with a
// size and a mine count; and what a first-click rule asks of them.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments::minesweeper {

// A board together with the entry that it came from, and the node that gave its mines, for errors.
struct BoardEntry {
  Board board;
  json::Node entry;
  json::Node mines;
};

// All boards of the config's list, in order: each entry's product with rows outermost and mines innermost.
// InputError where boards x plays_per_board exceed kMaxSweepCells, before the boards take any memory.
std::vector<BoardEntry> expand_boards(const json::Node& list, sim::Topology topology,
                                      const std::filesystem::path& folder, std::uint64_t plays_per_board);

// InputError where the first cell that the config gives lies outside the board. `cell`: where the config gave
// the first cell, if it did.
void check_first_click(const BoardEntry& entry, const FirstClick& first,
                       const std::optional<json::Node>& cell);

// InputError where the rule leaves no room for the mines after a first dig at `first` (kNoCell: wherever the
// strategy chooses), or a file's mines lie where the rule forbids them.
void check_first_cell(const BoardEntry& entry, sim::FirstClickRule rule, sim::Cell first,
                      const std::optional<json::Node>& cell);

}  // namespace sapper::experiments::minesweeper

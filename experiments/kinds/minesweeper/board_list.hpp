// Expands the config's board entries, with their lists and densities, to boards with a size and a mine count; and
// checks the requirements of first-click rules.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments::minesweeper {

// A board with the entry that it came from and the node that gave its mines, for errors.
struct BoardEntry {
  Board board;
  json::Node entry;
  json::Node mines;
};

// All boards of the config's list, in order: each entry's product with rows outermost and mines innermost.
// InputError if boards x plays_per_board exceeds kMaxSweepCells, before any memory is allocated for the boards.
std::vector<BoardEntry> expand_boards(const json::Node& list, sim::Topology topology,
                                      const std::filesystem::path& folder, std::uint64_t plays_per_board);

// The number of the first cells on the board. InputError if a given first cell lies outside it, if the mines do not fit
// under the rule, or if a file's mines violate it. `cell`: the node of the first cell, if given.
std::size_t check_first_click(const BoardEntry& entry, const FirstClick& first,
                              const std::optional<json::Node>& cell);

}  // namespace sapper::experiments::minesweeper

// Expands the config's board entries, with their lists and densities, to boards with a size and a mine count; and
// checks the requirements of first-click rules.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments::minesweeper {

// A board with the entry that it came from and the node that gave its mines, for errors.
struct BoardEntry {
  Board board;
  json::Node entry;
  json::Node mines;
  std::optional<sim::FirstClickRule> first_rule =
      {};  // that the board was drawn under, from its line in a file
};

[[noreturn]] void fail_twice(const json::Node& node);

// The values that a key names, one or a list of distinct ones, by the rows of a table; `fallback` without the key.
template <class Value, class Rows>
std::vector<Value> read_values(const json::Node& object, std::string_view key, std::string_view what,
                               const Rows& rows, Value Rows::value_type::*value,
                               std::vector<Value> fallback) {
  const auto node = object.find(key);
  if (!node) return fallback;
  std::vector<Value> values;
  for (const json::Node& item : node->items_or_itself()) {
    const Value read = item.as_row(rows, what).*value;
    if (std::find(values.begin(), values.end(), read) != values.end()) fail_twice(item);
    values.push_back(read);
  }
  return values;
}
// All boards of a config, in order: for each entry of the list `boards`, and each of its topologies (by default those of
// the config, else squares), the entry's product with rows outermost and mines innermost.
// InputError if boards x plays_per_board exceeds kMaxSweepCells, before any memory is allocated for the boards.
std::vector<BoardEntry> expand_boards(const json::Node& root, const std::filesystem::path& folder,
                                      std::uint64_t plays_per_board);

// The number of the first cells on the board. InputError if a given first cell lies outside it, if the mines do not fit
// under the rule, if a file's mines violate it, or if the board has no such rule or place. `cell`: the node of the first
// cell, if given.
std::size_t check_first_click(const BoardEntry& entry, const FirstClick& first,
                              const std::optional<json::Node>& cell);

}  // namespace sapper::experiments::minesweeper

// Views to and from text, for handwritten positions and for messages of failing tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/view.hpp"

namespace sapper::tests {

// A view that owns its grid.
struct Position {
  std::shared_ptr<const sim::Grid> grid;
  sim::View view;
};

// Nothing shown yet.
Position hidden_position(int rows, int cols, sim::Topology topology, std::uint32_t mine_count,
                         std::vector<sim::Cell> free_by_rule = {});

// One string per row, all of the same length: '0'-'8' shown, '.' hidden, 'F' hidden and flagged.
Position position_from_rows(const std::vector<std::string>& rows, std::uint32_t mine_count,
                            sim::Topology topology = sim::Topology::square,
                            std::vector<sim::Cell> free_by_rule = {});

// What position_from_rows reads, in a form that can be pasted back.
std::string text_of(const sim::View& view);

}  // namespace sapper::tests

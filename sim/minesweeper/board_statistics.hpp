// How many clicks a board takes, for a player who knows where the mines are.
//
// An opening is a connected group of free cells that show 0, with the numbers on its border: one dig shows all of it.
// 3BV ("Bechtel's board benchmark value", S. Bechtel, 2002) is the minimum number of digs that wins with Reveal::flood:
// one per opening, and one for each number that touches no opening. Both are defined on any topology.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/minesweeper/layout.hpp"

namespace sapper::sim {

struct BoardStatistics {
  std::uint32_t three_bv = 0;
  std::uint32_t openings = 0;
  std::uint32_t opening_cells = 0;  // cells that the openings show; a number that touches two counts once
  bool operator==(const BoardStatistics&) const = default;
};

// Counts one board after another, reusing its memory.
//
// Openings are the connected groups of zeros: each row's runs of zeros are joined with those of the row above that they
// touch. Time: a few steps per word of the layout's planes (grid.hpp) and one per run of zeros.
class BoardCounter {
 public:
  // What is counted of a layout, so that it can be counted later.
  struct Board {
    explicit Board(const Grid& grid) : zeros(grid) {}
    void take(const Layout& layout);  // of the same grid

    CellPlane zeros;  // the free cells that show 0
    std::uint32_t free_cells = 0;
  };

  BoardStatistics count(const Layout& layout);
  BoardStatistics count(const Grid& grid, const Board& board);

 private:
  struct Run {
    int first;
    int last;  // included
  };
  std::uint32_t count_groups(const Grid& grid, const CellPlane& zeros);
  void list_runs(const Grid& grid, const CellPlane& zeros, std::uint32_t row);
  void join_rows(const Grid& grid, std::size_t above, std::size_t above_end, std::size_t here,
                 std::size_t here_end, int row);
  std::size_t group_of(std::size_t run);
  void join(std::size_t a, std::size_t b);

  BoardSize size_{};                 // of the last board
  std::optional<CellPlane> shown_;   // what its openings show
  std::vector<Run> runs_;            // of zeros, by row
  std::vector<std::size_t> leader_;  // [run] of its group, directly or not
  std::uint32_t groups_ = 0;
};

}  // namespace sapper::sim

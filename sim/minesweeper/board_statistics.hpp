// How many clicks a board takes, for a player who knows where the mines are.
//
// An opening is a connected group of free cells that show 0, with the numbers on its border: one dig shows all of it.
// 3BV ("Bechtel's board benchmark value", S. Bechtel, 2002) is the minimum number of digs that wins with Reveal::flood:
// one per opening, and one for each number that touches no opening. Both are defined on any topology.
#pragma once

#include <cstdint>
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
// Rows are bit sets: the mines, the mines and their neighbours (which do not show 0), the remaining zeros, and the
// zeros and their neighbours, which the openings show. Openings are the connected groups of zeros: each row's runs of
// zeros are joined with those of the row above that they touch. Time: one step per 64 cells, per mine and per run of
// zeros.
class BoardCounter {
 public:
  BoardStatistics count(const Layout& layout);

 private:
  using Word = std::uint64_t;
  struct Run {
    int first;
    int last;  // included
  };

  void set_shape(const Grid& grid);
  Word* row_of(std::vector<Word>& rows, int row) const {
    return rows.data() + static_cast<std::size_t>(row) * words_;
  }
  // right_, left_: the cells of all rows moved by one column, around the edge where columns wrap.
  void move_right(const std::vector<Word>& rows);
  void move_left(const std::vector<Word>& rows);
  // spread: the cells of `rows` and their neighbours.
  void spread(const std::vector<Word>& rows, std::vector<Word>& spread);
  void touch_one_side(const std::vector<Word>& rows, int row, std::vector<Word>& touched) const;
  std::uint32_t count_groups(std::vector<Word>& rows);
  void list_runs(const Word* row);
  void join_rows(std::size_t above, std::size_t above_end, std::size_t here, std::size_t here_end, int row);
  std::size_t group_of(std::size_t run);
  void join(std::size_t a, std::size_t b);

  int rows_ = 0;
  int cols_ = 0;
  bool wraps_rows_ = false, wraps_cols_ = false, has_shifted_rows_ = false;
  std::size_t words_ = 0;  // in a row
  Word last_mask_ = 0;     // the bits of a row's last word that are cells
  std::vector<Word> mines_;
  std::vector<Word> zeros_;
  std::vector<Word> shown_;
  std::vector<Word> right_;  // scratch of spread
  std::vector<Word> left_;
  std::vector<Run> runs_;            // of zeros, by row
  std::vector<std::size_t> leader_;  // [run] of its group, directly or not
  std::uint32_t groups_ = 0;
};

}  // namespace sapper::sim

// Sheets of boards for paper: puzzles that show what the first dig shows, below a line for a name and the date, and their
// solutions, with the order in which the safe cells are proved.
//
// Pages are SVG of A4, upright or across, whichever has the larger cells; all puzzles come first. Lattices and graphs are
// drawn by the shapes and places of their cells. Nothing depends on colour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/drawing/board_picture.hpp"
#include "experiments/drawing/cell_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/board_generator.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"

namespace sapper::experiments::minesweeper {

// How the safe cells of a board are proved from its first cell on.
struct ProofOrder {
  // [cell]: the dig that shows it: 0 the first one, k the k-th of those that the numbers shown before prove safe.
  // kNotProved: a mine, or a cell of which nothing is certain where play gets stuck.
  std::vector<std::uint32_t> dig;
  std::uint32_t digs = 0;      // after the first one
  bool needs_guess = false;    // some safe cell is not proved
  bool is_first_mine = false;  // nothing is shown

  static constexpr std::uint32_t kNotProved = UINT32_MAX;
};
// mines: ascending; the rules may keep cells free of them. As `csp` digs: the local rules as far as they lead, then all
// shown numbers together.
ProofOrder proof_order(const sim::GameRules& rules, const std::vector<sim::Cell>& mines, sim::Cell first);
ProofOrder proof_order(const sim::GraphGameRules& rules, const std::vector<sim::Cell>& mines,
                       sim::Cell first);

class BoardSheets {
 public:
  static constexpr std::uint64_t kMostPerPage = 12;

  // The sheets hold at most `boards` boards. per_page: 1 to kMostPerPage; nullopt: 6, or as many as have legible cells.
  // title: of every page; empty: the boards and their first dig. The board is drawn: see is_drawn(). InputError if a page would
  // have no boards.
  BoardSheets(const BoardRequest& request, std::uint64_t boards, std::optional<std::uint64_t> per_page,
              std::string title);

  // The number of pages of that many boards, puzzles and solutions together.
  std::uint64_t page_count(std::uint64_t boards) const;
  void add(const GeneratedBoard& board);
  // SVG documents.
  std::vector<std::string> pages() const;

 private:
  struct Arrangement {
    double width = 0, height = 0;  // of the page, pixels (1/96 inch)
    int across = 1, down = 1;
    double cell_side = 0;
  };
  struct Entry {
    std::uint64_t number;
    std::vector<sim::Cell> mines;
    std::uint32_t three_bv;
    ProofOrder order;
  };
  enum class Kind : std::uint8_t { puzzles, solutions };

  // Of a board, in sides of a cell.
  struct Extent {
    double across = 0, down = 0;
  };
  Extent extent() const;
  Arrangement arrange(std::uint64_t boards) const;
  std::string page(Kind kind, std::uint64_t number) const;
  std::string subject() const;  // the boards and their first dig
  std::string heading(Kind kind) const;
  std::string instructions(Kind kind) const;
  // number: of the cell; nullopt: it is a mine.
  static PictureCell picture_of(const ProofOrder& order, std::optional<std::uint8_t> number, Kind kind,
                                sim::Cell cell);
  void draw(const Entry& entry, Kind kind, double left, double top, std::string& body) const;
  void draw_grid(const Entry& entry, Kind kind, double left, double top, std::string& body) const;
  void draw_shapes(const Entry& entry, Kind kind, double left, double top, std::string& body) const;

  BoardRequest request_;
  sim::GameRules rules_;              // on planes
  sim::GraphGameRules graph_rules_;   // on others
  std::optional<CellShapes> shapes_;  // of these
  std::string title_;
  std::uint64_t per_page_ = 1;
  Arrangement arrangement_;
  std::vector<Entry> boards_;
};

}  // namespace sapper::experiments::minesweeper

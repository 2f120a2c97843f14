// A board as a graph: for each cell the cells whose mines its number counts. Such a board needs no rows and columns.
//
// `sees` may be directed: a cell need not be seen by those that it sees. `opens` says what a 0 opens, by default all that
// it sees.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/mine_prior.hpp"

namespace sapper::sim {

// A list of cells for each cell, in one array.
class CellLists {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()) - 1; }
  std::span<const Cell> operator[](Cell cell) const {
    return std::span(cells_).subspan(ends_[cell], ends_[cell + 1] - ends_[cell]);
  }
  std::size_t entry_count() const { return cells_.size(); }

  // The next list consists of the cells added since the last end_list().
  void add(Cell cell) { cells_.push_back(cell); }
  void end_list() { ends_.push_back(static_cast<std::uint32_t>(cells_.size())); }

  // For each cell the cells in whose lists it is, ascending.
  CellLists reversed() const;

 private:
  std::vector<std::uint32_t> ends_{0};  // [cell + 1]
  std::vector<Cell> cells_;
};

class Graph {
 public:
  // The largest number is as many, which the counters' keys hold: see state_key.hpp.
  static constexpr std::uint32_t kMaxDegree = 127;
  static constexpr std::uint32_t kMaxCells = std::uint32_t{Grid::kMaxSide} * Grid::kMaxSide;

  // Where a cell is drawn, to any scale; y points down.
  struct Point {
    double x = 0;
    double y = 0;
  };

  // sees: no cell sees itself, or another one twice; each sees at most kMaxDegree and is seen by at most as many. opens:
  // of the cells that each one sees; empty: all of them. places: [cell], or empty.
  explicit Graph(CellLists sees, CellLists opens = {}, std::vector<Point> places = {});
  // Every cell with its neighbours.
  explicit Graph(const Grid& grid);

  std::uint32_t cell_count() const { return sees_.size(); }
  std::span<const Cell> sees(Cell cell) const { return sees_[cell]; }
  std::span<const Cell> seen_by(Cell cell) const { return seen_by_[cell]; }
  std::span<const Cell> opens(Cell cell) const { return opens_.size() == 0 ? sees_[cell] : opens_[cell]; }
  std::span<const Point> places() const { return places_; }

 private:
  CellLists sees_, seen_by_, opens_;
  std::vector<Point> places_;
};

// A position on a graph, as a player sees it.
struct GraphPosition {
  static constexpr std::uint8_t kHidden = 0xFF;

  std::shared_ptr<const Graph> graph;
  std::vector<std::uint8_t> shown;  // [cell] its number, or kHidden
  MinePrior prior;
  std::vector<Cell> known_mines;  // hidden cells that hold a mine, or none, independently of the numbers
  std::vector<Cell> known_safe;

  bool is_hidden(Cell cell) const { return shown[cell] == kHidden; }
  int number(Cell cell) const { return shown[cell]; }  // of a shown cell
  std::uint32_t hidden_count() const;                  // visits all cells
  // Only of positions that have one.
  std::uint32_t mine_count() const { return static_cast<std::uint32_t>(*prior.count); }
};

// [cell] its number, or kHidden: the same for equal positions on a graph.
inline const std::vector<std::uint8_t>& cells_of(const GraphPosition& position) { return position.shown; }

}  // namespace sapper::sim

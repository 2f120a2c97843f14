// Where the cells of a board are drawn that is not of the planes, in SVG: by the outlines of its lattice, or as circles at the
// places of its graph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

class CellShapes {
 public:
  using Point = sim::Graph::Point;
  static constexpr std::uint32_t kMostCells = 65'536;
  static constexpr double kCellPixels = 28;  // the side of a square of a usual size
  static constexpr std::string_view kLines = "#9A9A9A";

  // The graph, which has places, and the lattice, which has outlines, must outlive it.
  explicit CellShapes(const sim::Graph& graph);
  CellShapes(const sim::Graph& graph, const sim::Lattice& lattice, sim::LatticeSize size);

  // In pixels, with a margin.
  double width() const { return width_; }
  double height() const { return height_; }
  Point center(sim::Cell cell) const { return on_page(graph_.places()[cell]); }
  // Where a sign stands beside what is in the middle of a cell: towards its corner above right, or below left.
  enum class Beside : std::uint8_t { above_right, below_left };
  Point beside_center(sim::Cell cell, Beside side) const;
  // An element that is not closed yet.
  std::string shape(sim::Cell cell) const;
  // Lines between the circles of cells that see one another; none between outlines.
  std::string edges() const;
  // All shapes, for pages that fill in what they show: an element with a `<g role="gridcell">` for each cell, ascending,
  // in a `<g role="row">` for each row of a lattice, which holds its shape and an empty text.
  std::string svg() const;

 private:
  std::vector<Point> outline(sim::Cell cell) const { return sim::outline_of(*lattice_, size_, cell); }
  // The scale, and where the drawing begins.
  void fit();
  Point on_page(const Point& point) const {
    return {origin_.x + point.x * scale_, origin_.y + point.y * scale_};
  }

  const sim::Graph& graph_;
  const sim::Lattice* lattice_ = nullptr;  // null: circles
  sim::LatticeSize size_;
  double scale_ = 1;
  Point origin_;
  double width_ = 0, height_ = 0;
};

}  // namespace sapper::experiments::minesweeper

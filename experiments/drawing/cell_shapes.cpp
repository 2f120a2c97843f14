#include "experiments/drawing/cell_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "experiments/support/append_format.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

constexpr double kAroundCells = 14;
constexpr double kMostDrawnPixels = 30'000;  // of the longer side
constexpr double kFarCells = 2;
constexpr std::uint32_t kMostCompared = 4096;

double area_of(const std::vector<CellShapes::Point>& outline) {
  double twice = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const CellShapes::Point& next = outline[(i + 1) % outline.size()];
    twice += outline[i].x * next.y - next.x * outline[i].y;
  }
  return std::abs(twice) / 2;
}

// Of each place to the nearest other one.
double mean_nearest_distance(std::span<const CellShapes::Point> places) {
  double sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    double least = std::numeric_limits<double>::max();
    for (std::size_t k = 0; k < places.size(); ++k)
      if (k != i) least = std::min(least, std::hypot(places[i].x - places[k].x, places[i].y - places[k].y));
    sum += places.size() > 1 ? least : 0;
  }
  return sum / static_cast<double>(places.size());
}

}  // namespace

CellShapes::CellShapes(const sim::Graph& graph) : graph_(graph) { fit(); }

CellShapes::CellShapes(const sim::Graph& graph, const sim::Lattice& lattice, sim::LatticeSize size)
    : graph_(graph), lattice_(&lattice), size_(size) {
  fit();
}

auto CellShapes::beside_center(Cell cell, Beside side) const -> Point {
  constexpr double kShareOfWay = 0.5;
  const double right = side == Beside::above_right ? 1 : -1;
  const Point from = center(cell);
  if (lattice_ == nullptr) {
    constexpr double kDiagonal = 0.3 * kCellPixels;
    return {from.x + right * kDiagonal, from.y - right * kDiagonal};
  }
  const std::vector<Point> corners = outline(cell);
  const Point corner = on_page(
      *std::ranges::max_element(corners, {}, [&](const Point& each) { return right * (each.x - each.y); }));
  return {from.x + kShareOfWay * (corner.x - from.x), from.y + kShareOfWay * (corner.y - from.y)};
}

std::string CellShapes::shape(Cell cell) const {
  if (lattice_ == nullptr) {
    const Point at = center(cell);
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", at.x, at.y, 0.43 * kCellPixels);
  }
  std::string shape = "<path d=\"";
  for (const Point& corner : outline(cell)) {
    const Point at = on_page(corner);
    append_format(shape, "{}{:.1f},{:.1f}", shape.ends_with('"') ? "M" : " L", at.x, at.y);
  }
  return shape + " z\"";
}

std::string CellShapes::edges() const {
  std::string lines;
  if (lattice_ != nullptr) return lines;
  for (Cell cell = 0; cell < graph_.cell_count(); ++cell)
    for (const Cell seen : graph_.sees(cell)) {
      const bool is_mutual = std::ranges::find(graph_.sees(seen), cell) != graph_.sees(seen).end();
      if (is_mutual && seen < cell) continue;
      const Point from = center(cell);
      const Point to = center(seen);
      append_format(lines, "<path d=\"M{:.1f},{:.1f} L{:.1f},{:.1f}\" stroke=\"{}\"/>\n", from.x, from.y,
                    to.x, to.y, kLines);
    }
  return lines;
}

std::string CellShapes::svg() const {
  std::string all = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n{2}",
      width(), height(), edges());
  const Cell cols = lattice_ != nullptr ? static_cast<Cell>(size_.cols) : graph_.cell_count();
  for (Cell cell = 0; cell < graph_.cell_count(); ++cell) {
    if (cell % cols == 0) all += cell == 0 ? "<g role=\"row\">\n" : "</g><g role=\"row\">\n";
    const Point at = center(cell);
    append_format(all, "<g role=\"gridcell\">{}/><text x=\"{:.1f}\" y=\"{:.1f}\"/></g>\n", shape(cell), at.x,
                  at.y + 5);
  }
  return all + "</g></svg>";
}

void CellShapes::fit() {
  Point least{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  Point most{-least.x, -least.y};
  const auto include = [&](const Point& point) {
    least = {std::min(least.x, point.x), std::min(least.y, point.y)};
    most = {std::max(most.x, point.x), std::max(most.y, point.y)};
  };
  double side = 0;  // of a square of a usual size, in the units of the points
  if (lattice_ != nullptr) {
    // Between the mean and the smallest, whose text is to fit.
    double sum = 0;
    double smallest = std::numeric_limits<double>::max();
    for (const auto& of_unit : lattice_->outlines) {
      sum += area_of(of_unit);
      smallest = std::min(smallest, area_of(of_unit));
    }
    side = std::pow(smallest * sum / static_cast<double>(lattice_->outlines.size()), 0.25);
    for (Cell cell = 0; cell < graph_.cell_count(); ++cell)
      for (const Point& corner : outline(cell)) include(corner);
  } else {
    for (const Point& place : graph_.places()) include(place);
    // The mean distance to the cells that are seen; that of a row where there are none.
    double distances = 0;
    double seen_count = 0;
    for (Cell cell = 0; cell < graph_.cell_count(); ++cell)
      for (const Cell seen : graph_.sees(cell)) {
        distances += std::hypot(graph_.places()[cell].x - graph_.places()[seen].x,
                                graph_.places()[cell].y - graph_.places()[seen].y);
        seen_count += 1;
      }
    side = seen_count > 0 ? distances / seen_count / 1.7 : 1;
    // Where cells see others far away, it is the mean distance to the nearest cell, so that they do not hide one another.
    if (graph_.cell_count() <= kMostCompared) {
      const double nearest = mean_nearest_distance(graph_.places());
      if (nearest > 0 && side > kFarCells * nearest) side = nearest;
    }
  }
  const double longest = std::max({most.x - least.x, most.y - least.y, side});
  scale_ = side > 0 ? std::min(kCellPixels / side, kMostDrawnPixels / longest) : 1;
  const double around = kAroundCells + (lattice_ != nullptr ? 0 : kCellPixels / 2);
  origin_ = {around - least.x * scale_, around - least.y * scale_};
  width_ = (most.x - least.x) * scale_ + 2 * around;
  height_ = (most.y - least.y) * scale_ + 2 * around;
}

}  // namespace sapper::experiments::minesweeper

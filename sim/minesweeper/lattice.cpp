#include "sim/minesweeper/lattice.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/support/contracts.hpp"

namespace sapper::sim {
namespace {

// `index`, within 0..count - 1 or, where the ends are joined, brought there; nullopt if it is outside.
std::optional<int> within(int index, int count, bool is_joined) {
  if (index >= 0 && index < count) return index;
  if (!is_joined) return std::nullopt;
  return ((index % count) + count) % count;
}

class BoardCells {
 public:
  BoardCells(const Lattice& lattice, LatticeSize size) : lattice_(lattice), size_(size) {}

  std::uint32_t in_unit(int row, int col) const {
    return static_cast<std::uint32_t>(row % lattice_.unit_rows * lattice_.unit_cols +
                                      col % lattice_.unit_cols);
  }
  std::optional<Cell> seen_from(int layer, int row, int col, const Lattice::Step& step) const {
    const auto cell = static_cast<int>(step.cell);
    const auto to_layer = within(layer + step.layers, size_.layers, lattice_.joins_layers);
    const auto to_row =
        within((row / lattice_.unit_rows + step.rows) * lattice_.unit_rows + cell / lattice_.unit_cols,
               size_.rows, lattice_.joins_rows);
    const auto to_col =
        within((col / lattice_.unit_cols + step.cols) * lattice_.unit_cols + cell % lattice_.unit_cols,
               size_.cols, lattice_.joins_cols);
    if (!to_layer || !to_row || !to_col) return std::nullopt;
    return static_cast<Cell>((*to_layer * size_.rows + *to_row) * size_.cols + *to_col);
  }

 private:
  const Lattice& lattice_;
  LatticeSize size_;
};

Graph::Point center_of(const std::vector<Graph::Point>& outline) {
  Graph::Point center;
  for (const Graph::Point& corner : outline) {
    center.x += corner.x / static_cast<double>(outline.size());
    center.y += corner.y / static_cast<double>(outline.size());
  }
  return center;
}

}  // namespace

std::uint64_t max_cells_and_neighbors(const Lattice& lattice, LatticeSize size) {
  std::size_t most = 0;
  for (const std::vector<Lattice::Step>& sees : lattice.sees) most = std::max(most, sees.size());
  return size.cell_count() * (most + 1);
}

std::string describe_size_error(const Lattice& lattice, LatticeSize size) {
  const auto parts = [](int unit, const char* what) {
    return "the board's borders are joined, so the number of " + std::string(what) +
           " must be a multiple of " + std::to_string(unit);
  };
  if (lattice.joins_rows && size.rows % lattice.unit_rows != 0) return parts(lattice.unit_rows, "rows");
  if (lattice.joins_cols && size.cols % lattice.unit_cols != 0) return parts(lattice.unit_cols, "columns");
  if (size.layers > 1 && !lattice.is_layered) return "boards of this lattice have one layer";
  if (size.cell_count() > Graph::kMaxCells)
    return "the board would have " + std::to_string(size.cell_count()) + " cells; at most " +
           std::to_string(Graph::kMaxCells) + " are allowed";
  if (const std::uint64_t count = max_cells_and_neighbors(lattice, size); count > kMaxCellsAndNeighbors)
    return "the board would have " + std::to_string(count) + " cells and neighbours; at most " +
           std::to_string(kMaxCellsAndNeighbors) + " are allowed";
  return {};
}

std::vector<Graph::Point> outline_of(const Lattice& lattice, LatticeSize size, Cell cell) {
  const auto index = static_cast<int>(cell);
  const int col = index % size.cols;
  const int row = index / size.cols % size.rows;
  const int layer = index / size.cols / size.rows;
  std::vector<Graph::Point> corners = lattice.outlines[BoardCells(lattice, size).in_unit(row, col)];
  const int units_down = row / lattice.unit_rows + layer * (size.rows / lattice.unit_rows + 1);
  const int units_right = col / lattice.unit_cols;
  for (Graph::Point& corner : corners) {
    corner.x += units_down * lattice.steps[0].x + units_right * lattice.steps[1].x;
    corner.y += units_down * lattice.steps[0].y + units_right * lattice.steps[1].y;
  }
  return corners;
}

Graph make_graph(const Lattice& lattice, LatticeSize size) {
  SAPPER_EXPECT(describe_size_error(lattice, size).empty());
  const BoardCells cells(lattice, size);
  CellLists sees;
  std::vector<Graph::Point> places;
  std::vector<Cell> seen;
  Cell cell = 0;
  for (int layer = 0; layer < size.layers; ++layer)
    for (int row = 0; row < size.rows; ++row)
      for (int col = 0; col < size.cols; ++col, ++cell) {
        seen.clear();
        for (const Lattice::Step& step : lattice.sees[cells.in_unit(row, col)])
          if (const auto other = cells.seen_from(layer, row, col, step); other && *other != cell)
            seen.push_back(*other);
        std::ranges::sort(seen);
        seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
        for (const Cell other : seen) sees.add(other);
        sees.end_list();
        if (!lattice.outlines.empty()) places.push_back(center_of(outline_of(lattice, size, cell)));
      }
  return Graph(std::move(sees), {}, std::move(places));
}

}  // namespace sapper::sim

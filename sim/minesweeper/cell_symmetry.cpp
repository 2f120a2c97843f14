#include "sim/minesweeper/cell_symmetry.hpp"

#include <algorithm>

namespace sapper::sim {
namespace {

// Reflects, then transposes, then translates (with wrapping).
struct Motion {
  bool reflects_rows = false;
  bool reflects_cols = false;
  bool transposes = false;  // square boards only
  int down = 0;             // 0 to rows - 1
  int right = 0;            // 0 to cols - 1
};

Cell image(const Grid& grid, const Motion& motion, int row, int col) {
  if (motion.reflects_rows) row = grid.rows() - 1 - row;
  if (motion.reflects_cols) col = grid.cols() - 1 - col;
  if (motion.transposes) std::swap(row, col);
  row += motion.down;
  col += motion.right;
  return grid.at(row < grid.rows() ? row : row - grid.rows(), col < grid.cols() ? col : col - grid.cols());
}

Cell image(const Grid& grid, const Motion& motion, Cell cell) {
  return image(grid, motion, grid.row_of(cell), grid.col_of(cell));
}

// Without translations.
std::vector<Motion> reflections(const Grid& grid) {
  std::vector<Motion> motions;
  for (const bool rows : {false, true})
    for (const bool cols : {false, true}) {
      motions.push_back({.reflects_rows = rows, .reflects_cols = cols});
      if (grid.rows() == grid.cols())
        motions.push_back({.reflects_rows = rows, .reflects_cols = cols, .transposes = true});
    }
  return motions;
}

std::vector<Motion> hex_motions(const Grid& grid) {
  std::vector<Motion> motions{{}};
  if (grid.rows() == 1)
    motions.push_back({.reflects_cols = true});
  else
    motions.push_back({.reflects_rows = true, .reflects_cols = grid.rows() % 2 == 0});
  return motions;
}

// Those that may keep the cells `kept_free`, not empty: each takes the first of them to one of them.
std::vector<Motion> torus_motions(const Grid& grid, std::span<const Cell> kept_free) {
  std::vector<Motion> motions;
  for (const Motion& reflection : reflections(grid)) {
    const Cell reflected = image(grid, reflection, kept_free.front());
    for (const Cell target : kept_free) {
      Motion motion = reflection;
      motion.down = (grid.row_of(target) - grid.row_of(reflected) + grid.rows()) % grid.rows();
      motion.right = (grid.col_of(target) - grid.col_of(reflected) + grid.cols()) % grid.cols();
      motions.push_back(motion);
    }
  }
  return motions;
}

// The symmetries of a board with its kept cells: a group, so that a cell's images are its class.
std::vector<Motion> symmetries(const Grid& grid, std::span<const Cell> kept_free) {
  std::vector<Motion> motions;
  switch (grid.topology()) {
    case Topology::square:
      motions = reflections(grid);
      break;
    case Topology::torus:
      motions = torus_motions(grid, kept_free);
      break;
    case Topology::hex:
      motions = hex_motions(grid);
      break;
  }
  std::vector<Cell> kept(kept_free.begin(), kept_free.end());
  std::sort(kept.begin(), kept.end());
  std::erase_if(motions, [&](const Motion& motion) {
    return !std::all_of(kept.begin(), kept.end(), [&](Cell cell) {
      return std::binary_search(kept.begin(), kept.end(), image(grid, motion, cell));
    });
  });
  return motions;
}

}  // namespace

CellClasses classify_cells(const Grid& grid, std::span<const Cell> kept_free) {
  CellClasses classes;
  classes.class_of.resize(grid.cell_count());
  if (grid.topology() == Topology::torus && kept_free.empty()) {
    classes.representatives = {0};
    return classes;
  }
  const std::vector<Motion> motions = symmetries(grid, kept_free);
  for (int row = 0; row < grid.rows(); ++row)
    for (int col = 0; col < grid.cols(); ++col) {
      const Cell cell = grid.at(row, col);
      Cell lowest = cell;
      for (const Motion& motion : motions) lowest = std::min(lowest, image(grid, motion, row, col));
      if (lowest == cell) {
        classes.class_of[cell] = static_cast<std::uint32_t>(classes.representatives.size());
        classes.representatives.push_back(cell);
      } else {
        classes.class_of[cell] = classes.class_of[lowest];
      }
    }
  return classes;
}

}  // namespace sapper::sim

#include "sim/minesweeper/cell_symmetry.hpp"

#include <algorithm>

namespace sapper::sim {
namespace {

// Reflects, then slides or transposes, then translates (with wrapping).
struct Motion {
  bool reflects_rows = false;
  bool reflects_cols = false;
  bool slides = false;      // unshifted rows by a cell to the right
  bool transposes = false;  // square boards only
  int down = 0;             // 0 to rows - 1
  int right = 0;            // 0 to cols - 1
};

Cell image(const Grid& grid, const Motion& motion, int row, int col) {
  if (motion.reflects_rows) row = grid.rows() - 1 - row;
  if (motion.reflects_cols) col = grid.cols() - 1 - col;
  if (motion.slides && row % 2 == 0) ++col;
  if (motion.transposes) std::swap(row, col);
  row += motion.down;
  col += motion.right;
  return grid.at(row < grid.rows() ? row : row - grid.rows(), col < grid.cols() ? col : col - grid.cols());
}

Cell image(const Grid& grid, const Motion& motion, Cell cell) {
  return image(grid, motion, grid.row_of(cell), grid.col_of(cell));
}

// The symmetries without translations. Shifted rows keep their shift where a reflection maps odd rows to odd ones, or
// else reflects the columns too; of a single row both do. The others keep it if unshifted rows slide by a cell, which
// they can where columns wrap.
std::vector<Motion> reflections(const Grid& grid) {
  std::vector<Motion> motions;
  for (const bool rows : {false, true})
    for (const bool cols : {false, true}) {
      const bool slides =
          grid.has_shifted_rows() && grid.rows() > 1 && cols != (rows && grid.rows() % 2 == 0);
      if (slides && !grid.wraps_cols()) continue;
      motions.push_back({.reflects_rows = rows, .reflects_cols = cols, .slides = slides});
      if (grid.rows() == grid.cols() && grid.wraps_rows() == grid.wraps_cols() && !grid.has_shifted_rows())
        motions.push_back({.reflects_rows = rows, .reflects_cols = cols, .transposes = true});
    }
  return motions;
}

// Those motions that may keep the cells `kept_free`, of which there is at least one: each is combined with the
// translations that take the first of these to one of them.
std::vector<Motion> translated(const Grid& grid, std::span<const Motion> reflections,
                               std::span<const Cell> kept_free) {
  std::vector<Motion> motions;
  for (const Motion& reflection : reflections) {
    const Cell reflected = image(grid, reflection, kept_free.front());
    for (const Cell target : kept_free) {
      Motion motion = reflection;
      const auto distance = [](int from, int to, int count) { return (to - from + count) % count; };
      motion.down = distance(grid.row_of(reflected), grid.row_of(target), grid.rows());
      motion.right = distance(grid.col_of(reflected), grid.col_of(target), grid.cols());
      if ((motion.down == 0 || grid.wraps_rows()) && (motion.right == 0 || grid.wraps_cols()))
        motions.push_back(motion);
    }
  }
  return motions;
}

// The symmetries of a board with its kept cells, if any, without the translations where none are kept. With these they
// are a group, so that a cell's images are its class.
std::vector<Motion> motions_of(const Grid& grid, std::span<const Cell> kept_free) {
  if (kept_free.empty()) return reflections(grid);
  std::vector<Motion> motions = translated(grid, reflections(grid), kept_free);
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
  const std::vector<Motion> motions = motions_of(grid, kept_free);
  // The lowest cell to which translations alone take a cell, where nothing is kept.
  const auto translated_to_lowest = [&](Cell cell) {
    if (!kept_free.empty()) return cell;
    return grid.at(grid.wraps_rows() ? 0 : grid.row_of(cell), grid.wraps_cols() ? 0 : grid.col_of(cell));
  };
  for (int row = 0; row < grid.rows(); ++row)
    for (int col = 0; col < grid.cols(); ++col) {
      const Cell cell = grid.at(row, col);
      Cell lowest = cell;
      for (const Motion& motion : motions)
        lowest = std::min(lowest, translated_to_lowest(image(grid, motion, row, col)));
      if (lowest == cell) {
        classes.class_of[cell] = static_cast<std::uint32_t>(classes.representatives.size());
        classes.representatives.push_back(cell);
      } else {
        classes.class_of[cell] = classes.class_of[lowest];
      }
    }
  return classes;
}

std::vector<std::vector<Cell>> symmetries(const Grid& grid) {
  std::vector<std::vector<Cell>> images;
  for (Motion motion : reflections(grid))
    for (motion.down = 0; motion.down < (grid.wraps_rows() ? grid.rows() : 1); ++motion.down)
      for (motion.right = 0; motion.right < (grid.wraps_cols() ? grid.cols() : 1); ++motion.right) {
        std::vector<Cell>& image_of = images.emplace_back(grid.cell_count());
        for (Cell cell = 0; cell < grid.cell_count(); ++cell) image_of[cell] = image(grid, motion, cell);
      }
  return images;
}

}  // namespace sapper::sim

#include "sim/minesweeper/graph.hpp"

#include <algorithm>
#include <utility>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

CellLists CellLists::reversed() const {
  CellLists reverse;
  reverse.ends_.assign(size() + 1, 0);
  for (const Cell cell : cells_) ++reverse.ends_[cell + 1];
  for (std::uint32_t cell = 0; cell < size(); ++cell) reverse.ends_[cell + 1] += reverse.ends_[cell];
  reverse.cells_.resize(cells_.size());
  std::vector<std::uint32_t> next(reverse.ends_.begin(), reverse.ends_.end() - 1);
  for (Cell cell = 0; cell < size(); ++cell)
    for (const Cell listed : (*this)[cell]) reverse.cells_[next[listed]++] = cell;
  return reverse;
}

Graph::Graph(CellLists sees, CellLists opens, std::vector<Point> places)
    : sees_(std::move(sees)),
      seen_by_(sees_.reversed()),
      opens_(std::move(opens)),
      places_(std::move(places)) {
  SAPPER_EXPECT(opens_.size() == 0 || opens_.size() == sees_.size());
  SAPPER_EXPECT(places_.empty() || places_.size() == sees_.size());
}

namespace {

CellLists neighbors_of(const Grid& grid) {
  CellLists sees;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    for (const Cell neighbor : grid.neighbors(cell)) sees.add(neighbor);
    sees.end_list();
  }
  return sees;
}

}  // namespace

Graph::Graph(const Grid& grid) : Graph(neighbors_of(grid)) {}

std::uint32_t GraphPosition::hidden_count() const {
  return static_cast<std::uint32_t>(std::ranges::count(shown, kHidden));
}

}  // namespace sapper::sim

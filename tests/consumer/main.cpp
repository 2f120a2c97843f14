// P(mine) of every hidden cell of the position
//   .1.1.
//   .1.1.
// with two mines.
#include <cstdio>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

int main() {
  const sapper::sim::Grid grid(2, 5);
  sapper::sim::View view(grid, 2);
  for (const int row : {0, 1})
    for (const int col : {1, 3}) view.show(grid.at(row, col), 1);

  sapper::solvers::Posterior posterior(grid);
  if (!posterior.compute(view)) return 1;  // no layout is consistent with the view
  for (sapper::sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (view.is_hidden(cell))
      std::printf("%d,%d %.4f\n", grid.row_of(cell), grid.col_of(cell), posterior.p_mine(cell));
}

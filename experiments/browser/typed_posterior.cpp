// P(mine) of many positions of one board, as bytes in and doubles out: without texts, which take fifty times as long as the
// posterior of an Expert position.
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "experiments/browser/exchange.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::browser {
namespace {

using sim::Cell;

// The values that stand for a cell without a number, as in the Python module's arrays. A flag is no evidence here.
constexpr std::int8_t kHiddenCell = -1, kFlaggedCell = -2;

class TypedBoard {
 public:
  TypedBoard(int rows, int cols, sim::Topology topology, sim::FirstClickRule rule)
      : grid_(rows, cols, topology),
        free_(sim::cells_free_by_rule(grid_, rule)),
        posterior_(grid_),
        view_(grid_, 0, free_) {}

  std::size_t cell_count() const { return grid_.cell_count(); }

  // Writes P(mine) of each cell to `p_mine`, NaN where shown. False if the position is impossible.
  bool compute(const std::int8_t* cells, std::uint32_t mines, double* p_mine) {
    if (!set_view(cells, mines) || !posterior_.compute(view_)) return false;
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      p_mine[cell] =
          view_.is_hidden(cell) ? posterior_.p_mine(cell) : std::numeric_limits<double>::quiet_NaN();
    return true;
  }

 private:
  bool set_view(const std::int8_t* cells, std::uint32_t mines) {
    if (mines != view_.mine_count())
      view_ = sim::View(grid_, mines, free_);
    else
      view_.hide_all();
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell) {
      const std::int8_t number = cells[cell];
      if (number == kHiddenCell || number == kFlaggedCell) continue;
      if (number < 0 || number > static_cast<int>(grid_.neighbors(cell).size())) return false;
      view_.show(cell, number);
    }
    return mines <= view_.hidden_count();
  }

  sim::Grid grid_;
  std::vector<Cell> free_;
  solvers::Posterior posterior_;
  sim::View view_;
};

std::unique_ptr<TypedBoard> board;

}  // namespace

// The board of the positions that follow: an object with the keys of a position that say it.
SAPPER_EXPORT(sapper_board) void sapper_board() {
  board.reset();
  const json::Document document = json::Document::parse(input(), "position");
  const json::Node root(document);
  const auto side = [&](const char* key) {
    return static_cast<int>(root.need(key).as_whole(1, sim::Grid::kMaxSide));
  };
  const int rows = side("rows"), cols = side("cols");
  board = std::make_unique<TypedBoard>(
      rows, cols, root.need("topology").as_row(sim::kTopologies, "a topology").topology,
      root.need("first_click").as_row(sim::kFirstClickRules, "a first-click rule").rule);
}

// The posteriors of `count` positions, which are the input: the mine counts in four bytes each, then the cells of one
// position after another, row by row, a byte each. Returns how many were computed: where that is fewer, the next one is
// impossible.
SAPPER_EXPORT(sapper_posteriors) int sapper_posteriors(int count) {
  const auto positions = static_cast<std::size_t>(count);
  const std::size_t cells = board->cell_count();
  const char* const bytes = input().data();
  numbers().resize(positions * cells);
  for (std::size_t i = 0; i < positions; ++i) {
    std::uint32_t mines = 0;
    std::memcpy(&mines, bytes + i * sizeof mines, sizeof mines);
    const auto* const first =
        reinterpret_cast<const std::int8_t*>(bytes) + positions * sizeof mines + i * cells;
    if (!board->compute(first, mines, numbers().data() + i * cells)) return static_cast<int>(i);
  }
  return count;
}

}  // namespace sapper::experiments::browser

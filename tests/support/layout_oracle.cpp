#include "tests/support/layout_oracle.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;

constexpr std::size_t kMaxPlaces = 40;

// "Exactly `count` mines lie in these places."
struct Sum {
  std::uint64_t places;
  int count;
};

// Sets of places are bit sets: bit i stands for places[i].
std::vector<Sum> sums_of(const View& view, const std::vector<Cell>& places,
                         std::span<const Cell> known_mines) {
  const auto bit_of = [&](Cell cell) -> std::uint64_t {
    const auto found = std::find(places.begin(), places.end(), cell);
    return found == places.end() ? 0 : std::uint64_t{1} << (found - places.begin());
  };
  std::vector<Sum> sums;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_hidden(cell)) continue;
    Sum sum{0, view.number(cell)};
    for (const Cell neighbor : view.grid().neighbors(cell)) sum.places |= bit_of(neighbor);
    sums.push_back(sum);
  }
  // A known mine that is not a possible place gives 0 = 1, which no layout satisfies.
  for (const Cell mine : known_mines) sums.push_back({bit_of(mine), 1});
  return sums;
}

// Calls visit(layout) for every set of `mines` of the `places` that meets all sums.
template <class Visit>
void for_each_consistent(std::size_t places, std::uint32_t mines, const std::vector<Sum>& sums, Visit visit) {
  if (places > kMaxPlaces) throw std::invalid_argument("too many hidden cells for brute force");
  if (mines > places) return;
  const std::uint64_t end = std::uint64_t{1} << places;
  std::uint64_t layout = (std::uint64_t{1} << mines) - 1;
  while (layout < end) {
    const auto agrees = [layout](const Sum& sum) { return std::popcount(layout & sum.places) == sum.count; };
    if (std::all_of(sums.begin(), sums.end(), agrees)) visit(layout);
    if (layout == 0) break;
    // The next larger number with as many ones (Gosper's hack, HAKMEM item 175).
    const std::uint64_t lowest = layout & (~layout + 1);
    const std::uint64_t ripple = layout + lowest;
    layout = ripple | (((layout ^ ripple) >> 2) / lowest);
  }
}

}  // namespace

std::vector<Cell> places_for_mines(const View& view) {
  std::vector<Cell> places;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    const std::span<const Cell> free = view.free_by_rule();
    if (view.is_hidden(cell) && std::find(free.begin(), free.end(), cell) == free.end())
      places.push_back(cell);
  }
  return places;
}

double layouts_to_try(const View& view) {
  const double places = static_cast<double>(places_for_mines(view).size());
  const double mines = view.mine_count();
  if (mines > places) return 0;
  double ways = 1;
  for (double i = 1; i <= mines; ++i) ways = ways * (places - mines + i) / i;
  return ways;
}

LayoutCounts count_layouts(const View& view, std::span<const Cell> known_mines) {
  const std::vector<Cell> places = places_for_mines(view);
  LayoutCounts counts;
  counts.with_mine.resize(view.grid().cell_count());
  for_each_consistent(places.size(), view.mine_count(), sums_of(view, places, known_mines),
                      [&](std::uint64_t layout) {
                        ++counts.layouts;
                        for (; layout != 0; layout &= layout - 1)
                          ++counts.with_mine[places[static_cast<std::size_t>(std::countr_zero(layout))]];
                      });
  return counts;
}

int number_in(std::uint64_t layout, const sim::Grid& grid, Cell cell) {
  int mines = 0;
  for (const Cell neighbor : grid.neighbors(cell)) mines += has_mine(layout, neighbor);
  return mines;
}

std::uint64_t shown_after(Cell cell, std::uint64_t shown, std::uint64_t layout, const sim::Grid& grid) {
  if ((shown >> cell & 1) != 0) return shown;
  shown |= std::uint64_t{1} << cell;
  if (number_in(layout, grid, cell) == 0)
    for (const Cell neighbor : grid.neighbors(cell)) shown = shown_after(neighbor, shown, layout, grid);
  return shown;
}

double p_mine(const Layouts& layouts, Cell cell) {
  const auto mines =
      std::count_if(layouts.begin(), layouts.end(), [&](auto layout) { return has_mine(layout, cell); });
  return static_cast<double>(mines) / static_cast<double>(layouts.size());
}

Layouts consistent_layouts(const View& view) {
  if (view.grid().cell_count() > kMaxPlaces) throw std::invalid_argument("too many cells for brute force");
  const std::vector<Cell> places = places_for_mines(view);
  Layouts layouts;
  for_each_consistent(places.size(), view.mine_count(), sums_of(view, places, {}), [&](std::uint64_t layout) {
    std::uint64_t cells = 0;
    for (; layout != 0; layout &= layout - 1)
      cells |= std::uint64_t{1} << places[static_cast<std::size_t>(std::countr_zero(layout))];
    layouts.push_back(cells);
  });
  return layouts;
}

bool is_guess(const sim::View& view, const LayoutCounts& counts) {
  for (sim::Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell) && counts.is_certain_safe(cell)) return false;
  return view.hidden_count() > view.mine_count();
}

}  // namespace sapper::tests

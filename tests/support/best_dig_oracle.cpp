#include "tests/support/best_dig_oracle.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace sapper::tests {
namespace {

using sim::Cell;

constexpr std::uint64_t kHidden = 15;
constexpr std::uint64_t kAllHidden = ~std::uint64_t{0};

std::uint64_t shown_at(std::uint64_t shown, Cell cell) { return shown >> 4 * cell & 15; }
bool is_mine(std::uint16_t layout, Cell cell) { return (layout >> cell & 1) != 0; }
std::uint64_t with_number(std::uint64_t shown, Cell cell, int number) {
  return (shown & ~(std::uint64_t{15} << 4 * cell)) | static_cast<std::uint64_t>(number) << 4 * cell;
}
std::uint64_t packed(const sim::View& view) {
  std::uint64_t shown = kAllHidden;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_shown(cell)) shown = with_number(shown, cell, view.number(cell));
  return shown;
}

}  // namespace

BestDigOracle::BestDigOracle(const sim::Grid& grid, std::uint32_t mine_count, bool corners_are_free)
    : grid_(grid) {
  if (grid.cell_count() > kMostCells) throw std::invalid_argument("more than 16 cells");
  const auto rule = corners_are_free ? sim::FirstClickRule::safe_corners : sim::FirstClickRule::unprotected;
  std::vector<bool> layout(grid.cell_count(), false);
  std::fill_n(layout.rbegin(), mine_count, true);
  do {
    if (!is_allowed(layout, grid, rule, 0)) continue;
    unsigned mines = 0;
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) mines |= unsigned{layout[cell]} << cell;
    layouts_.push_back(static_cast<std::uint16_t>(mines));
  } while (std::next_permutation(layout.begin(), layout.end()));
}

int BestDigOracle::number(Cell cell, std::uint16_t layout) const {
  int mines = 0;
  for (const Cell neighbor : grid_.neighbors(cell)) mines += is_mine(layout, neighbor);
  return mines;
}

BestDigOracle::Layouts BestDigOracle::consistent_layouts(const sim::View& view) const {
  Layouts consistent;
  for (const std::uint16_t layout : layouts_) {
    bool is_consistent = true;
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if (view.is_shown(cell))
        is_consistent = is_consistent && !is_mine(layout, cell) && number(cell, layout) == view.number(cell);
    if (is_consistent) consistent.push_back(layout);
  }
  return consistent;
}

std::uint32_t BestDigOracle::layout_count(const sim::View& view) const {
  return static_cast<std::uint32_t>(consistent_layouts(view).size());
}

std::uint32_t BestDigOracle::value(const sim::View& view) {
  return won_from(packed(view), consistent_layouts(view));
}

std::uint32_t BestDigOracle::value_of_dig(const sim::View& view, Cell cell) {
  return won_after(cell, packed(view), consistent_layouts(view));
}

BestPlayValue BestDigOracle::first_dig(sim::FirstClickRule rule, Cell first) {
  Layouts allowed;
  for (const std::uint16_t mines : layouts_) {
    std::vector<bool> layout(grid_.cell_count());
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell) layout[cell] = is_mine(mines, cell);
    if (is_allowed(layout, grid_, rule, first)) allowed.push_back(mines);
  }
  return {won_after(first, kAllHidden, allowed), allowed.size()};
}

std::uint32_t BestDigOracle::won_after(Cell dug, Shown shown, const Layouts& layouts) {
  std::array<Layouts, sim::kMaxNeighbors + 1> by_number;
  for (const std::uint16_t layout : layouts)
    if (!is_mine(layout, dug)) by_number[static_cast<std::size_t>(number(dug, layout))].push_back(layout);
  std::uint32_t won = 0;
  for (std::size_t number = 0; number < by_number.size(); ++number)
    if (!by_number[number].empty())
      won += won_from(with_number(shown, dug, static_cast<int>(number)), by_number[number]);
  return won;
}

// `layouts`: all that are consistent with the view.
std::uint32_t BestDigOracle::won_from(Shown shown, const Layouts& layouts) {
  if (layouts.size() <= 1) return static_cast<std::uint32_t>(layouts.size());
  unsigned in_any = 0;
  unsigned in_all = ~0U;
  for (const std::uint16_t layout : layouts) {
    in_any |= layout;
    in_all &= layout;
  }
  for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
    if (shown_at(shown, cell) == kHidden && (in_any >> cell & 1) == 0) return won_after(cell, shown, layouts);

  if (const auto known = won_.find(shown); known != won_.end()) return known->second;
  std::uint32_t best = 0;
  for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
    if (shown_at(shown, cell) == kHidden && (in_all >> cell & 1) == 0)
      best = std::max(best, won_after(cell, shown, layouts));
  return won_[shown] = best;
}

}  // namespace sapper::tests
